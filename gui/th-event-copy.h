/* th-event-copy.h - rows of the event table as text, for the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_EVENT_COPY_TEXT: what the table shows, cells parted by tabs.
 * TH_EVENT_COPY_CSV: RFC 4180, the ids of the columns first.
 * TH_EVENT_COPY_JSON: an array of objects by the ids of the columns; null where
 * an event lacks a value.
 * In the last two a time is an absolute integer and a duration one as well, in
 * ns (or ticks of the clock); a number that has a name is that name.
 *
 * Written in pieces of a few ms between frames: columns read the file.
 */
#pragma once

#include "th-event-column.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  TH_EVENT_COPY_TEXT,
  TH_EVENT_COPY_CSV,
  TH_EVENT_COPY_JSON
} ThEventCopyFormat;

/* What is more is left out. */
#define TH_EVENT_COPY_MAX 100000u
#define TH_EVENT_COPY_MAX_BYTES (64u << 20)

/* @list: read until the end, so nobody else may change it (th_event_list_copy());
 * @positions: in it; @columns: of ThEventColumn. */
void  th_event_copy_async  (ThDocument          *document,
                            ThEventList         *list,
                            const GtkBitset     *positions,
                            GPtrArray           *columns,
                            ThEventCopyFormat    format,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data);
/* *@n_rows are in it, *@n_left are not.  NULL if it was cancelled. */
char *th_event_copy_finish (GAsyncResult        *result,
                            guint               *n_rows,
                            guint               *n_left);

G_END_DECLS

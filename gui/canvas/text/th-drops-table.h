/* th-drops-table.h - dropped packets as a table: one line per reason, place and device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-text-table.h"
#include "th-results.h"

G_BEGIN_DECLS

/* Works with any table of this name with a column of counts, and one of kinds. */
typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
} ThDrops;

/* FALSE if no analysis counts drops. */
gboolean    th_drops_find       (ThDrops       *self,
                                 ThRecording   *recording,
                                 GPtrArray     *all);
/* TH_CELL_NONE if the table has no such column. */
gint64      th_drops_get_cell   (const ThDrops *self,
                                 guint32        row,
                                 const char    *id);
/* Whether the row counts packets that were freed with the queue of a closed socket, which is no
 * drop. */
gboolean    th_drops_is_purge   (const ThDrops *self,
                                 guint32        row);
/* The drops, or the purges if @purged.  The first line has the titles.  Free with
 * th_text_table_free(). */
ThTextTable *th_drops_make_table (const ThDrops *self,
                                 gboolean       purged,
                                 gint64        *n_packets);

G_END_DECLS

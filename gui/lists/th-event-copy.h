/* th-event-copy.h - rows of the event table to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_ROWS_TEXT: what the table shows.  In the other formats a time is an
 * absolute integer and a duration one as well, in ns (or ticks of the clock); a
 * number that has a name is that name.
 */
#pragma once

#include "th-event-column.h"
#include "th-event-list.h"
#include "th-row-source.h"

G_BEGIN_DECLS

/* @list: read until the end, so nobody else may change it (th_event_list_copy());
 * @columns: of ThEventColumn. */
void th_event_copy_init (ThRowSource *source,
                         ThDocument  *document,
                         ThEventList *list,
                         GPtrArray   *columns);

G_END_DECLS

/* th-event-copy.h - rows of the event table to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_ROWS_TEXT has the text of the cells.  In the other formats, times (absolute) and
 * durations are integers in ns (or ticks of the clock), and a number that has a name is
 * written as that name.
 */
#pragma once

#include "th-event-column.h"
#include "th-event-list.h"
#include "th-row-source.h"

G_BEGIN_DECLS

/* Initializes @source.  @list must not change until the end, see th_event_list_copy();
 * @columns: (element-type ThEventColumn). */
void th_event_copy_init (ThRowSource *source,
                         ThDocument  *document,
                         ThEventList *list,
                         GPtrArray   *columns);

G_END_DECLS

/* th-row-span.h - finds the time span, the task and the CPU that a table row is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row is more than the event it is anchored at: a wakeup lasts until its task
 * is switched in, it belongs to the task that is woken (not to the one that
 * happened to run when the waking was recorded), and some other task had the
 * CPU meanwhile.  The columns declare all that, so no front has to know an
 * analysis: the column of TH_ROLE_SPAN or TH_ROLE_END, the first column of tasks
 * that has no role, the first column of CPUs, and the columns of TH_ROLE_BLAMED.
 * A row with a column of TH_ROLE_SLICE has the task of its slice, unless that is idle, and the span
 * of it where it has no other, or where the slice ends at the anchor.  The rows of a table of
 * flows are the flows.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThRowSpan:
 * @anchor: the event that the row leads to; may be %TH_REF_NONE
 * @from, @to: the span, @from < @to; both %TH_TIME_NONE if the row has none
 * @task: whom the row is about; %TH_TASK_NONE if nobody
 * @stream, @cpu: the index of the CPU in this stream where it happened;
 *   G_MAXUINT for both if the row names none
 * @blamed: who had that CPU meanwhile, as a cell of a column of tasks: a task, or the
 *   word of a softirq or an interrupt; %TH_CELL_NONE if nobody
 * @blamed_time: for how long; 0 if that is not known
 */
typedef struct
{
  ThRef   anchor;
  gint64  from;
  gint64  to;
  guint32 task;
  guint   stream;
  guint   cpu;
  gint64  blamed;
  gint64  blamed_time;
} ThRowSpan;

/* @row is one of @table, which is one of @results. */
void th_row_span_read (ThRecording *recording,
                       ThResults   *results,
                       ThTable     *table,
                       guint32      row,
                       ThRowSpan   *span);

G_END_DECLS

/* th-row-span.h - finds the time span, the task and the CPU that a table row is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row describes more than its anchor event: a wakeup lasts until its task is
 * switched in, it belongs to the woken task (not to the one that was current when
 * the event was recorded), and another task had the CPU meanwhile.  The columns
 * declare all that, so callers need not know the analysis: the column of
 * TH_ROLE_SPAN or TH_ROLE_END, the first column of tasks without a role, the first
 * column of CPUs, and the columns of TH_ROLE_BLAMED.
 * A row with a column of TH_ROLE_SLICE has the task of its slice, unless that is
 * idle, and the span of the slice if it has no other, or if the slice ends at the
 * anchor.  A row of the table of flows has the span of its flow.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThRowSpan:
 * @anchor: the anchor event of the row; may be %TH_REF_NONE
 * @from, @to: the span, @from < @to; both %TH_TIME_NONE if the row has none
 * @task: the task that the row is about, or %TH_TASK_NONE
 * @stream, @cpu: the stream and the index of the CPU in it; both G_MAXUINT if the
 *   row has no CPU
 * @blamed: who had that CPU meanwhile, as a cell of a column of tasks: a task, or the
 *   word of a softirq or an interrupt; %TH_CELL_NONE if it is not known
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

/* Reads @row of @table, which is a table of @results. */
void th_row_span_read (ThRecording *recording,
                       ThResults   *results,
                       ThTable     *table,
                       guint32      row,
                       ThRowSpan   *span);

G_END_DECLS

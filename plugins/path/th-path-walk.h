/* th-path-walk.h - the critical path of a task: what it waited for, waker by waker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The walk goes back from the end of the span.  While the task ran or waited for a CPU, that is
 * the cause.  While it was blocked, the cause is what its waker did meanwhile: if that is a task,
 * its own path from the wakeup back to the time at which the wait began, and so on; else the timer,
 * the interrupt, the request or the packet.  A request is a cause since it was issued, a packet
 * since it was sent; what came before is the path of the task that did so.
 *
 * The parts follow each other without gaps, so their lengths add up to the span.  What is not known
 * is a part of its own, and never guessed: no wakeup was recorded, or events were lost.
 */
#pragma once

#include "th-flows.h"
#include "th-path-history.h"
#include "th-results.h"

G_BEGIN_DECLS

/* Also the stages of the flow; see th_path_flows_info. */
typedef enum
{
  TH_PATH_RUNNING,   /* the task itself */
  TH_PATH_OTHER,     /* another task of the path ran */
  TH_PATH_PREEMPTED,
  TH_PATH_RUNNABLE,  /* from the wakeup until it ran */
  TH_PATH_TIMER,
  TH_PATH_INTERRUPT,
  TH_PATH_SOFTIRQ,
  TH_PATH_BLOCK,
  TH_PATH_PACKET,
  TH_PATH_UNKNOWN,
  TH_PATH_N_CAUSES
} ThPathCause;

/* Why a part is not known, or why no task follows. */
typedef enum
{
  TH_PATH_NO_NOTE,
  TH_PATH_NO_WAKEUP,  /* none was recorded */
  TH_PATH_NO_WAKER,   /* the wakeup does not tell */
  TH_PATH_LOST,       /* events were lost */
  TH_PATH_NO_SWITCH,  /* it is not known since when it ran */
  TH_PATH_NOT_SEEN,   /* nothing of the task was recorded yet */
  TH_PATH_GONE,       /* it had exited */
  TH_PATH_TOO_DEEP,   /* the limits of the walk */
  TH_PATH_NO_SENDER,  /* it is not known who sent the packet */
  TH_PATH_N_NOTES
} ThPathNote;

/**
 * ThPathPart:
 * @from, @to: @from < @to; @to is the @from of the part before it
 * @depth: how many wakers lie between the task and @task
 * @task: whose time it is
 * @by: who had the CPU meanwhile, or what woke the task: a task, or th_cell_from_word() with a
 *   word of the history's results; TH_CELL_NONE if nobody
 * @cpu: the number of the CPU, or G_MAXUINT16
 * @begin, @end: the events there, or TH_REF_NONE if it begins or ends in the middle
 */
typedef struct
{
  gint64  from;
  gint64  to;
  gint64  by;
  ThRef   begin;
  ThRef   end;
  guint32 task;
  guint16 cpu;
  guint8  cause;      /* ThPathCause */
  guint8  note;       /* ThPathNote */
  guint8  confidence; /* ThConfidence: exact, inferred, or broken if it is not known */
  guint8  depth;
} ThPathPart;

/* @packets: the results of the analysis of packets, which has finished; or %NULL.
 * Returns (element-type ThPathPart): the parts in order of time; free with g_array_unref(). */
GArray *th_path_walk (const ThPathHistory *history,
                      ThRecording         *recording,
                      ThResults           *packets,
                      guint32              task,
                      gint64               from,
                      gint64               to);

G_END_DECLS

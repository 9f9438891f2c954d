/* th-span-stats.h - counts what happened in a span of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Of the events with from <= time < to: how many each task, type and CPU has; how
 * long tasks ran and CPUs were busy, by the runs; and of flows (packets) how much
 * time of the span each stage took.  A run or a leg that an edge of the span cuts
 * counts with its part inside.  Buffers that recorded the same CPU add up their
 * events; its time counts once.  Of recordings on one timeline each has its own
 * CPUs, tasks and stages.
 *
 * Costs a pass over the events of the span (columns only) and over the flows: not
 * for the main thread of a window.  Any thread; what is published then counts.
 */
#pragma once

#include "th-results.h"
#include "th-rows.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SPAN_TASKS,  /* @time: on a CPU, but for the idle task */
  TH_SPAN_TYPES,  /* @time is 0 */
  TH_SPAN_CPUS,   /* @time: not idle */
  TH_SPAN_STAGES, /* @n: legs that lie in the span or reach into it */
  TH_N_SPAN_GROUPS
} ThSpanGroup;

/* @name: "curl-279" (its name when the span ends), "sched:sched_switch", "CPU 1",
 * the title of a stage, translated; but for types and idle " · b.dat" follows where
 * there are several recordings.  Valid UTF-8.  @longest: run or leg, its part
 * inside; 0 of types. */
typedef struct
{
  char   *name;
  guint64 n;
  gint64  time;
  gint64  longest;
} ThSpanCount;

typedef struct _ThSpanStats ThSpanStats;

/* @rows: what a filter lets through, or NULL: it restricts events, not times.
 * @results: ThResults whose flows count, or NULL.  *@cancelled (or NULL) may be set
 * by any thread; what is returned then is of no use. */
ThSpanStats  *th_span_stats_new      (ThRecording     *recording,
                                      ThRows          *rows,
                                      const GPtrArray *results,
                                      gint64           from,
                                      gint64           to,
                                      gint            *cancelled);
void          th_span_stats_free     (ThSpanStats     *self);
guint64       th_span_stats_get_n    (ThSpanStats     *self);
/* Elements are ThSpanCount: tasks and stages by time, types by number, CPUs in
 * order.  Lent. */
const GArray *th_span_stats_get      (ThSpanStats     *self,
                                      ThSpanGroup      group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSpanStats, th_span_stats_free)

G_END_DECLS

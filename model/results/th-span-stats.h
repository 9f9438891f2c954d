/* th-span-stats.h - statistics of a time span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the events with from <= time < to by task, type and CPU; sums up how long
 * tasks ran and CPUs were busy, from the runs; and for flows (packets) sums up the
 * time of each stage within the span.  A run or a leg that crosses an edge of the
 * span counts with its part inside.  If several buffers recorded the same CPU, their
 * events add up, but its time counts once.  Recordings on one timeline have separate
 * CPUs, tasks and stages.
 *
 * Takes a pass over the events of the span (columns only) and over the flows: not
 * for the main thread of a window.  Any thread; it counts what is published when it
 * is called.
 */
#pragma once

#include "th-results.h"
#include "th-rows.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SPAN_TASKS,  /* @time: on a CPU, for the idle task the sum over all CPUs */
  TH_SPAN_TYPES,  /* @time is 0 */
  TH_SPAN_CPUS,   /* @time: busy */
  TH_SPAN_STAGES, /* @n: legs that overlap the span */
  TH_N_SPAN_GROUPS
} ThSpanGroup;

/* @name: "curl-279" (its name when the span ends), "sched:sched_switch", "CPU 1",
 * the title of a stage, translated; if there are several recordings, " · b.dat" follows
 * except for types and idle.  Valid UTF-8.  @longest: the part inside the span of the
 * longest run or leg; 0 for types. */
typedef struct
{
  char   *name;
  guint64 n;
  gint64  time;
  gint64  longest;
} ThSpanCount;

typedef struct _ThSpanStats ThSpanStats;

/* @rows: the events that match a filter, or NULL; it restricts events, not times.
 * @results: ThResults whose flows count, or NULL.  Any thread may set *@cancelled (or
 * NULL), which makes the returned statistics meaningless. */
ThSpanStats  *th_span_stats_new      (ThRecording     *recording,
                                      ThRows          *rows,
                                      const GPtrArray *results,
                                      gint64           from,
                                      gint64           to,
                                      gint            *cancelled);
void          th_span_stats_free     (ThSpanStats     *self);
guint64       th_span_stats_get_n    (ThSpanStats     *self);
/* (element-type ThSpanCount): tasks and stages sorted by time, types by count, CPUs by
 * number.  Owned by @self. */
const GArray *th_span_stats_get      (ThSpanStats     *self,
                                      ThSpanGroup      group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSpanStats, th_span_stats_free)

G_END_DECLS

/* th-info-stats.h - the counts of one buffer that `thresh info` shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

typedef struct
{
  char   *key; /* "irq:softirq_raise", "curl-519"; valid UTF-8 */
  guint64 n;
} ThCount;

/**
 * ThStreamStats:
 * @n_events: events of all its CPUs; with a filter those that match, and so on
 * @n_all: events without the filter
 * @n_per_cpu: events of each of its CPUs
 * @first: time of the first, where there is any
 * @last: time of the last
 * @n_gaps: places where events were lost
 * @n_known: how many events, over the gaps that know
 * @types: ThCount by event type, most frequent first
 * @tasks: ThCount by task, named as the file saved it, busiest first
 */
typedef struct
{
  ThStream *stream;
  guint64   n_events;
  guint64   n_all;
  guint32  *n_per_cpu;
  gint64    first;
  gint64    last;
  guint64   n_gaps;
  guint64   n_known;
  GArray   *types;
  GArray   *tasks;
} ThStreamStats;

/* @rows: what a filter lets through, or NULL for everything. */
ThStreamStats *th_stream_stats_new  (ThRecording   *recording,
                                     ThStream      *stream,
                                     ThRows        *rows);
void           th_stream_stats_free (ThStreamStats *self);

G_END_DECLS

/* th-stream-stats.h - the counts of one buffer that `thresh info` shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording-summary.h"

G_BEGIN_DECLS

typedef struct
{
  char   *key; /* "irq:softirq_raise", "curl-519"; valid UTF-8 */
  guint64 n;
} ThCount;

/**
 * ThStreamStats:
 * @n_per_cpu: events of each of its CPUs; with a filter, only those that match (so below)
 * @types: ThCount by event type, most frequent first
 * @tasks: ThCount by task, named as the file saved it, busiest first
 */
typedef struct
{
  ThStream       *stream;
  ThStreamSummary summary;
  guint32        *n_per_cpu;
  GArray         *types;
  GArray         *tasks;
} ThStreamStats;

/* @rows: the events that match a filter, or NULL for all. */
ThStreamStats *th_stream_stats_new  (ThRecording   *recording,
                                     ThStream      *stream,
                                     ThRows        *rows);
void           th_stream_stats_free (ThStreamStats *self);

G_END_DECLS

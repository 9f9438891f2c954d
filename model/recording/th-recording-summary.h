/* th-recording-summary.h - event counts, time range and losses of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For the recording window and `thresh info`.  All of this costs time in proportion to the
 * number of CPUs and of gaps, not of events, and may be called while the recording loads: the
 * result then covers the part loaded so far.
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

/**
 * ThLosses:
 * @n_gaps: number of gaps where events were lost
 * @n_known: number of lost events, over the gaps of known size
 * @has_unknown: whether there are gaps of unknown size
 */
typedef struct
{
  guint64  n_gaps;
  guint64  n_known;
  gboolean has_unknown;
} ThLosses;

/**
 * ThStreamSummary:
 * @n_events: number of events of all its CPUs; with a filter, of those that match
 * @n_all: number of events without the filter
 * @first: time of the first of @n_events; set only if there is one
 * @last: time of the last of them; set only if there is one
 * @losses: the losses of the stream
 */
typedef struct
{
  guint64  n_events;
  guint64  n_all;
  gint64   first;
  gint64   last;
  ThLosses losses;
} ThStreamSummary;

/* @rows: the events that match a filter, or NULL for all. */
void    th_stream_summarize       (ThStream        *stream,
                                   ThRows          *rows,
                                   ThStreamSummary *summary);
/* The number of events of a CPU that are in @rows; NULL: all. */
guint32 th_stream_count_cpu       (ThStream        *stream,
                                   guint            index,
                                   ThRows          *rows);
/* Sums up the losses of all buffers. */
void    th_recording_sum_losses   (ThRecording     *recording,
                                   ThLosses        *losses);
/* The number of CPUs of all buffers; those of equal number count once in each recording on the
 * timeline. */
guint   th_recording_count_cpus   (ThRecording     *recording);
/* The number of events with from <= time < to, of all buffers and CPUs, without a
 * filter. */
guint64 th_recording_count_events (ThRecording     *recording,
                                   gint64           from,
                                   gint64           to);

G_END_DECLS

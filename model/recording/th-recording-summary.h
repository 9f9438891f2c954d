/* th-recording-summary.h - how much a recording holds, of when, and what was lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the window and `thresh info` tell of a recording.  All of this costs time in the number
 * of CPUs and of gaps, not of events, and may be asked while the recording loads: it is then
 * of what has come so far.
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

/**
 * ThLosses:
 * @n_gaps: places where events were lost
 * @n_known: how many events were lost, over the gaps that tell
 * @has_unknown: whether some gap does not tell
 */
typedef struct
{
  guint64  n_gaps;
  guint64  n_known;
  gboolean has_unknown;
} ThLosses;

/**
 * ThStreamSummary:
 * @n_events: events of all its CPUs; with a filter, those that match
 * @n_all: events without the filter
 * @first: time of the first of @n_events; only if there is one
 * @last: time of the last of them; only if there is one
 * @losses: what was lost in it
 */
typedef struct
{
  guint64  n_events;
  guint64  n_all;
  gint64   first;
  gint64   last;
  ThLosses losses;
} ThStreamSummary;

/* @rows: what a filter lets through, or NULL for everything. */
void    th_stream_summarize       (ThStream        *stream,
                                   ThRows          *rows,
                                   ThStreamSummary *summary);
/* How many events of a CPU @rows lets through; NULL is everything. */
guint32 th_stream_count_cpu       (ThStream        *stream,
                                   guint            index,
                                   ThRows          *rows);
/* Of all buffers. */
void    th_recording_sum_losses   (ThRecording     *recording,
                                   ThLosses        *losses);
/* CPUs of all buffers; those of the same number are one. */
guint   th_recording_count_cpus   (ThRecording     *recording);
/* Events from <= time < to, of all buffers and CPUs, whatever the filter. */
guint64 th_recording_count_events (ThRecording     *recording,
                                   gint64           from,
                                   gint64           to);

G_END_DECLS

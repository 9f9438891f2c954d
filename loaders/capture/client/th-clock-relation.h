/* th-clock-relation.h - how the clock of a recording is related to the clock here
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A target is asked for the time of its recording's clock again and again.  It read the clock at
 * some moment between the question and the answer, so each answer limits the offset of the two
 * clocks to an interval, and quick answers tell most.  The relation is that of the whole time in
 * which questions were answered: its error contains what the clocks drifted apart.
 *
 * For one thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThClockRelation:
 * @offset: the clock of the recording minus CLOCK_MONOTONIC here, ns
 * @error: the true offset was within @offset ± @error, ns
 * @drift: by how many ns the offset grew in a second
 * @drift_error: the true drift was within @drift ± @drift_error; infinite while there is only one
 *   good answer
 */
typedef struct
{
  gint64 offset;
  gint64 error;
  double drift;
  double drift_error;
} ThClockRelation;

/* What has to be added to times of @other to be on the timeline of @first. */
ThClockRelation th_clock_relation_between (const ThClockRelation *first,
                                           const ThClockRelation *other);
/* "drift +3.000 ± 0.250 µs/s", or that the drift is within its error or not known. */
char           *th_clock_relation_describe_drift (const ThClockRelation *self);

typedef struct _ThClockSamples ThClockSamples;

ThClockSamples *th_clock_samples_new  (void);
void            th_clock_samples_free (ThClockSamples  *self);
/* When the next question is due: a few soon after each other at first, since a recording may be
 * short, then one a second. */
gint64          th_clock_samples_get_next (ThClockSamples *self);
/* A question is being sent; returns its ticket. */
guint           th_clock_samples_ask  (ThClockSamples  *self,
                                       gint64           now_us);
/* Takes an answer to the last question; ignores others.  @time: G_MININT64 if the target does not
 * know. */
void            th_clock_samples_answer (ThClockSamples *self,
                                       guint64          ticket,
                                       gint64           now_us,
                                       gint64           time);
/* The question was sent at @sent_us, the answer @time (ns of the recording's clock) was received at
 * @received_us, both of g_get_monotonic_time(). */
void            th_clock_samples_add  (ThClockSamples  *self,
                                       gint64           sent_us,
                                       gint64           received_us,
                                       gint64           time);
/* FALSE if there is no answer. */
gboolean        th_clock_samples_get  (ThClockSamples  *self,
                                       ThClockRelation *relation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThClockSamples, th_clock_samples_free)

G_END_DECLS

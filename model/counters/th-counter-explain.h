/* th-counter-explain.h - the events of a recording that a counter stands for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-counter-events.h"
#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThCounterExplanation:
 * @how: what is known of the counter's events
 * @filter: selects them in the recording; NULL if it has none of their type, or does not know
 *   what the expression names
 * @n: their number
 */
typedef struct
{
  ThCounterEvents how;
  char           *filter;
  guint64         n;
} ThCounterExplanation;

/* Reads the recording, which must be loaded: takes up to some 100 ms per million events; any
 * thread.  @recording may be NULL. */
void th_counter_explain           (const ThCounter      *counter,
                                   ThRecording          *recording,
                                   ThCounterExplanation *explanation);
void th_counter_explanation_clear (ThCounterExplanation *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThCounterExplanation, th_counter_explanation_clear)

G_END_DECLS

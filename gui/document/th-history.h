/* th-history.h - the views that were left, to go back and forward
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each step also holds the filter and the flow that was followed then.  The history is
 * a list with a current position, as in a browser: a push after a step back drops the
 * steps ahead.  A step that equals the current one is not added, and the oldest steps
 * are dropped beyond a bound.
 */
#pragma once

#include "th-filter-state.h"

G_BEGIN_DECLS

typedef struct _ThHistory ThHistory;

typedef struct
{
  gint64         from;
  gint64         to;
  ThFilterState *filter;   /* or NULL; see below for who owns it */
  guint64        followed; /* the followed flow as a number; 0: none */
} ThHistoryStep;

ThHistory *th_history_new         (void);
void       th_history_free        (ThHistory *self);
/* Sets the span of every step, but not its filter and flow: while the view fits the recording, its
 * span changes with the recording. */
void       th_history_move_all    (ThHistory *self,
                                   gint64     from,
                                   gint64     to);
/* Takes a reference to the filter. */
void       th_history_push        (ThHistory     *self,
                                   ThHistoryStep  step);
/* The current step; FALSE if there is none.  The history owns the filter of the step, which is
 * valid until the next push; likewise below. */
gboolean   th_history_peek        (ThHistory     *self,
                                   ThHistoryStep *step);
/* FALSE at the end of the list; then nothing changes. */
gboolean   th_history_back        (ThHistory     *self,
                                   ThHistoryStep *step);
gboolean   th_history_forward     (ThHistory     *self,
                                   ThHistoryStep *step);
gboolean   th_history_can_back    (ThHistory *self);
gboolean   th_history_can_forward (ThHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThHistory, th_history_free)

G_END_DECLS

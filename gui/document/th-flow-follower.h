/* th-flow-follower.h - the followed flow, its lookup, and the pinned flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One flow is followed at a time.  It has a lane in the scene, which is removed when another
 * flow is followed, unless the flow is pinned.  The flow of an event is looked up again
 * whenever results grow (th_flow_follower_retry()).  Works for the flows of any analysis.
 *
 * Property (with notify): state.
 *
 * Signals
 *   "following": a flow was requested and is about to be followed
 *   "changed":   the followed flow, the pins, the state or the dimming changed
 *   "followed":  the requested flow is now followed: show it
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-analysis-runner.h"
#include "th-scene.h"
#include "th-selection.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FOLLOW_IDLE,
  TH_FOLLOW_SEARCHING, /* or waiting for the analyses to reach the event */
  TH_FOLLOW_NOT_FOUND, /* the event belongs to no flow */
  TH_FOLLOW_NO_MORE    /* there is no slowest or no next flow */
} ThFollowState;

/* A flow whose lane is kept. */
typedef struct
{
  ThResults *results; /* owned by the runner */
  guint32    row;
} ThKeptFlow;

#define TH_TYPE_FLOW_FOLLOWER (th_flow_follower_get_type ())
G_DECLARE_FINAL_TYPE (ThFlowFollower, th_flow_follower, TH, FLOW_FOLLOWER, GObject)

/* Follows flows in the results of @runner, and selects their events in @selection. */
ThFlowFollower *th_flow_follower_new             (ThAnalysisRunner *runner,
                                                  ThSelection      *selection);
/* Adds the lanes of flows of @recording to @scene, which the caller owns. */
void            th_flow_follower_set_recording   (ThFlowFollower   *self,
                                                  ThRecording      *recording,
                                                  ThScene          *scene);
/* Drops the recording and its scene; follows nothing, without a signal. */
void            th_flow_follower_forget          (ThFlowFollower   *self);

void            th_flow_follower_follow          (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Follows the flow of @event as soon as the analyses have it. */
void            th_flow_follower_follow_event    (ThFlowFollower   *self,
                                                  ThRef             event);
/* Follows the flow with the greatest total so far, or with the greatest below that of the
 * followed flow. */
void            th_flow_follower_follow_slowest  (ThFlowFollower   *self,
                                                  gboolean          next);
/* Follows the previous (-1) or next (1) flow with the same key; FALSE if there is none. */
gboolean        th_flow_follower_follow_life     (ThFlowFollower   *self,
                                                  int               direction);
/* Repeats a lookup that found nothing.  Call it when results grow. */
void            th_flow_follower_retry           (ThFlowFollower   *self);
/* Stops following, and cancels a pending lookup; pinned lanes stay.  FALSE if no flow was
 * followed. */
gboolean        th_flow_follower_unfollow        (ThFlowFollower   *self);
/* Cancels a pending lookup; FALSE if there is none. */
gboolean        th_flow_follower_cancel          (ThFlowFollower   *self);
/* Makes flow @row of @results the followed one and emits only "changed"; NULL for none. */
void            th_flow_follower_take            (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Whether the flow of an event is still being looked up. */
gboolean        th_flow_follower_awaits          (ThFlowFollower   *self);
ThFollowState   th_flow_follower_get_state       (ThFlowFollower   *self);
/* Says that a lookup is pending, or why it found nothing; translated.  NULL while there is
 * nothing to say. */
const char     *th_flow_follower_describe        (ThFlowFollower   *self);
/* Owned by @self; NULL if nothing is followed.  @row may be NULL. */
ThResults      *th_flow_follower_get_followed    (ThFlowFollower   *self,
                                                  guint32          *row);
/* Whether a flow is followed, and no other event was selected since that began. */
gboolean        th_flow_follower_is_latest       (ThFlowFollower   *self);
/* The followed flow as a number for the history; 0 if there is none. */
guint64         th_flow_follower_encode          (ThFlowFollower   *self);
void            th_flow_follower_take_encoded    (ThFlowFollower   *self,
                                                  guint64           code);

/* Selects the event of the next (1) or previous (-1) step. */
gboolean        th_flow_follower_follow_step     (ThFlowFollower   *self,
                                                  int               direction);
void            th_flow_follower_select_step     (ThFlowFollower   *self,
                                                  guint32           step);
/* The selected step; G_MAXUINT32 if there is none. */
guint32         th_flow_follower_get_step        (ThFlowFollower   *self);
/* The time of the step that was selected last if no event is there, so that the event nearest to it
 * is selected; otherwise TH_TIME_NONE. */
gint64          th_flow_follower_get_place       (ThFlowFollower   *self);
/* The first event that belongs to @flow alone; earlier ones are shared with other flows. */
ThRef           th_flow_get_first_own_event      (const ThFlows    *flows,
                                                  const ThFlow     *flow);

/* An array of ThKeptFlow, owned by @self. */
const GArray   *th_flow_follower_get_pins        (ThFlowFollower   *self);
/* Whether the followed flow is pinned. */
gboolean        th_flow_follower_is_pinned       (ThFlowFollower   *self);
/* Pins or unpins the followed flow. */
void            th_flow_follower_set_pinned      (ThFlowFollower   *self,
                                                  gboolean          pinned);
/* Pins any flow, unless the scene has no room for another. */
void            th_flow_follower_pin             (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
void            th_flow_follower_unpin           (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Sets whether unrelated events are dimmed. */
void            th_flow_follower_set_dim         (ThFlowFollower   *self,
                                                  gboolean          dim);

G_END_DECLS

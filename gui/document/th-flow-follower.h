/* th-flow-follower.h - the followed flow, the way to it, and the pinned flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One flow is followed at a time.  It has a lane in the scene, which goes when
 * another is followed unless the flow is pinned.  A flow that was asked for by an
 * event is looked up, again and again while the analyses run
 * (th_flow_follower_retry()).  Works for the flows of any analysis.
 *
 * Property (with notify): state.
 *
 * Signals
 *   "following": somebody asked for a flow, which is about to be followed
 *   "changed":   another flow, none, other pins, another state, dimmed or not
 *   "followed":  the flow that was asked for is followed: show it
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
  TH_FOLLOW_SEARCHING, /* or the analyses have not come so far yet */
  TH_FOLLOW_NOT_FOUND, /* the event that was asked for is of none */
  TH_FOLLOW_NO_MORE    /* none is slowest, or next */
} ThFollowState;

/* A flow whose lane stays. */
typedef struct
{
  ThResults *results; /* lent by the runner */
  guint32    row;
} ThKeptFlow;

#define TH_TYPE_FLOW_FOLLOWER (th_flow_follower_get_type ())
G_DECLARE_FINAL_TYPE (ThFlowFollower, th_flow_follower, TH, FLOW_FOLLOWER, GObject)

/* Follows flows of the results of @runner; selects their events. */
ThFlowFollower *th_flow_follower_new             (ThAnalysisRunner *runner,
                                                  ThSelection      *selection);
/* The scene, which is lent, gets the lanes of @recording. */
void            th_flow_follower_set_recording   (ThFlowFollower   *self,
                                                  ThRecording      *recording,
                                                  ThScene          *scene);
/* The recording and its scene go: nothing is followed, nobody is told. */
void            th_flow_follower_forget          (ThFlowFollower   *self);

void            th_flow_follower_follow          (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Follows the flow of @event as soon as the analyses have it. */
void            th_flow_follower_follow_event    (ThFlowFollower   *self,
                                                  ThRef             event);
/* The flow of greatest total so far, or the greatest below the followed one. */
void            th_flow_follower_follow_slowest  (ThFlowFollower   *self,
                                                  gboolean          next);
/* The life of the same key before (-1) or after (1); FALSE if there is none. */
gboolean        th_flow_follower_follow_life     (ThFlowFollower   *self,
                                                  int               direction);
/* Results grew: what was not found may be there now. */
void            th_flow_follower_retry           (ThFlowFollower   *self);
/* Also gives up what is awaited; pinned lanes stay.  FALSE if none was followed. */
gboolean        th_flow_follower_unfollow        (ThFlowFollower   *self);
/* Gives up what is awaited; FALSE if nothing is. */
gboolean        th_flow_follower_cancel          (ThFlowFollower   *self);
/* Follows @row of @results as if it always had been; NULL: nothing. */
void            th_flow_follower_take            (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Whether the flow of an event is awaited. */
gboolean        th_flow_follower_awaits          (ThFlowFollower   *self);
ThFollowState   th_flow_follower_get_state       (ThFlowFollower   *self);
/* Lent; NULL if nothing is followed.  @row may be NULL. */
ThResults      *th_flow_follower_get_followed    (ThFlowFollower   *self,
                                                  guint32          *row);
/* What is followed, as a number for the history; 0: nothing. */
guint64         th_flow_follower_encode          (ThFlowFollower   *self);
void            th_flow_follower_take_encoded    (ThFlowFollower   *self,
                                                  guint64           code);

/* Selects the event of the next (1) or previous (-1) step. */
gboolean        th_flow_follower_follow_step     (ThFlowFollower   *self,
                                                  int               direction);
void            th_flow_follower_select_step     (ThFlowFollower   *self,
                                                  guint32           step);
/* The step that is selected; G_MAXUINT32 if none is. */
guint32         th_flow_follower_get_step        (ThFlowFollower   *self);
/* The first event that is @flow's own: what leads up to it is shared with others. */
ThRef           th_flow_get_first_own_event      (const ThFlows    *flows,
                                                  const ThFlow     *flow);

/* ThKeptFlow; lent. */
const GArray   *th_flow_follower_get_pins        (ThFlowFollower   *self);
/* Of the followed one. */
gboolean        th_flow_follower_is_pinned       (ThFlowFollower   *self);
/* Of any; one more than the scene has room for is not pinned. */
void            th_flow_follower_pin             (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
void            th_flow_follower_unpin           (ThFlowFollower   *self,
                                                  ThResults        *results,
                                                  guint32           row);
/* Whether what is not on the way is dimmed. */
void            th_flow_follower_set_dim         (ThFlowFollower   *self,
                                                  gboolean          dim);

G_END_DECLS

/* th-restorer.h - restores the selected event and the followed flows after another load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The selected event, the followed flow and the pinned flows are found again when
 * files are loaded again, alone or beside others, and when they are opened the next
 * time: the event once its recording is loaded, a flow once the analyses have it.
 * What the user selects or follows meanwhile counts more.
 *
 * Signal
 *   "followed": the flow that was followed is found, and followed again
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-anchor.h"
#include "th-flow-follower.h"
#include "th-recording-loader.h"
#include "th-session.h"

G_BEGIN_DECLS

#define TH_TYPE_RESTORER (th_restorer_get_type ())
G_DECLARE_FINAL_TYPE (ThRestorer, th_restorer, TH, RESTORER, GObject)

/* Restores what @loader loads, into the two others. */
ThRestorer *th_restorer_new             (ThRecordingLoader *loader,
                                         ThAnalysisRunner  *runner,
                                         ThSelection       *selection,
                                         ThFlowFollower    *follower);

/* Also while it is not found yet.  FALSE: nothing is selected. */
gboolean    th_restorer_get_selected    (ThRestorer        *self,
                                         ThAnchor          *anchor);
/* Followed or pinned, also while they are not found yet.
 * Returns (element-type ThSessionFlow): free with g_array_unref(). */
GArray     *th_restorer_list_flows      (ThRestorer        *self);
/* @selected may be NULL; @flows (element-type ThSessionFlow) is copied.  What is
 * still being sought from before stays wanted, and comes first. */
void        th_restorer_restore         (ThRestorer        *self,
                                         const ThAnchor    *selected,
                                         const GArray      *flows);
/* There may be more to be found: events, or results. */
void        th_restorer_look            (ThRestorer        *self);
/* Whether the selection changes because its event was found. */
gboolean    th_restorer_is_selecting    (ThRestorer        *self);

/* The user selected another event, or none. */
void        th_restorer_forget_selected (ThRestorer        *self);
/* The user followed another flow, or none. */
void        th_restorer_forget_followed (ThRestorer        *self);
/* The flow that is still to be followed, as a number for the history; FALSE: none is. */
gboolean    th_restorer_get_code        (ThRestorer        *self,
                                         guint64           *code);

/* The recording is about to go: remembers what is selected and followed, */
void        th_restorer_keep            (ThRestorer        *self);
/* and another is there, whose parts may have other numbers. */
void        th_restorer_move            (ThRestorer        *self);

G_END_DECLS

/* th-restorer.h - restores the selected event and the followed flows after another load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Restores the selected event, the followed flow and the pinned flows when files are reloaded,
 * alone or with others, and when they are opened the next time: the event once its recording is
 * loaded, a flow once the analyses have found it.  What the user selects or follows meanwhile
 * takes precedence.
 *
 * Signal
 *   "followed": the flow that was followed before was found and is followed again
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

/* Restores into @selection and @follower after each load of @loader. */
ThRestorer *th_restorer_new             (ThRecordingLoader *loader,
                                         ThAnalysisRunner  *runner,
                                         ThSelection       *selection,
                                         ThFlowFollower    *follower);

/* The anchor of the selected event, even while it is still being looked up.  FALSE if nothing
 * is selected. */
gboolean    th_restorer_get_selected    (ThRestorer        *self,
                                         ThAnchor          *anchor);
/* An array of ThSessionFlow: the followed and pinned flows, even while they are still being looked
 * up.  Free with g_array_unref(). */
GArray     *th_restorer_list_flows      (ThRestorer        *self);
/* Restores a selection, which may be NULL, and flows; copies @flows, an array of ThSessionFlow.
 * Flows that are still being looked up stay pending and take precedence. */
void        th_restorer_restore         (ThRestorer        *self,
                                         const ThAnchor    *selected,
                                         const GArray      *flows);
/* Continues restoring.  Call it when there are more events or results. */
void        th_restorer_look            (ThRestorer        *self);
/* Whether the selection is being restored. */
gboolean    th_restorer_is_selecting    (ThRestorer        *self);

/* Call it when the user selected another event, or none. */
void        th_restorer_forget_selected (ThRestorer        *self);
/* Call it when the user followed another flow, or none. */
void        th_restorer_forget_followed (ThRestorer        *self);
/* The pending followed flow as a number for the history; FALSE if there is none. */
gboolean    th_restorer_get_code        (ThRestorer        *self,
                                         guint64           *code);

/* Remembers the selection and the flows.  Call it before the recording is replaced. */
void        th_restorer_keep            (ThRestorer        *self);
/* Adapts to the part numbers of the new recording.  Call it after the recording was replaced. */
void        th_restorer_move            (ThRestorer        *self);

G_END_DECLS

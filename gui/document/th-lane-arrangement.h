/* th-lane-arrangement.h - the lanes of a document, as the user arranged them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lanes are changed through the scene (th-lane-state.h); the caller then notifies the document,
 * which emits "lanes-changed".  The arrangement survives a reload.
 */
#pragma once

#include "th-document.h"
#include "th-lane-state.h"

G_BEGIN_DECLS

/* Call it after changing the lanes of the scene. */
void      th_document_lanes_changed   (ThDocument *self);
/* Calls th_scene_reveal() and emits "lanes-changed".  Returns the index of the lane, or
 * G_MAXUINT. */
guint     th_document_reveal_lane     (ThDocument *self,
                                       const char *name);
/* The same with th_scene_reveal_task(). */
guint     th_document_reveal_task     (ThDocument *self,
                                       guint32     task);
/* Sets whether only lanes with events in the view are shown; updated once the view rests. */
void      th_document_set_only_active (ThDocument *self,
                                       gboolean    only_active);
gboolean  th_document_get_only_active (ThDocument *self);

/* Sets whether wakeup arrows between task lanes are shown; they are by default. */
void      th_document_set_wakeups     (ThDocument *self,
                                       gboolean    show);
gboolean  th_document_get_wakeups     (ThDocument *self);

/* Calls th_scene_set_tight(), also for every later scene, and emits "lanes-changed". */
void      th_document_set_tight       (ThDocument *self,
                                       gboolean    is_tight);

G_END_DECLS

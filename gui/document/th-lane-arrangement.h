/* th-lane-arrangement.h - the lanes of a document, as the user arranged them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The scene has the doors (th-lane-state.h); who used one tells the document,
 * which tells all others with "lanes-changed".  What was arranged is kept when
 * the file is loaded again.
 */
#pragma once

#include "th-document.h"
#include "th-lane-state.h"

G_BEGIN_DECLS

/* The scene's lanes were arranged anew. */
void      th_document_lanes_changed   (ThDocument *self);
/* th_scene_reveal(), told. */
guint     th_document_reveal_lane     (ThDocument *self,
                                       const char *name);
/* th_scene_reveal_task(), told. */
guint     th_document_reveal_task     (ThDocument *self,
                                       guint32     task);
/* Only lanes with events in view, which follow it once it rests. */
void      th_document_set_only_active (ThDocument *self,
                                       gboolean    only_active);
gboolean  th_document_get_only_active (ThDocument *self);

/* Arrows from who wakes to who is woken, between lanes of tasks; at first they
 * are shown. */
void      th_document_set_wakeups     (ThDocument *self,
                                       gboolean    show);
gboolean  th_document_get_wakeups     (ThDocument *self);

G_END_DECLS

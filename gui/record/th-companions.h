/* th-companions.h - the further targets that are recorded together with the one that is shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They connect when they are added.  When all have accepted what is to be recorded, as the first
 * target has (th_capture_hold()), all begin; if one cannot, none does.  They stop when the first
 * target has ended.
 * When the last of them has ended, their files are appended to the document of the first, whose
 * timeline their stored offsets fit.  Until then this object and the application stay alive, even
 * if the window is closed.
 *
 * Signals
 *   "accepted": all wait for th_companions_begin()
 *   "refused" (string): one cannot begin, and why
 *   "finished": all have ended, and their files were appended; after th_companions_finish()
 *
 * Main thread only.
 */
#pragma once

#include "th-companion.h"
#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPANIONS (th_companions_get_type ())
G_DECLARE_FINAL_TYPE (ThCompanions, th_companions, TH, COMPANIONS, GObject)

/* @first: the capture of the first target, not yet started: its clock is measured from its start
 * on. */
ThCompanions *th_companions_new     (const ThRecordPlan *plan,
                                     ThCapture          *first);
void          th_companions_add     (ThCompanions       *self,
                                     ThTarget           *target,
                                     const char         *name);
/* A list of ThCompanion. */
GListModel   *th_companions_get_list (ThCompanions      *self);
/* What went wrong, with the names of the targets; NULL if nothing did. */
char         *th_companions_dup_trouble (ThCompanions   *self);
gboolean      th_companions_have_accepted (ThCompanions *self);
void          th_companions_begin   (ThCompanions       *self);
void          th_companions_stop    (ThCompanions       *self,
                                     double              keep_seconds);
void          th_companions_discard (ThCompanions       *self);
/* The recording of the first target has ended, and @document (or NULL) was told its file.  Stops
 * those that still record. */
void          th_companions_finish  (ThCompanions       *self,
                                     ThDocument         *document);

G_END_DECLS

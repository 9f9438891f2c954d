/* th-note-flags.h - puts the notes of a review on the timeline of the document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The flags (th-flags.h) follow the notes and the lanes.  A flag that is clicked selects its note.
 */
#pragma once

#include "th-note-places.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_FLAGS (th_note_flags_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteFlags, th_note_flags, TH, NOTE_FLAGS, GObject)

ThNoteFlags *th_note_flags_new (ThOpenReview *review,
                                ThNotePlaces *places);

G_END_DECLS

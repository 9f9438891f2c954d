/* th-note-places.h - where in a document the notes of a review are
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Places are looked up on a worker once the recording is loaded, again when its analyses have
 * finished, and for notes that arrive.
 *
 * Signals:
 *   "changed":        there are other places, or reasons why there are none
 *   "format-changed": captions show times in another format
 *
 * Main thread.
 */
#pragma once

#include "th-document.h"
#include "th-note-find.h"
#include "th-open-review.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_PLACES (th_note_places_get_type ())
G_DECLARE_FINAL_TYPE (ThNotePlaces, th_note_places, TH, NOTE_PLACES, GObject)

ThNotePlaces *th_note_places_new          (ThOpenReview     *review);
/* @document may be NULL. */
void          th_note_places_set_document (ThNotePlaces     *self,
                                           ThDocument       *document);
ThDocument   *th_note_places_get_document (ThNotePlaces     *self);
/* TH_NOTE_N_FOUND while the note @id was not looked up.  @place is set if it was found; what it
 * borrows is valid until the next "changed". */
ThNoteFound   th_note_places_get          (ThNotePlaces     *self,
                                           const char       *id,
                                           ThNotePlace      *place);
/* The key under which notes name a part of the timeline: for a cut, that of the original.  NULL if
 * it has none or that is not known yet. */
const char   *th_note_places_get_key      (ThNotePlaces     *self,
                                           guint             part);
/* Finds at once what a link in the text of the note @id leads to. */
ThNoteFound   th_note_places_find_link    (ThNotePlaces     *self,
                                           const char       *id,
                                           const ThNoteSpan *link,
                                           ThNotePlace      *place);

G_END_DECLS

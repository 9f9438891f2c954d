/* th-note-subject.h - makes the selection in a view the subject of a note, and finds it again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document-view.h"
#include "th-note-places.h"

G_BEGIN_DECLS

/* What is selected in @view: a row of the table that has the focus, a span, an event or the
 * followed packet, whichever came last, or the current lane; the review as a whole if nothing is.
 * @on: only that kind, or TH_NOTE_N_ON for any.  Free with th_note_anchor_free(); NULL if there
 * is none of that kind.  Rows of comparisons are not in a view. */
ThNoteAnchor *th_note_subject_find      (ThDocumentView     *view,
                                         ThNotePlaces       *places,
                                         ThNoteOn            on);
/* Sets the view of @entry, which has an anchor, to what @view shows. */
void          th_note_subject_add_view  (ThDocumentView     *view,
                                         ThNoteEntry        *entry);
/* A link to the selected event or the followed packet of @view, whichever came last, for a text;
 * NULL if neither is there.  Free with g_free(). */
char         *th_note_subject_make_link (ThDocumentView     *view);
/* Shows the view in which @note was written and selects its subject, which is at @place (NULL if it
 * was not found).  @keeps_tab: the table of a row is not brought to the front. */
void          th_note_subject_show      (ThDocumentView     *view,
                                         const ThNote       *note,
                                         const ThNotePlace  *place,
                                         gboolean            keeps_tab);
/* Selects what is at @place, and brings it into view. */
void          th_note_subject_go        (ThDocumentView     *view,
                                         const ThNotePlace  *place);

G_END_DECLS

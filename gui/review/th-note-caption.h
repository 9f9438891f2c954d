/* th-note-caption.h - what a note is about, in the words of the open document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-note-places.h"

G_BEGIN_DECLS

/* "softirq_raise · 177.613535194 · CPU 0", "Packet …0bb1be00#4", "Lane CPU 2"; as in
 * th-note-title.h if the document does not have the subject.  Safe to display; free with
 * g_free(). */
char *th_note_caption_new        (ThNotePlaces       *places,
                                  const ThNote       *note);
/* The same for a note that has not been written yet. */
char *th_note_caption_for_anchor (ThNotePlaces       *places,
                                  const ThNoteAnchor *anchor);

/* When the subject is, on the timeline of the document if it was found there, else on the clock of
 * its recording; "" if it has no time.  Free with g_free(). */
char *th_note_caption_dup_time   (ThNotePlaces       *places,
                                  const ThNote       *note);
/* Where the subject is, without its time: "CPU 0 · softirq_raise", "packet …0bb1be00#4", "CPU 2,
 * CPU 3".  Safe to display; free with g_free(). */
char *th_note_caption_dup_where  (ThNotePlaces       *places,
                                  const ThNote       *note);

G_END_DECLS

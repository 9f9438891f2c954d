/* th-document-parts.h - further recordings on the timeline of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file that was opened is part 0 of the document's recording, what is
 * appended are parts 1, 2, … in the order they came (th-recording.h).  Every
 * change loads anew what is shown, with view, selection, marks and filter; until
 * that is there, what was shown stays.  One that cannot be read is left out, and
 * "append-failed" tells why.
 */
#pragma once

#include "th-document.h"
#include "th-timeline-parts.h"

G_BEGIN_DECLS

void        th_document_append             (ThDocument *self,
                                            GFile      *file,
                                            ThAlign     align,
                                            gint64      shift);
/* How many are, or are about to be. */
guint       th_document_get_n_appended     (ThDocument *self);
/* @part from 1 on, as the recording has them that is shown; one that is about to
 * come: by its place among them all.  Nothing where it is about to go. */
void        th_document_align              (ThDocument *self,
                                            guint       part,
                                            ThAlign     align,
                                            gint64      shift);
void        th_document_remove_appended    (ThDocument *self,
                                            guint       part);
/* Lent; that of part 0 is th_document_get_file(). */
GFile      *th_document_get_file_of        (ThDocument *self,
                                            guint       part);
/* By how much all times of @part shall be moved. */
gint64      th_document_get_shift          (ThDocument *self,
                                            guint       part);
/* Whether all that is wanted is there, or was refused. */
gboolean    th_document_is_joined          (ThDocument *self);
/* What "append-failed" was about. */
const char *th_document_get_append_error   (ThDocument *self);

G_END_DECLS

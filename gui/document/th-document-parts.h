/* th-document-parts.h - further recordings on the timeline of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The opened file is part 0 of the document's recording; appended files are parts 1, 2, … in
 * the order in which they were added (th-recording.h).  Each change reloads the recording and
 * keeps view, selection, markers and filter; the old recording stays visible until then.  A
 * file that cannot be read is left out, and "append-failed" is emitted.
 */
#pragma once

#include "th-document.h"
#include "th-timeline-parts.h"

G_BEGIN_DECLS

void        th_document_append             (ThDocument *self,
                                            GFile      *file,
                                            ThAlign     align,
                                            gint64      shift);
/* The number of appended files, pending ones included. */
guint       th_document_get_n_appended     (ThDocument *self);
/* @part counts from 1, as in the current recording; a pending file is addressed by its place in
 * the list.  Neither function does anything to a file that is about to be removed. */
void        th_document_align              (ThDocument *self,
                                            guint       part,
                                            ThAlign     align,
                                            gint64      shift);
/* The first part that was to be aligned by packets when it was appended, which is the caller's
 * work (th-packet-alignment.h); 0 if there is none, or it was taken before. */
guint       th_document_take_part_by_packets (ThDocument *self);
void        th_document_remove_appended    (ThDocument *self,
                                            guint       part);
/* The file of @part, that of part 0 being th_document_get_file(); owned by @self. */
GFile      *th_document_get_file_of        (ThDocument *self,
                                            guint       part);
/* The offset that is added to all times of @part. */
gint64      th_document_get_shift          (ThDocument *self,
                                            guint       part);
/* Whether every requested file has been opened or has been dropped because it failed. */
gboolean    th_document_is_joined          (ThDocument *self);
/* The error that "append-failed" reported. */
const char *th_document_get_append_error   (ThDocument *self);

G_END_DECLS

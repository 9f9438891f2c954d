/* th-report-picture.h - draws the subject of each note with its surroundings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-report-private.h"
#include "th-view.h"

G_BEGIN_DECLS

/* Adds a picture of what the note @entry is about, which is at @place, or with NULL for both of the
 * whole recording. */
void th_report_add_picture (ThReport               *self,
                            const ThNotesRecording *recording,
                            const ThNoteEntry      *entry,
                            const ThNotePlace      *place,
                            const char             *title);
/* The span that this picture shows. */
void th_report_find_view   (const ThNotesRecording *recording,
                            const ThNoteEntry      *entry,
                            const ThNotePlace      *place,
                            ThView                 *view);

G_END_DECLS

/* th-notes-recording.h - loaded recordings that notes are about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-note-find.h"

G_BEGIN_DECLS

/* A recording of a review or of a comparison, loaded and analyzed. */
typedef struct
{
  ThRecording *recording;
  GPtrArray   *results;
  const char  *key;  /* of the review; or NULL */
  char        *path;
  char        *label; /* which run of a comparison it is; or NULL */
} ThNotesRecording;

/* Returns an empty (element-type ThNotesRecording), which owns its elements but the keys: free with
 * g_array_unref(). */
GArray     *th_notes_recordings_new (void);
void        th_notes_recording_clear (ThNotesRecording *self);
/* Where the subject of @anchor is: sets *@where and *@place if one of the recordings has it.  A
 * review itself has no place. */
ThNoteFound th_notes_locate   (GArray                  *recordings,
                               const ThNoteAnchor      *anchor,
                               const ThNotesRecording **where,
                               ThNotePlace             *place);

G_END_DECLS

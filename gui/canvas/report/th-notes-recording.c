/* th-notes-recording.c - loaded recordings that notes are about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-recording.h"

void
th_notes_recording_clear (ThNotesRecording *self)
{
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->label, g_free);
  th_recording_unref (self->recording);
}

GArray *
th_notes_recordings_new (void)
{
  GArray *recordings = g_array_new (FALSE, FALSE, sizeof (ThNotesRecording));

  g_array_set_clear_func (recordings, (GDestroyNotify) th_notes_recording_clear);
  return recordings;
}

ThNoteFound
th_notes_locate (GArray                  *recordings,
                 const ThNoteAnchor      *anchor,
                 const ThNotesRecording **where,
                 ThNotePlace             *place)
{
  ThNoteFound best = anchor->on == TH_NOTE_ON_REVIEW ? TH_NOTE_FOUND : TH_NOTE_NO_RECORDING;

  for (guint i = 0; i < recordings->len; i++)
    {
      const ThNotesRecording *loaded = &g_array_index (recordings, ThNotesRecording, i);
      ThNotePlace here;
      ThNoteFound found = th_note_anchor_find (anchor, loaded->recording, &loaded->key,
                                               loaded->results, &here);

      if (found == TH_NOTE_FOUND || (found == TH_NOTE_FOUND_ELSEWHERE && best != found))
        {
          *where = loaded;
          *place = here;
        }

      /* The reason that its own recording gives is the best one. */
      if (found == TH_NOTE_FOUND || g_strcmp0 (loaded->key, anchor->recording) == 0)
        return found;
      if (best != TH_NOTE_FOUND_ELSEWHERE)
        best = found;
    }

  return best;
}

/* th-report-notes.c - the notes of a review in a report, each with its picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-note-title.h"
#include "th-report-picture.h"
#include "th-report-rows.h"
#include "th-report-targets.h"

/* The links of a note. */
typedef struct
{
  const ThReport *report;
  guint           recording; /* index of the one that the note is about; or G_MAXUINT */
} Links;

static char *
find_target (const ThNoteSpan *span,
             gpointer          data)
{
  const Links *links = data;

  return th_report_find_target (links->report, links->recording, span);
}

/* A note about a row of a comparison leads to that row. */
static void
add_row (ThReport           *self,
         const ThNoteAnchor *anchor)
{
  const ThReportComparison *comparison;
  g_autofree char *target = th_report_find_row (self, anchor->row, &comparison), *words = NULL;

  if (target == NULL)
    {
      self->format->paragraph (self->text, _("It is about a row of a comparison that this report "
                                             "does not have."));
      return;
    }
  words = comparison->title != NULL
          ? g_strdup_printf (_("See this row of the comparison “%s”"), comparison->title)
          : g_strdup (_("See this row of the comparison"));
  self->format->reference (self->text, words, target);
}

/* Adds the picture, or why there is none.  Returns the recording, or NULL. */
static const ThNotesRecording *
add_place (ThReport     *self,
           const ThNote *note,
           const char   *subject)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  const ThNotesRecording *where = NULL;
  ThNotePlace place;
  ThNoteFound found;

  if (anchor == NULL || anchor->on == TH_NOTE_ON_REVIEW)
    return NULL;
  if (anchor->on == TH_NOTE_ON_COMPARISON)
    {
      add_row (self, anchor);
      return NULL;
    }

  found = th_notes_locate (self->about->recordings, anchor, &where, &place);
  if (found != TH_NOTE_FOUND)
    self->format->paragraph (self->text, th_note_found_get_report_text (found));
  if (where != NULL)
    th_report_add_picture (self, where, note->entry, &place, subject);
  return where;
}

/* What the note is about, with the recording if the review has several; or NULL. */
static char *
dup_subject (const ThReport     *self,
             const ThNoteAnchor *anchor)
{
  g_autofree char *title = anchor != NULL ? th_note_title_new (anchor) : NULL;
  g_autofree char *name = title != NULL && self->about->review->recordings->len > 1
                          ? th_review_dup_name (self->about->review, anchor->recording) : NULL;

  return name != NULL ? g_strdup_printf ("%s · %s", name, title) : g_steal_pointer (&title);
}

static void
add_note (ThReport     *self,
          const ThNote *note)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  g_autofree char *subject = dup_subject (self, anchor);
  const ThNotesRecording *where;
  Links about = { self, G_MAXUINT };
  ThReportLinks links = { find_target, &about };

  self->format->note_begin (self->text, note, subject);
  where = add_place (self, note, subject);
  if (where != NULL)
    about.recording = where - th_report_get_recording (self, 0);
  self->format->entry (self->text, note, &links);
  for (guint i = 0; i < note->replies->len; i++)
    self->format->entry (self->text, g_ptr_array_index (note->replies, i), &links);
  self->format->note_end (self->text);
}

static void
add_overviews (ThReport *self)
{
  self->format->heading (self->text, 2, _("Timeline"));
  for (guint i = 0; i < self->about->recordings->len; i++)
    {
      const ThNotesRecording *recording = th_report_get_recording (self, i);
      g_autofree char *name = g_filename_display_basename (recording->path);

      th_report_add_name (self, recording);
      th_report_add_picture (self, recording, NULL, NULL, name);
    }
}

static void
add_remark (ThReport *self)
{
  g_autofree char *words = NULL;

  if (self->n_left_out == 0)
    return;
  words = g_strdup_printf (ngettext ("%u more picture was left out, because a report with more "
                                     "would be too large.",
                                     "%u more pictures were left out, because a report with more "
                                     "would be too large.", self->n_left_out), self->n_left_out);
  self->format->paragraph (self->text, words);
}

void
th_report_add_notes (ThReport *self)
{
  GPtrArray *all = self->about->notes != NULL ? th_notes_get_all (self->about->notes) : NULL;

  if (all != NULL && all->len > 0)
    {
      self->format->heading (self->text, 2, _("Notes"));
      for (guint i = 0; i < all->len; i++)
        add_note (self, g_ptr_array_index (all, i));
    }
  else if (self->about->recordings->len > 0)
    add_overviews (self);
  add_remark (self);
}

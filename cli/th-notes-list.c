/* th-notes-list.c - prints notes as text or JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-list.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-note-title.h"
#include "th-printable.h"
#include "th-quote.h"

/* As many digits of an id as tell it apart from a few thousand others. */
#define SHORT_ID 8

/* --- text --------------------------------------------------------------- */

static void
append_head (const ThNote *note,
             GString      *text)
{
  const ThNoteEntry *entry = note->entry;
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (entry->time / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char *time = local != NULL ? g_date_time_format (local, "%F %H:%M") : g_strdup ("?");
  g_autofree char *author = th_printable_line (entry->author);
  g_autofree char *id = th_printable_line (entry->id);

  g_string_append_printf (text, "%.*s  %s  %s", SHORT_ID, id, time, author);
  if (note->edits != NULL && !note->deleted)
    g_string_append_printf (text, "  %s", _("edited"));
}

/* Control characters become visible, so no line can look like another note. */
static void
append_body (const ThNote *note,
             const char   *indent,
             GString      *text)
{
  g_auto(GStrv) lines = g_strsplit (note->text != NULL ? note->text : _("(deleted)"), "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = th_printable_line (lines[i]);

      g_string_append_printf (text, "%s%s\n", indent, line);
    }
}

static void
append_labels (const ThNote *note,
               GString      *text)
{
  for (guint i = 0; i < note->labels->len; i++)
    {
      g_autofree char *label = th_printable_line (g_ptr_array_index (note->labels, i));

      g_string_append_printf (text, "%s[%s]", i == 0 ? "  " : " ", label);
    }
}

/* Which recording the note is about, if there are several. */
static void
append_recording (const ThNoteAnchor *anchor,
                  const ThReview     *review,
                  GString            *text)
{
  g_autofree char *name = review->recordings->len > 1
                          ? th_review_dup_name (review, anchor->recording) : NULL;
  g_autofree char *line = name != NULL ? th_printable_line (name) : NULL;

  if (line != NULL)
    g_string_append_printf (text, "%s · ", line);
}

static void
append_subject (const ThNote   *note,
                const ThReview *review,
                GArray         *recordings,
                GString        *text)
{
  const ThNotesRecording *where;
  ThNotePlace place;
  const ThNoteAnchor *anchor = note->entry->anchor;
  g_autofree char *subject = anchor != NULL ? th_note_title_new (anchor) : NULL;
  g_autofree char *line = subject != NULL ? th_printable_line (subject) : NULL;
  ThNoteFound found = TH_NOTE_FOUND;

  if (line == NULL)
    return;
  if (recordings != NULL)
    found = th_notes_locate (recordings, anchor, &where, &place);
  g_string_append (text, "    ");
  append_recording (anchor, review, text);
  g_string_append (text, line);
  if (found != TH_NOTE_FOUND)
    g_string_append_printf (text, "  (%s)", th_note_found_get_report_text (found));
  g_string_append_c (text, '\n');
}

/* Whether the note is open, or who resolved it. */
static char *
dup_state (const ThNote *note)
{
  g_autofree char *author = note->resolved != NULL ? th_printable_line (note->resolved->author)
                                                   : NULL;

  return author != NULL ? g_strdup_printf (_("resolved by %s"), author) : g_strdup (_("open"));
}

void
th_notes_append_text (const ThNote   *note,
                      const ThReview *review,
                      GArray         *recordings,
                      GString        *text)
{
  g_autofree char *state = dup_state (note);

  g_string_append_printf (text, "%u  %s  ", note->number, state);
  append_head (note, text);
  append_labels (note, text);
  g_string_append_c (text, '\n');
  append_subject (note, review, recordings, text);
  append_body (note, "    ", text);
  for (guint i = 0; i < note->replies->len; i++)
    {
      const ThNote *reply = g_ptr_array_index (note->replies, i);

      g_string_append (text, "    > ");
      append_head (reply, text);
      g_string_append_c (text, '\n');
      append_body (reply, "      ", text);
    }
}

/* --- JSON --------------------------------------------------------------- */

static void
add_entry (GString      *text,
           const ThNote *note)
{
  th_json_write_text (text, "id", note->entry->id);
  th_json_write_text (text, "author", note->entry->author);
  th_json_write_int (text, "time_us", note->entry->time);
  th_json_write_text (text, "text", note->text);
  th_json_begin_array (text, "texts");
  for (guint i = 0; note->texts != NULL && note->texts->len > 1 && i < note->texts->len; i++)
    th_json_write_text (text, NULL, ((ThNoteEntry *) g_ptr_array_index (note->texts, i))->text);
  th_json_end_array (text);
  th_json_write_int (text, "edits", note->edits != NULL ? note->edits->len : 0);
}

static void
add_lists (GString      *text,
           const ThNote *note)
{
  th_json_begin_array (text, "labels");
  for (guint i = 0; i < note->labels->len; i++)
    th_json_write_text (text, NULL, g_ptr_array_index (note->labels, i));
  th_json_end_array (text);

  th_json_begin_array (text, "replies");
  for (guint i = 0; i < note->replies->len; i++)
    {
      th_json_begin_object (text, NULL);
      add_entry (text, g_ptr_array_index (note->replies, i));
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

/* In the words of the file format. */
static void
write_anchor (GString            *text,
              const ThNoteAnchor *anchor)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *json = NULL;

  th_note_anchor_write (anchor, builder);
  root = json_builder_get_root (builder);
  json = json_to_string (root, FALSE);
  th_json_write_raw (text, "anchor", "");
  th_quote_escape_json (text, json);
}

static void
add_anchor (GString            *text,
            const ThNoteAnchor *anchor,
            const ThReview     *review,
            GArray             *recordings)
{
  static const char *const words[] = { "yes", "elsewhere", "no" };
  g_autofree char *name = anchor != NULL ? th_review_dup_name (review, anchor->recording) : NULL;

  if (anchor != NULL)
    write_anchor (text, anchor);
  else
    th_json_write_null (text, "anchor");
  th_json_write_text (text, "recording", name);
  if (anchor != NULL && recordings != NULL)
    {
      const ThNotesRecording *where;
      ThNotePlace place;
      ThNoteFound found = th_notes_locate (recordings, anchor, &where, &place);

      th_json_write_text (text, "found", words[MIN (found, TH_NOTE_FOUND_ELSEWHERE + 1)]);
    }
}

void
th_notes_append_json (const ThNote   *note,
                      const ThReview *review,
                      GArray         *recordings,
                      GString        *text)
{
  th_cli_json_begin (text);
  th_json_write_int (text, "number", note->number);
  add_entry (text, note);
  th_json_write_boolean (text, "orphan", note->orphan);
  th_json_write_boolean (text, "open", note->resolved == NULL);
  th_json_write_text (text, "resolved_by", note->resolved != NULL ? note->resolved->author : NULL);
  th_json_write_int_or_null (text, "color", note->color >= 0, note->color);
  add_anchor (text, note->entry->anchor, review, recordings);
  add_lists (text, note);
  th_cli_json_end (text);
}

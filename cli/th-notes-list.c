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

static void
append_subject (const ThNote *note,
                GArray       *recordings,
                GString      *text)
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
  g_string_append_printf (text, "    %s", line);
  if (found != TH_NOTE_FOUND)
    g_string_append_printf (text, "  (%s)", th_note_found_get_report_text (found));
  g_string_append_c (text, '\n');
}

void
th_notes_append_text (const ThNote *note,
                      GArray       *recordings,
                      GString      *text)
{
  g_string_append_printf (text, "%u  %s  ", note->number,
                          note->resolved != NULL ? _("resolved") : _("open"));
  append_head (note, text);
  append_labels (note, text);
  g_string_append_c (text, '\n');
  append_subject (note, recordings, text);
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
add_entry (JsonBuilder  *builder,
           const ThNote *note)
{
  th_cli_json_string (builder, "id", note->entry->id);
  th_cli_json_string (builder, "author", note->entry->author);
  th_cli_json_int (builder, "time_us", note->entry->time);
  th_cli_json_string_or_null (builder, "text", note->text);
  json_builder_set_member_name (builder, "texts");
  json_builder_begin_array (builder);
  for (guint i = 0; note->texts != NULL && note->texts->len > 1 && i < note->texts->len; i++)
    json_builder_add_string_value (builder,
                                   ((ThNoteEntry *) g_ptr_array_index (note->texts, i))->text);
  json_builder_end_array (builder);
  th_cli_json_int (builder, "edits", note->edits != NULL ? note->edits->len : 0);
}

static void
add_lists (JsonBuilder  *builder,
           const ThNote *note)
{
  json_builder_set_member_name (builder, "labels");
  json_builder_begin_array (builder);
  for (guint i = 0; i < note->labels->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (note->labels, i));
  json_builder_end_array (builder);

  json_builder_set_member_name (builder, "replies");
  json_builder_begin_array (builder);
  for (guint i = 0; i < note->replies->len; i++)
    {
      json_builder_begin_object (builder);
      add_entry (builder, g_ptr_array_index (note->replies, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_anchor (JsonBuilder        *builder,
            const ThNoteAnchor *anchor,
            GArray             *recordings)
{
  static const char *const words[] = { "yes", "elsewhere", "no" };

  json_builder_set_member_name (builder, "anchor");
  if (anchor != NULL)
    th_note_anchor_write (anchor, builder);
  else
    json_builder_add_null_value (builder);
  if (anchor != NULL && recordings != NULL)
    {
      const ThNotesRecording *where;
      ThNotePlace place;
      ThNoteFound found = th_notes_locate (recordings, anchor, &where, &place);

      th_cli_json_string (builder, "found", words[MIN (found, TH_NOTE_FOUND_ELSEWHERE + 1)]);
    }
}

void
th_notes_append_json (const ThNote *note,
                      GArray       *recordings,
                      GString      *text)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  th_cli_json_int (builder, "number", note->number);
  add_entry (builder, note);
  json_builder_set_member_name (builder, "orphan");
  json_builder_add_boolean_value (builder, note->orphan);
  json_builder_set_member_name (builder, "open");
  json_builder_add_boolean_value (builder, note->resolved == NULL);
  th_cli_json_string_or_null (builder, "resolved_by",
                              note->resolved != NULL ? note->resolved->author : NULL);
  th_cli_json_int_or_null (builder, "color", note->color >= 0, note->color);
  add_anchor (builder, note->entry->anchor, recordings);
  add_lists (builder, note);
  json_builder_end_object (builder);
  th_cli_json_append (builder, text);
}

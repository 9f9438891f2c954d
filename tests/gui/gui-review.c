/* gui-review.c - a review in a window, for its tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-review.h"

#include <string.h>

#include "gui-sessions.h"
#include "th-note-file.h"
#include "th-notes-panel.h"
#include "th-window-title.h"

char *
in_directory (Fixture    *fixture,
              const char *name)
{
  return g_build_filename (fixture->directory, name, NULL);
}

GtkWidget *
get_panel (Fixture *fixture)
{
  return find_widget (GTK_WIDGET (fixture->window), TH_TYPE_NOTES_PANEL);
}

gboolean
has_panel (Fixture *fixture)
{
  return get_panel (fixture) != NULL;
}

ThDocument *
start_review (Fixture *fixture)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = in_directory (fixture, "case");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.start-review-at('%s')", uri);
  ThDocument *document = open_copy (fixture, "one.dat");

  activate (fixture, action);
  wait_until (fixture, has_panel);
  wait_ms (200);
  return document;
}

char *
append_by_other (Fixture     *fixture,
                 ThNoteEntry *taken)
{
  g_autoptr(ThNoteEntry) entry = taken;
  g_autofree char *path = in_directory (fixture, "case.review/notes/other-1.jsonl");
  g_autoptr(GError) error = NULL;

  g_assert_true (th_note_file_append (path, entry, &error));
  g_assert_no_error (error);
  return g_strdup (entry->id);
}

ThNoteEntry *
other_note (const char *text,
            ThNoteOn    on)
{
  ThNoteEntry *entry = th_note_entry_new (TH_NOTE_KIND_NOTE, "On-Call Engineer", 1);

  entry->text = g_strdup (text);
  entry->anchor = th_note_anchor_new (on);
  return entry;
}

/* Appends the texts that are not of labels. */
static void
append_inscriptions (GtkWidget *widget,
                     GString   *text)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  if (GTK_IS_INSCRIPTION (widget))
    g_string_append_printf (text, "%s\n", gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_inscriptions (child, text);
}

static char *
dup_shown (Fixture *fixture)
{
  GString *text = g_string_new (NULL);

  append_labels (get_panel (fixture), text);
  append_inscriptions (get_panel (fixture), text);
  return g_string_free (text, FALSE);
}

gboolean
shows (Fixture    *fixture,
       const char *text)
{
  g_autofree char *shown = dup_shown (fixture);

  return strstr (shown, text) != NULL;
}

char *
dup_summary (Fixture *fixture)
{
  char *notes;

  g_object_get (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_WINDOW_TITLE), "notes", &notes,
                NULL);
  return notes;
}

void
run_thresh (Fixture    *fixture,
            const char *arguments)
{
  g_autofree char *thresh = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "cli", "thresh",
                                              NULL);
  g_autofree char *line = g_strdup_printf ("cd %s && %s %s", fixture->directory, thresh,
                                           arguments);
  const char *command[] = { "sh", "-c", line, NULL };
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

/* test-review-two.c - two windows of two people write into one review, and one is killed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The second window is in a process of its own: this program with the argument --writer.  It
 * reports each note that it has saved, and what it shows in the end.  The first window kills it
 * at random, and starts it again.  THRESHER_LONG makes both write 500 notes instead of 40.
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-sessions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>

#include "th-note-item.h"
#include "th-note-list-view.h"
#include "th-notes-panel.h"

#define N_KILLS 3u

static const char *program;

static guint
count_wanted (void)
{
  return g_getenv ("THRESHER_LONG") != NULL ? 500 : 40;
}

/* --- what a window shows -------------------------------------------------------- */

static GListModel *
get_notes (Fixture *fixture)
{
  GtkWidget *panel = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_NOTES_PANEL);
  GtkWidget *rows = panel != NULL ? find_widget (panel, TH_TYPE_NOTE_LIST_VIEW) : NULL;
  GtkWidget *list = rows != NULL ? find_widget (rows, GTK_TYPE_LIST_VIEW) : NULL;

  return list != NULL ? G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))) : NULL;
}

static guint
count_notes (Fixture *fixture)
{
  GListModel *notes = get_notes (fixture);

  return notes != NULL ? g_list_model_get_n_items (notes) : 0;
}

static gboolean
has_panel (Fixture *fixture)
{
  return get_notes (fixture) != NULL;
}

static gboolean
shows_note (Fixture    *fixture,
            const char *text)
{
  GListModel *notes = get_notes (fixture);

  for (guint i = g_list_model_get_n_items (notes); i > 0; i--)
    {
      g_autoptr(ThNoteItem) item = g_list_model_get_item (notes, i - 1);

      if (g_strcmp0 (item->note->text, text) == 0)
        return TRUE;
    }
  return FALSE;
}

static char *
dup_state (Fixture *fixture)
{
  GListModel *notes = get_notes (fixture);
  GString *state = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (notes); i++)
    {
      g_autoptr(ThNoteItem) item = g_list_model_get_item (notes, i);

      g_string_append_printf (state, "%u %s %s %s\n", item->note->number, item->id,
                              item->note->entry->author, item->note->text);
    }
  return g_string_free (state, FALSE);
}

/* Saves a note by the action of the window, and waits until the window shows it. */
static void
save_note (Fixture    *fixture,
           const char *text)
{
  g_autofree char *action = g_strdup_printf ("win.save-note('%s')", text);
  gint64 begin = g_get_monotonic_time ();

  activate (fixture, action);
  while (!shows_note (fixture, text))
    {
      g_assert_cmpint (g_get_monotonic_time () - begin, <, 20 * G_USEC_PER_SEC);
      wait_ms (5);
    }
}

static void
wait_for_notes (Fixture *fixture,
                guint    n)
{
  for (guint i = 0; i < 600 && count_notes (fixture) < n; i++)
    wait_ms (50);
  wait_ms (300);
  g_assert_cmpuint (count_notes (fixture), ==, n);
}

/* --- the second window ------------------------------------------------------------ */

/* Prints its pid, a line for each saved note, and then all that it shows once there are as many
 * notes as a line of its input says. */
static int
write_notes (const char *folder,
             guint       first,
             guint       end)
{
  Fixture fixture = { 0 };
  g_autoptr(GFile) file = g_file_new_for_path (folder);
  g_autofree char *state = NULL;
  char line[32];

  fixture_set_up (&fixture, NULL);
  printf ("pid %d\n", (int) getpid ());
  fflush (stdout);
  gui_open_file (&fixture, file);
  wait_until (&fixture, has_panel);
  wait_until (&fixture, is_known);
  for (guint i = first; i < end; i++)
    {
      g_autofree char *text = g_strdup_printf ("second %u", i);

      save_note (&fixture, text);
      printf ("saved %s\n", text);
      fflush (stdout);
    }
  printf ("ready\n");
  fflush (stdout);
  if (fgets (line, sizeof line, stdin) == NULL)
    return 1;

  wait_for_notes (&fixture, (guint) atoi (line));
  state = dup_state (&fixture);
  printf ("%send\n", state);
  fflush (stdout);
  fixture_tear_down (&fixture, NULL);
  return 0;
}

/* --- the first window -------------------------------------------------------------- */

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *output;
  pid_t             pid;    /* of the window; 0: not known yet */
  guint             n_saved;
  gboolean          is_ready;
  gboolean          has_ended;
  GString          *state;
} Writer;

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Writer *writer = data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source),
                                                                result, NULL, NULL);

  if (line == NULL || g_str_equal (line, "end"))
    {
      writer->has_ended = TRUE;
      return;
    }

  if (g_str_has_prefix (line, "pid "))
    writer->pid = atoi (line + 4);
  else if (g_str_has_prefix (line, "saved second "))
    writer->n_saved = (guint) atoi (line + strlen ("saved second ")) + 1;
  else if (g_str_equal (line, "ready"))
    writer->is_ready = TRUE;
  else if (line[0] != '#') /* GLib's own remarks */
    g_string_append_printf (writer->state, "%s\n", line);
  g_data_input_stream_read_line_async (writer->output, 0, NULL, line_cb, writer);
}

static void
writer_start (Writer     *writer,
              const char *folder,
              guint       first)
{
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *from = g_strdup_printf ("%u", first);
  g_autofree char *to = g_strdup_printf ("%u", count_wanted ());
  g_autoptr(GError) error = NULL;

  /* A bus of its own, or the first process would open the window. */
  g_subprocess_launcher_setenv (launcher, "THRESHER_AUTHOR", "Second", TRUE);
  writer->process = g_subprocess_launcher_spawn (launcher, &error, "dbus-run-session", "--",
                                                 program, "--writer", folder, from, to, NULL);
  g_assert_no_error (error);
  writer->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (writer->process));
  writer->pid = 0;
  writer->has_ended = writer->is_ready = FALSE;
  writer->n_saved = first;
  g_data_input_stream_read_line_async (writer->output, 0, NULL, line_cb, writer);
}

static void
writer_stop (Writer *writer)
{
  while (!writer->has_ended)
    wait_ms (10);
  g_subprocess_wait (writer->process, NULL, NULL);
  g_clear_object (&writer->process);
  g_clear_object (&writer->output);
}

/* Starts a review of a copy of the sample.  Returns its folder. */
static char *
start_review (Fixture *fixture)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  char *path = g_build_filename (fixture->directory, "case.review", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.start-review-at('%s')", uri);

  open_copy (fixture, "one.dat");
  activate (fixture, action);
  wait_until (fixture, has_panel);
  return path;
}

/* Kills the second window once it has saved @target notes, and starts it again after those that
 * it reported.  A note that was saved but not reported is written twice then: its text is the
 * same, its id is not. */
static void
kill_and_restart (Writer     *writer,
                  const char *folder)
{
  guint first;

  g_assert_cmpint (kill (writer->pid, SIGKILL), ==, 0);
  writer_stop (writer);
  first = writer->n_saved;
  g_test_message ("killed after %u", first);
  writer_start (writer, folder, first);
}

static guint
count_lines (const char *folder)
{
  g_autofree char *notes = g_build_filename (folder, "notes", NULL);
  g_autoptr(GDir) dir = g_dir_open (notes, 0, NULL);
  guint n = 0;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (notes, name, NULL), *text = NULL;
      g_auto(GStrv) lines = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      lines = g_strsplit (text, "\n", -1);
      for (guint i = 0; lines[i] != NULL; i++)
        n += g_str_has_prefix (lines[i], "{") && g_str_has_suffix (lines[i], "}");
    }
  return n;
}

static void
test_two (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *folder = start_review (fixture), *state = NULL, *line = NULL;
  Writer writer = { .state = g_string_new (NULL) };
  guint wanted = count_wanted (), n_kills = 0, n_own = 0, next = 0, n;

  writer_start (&writer, folder, 0);
  while (n_own < wanted || !writer.is_ready)
    {
      if (n_own < wanted)
        {
          g_autofree char *text = g_strdup_printf ("first %u", n_own++);

          save_note (fixture, text);
        }
      else
        wait_ms (20);
      if (writer.pid != 0 && n_kills < N_KILLS && writer.n_saved > next && !writer.is_ready)
        {
          wait_ms ((guint) g_test_rand_int_range (0, 60));
          next = writer.n_saved + (guint) g_test_rand_int_range (1, (int) wanted / 5);
          kill_and_restart (&writer, folder);
          n_kills++;
        }
    }
  g_assert_cmpuint (n_kills, >, 0);

  n = count_lines (folder);
  g_assert_cmpuint (n, >=, 2 * wanted);
  g_assert_cmpuint (n, <=, 2 * wanted + n_kills);
  wait_for_notes (fixture, n);
  line = g_strdup_printf ("%u\n", n);
  g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (writer.process), line,
                                            strlen (line), NULL, NULL, NULL));
  writer_stop (&writer);
  state = dup_state (fixture);
  g_assert_true (g_str_equal (writer.state->str, state));
  for (guint i = 0; i < wanted; i++)
    {
      g_autofree char *first = g_strdup_printf ("first %u", i);
      g_autofree char *second = g_strdup_printf ("second %u", i);

      g_assert_true (shows_note (fixture, first));
      g_assert_true (shows_note (fixture, second));
    }
  g_string_free (writer.state, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  program = argv[0];
  init_test (&argc, &argv);
  if (argc == 5 && g_str_equal (argv[1], "--writer"))
    return write_notes (argv[2], (guint) atoi (argv[3]), (guint) atoi (argv[4]));

  g_setenv ("THRESHER_AUTHOR", "First", TRUE);
  g_test_add ("/gui/review-two/killed", Fixture, NULL, session_set_up, test_two,
              session_tear_down);

  return g_test_run ();
}

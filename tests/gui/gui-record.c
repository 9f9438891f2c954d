/* gui-record.c - a window that records from an agent, and what tests look at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-record.h"

#include <string.h>

#include "th-record-bar.h"
#include "th-window-private.h"

ThCapture *record_capture;
char *record_path;

static gboolean
is_ready (Fixture *fixture)
{
  return th_capture_get_state (record_capture) == TH_CAPTURE_READY;
}

static gboolean
has_begun (Fixture *fixture)
{
  return th_capture_get_state (record_capture) == TH_CAPTURE_RECORDING;
}

gboolean
record_has_ended (Fixture *fixture)
{
  return th_capture_get_state (record_capture) >= TH_CAPTURE_ENDED;
}

/* Connects, and begins to record to "a.dat" in the folder of the fixture. */
void
record_connect (Fixture    *fixture,
                const char *text,
                const char *configuration)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThTarget) target = th_target_parse (text, &error);

  g_assert_no_error (error);
  g_clear_object (&record_capture);
  g_free (record_path);
  record_path = g_build_filename (fixture->directory, "a.dat", NULL);
  record_capture = th_capture_new (target, NULL);
  wait_until (fixture, is_ready);
  th_capture_start (record_capture, g_variant_new_parsed (configuration), record_path, 0);
  wait_until (fixture, has_begun);
}

ThDocument *
record_get_document (Fixture *fixture)
{
  return th_window_get_document (fixture->window);
}

guint64
record_count_shown (Fixture *fixture)
{
  ThDocument *document = record_get_document (fixture);
  ThRecording *recording = document != NULL ? th_document_get_recording (document) : NULL;

  return recording != NULL ? th_recording_get_n_events (recording) : 0;
}

gboolean
record_has_many (Fixture *fixture)
{
  return record_count_shown (fixture) > 100;
}

gboolean
record_is_finished (Fixture *fixture)
{
  g_autofree char *shown = NULL;

  if (!record_has_ended (fixture) || !is_analysed (fixture))
    return FALSE;
  shown = g_file_get_path (th_document_get_file (record_get_document (fixture)));
  return g_str_equal (shown, record_path);
}

void
record_show_plan (Fixture            *fixture,
                  const ThRecordPlan *plan)
{
  gui_begin_recording (fixture, record_capture, plan);
}

void
record_show (Fixture *fixture)
{
  g_autoptr(ThRecordPlan) plan = th_record_plan_new ();

  record_show_plan (fixture, plan);
}

/* The number of events in a file, by trace-cmd. */
guint
record_count_events (const char *file)
{
  const char *argv[] = { "trace-cmd", "report", "-N", "-i", file, NULL };
  g_autofree char *out = NULL;
  g_auto(GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH |
                               G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL, NULL));
  lines = g_strsplit (out, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    n += strstr (*line, "] ") != NULL && strstr (*line, ": ") != NULL;
  return n;
}

char *
record_dup_bar_text (Fixture *fixture)
{
  char *text;

  g_object_get (fixture->window->record_bar, "text", &text, NULL);
  return text;
}

void
record_tear_down (Fixture       *fixture,
                  gconstpointer  data)
{
  if (record_capture != NULL && !record_has_ended (fixture))
    {
      th_capture_discard (record_capture);
      wait_until (fixture, record_has_ended);
    }
  g_clear_object (&record_capture);
  fixture_tear_down (fixture, data);
}

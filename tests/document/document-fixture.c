/* document-fixture.c - a loaded recording, and the objects of a document around it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#define PATIENCE_SECONDS 60

static gboolean
tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
wait_for (Condition reached,
          gpointer  data)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_SECONDS * G_USEC_PER_SEC;
  guint id = g_timeout_add (10, tick_cb, NULL);

  while (!reached (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

void
count_signal (gpointer    object,
              const char *signal,
              guint      *n)
{
  *n = 0;
  g_signal_connect_swapped (object, signal, G_CALLBACK (count_cb), n);
}

GFile *
test_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);

  return g_file_new_for_path (path);
}

gboolean
is_loaded (gpointer loader)
{
  return !th_recording_loader_is_opening (loader) &&
         th_recording_loader_get_state (loader) == TH_DOCUMENT_LOADED;
}

ThRecordingLoader *
load_sample (void)
{
  g_autoptr(GFile) file = test_file (SAMPLE);
  ThRecordingLoader *loader = th_recording_loader_new (file, NULL);

  th_recording_loader_open (loader);
  wait_for (is_loaded, loader);

  return loader;
}

ThRef
event_at (ThRecording *recording,
          guint        cpu,
          gint64       time)
{
  ThCpu *of = th_stream_get_cpu (th_recording_get_stream (recording, 0), cpu);
  guint32 row = th_cpu_lower_bound (of, th_cpu_get_n_rows (of), time);

  g_assert_cmpint (th_recording_get_time (recording, (ThRef) { 0, cpu, row }), ==, time);
  return (ThRef) { 0, cpu, row };
}

static gboolean
is_analysed (gpointer runner)
{
  return th_analysis_runner_get_seconds (runner) >= 0;
}

void
document_take (Document *self)
{
  ThRecording *recording = th_recording_loader_get_recording (self->loader);

  th_flow_follower_forget (self->follower);
  g_clear_pointer (&self->scene, th_scene_free);
  self->scene = th_scene_new (recording, self->theme);
  th_selection_set_recording (self->selection, recording);
  th_flow_follower_set_recording (self->follower, recording, self->scene);
  th_analysis_runner_start (self->runner, recording);
  wait_for (is_analysed, self->runner);
}

void
document_set_up (Document      *self,
                 gconstpointer  data)
{
  self->loader = load_sample ();
  self->theme = th_theme_new (0, "Sans 10", 1);
  self->runner = th_analysis_runner_new ();
  self->selection = th_selection_new ();
  self->follower = th_flow_follower_new (self->runner, self->selection);
  self->restorer = th_restorer_new (self->loader, self->runner, self->selection, self->follower);
  document_take (self);
}

void
document_tear_down (Document      *self,
                    gconstpointer  data)
{
  g_clear_object (&self->restorer);
  g_clear_object (&self->follower);
  g_clear_object (&self->selection);
  th_analysis_runner_stop (self->runner);
  g_clear_object (&self->runner);
  g_clear_pointer (&self->scene, th_scene_free);
  g_clear_pointer (&self->theme, th_theme_unref);
  th_recording_loader_close (self->loader);
  g_clear_object (&self->loader);
}

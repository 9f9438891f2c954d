/* th-document-load.c - opening, loading, reloading and watching the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-facts.h"
#include "th-workers.h"

#define POLL_MS  100
#define WATCH_MS 2000

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
} Load;

static void
load_free (Load *load)
{
  g_clear_pointer (&load->recording, th_recording_unref);
  g_free (load);
}

/* --- loading ------------------------------------------------------------ */

static void
update_facts (ThDocument *self)
{
  g_free (self->facts);
  self->facts = th_facts_line (self->recording, self->scene);
  th_document_notify (self, PROP_FACTS);
}

/* What is new since the last look. */
static void
take_growth (ThDocument *self)
{
  guint64 n_events = th_recording_get_n_events (self->recording);
  double progress = th_recording_get_progress (self->recording);

  if (progress != self->progress)
    {
      self->progress = progress;
      th_document_notify (self, PROP_PROGRESS);
    }

  if (n_events == self->n_seen && self->state == TH_DOCUMENT_LOADING)
    return;

  self->n_seen = n_events;
  self->serial++;
  th_scene_update (self->scene);
  th_document_follow_range (self);
  update_facts (self);
  th_document_emit (self, SIGNAL_GROWN);
}

static gboolean
poll_cb (gpointer data)
{
  take_growth (data);
  return G_SOURCE_CONTINUE;
}

/* Asks the operating system, which may wait for a network. */
static void
watch_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  g_task_return_boolean (task, th_recording_has_changed (data));
}

static void
watch_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  gboolean changed = g_task_propagate_boolean (G_TASK (result), NULL);

  self->watching = FALSE;
  if (g_task_get_task_data (G_TASK (result)) != self->recording || changed == self->changed)
    return;

  self->changed = changed;
  th_document_notify (self, PROP_CHANGED);
}

static gboolean
watch_cb (gpointer data)
{
  ThDocument *self = data;
  g_autoptr(GTask) task = NULL;

  if (self->watching)
    return G_SOURCE_CONTINUE;

  self->watching = TRUE;
  task = g_task_new (self, self->cancellable, watch_done_cb, NULL);
  g_task_set_task_data (task, th_recording_ref (self->recording), (GDestroyNotify) th_recording_unref);
  th_workers_run (task, watch_worker);

  return G_SOURCE_CONTINUE;
}

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Load *load = data;
  guint64 offset;

  th_loader_load (load->loader, load->recording);
  /* The symbols are parsed on first need: better here than under a click. */
  th_recording_get_symbol (load->recording, 0, &offset);
  g_task_return_boolean (task, TRUE);
}

static void
load_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  Load *load = g_task_get_task_data (G_TASK (result));

  if (load->recording != self->recording)
    return; /* it was closed or loaded again meanwhile */

  g_clear_handle_id (&self->poll_id, g_source_remove);
  if (self->state == TH_DOCUMENT_LOADING) /* not while it is opened again */
    th_document_set_state (self, TH_DOCUMENT_LOADED);
  take_growth (self);
  /* Names of tasks may have come after the events that were decided on. */
  if (self->filter_text[0] != '\0')
    th_document_start_filter (self);
  if (self->view_chosen) /* by an earlier load, which may have been longer */
    th_document_set_view (self, self->view.from, self->view.to);
  th_document_grant_wish (self);
}

static void
start_load (ThDocument *self,
            Load       *load)
{
  g_autoptr(GTask) task = g_task_new (self, self->cancellable, load_done_cb, NULL);
  Load *own = g_new0 (Load, 1);

  own->loader = load->loader;
  own->recording = th_recording_ref (load->recording);
  g_task_set_task_data (task, own, (GDestroyNotify) load_free);
  /* The worker must have ended before the task is done, cancelled or not. */
  g_task_set_return_on_cancel (task, FALSE);

  self->load_begun = g_get_monotonic_time ();
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  if (self->watch_id == 0)
    self->watch_id = g_timeout_add (WATCH_MS, watch_cb, self);
  th_workers_run (task, load_worker);
}

/* --- opening ------------------------------------------------------------ */

static void
open_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);
  GError *error = NULL;
  Load *load;

  if (path == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                               _("This place cannot be read as a file. Copy the recording to this computer and open the copy."));
      return;
    }

  load = g_new0 (Load, 1);
  load->recording = th_loader_open (path, &load->loader, &error);
  if (load->recording == NULL)
    {
      load_free (load);
      g_task_return_error (task, error);
      return;
    }

  g_task_return_pointer (task, load, (GDestroyNotify) load_free);
}

/* Events have other places in another recording: the time and the type tell. */
static ThRef
find_again (ThRecording *recording,
            ThRef        ref,
            gint64       time)
{
  ThStream *stream;
  guint32 n_rows;
  ThCpu *cpu;

  if (ref.stream >= th_recording_get_n_streams (recording))
    return TH_REF_NONE;
  stream = th_recording_get_stream (recording, ref.stream);
  if (ref.cpu >= th_stream_get_n_cpus (stream))
    return TH_REF_NONE;

  cpu = th_stream_get_cpu (stream, ref.cpu);
  n_rows = th_cpu_get_n_rows (cpu);
  if (ref.row >= n_rows || th_cpu_get_time (cpu, ref.row) != time)
    ref.row = th_cpu_lower_bound (cpu, n_rows, time);

  return ref.row < n_rows && th_cpu_get_time (cpu, ref.row) == time ? ref : TH_REF_NONE;
}

typedef struct
{
  ThRef  ref;
  gint64 time;
} Kept;

static void
restore_selected_cb (ThDocument *self,
                     Kept       *kept)
{
  if (self->state == TH_DOCUMENT_LOADING)
    return;

  g_signal_handlers_disconnect_by_func (self, restore_selected_cb, kept);
  if (th_ref_is_none (self->selected))
    th_document_select (self, find_again (self->recording, kept->ref, kept->time));
}

/* The event cannot be found before its part of the file is loaded again. */
static void
keep_selected (ThDocument *self)
{
  Kept *kept;

  if (th_ref_is_none (self->selected))
    return;

  kept = g_new (Kept, 1);
  kept->ref = self->selected;
  kept->time = th_recording_get_time (self->recording, self->selected);
  g_signal_connect_data (self, "grown", G_CALLBACK (restore_selected_cb), kept,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  self->selected = TH_REF_NONE;
}

static void
replace_recording (ThDocument *self,
                   Load       *load)
{
  if (self->recording != NULL)
    {
      keep_selected (self);
      th_document_stop_feed (self);
      th_document_stop_filter (self);
      th_recording_cancel (self->recording);
      g_clear_pointer (&self->scene, th_scene_free);
      g_clear_pointer (&self->recording, th_recording_unref);
    }

  self->recording = th_recording_ref (load->recording);
  self->scene = th_scene_new (self->recording, self->theme);
  if (self->cpus != NULL)
    th_scene_show_cpus (self->scene, (const guint *) (gpointer) self->cpus->data, self->cpus->len);
  self->n_seen = 0;
  self->progress = 0;
  self->serial++;
  update_facts (self);
  th_document_set_state (self, TH_DOCUMENT_LOADING);
  if (self->changed)
    {
      self->changed = FALSE;
      th_document_notify (self, PROP_CHANGED);
    }
  th_document_start_feed (self);
  th_document_start_filter (self);
  th_document_emit (self, SIGNAL_RECORDING_CHANGED);
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
  start_load (self, load);
}

static void
open_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  g_autoptr(GError) error = NULL;
  Load *load = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_pointer (&load, load_free);
      return;
    }

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->error, g_free);
  if (load != NULL)
    {
      replace_recording (self, load);
      load_free (load);
      return;
    }

  self->error = g_strdup (error->message);
  th_document_set_state (self, TH_DOCUMENT_FAILED);
}

void
th_document_open (ThDocument *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, open_done_cb, NULL);

  th_document_set_state (self, TH_DOCUMENT_OPENING);
  g_task_set_task_data (task, g_object_ref (self->file), g_object_unref);
  th_workers_run (task, open_worker);
}

/* --- doors -------------------------------------------------------------- */

void
th_document_reload (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->state == TH_DOCUMENT_OPENING)
    return;

  th_document_cancel (self);
  th_document_open (self);
}

gboolean
th_document_cancel (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), FALSE);

  if (self->state != TH_DOCUMENT_LOADING)
    {
      gboolean analysing = self->feed_job != NULL;

      th_document_stop_feed (self);
      if (analysing)
        th_document_emit (self, SIGNAL_RESULTS_CHANGED);
      return analysing;
    }

  th_recording_cancel (self->recording);
  return TRUE;
}

void
th_document_stop (ThDocument *self)
{
  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_handle_id (&self->watch_id, g_source_remove);
  th_document_stop_feed (self);
  th_document_stop_filter (self);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->recording != NULL)
    th_recording_cancel (self->recording);
}

double
th_document_get_seconds_left (ThDocument *self)
{
  double elapsed = (g_get_monotonic_time () - self->load_begun) / 1e6;

  /* The first moments tell nothing about the rest. */
  if (self->state != TH_DOCUMENT_LOADING || self->progress < 0.02 || elapsed < 0.5)
    return -1;

  return elapsed * (1 - self->progress) / self->progress;
}

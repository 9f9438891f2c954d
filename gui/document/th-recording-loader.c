/* th-recording-loader.c - opening, loading and reloading the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-arrangement.h"
#include "th-document-private.h"
#include "th-scene-edit.h"
#include "th-scene-times.h"
#include "th-shown-row.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-recording-facts.h"
#include "th-printable.h"
#include "th-thread-pool.h"

#define POLL_MS  100

/* Shared with the worker that opens: whatever it waits for, it can be told to
 * wait no longer. */
typedef struct
{
  GFile   *file;
  ThBytes *bytes;   /* atomic pointer; later what is inside, which holds the first */
  gint64   shift;
} OpenPart;

struct _ThOpenJob
{
  guint     n;
  OpenPart *parts;   /* the document's own file, and what is appended */
  char    **names;
  guint     failed;  /* which, if one did */
  guint     serial;  /* of what is appended */
  gint      stopped; /* atomic */
};

typedef struct
{
  const ThLoader **loaders;
  ThRecording     *recording;
  GPtrArray       *files;
  GPtrArray       *bytes;
} Load;

static void
open_job_free (ThOpenJob *job)
{
  for (guint i = 0; i < job->n; i++)
    {
      g_object_unref (job->parts[i].file);
      g_clear_pointer (&job->parts[i].bytes, th_bytes_unref);
    }
  g_free (job->parts);
  g_strfreev (job->names);
  g_free (job);
}

static void
load_free (Load *load)
{
  g_clear_pointer (&load->recording, th_recording_unref);
  g_clear_pointer (&load->bytes, g_ptr_array_unref);
  g_clear_pointer (&load->files, g_ptr_array_unref);
  g_free (load->loaders);
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

  /* Where the end is not known the bar moves all the same. */
  if (progress != self->progress || progress < 0)
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
  th_document_find_selected_again (self);
  th_document_find_flows_again (self);
  th_document_emit (self, SIGNAL_GROWN);
}

static gboolean
poll_cb (gpointer data)
{
  take_growth (data);
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

  th_loader_load_parts (load->loaders, load->recording);
  /* The symbols are parsed on first need: better here than under a click. */
  for (guint i = 0; i < th_recording_get_n_parts (load->recording); i++)
    th_recording_get_symbol (th_recording_get_part (load->recording, i), 0, &offset);
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

  if (self->open_job == NULL)
    g_clear_handle_id (&self->poll_id, g_source_remove);
  if (th_recording_is_outgrown (self->recording))
    {
      if (self->open_job == NULL)
        th_document_open (self);
      return;
    }
  if (self->state == TH_DOCUMENT_LOADING) /* not while it is opened again */
    th_document_set_state (self, TH_DOCUMENT_LOADED);
  th_document_look_at_files (self);
  take_growth (self);
  /* Names of tasks may have come after the events that were decided on. */
  if (self->filter_state[0] != '\0' || self->find_text[0] != '\0')
    th_document_start_filter (self);
  if (self->coloring.rules->len > 0)
    th_document_start_rules (self);
  if (self->view_chosen) /* by an earlier load, which may have been longer */
    th_document_set_view (self, self->view.from, self->view.to);
  th_document_grant_wish (self);
  if (self->open_job == NULL)
    th_document_settle_appended (self);
}

static void
start_load (ThDocument *self,
            Load       *load)
{
  g_autoptr(GTask) task = g_task_new (self, self->cancellable, load_done_cb, NULL);
  Load *own = g_new0 (Load, 1);

  own->loaders = g_memdup2 (load->loaders, th_recording_get_n_parts (load->recording) * sizeof *load->loaders);
  own->recording = th_recording_ref (load->recording);
  g_task_set_task_data (task, own, (GDestroyNotify) load_free);
  /* The worker must have ended before the task is done, cancelled or not. */
  g_task_set_return_on_cancel (task, FALSE);

  self->load_begun = g_get_monotonic_time ();
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  th_document_watch_files (self);
  th_workers_run (task, load_worker);
}

/* --- opening ------------------------------------------------------------ */

/* What is inside of the file of @part. */
static ThBytes *
open_bytes (ThOpenJob  *job,
            OpenPart   *part,
            GError    **error)
{
  g_autofree char *path = g_file_get_path (part->file);
  g_autoptr(ThBytes) bytes = NULL;
  ThBytes *inside;

  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                   _("This location cannot be read as a file. Copy the recording to this computer and open the "
                     "copy."));
      return NULL;
    }

  bytes = th_bytes_new_file (path, error);
  if (bytes == NULL)
    return NULL;

  g_atomic_pointer_set (&part->bytes, th_bytes_ref (bytes));
  if (g_atomic_int_get (&job->stopped))
    th_bytes_stop (bytes);
  inside = th_loader_unwrap (bytes, error);
  if (inside != NULL)
    {
      g_atomic_pointer_set (&part->bytes, th_bytes_ref (inside));
      th_bytes_unref (bytes);
    }
  return inside;
}

static Load *
open_parts (ThOpenJob  *job,
            GError    **error)
{
  g_autofree ThLoaderPart *parts = g_new0 (ThLoaderPart, job->n);
  Load *load = g_new0 (Load, 1);

  load->bytes = g_ptr_array_new_with_free_func ((GDestroyNotify) th_bytes_unref);
  load->files = g_ptr_array_new_with_free_func (g_object_unref);
  load->loaders = g_new0 (const ThLoader *, job->n);
  for (job->failed = 0; job->failed < job->n; job->failed++)
    {
      OpenPart *part = &job->parts[job->failed];
      /* Bytes that are there already are opened again. */
      ThBytes *bytes = part->bytes != NULL ? th_bytes_ref (part->bytes) : open_bytes (job, part, error);

      if (bytes == NULL)
        return load;
      g_ptr_array_add (load->bytes, bytes);
      g_ptr_array_add (load->files, g_object_ref (part->file));
      parts[job->failed] = (ThLoaderPart) { bytes, job->names[job->failed], part->shift };
    }

  load->recording = th_loader_open_parts (parts, job->n, load->loaders, &job->failed, error);
  return load;
}

static void
open_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThOpenJob *job = data;
  GError *error = NULL;
  Load *load = open_parts (job, &error);

  if (load->recording == NULL)
    {
      load_free (load);
      if (job->failed > 0)
        g_prefix_error (&error, "%s: ", job->names[job->failed]);
      g_task_return_error (task, error);
      return;
    }

  g_task_return_pointer (task, load, (GDestroyNotify) load_free);
}

static void
stop_open_job (ThOpenJob *job)
{
  g_atomic_int_set (&job->stopped, TRUE);
  for (guint i = 0; i < job->n; i++)
    {
      ThBytes *bytes = g_atomic_pointer_get (&job->parts[i].bytes);

      if (bytes != NULL)
        th_bytes_stop (bytes);
    }
}

/* What is waited for; NULL if nothing is. */
static ThBytes *
awaited_bytes (ThDocument *self)
{
  for (guint i = 0; self->open_job != NULL && i < self->open_job->n; i++)
    {
      ThBytes *bytes = g_atomic_pointer_get (&self->open_job->parts[i].bytes);

      if (bytes != NULL && th_bytes_is_growing (bytes))
        return bytes;
    }
  return NULL;
}

static gboolean
poll_open_cb (gpointer data)
{
  ThDocument *self = data;
  ThBytes *bytes = awaited_bytes (self);

  if (bytes != NULL)
    {
      self->progress = th_bytes_get_progress (bytes);
      th_document_notify (self, PROP_PROGRESS);
    }
  return G_SOURCE_CONTINUE;
}

static void
update_title (ThDocument *self)
{
  guint n = th_recording_get_n_parts (self->recording);
  GString *title = g_string_new (NULL);

  for (guint i = 0; i < n && n > 1; i++)
    {
      g_autofree char *name = th_printable_line (th_recording_get_name (th_recording_get_part (self->recording, i)));

      g_string_append_printf (title, "%s%s", i > 0 ? " + " : "", name);
    }
  g_free (self->appending.title);
  self->appending.title = g_string_free (title, n == 1);
  th_document_notify (self, PROP_TITLE);
}

static void
replace_recording (ThDocument *self,
                   Load       *load)
{
  g_autoptr(GArray) lanes = self->scene != NULL ? th_scene_list_states (self->scene) : NULL;

  if (self->recording != NULL)
    {
      th_document_keep_for_another (self, load->files);
      th_document_stop_feed (self);
      th_document_stop_filter (self);
      th_document_stop_rules (self);
      th_document_forget_followed (self);
      th_document_forget_row (self);
      th_recording_cancel (self->recording);
      g_clear_pointer (&self->scene, th_scene_free);
      g_clear_pointer (&self->recording, th_recording_unref);
    }

  g_clear_pointer (&self->appending.bytes, g_ptr_array_unref);
  self->appending.bytes = g_ptr_array_ref (load->bytes);
  g_clear_pointer (&self->appending.files, g_ptr_array_unref);
  self->appending.files = g_ptr_array_ref (load->files);
  self->recording = th_recording_ref (load->recording);
  self->scene = th_scene_new (self->recording, self->theme);
  if (lanes != NULL)
    th_scene_set_states (self->scene, (const ThLaneState *) (gpointer) lanes->data, lanes->len);
  /* Nobody is told: they have rows of the recording before until they hear of this one. */
  self->zero = th_marks_get_marker (self->marks, TH_MARKER_A);
  th_scene_set_zero (self->scene, self->zero);
  if (self->cpus != NULL)
    th_scene_show_cpus (self->scene, (const guint *) (gpointer) self->cpus->data, self->cpus->len);
  self->n_seen = 0;
  self->progress = 0;
  self->serial++;
  update_title (self);
  update_facts (self);
  th_document_set_state (self, TH_DOCUMENT_LOADING);
  if (self->changed)
    {
      self->changed = FALSE;
      th_document_notify (self, PROP_CHANGED);
    }
  th_document_start_feed (self);
  th_document_start_filter (self);
  th_document_start_rules (self);
  th_document_emit (self, SIGNAL_RECORDING_CHANGED);
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
  start_load (self, load);
}

/* Whether the recording is of all that is wanted, where it is wanted. */
static gboolean
is_up_to_date (ThDocument *self)
{
  if (self->recording == NULL || th_recording_get_n_parts (self->recording) != self->appending.wanted->len + 1)
    return FALSE;

  for (guint i = 0; i < self->appending.wanted->len; i++)
    {
      const ThAppend *append = self->appending.wanted->pdata[i];

      if (append->file != self->appending.files->pdata[i + 1] ||
          append->shift != th_recording_get_shift (th_recording_get_part (self->recording, i + 1)))
        return FALSE;
    }
  return TRUE;
}

/* One that was appended cannot be.  What is shown stays, what is not there yet is
 * opened without it. */
static void
open_without (ThDocument      *self,
              const ThOpenJob *job,
              const GError    *error)
{
  if (job->serial == self->appending.serial)
    th_document_drop_appended (self, job->failed, error);
  if (self->open_job != NULL)
    return; /* by who heard of it */
  if (!is_up_to_date (self))
    {
      th_document_open (self);
      return;
    }

  self->appending.opened = self->appending.serial;
  if (self->state == TH_DOCUMENT_LOADING)
    self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  else
    th_document_set_state (self, TH_DOCUMENT_LOADED);
}

static void
open_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  g_autoptr(GError) error = NULL;
  Load *load = g_task_propagate_pointer (G_TASK (result), &error);
  const ThOpenJob *job = g_task_get_task_data (G_TASK (result));

  if (self->open_job == g_task_get_task_data (G_TASK (result)))
    self->open_job = NULL;
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
      if (job->serial != self->appending.serial && self->open_job == NULL)
        th_document_open (self);
      return;
    }
  if (job->failed > 0)
    {
      open_without (self, job, error);
      return;
    }

  self->error = g_strdup (error->message);
  th_document_set_state (self, TH_DOCUMENT_FAILED);
}

static ThBytes *
find_bytes (ThDocument *self,
            GFile      *file)
{
  for (guint i = 0; self->appending.files != NULL && i < self->appending.files->len; i++)
    if (self->appending.files->pdata[i] == file)
      return self->appending.bytes->pdata[i];

  return NULL;
}

/* @again: the same bytes, which turned out other than they began. */
static ThOpenJob *
open_job_new (ThDocument *self,
              gboolean    again)
{
  ThOpenJob *job = g_new0 (ThOpenJob, 1);
  g_autofree char **titles = NULL;

  job->serial = self->appending.serial;
  job->n = 1 + self->appending.wanted->len;
  job->parts = g_new0 (OpenPart, job->n);
  titles = g_new0 (char *, job->n + 1);
  for (guint i = 0; i < job->n; i++)
    {
      const ThAppend *append = i > 0 ? self->appending.wanted->pdata[i - 1] : NULL;
      GFile *file = append != NULL ? append->file : self->file;
      ThBytes *bytes = find_bytes (self, file);

      job->parts[i].file = g_object_ref (file);
      job->parts[i].shift = append != NULL ? append->shift : 0;
      titles[i] = append != NULL ? g_file_get_basename (append->file) : g_strdup (self->title);
      if (bytes != NULL && (again || th_bytes_is_pipe (bytes)))
        job->parts[i].bytes = th_bytes_ref (bytes);
    }
  job->names = th_loader_name_parts (titles);
  for (guint i = 0; i < job->n; i++)
    g_free (titles[i]);

  return job;
}

void
th_document_open (ThDocument *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, open_done_cb, NULL);
  gboolean again = self->recording != NULL && th_recording_is_outgrown (self->recording);
  gboolean beside = self->recording != NULL && self->appending.opened != self->appending.serial;

  self->open_job = open_job_new (self, again);
  self->appending.opened = self->appending.serial;
  g_task_set_task_data (task, self->open_job, (GDestroyNotify) open_job_free);

  /* What was outgrown is still loading to whoever looks at it, and what gets
   * company is shown until that is there. */
  if (!again && !beside)
    th_document_set_state (self, TH_DOCUMENT_OPENING);
  g_clear_handle_id (&self->poll_id, g_source_remove);
  self->poll_id = g_timeout_add (POLL_MS, poll_open_cb, self);
  th_workers_run (task, open_worker);
}

/* --- doors -------------------------------------------------------------- */

void
th_document_reload (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->open_job != NULL)
    return;

  th_document_cancel (self);
  th_document_open (self);
}

gboolean
th_document_cancel (ThDocument *self)
{
  gboolean analysing = self->feed_jobs->len > 0;

  g_return_val_if_fail (TH_IS_DOCUMENT (self), FALSE);

  if (self->open_job != NULL)
    stop_open_job (self->open_job);
  if (self->state == TH_DOCUMENT_LOADING)
    th_recording_cancel (self->recording);
  if (self->open_job != NULL || self->state == TH_DOCUMENT_LOADING)
    return TRUE;

  th_document_stop_feed (self);
  if (analysing)
    th_document_emit (self, SIGNAL_RESULTS_CHANGED);
  th_document_retry_follow (self);
  return analysing;
}

void
th_document_stop (ThDocument *self)
{
  g_clear_handle_id (&self->poll_id, g_source_remove);
  th_document_stop_watching (self);
  if (self->open_job != NULL)
    stop_open_job (self->open_job);
  th_document_stop_feed (self);
  th_document_stop_filter (self);
  th_document_stop_rules (self);
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

gboolean
th_document_get_awaited (ThDocument *self,
                         guint64    *n_bytes)
{
  ThBytes *bytes = awaited_bytes (self);

  *n_bytes = bytes != NULL ? th_bytes_get_size (bytes) : 0;
  return bytes != NULL;
}

gboolean
th_document_is_pipe (ThDocument *self)
{
  for (guint i = 0; self->appending.bytes != NULL && i < self->appending.bytes->len; i++)
    if (th_bytes_is_pipe (self->appending.bytes->pdata[i]))
      return TRUE;

  return FALSE;
}

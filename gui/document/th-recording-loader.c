/* th-recording-loader.c - opens and loads a file and the files appended to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-loader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-file-watch.h"
#include "th-load-options.h"
#include "th-open-job.h"
#include "th-printable.h"
#include "th-thread-pool.h"

#define POLL_MS 100
/* How the name of a file that is being recorded ends (th-trace-writer.h). */
#define PART_SUFFIX ".part"

struct _ThRecordingLoader
{
  GObject          parent;

  GFile           *file;
  ThFeed          *feed;         /* of the first file while it is being recorded, or NULL */
  char            *file_title;   /* title of the first file */
  char            *title;        /* title of all parts, or NULL */
  char            *error;        /* or NULL */
  char            *append_error; /* or NULL */
  ThDocumentState  state;
  gboolean         closed;

  ThRecording     *recording;    /* or NULL */
  ThTimelineParts  parts;
  ThOpenJob       *job;          /* owned by its task; NULL if none runs */
  ThFileWatch     *watch;
  guint            poll_id;
  gint             growing;      /* atomic: a look at the growth is due */
  gint64           looked;       /* atomic: when it was last looked at, µs */
  guint64          n_reported;   /* number of events at the last report; loading thread only */
  gint64           complete_reported; /* the watermark then; loading thread only */
  gint64           begun;        /* when the load began */
  double           progress;
  guint64          n_seen;       /* the same at the last poll */
  gint64           complete_seen;
};

G_DEFINE_FINAL_TYPE (ThRecordingLoader, th_recording_loader, G_TYPE_OBJECT)

enum
{
  CLOSING,
  REPLACED,
  OPENED,
  GROWN,
  LOADED,
  APPEND_FAILED,
  N_SIGNALS
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_PROGRESS,
  PROP_TITLE,
  PROP_CHANGED,
  N_PROPS
};

static guint signals[N_SIGNALS];
static GParamSpec *properties[N_PROPS];

static void
emit (ThRecordingLoader *self,
      guint              signal)
{
  g_signal_emit (self, signals[signal], 0);
}

static void
notify (ThRecordingLoader *self,
        guint              prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

static void
set_state (ThRecordingLoader *self,
           ThDocumentState    state)
{
  if (self->state == state)
    return;

  self->state = state;
  notify (self, PROP_STATE);
}

static void
set_progress (ThRecordingLoader *self,
              double             progress)
{
  self->progress = progress;
  notify (self, PROP_PROGRESS);
}

/* --- titles -------------------------------------------------------------- */

/* A pipe has no name, or only a number. */
static char *
make_title (GFile *file)
{
  g_autofree char *path = g_file_get_path (file), *name = NULL, *valid = NULL;

  if (path != NULL && g_str_equal (path, "/dev/stdin"))
    return g_strdup (_("Standard input"));
  if (path != NULL &&
      (g_str_has_prefix (path, "/dev/fd/") || g_str_has_prefix (path, "/proc/self/fd/")))
    return g_strdup (_("Pipe"));

  name = g_file_get_basename (file);
  valid = g_filename_display_name (name);
  return th_printable_line (valid);
}

static void
update_title (ThRecordingLoader *self)
{
  guint n = th_recording_get_n_parts (self->recording);
  GString *title = g_string_new (NULL);

  for (guint i = 0; i < n && n > 1; i++)
    {
      g_autofree char *name =
        th_printable_line (th_recording_get_name (th_recording_get_part (self->recording, i)));

      g_string_append_printf (title, "%s%s", i > 0 ? " + " : "", name);
    }
  g_free (self->title);
  self->title = g_string_free (title, n == 1);
  notify (self, PROP_TITLE);
}

/* --- loading ------------------------------------------------------------- */

/* The watermark, or the time of the last event if that is earlier: it does not advance while no
 * events arrive, although the recorder keeps reading. */
static gint64
get_complete (ThRecording *recording)
{
  gint64 first, last;

  if (!th_recording_get_range (recording, &first, &last))
    return TH_TIME_NONE;

  return MIN (th_recording_get_watermark (recording), last);
}

/* Publishes what has been read since the last poll. */
static void
take_growth (ThRecordingLoader *self)
{
  guint64 n_events = th_recording_get_n_events (self->recording);
  gint64 complete = get_complete (self->recording);
  double progress = th_recording_get_progress (self->recording);

  /* If the size is unknown, the progress bar pulses while data arrives. */
  if (progress != self->progress || (progress < 0 && self->poll_id != 0))
    set_progress (self, progress);

  if (n_events == self->n_seen && complete == self->complete_seen &&
      self->state == TH_DOCUMENT_LOADING)
    return;

  self->n_seen = n_events;
  self->complete_seen = complete;
  emit (self, GROWN);
}

static gboolean
poll_load_cb (gpointer data)
{
  take_growth (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
look_cb (gpointer data)
{
  ThRecordingLoader *self = data;

  __atomic_store_n (&self->looked, g_get_monotonic_time (), __ATOMIC_RELAXED);
  g_atomic_int_set (&self->growing, FALSE);
  if (self->recording != NULL && !self->closed && self->state == TH_DOCUMENT_LOADING)
    take_growth (self);
  return G_SOURCE_REMOVE;
}

/* Has the main thread look at new events, POLL_MS after it did so the last time.  Called on the
 * thread of the load while it is watched, so the recording is there. */
static void
growth_cb (gpointer data)
{
  ThRecordingLoader *self = data;
  guint64 n_events = th_recording_get_n_events (self->recording);
  gint64 complete = get_complete (self->recording);
  gint64 wait = __atomic_load_n (&self->looked, __ATOMIC_RELAXED) / 1000 + POLL_MS -
                g_get_monotonic_time () / 1000;
  g_autoptr(GSource) source = NULL;

  if (n_events == self->n_reported && complete == self->complete_reported)
    return;

  self->n_reported = n_events;
  self->complete_reported = complete;
  if (!g_atomic_int_compare_and_exchange (&self->growing, FALSE, TRUE))
    return;

  source = g_timeout_source_new ((guint) CLAMP (wait, 0, POLL_MS));
  g_source_set_callback (source, look_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, NULL);
}

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThOpenResult *opened = data;
  guint64 offset;

  th_loader_load_parts (opened->loaders, opened->recording);
  /* The symbols are parsed on first use: do it here, not on a click. */
  for (guint i = 0; i < th_recording_get_n_parts (opened->recording); i++)
    th_recording_get_symbol (th_recording_get_part (opened->recording, i), 0, &offset);
  g_task_return_boolean (task, TRUE);
}

/* A file that is aligned by content can be placed once it is loaded. */
static void
settle_parts (ThRecordingLoader *self)
{
  g_autofree char *error = NULL;
  gboolean moved = th_timeline_parts_settle (&self->parts, self->recording, &error);

  if (error != NULL)
    {
      g_free (self->append_error);
      self->append_error = g_steal_pointer (&error);
      emit (self, APPEND_FAILED);
    }
  if (!moved)
    return;

  self->parts.serial++;
  th_recording_loader_open (self);
}

static void
load_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThRecordingLoader *self = TH_RECORDING_LOADER (source);
  const ThOpenResult *opened = g_task_get_task_data (G_TASK (result));

  if (opened->recording != self->recording)
    return; /* the document was closed or reloaded meanwhile */

  if (self->job == NULL)
    g_clear_handle_id (&self->poll_id, g_source_remove);
  if (th_recording_is_outgrown (self->recording))
    {
      th_recording_loader_open (self);
      return;
    }
  if (self->state == TH_DOCUMENT_LOADING) /* not while the files are being reopened */
    set_state (self, TH_DOCUMENT_LOADED);
  th_file_watch_look (self->watch);
  take_growth (self);
  emit (self, LOADED);
  if (self->job == NULL && !self->closed)
    settle_parts (self);
}

/* Polls the load; a live load is polled whenever it reports growth. */
static void
poll_load (ThRecordingLoader *self)
{
  self->n_reported = 0;
  self->complete_reported = TH_TIME_NONE;
  if (th_recording_is_live (self->recording))
    th_recording_watch_growth (self->recording, growth_cb, self);
  else
    self->poll_id = g_timeout_add (POLL_MS, poll_load_cb, self);
}

/* The task is not cancellable, because the worker must have ended before it is done. */
static void
start_load (ThRecordingLoader *self,
            ThOpenResult      *opened) /* taken */
{
  g_autoptr(GTask) task = g_task_new (self, NULL, load_done_cb, NULL);

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_task_set_task_data (task, opened, (GDestroyNotify) th_open_result_free);
  self->begun = g_get_monotonic_time ();
  poll_load (self);
  th_thread_pool_run (task, load_worker);
}

/* --- opening ------------------------------------------------------------- */

/* Ends the load, also one that waits for a feed. */
static void
cancel_load (ThRecordingLoader *self)
{
  th_recording_watch_growth (self->recording, NULL, NULL);
  th_recording_cancel (self->recording);
  for (guint i = 0; self->parts.bytes != NULL && i < self->parts.bytes->len; i++)
    if (th_bytes_get_feed (self->parts.bytes->pdata[i]) != NULL)
      th_bytes_stop (self->parts.bytes->pdata[i]);
}

static void
drop_recording (ThRecordingLoader *self)
{
  if (self->recording == NULL)
    return;

  emit (self, CLOSING);
  cancel_load (self);
  g_clear_pointer (&self->recording, th_recording_unref);
}

static void
replace_recording (ThRecordingLoader *self,
                   ThOpenResult      *opened) /* taken */
{
  drop_recording (self);
  th_timeline_parts_set_shown (&self->parts, opened->files, opened->bytes);
  self->recording = th_recording_ref (opened->recording);
  self->n_seen = 0;
  self->complete_seen = TH_TIME_NONE;
  self->progress = 0;
  emit (self, REPLACED);
  update_title (self);
  set_state (self, TH_DOCUMENT_LOADING);
  /* Must precede reading the files.  A file that is being recorded changes all the time. */
  if (self->feed == NULL)
    th_file_watch_start (self->watch, self->recording, self->parts.files);
  emit (self, OPENED);
  if (self->closed)
    th_open_result_free (opened);
  else
    start_load (self, opened);
}

static gboolean
poll_open_cb (gpointer data)
{
  ThRecordingLoader *self = data;
  ThBytes *bytes = self->job != NULL ? th_open_job_get_awaited (self->job) : NULL;

  if (bytes != NULL)
    set_progress (self, th_bytes_get_progress (bytes));
  return G_SOURCE_CONTINUE;
}

/* Removes an appended file that failed to open from the requested files. */
static void
drop_part (ThRecordingLoader *self,
           guint              part,
           const GError      *error)
{
  if (th_timeline_parts_get (&self->parts, part) != NULL)
    g_ptr_array_remove_index (self->parts.wanted, part - 1);
  self->parts.serial++;
  g_free (self->append_error);
  self->append_error = g_strdup (error->message);
  emit (self, APPEND_FAILED);
}

/* Called if an appended file failed to open.  Keeps the recording if it consists of all the other
 * files; otherwise opens those without it. */
static void
open_without (ThRecordingLoader *self,
              const ThOpenJob   *job,
              const GError      *error)
{
  if (job->serial == self->parts.serial)
    drop_part (self, job->failed, error);
  if (self->job != NULL)
    return; /* a handler of the signal started another job */
  if (self->recording == NULL || !th_timeline_parts_are_shown (&self->parts, self->recording))
    {
      th_recording_loader_open (self);
      return;
    }

  self->parts.opened = self->parts.serial;
  if (self->state == TH_DOCUMENT_LOADING)
    poll_load (self);
  else
    set_state (self, TH_DOCUMENT_LOADED);
}

static void
open_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThRecordingLoader *self = TH_RECORDING_LOADER (source);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThOpenResult) opened = th_open_job_finish (result, &error);
  const ThOpenJob *job = g_task_get_task_data (G_TASK (result));

  if (self->job == job)
    self->job = NULL;
  if (self->closed)
    return;

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->error, g_free);
  if (opened != NULL)
    {
      replace_recording (self, g_steal_pointer (&opened));
      if (job->serial != self->parts.serial)
        th_recording_loader_open (self);
    }
  else if (job->failed > 0)
    open_without (self, job, error);
  else if (job->serial != self->parts.serial)
    th_recording_loader_open (self); /* the file has another name now */
  else
    {
      self->error = g_strdup (error->message);
      set_state (self, TH_DOCUMENT_FAILED);
    }
}

/* Fills in @part and returns its title.  If @again, reuses the bytes that are already open, which
 * have grown since. */
static char *
fill_part (ThRecordingLoader    *self,
           ThOpenPart           *part,
           const ThAppendedFile *append, /* NULL: the first file */
           gboolean              again)
{
  GFile *file = append != NULL ? append->file : self->file;
  ThBytes *bytes = th_timeline_parts_find_bytes (&self->parts, file);

  part->file = g_object_ref (file);
  part->shift = append != NULL ? append->shift : 0;
  part->feed = append == NULL && self->feed != NULL ? th_feed_ref (self->feed) : NULL;
  if (bytes != NULL && (again || th_bytes_is_pipe (bytes)))
    part->bytes = th_bytes_ref (bytes);

  return append != NULL ? g_file_get_basename (append->file) : g_strdup (self->file_title);
}

static ThOpenJob *
make_job (ThRecordingLoader *self,
          gboolean           again)
{
  ThOpenJob *job = th_open_job_new (1 + self->parts.wanted->len);
  g_auto(GStrv) titles = g_new0 (char *, job->n + 1);

  job->serial = self->parts.serial;
  for (guint i = 0; i < job->n; i++)
    titles[i] = fill_part (self, &job->parts[i], i > 0 ? self->parts.wanted->pdata[i - 1] : NULL,
                           again);
  job->names = th_loader_name_parts (titles);

  return job;
}

void
th_recording_loader_open (ThRecordingLoader *self)
{
  gboolean again, beside;

  g_return_if_fail (TH_IS_RECORDING_LOADER (self));

  if (self->job != NULL || self->closed)
    return;

  again = self->recording != NULL && th_recording_is_outgrown (self->recording);
  beside = self->recording != NULL && self->parts.opened != self->parts.serial;
  self->job = make_job (self, again);
  self->parts.opened = self->parts.serial;
  /* A recording that is reopened because it grew still counts as loading, and one that files are
   * appended to stays visible until they have been opened. */
  if (!again && !beside)
    set_state (self, TH_DOCUMENT_OPENING);
  g_clear_handle_id (&self->poll_id, g_source_remove);
  self->poll_id = g_timeout_add (POLL_MS, poll_open_cb, self);
  th_open_job_run (self->job, self, open_done_cb);
}

void
th_recording_loader_set_feed (ThRecordingLoader *self,
                              ThFeed            *feed)
{
  g_return_if_fail (TH_IS_RECORDING_LOADER (self) && self->job == NULL);

  self->feed = th_feed_ref (feed);
  if (g_str_has_suffix (self->file_title, PART_SUFFIX))
    self->file_title[strlen (self->file_title) - strlen (PART_SUFFIX)] = '\0';
}

gboolean
th_recording_loader_has_feed (ThRecordingLoader *self)
{
  return self->feed != NULL;
}

void
th_recording_loader_finish_feed (ThRecordingLoader *self,
                                 GFile             *file)
{
  g_return_if_fail (TH_IS_RECORDING_LOADER (self) && G_IS_FILE (file));

  g_clear_pointer (&self->feed, th_feed_unref);
  g_set_object (&self->file, file);
  /* What was selected in the old file is found in the new one by its name. */
  if (self->parts.files != NULL)
    {
      g_object_unref (self->parts.files->pdata[0]);
      self->parts.files->pdata[0] = g_object_ref (file);
    }
  g_free (self->file_title);
  self->file_title = make_title (file);
  notify (self, PROP_TITLE);
  /* What is being opened has the old name. */
  self->parts.serial++;
  if (self->job != NULL)
    th_open_job_stop (self->job);
  else
    th_recording_loader_open (self);
}

gboolean
th_recording_loader_cancel (ThRecordingLoader *self)
{
  g_return_val_if_fail (TH_IS_RECORDING_LOADER (self), FALSE);

  if (self->job != NULL)
    th_open_job_stop (self->job);
  if (self->state == TH_DOCUMENT_LOADING)
    cancel_load (self);

  return self->job != NULL || self->state == TH_DOCUMENT_LOADING;
}

void
th_recording_loader_close (ThRecordingLoader *self)
{
  self->closed = TRUE;
  g_clear_handle_id (&self->poll_id, g_source_remove);
  th_file_watch_stop (self->watch);
  if (self->job != NULL)
    th_open_job_stop (self->job);
  if (self->recording != NULL)
    cancel_load (self);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->parts.bytes, g_ptr_array_unref);
  g_clear_pointer (&self->parts.files, g_ptr_array_unref);
}

/* --- parts --------------------------------------------------------------- */

/* If a job is running, the files are opened again when it has ended. */
static void
parts_changed (ThRecordingLoader *self)
{
  self->parts.serial++;
  th_recording_loader_open (self);
}

void
th_recording_loader_append (ThRecordingLoader *self,
                            GFile             *file,
                            ThAlign            align,
                            gint64             shift)
{
  g_return_if_fail (TH_IS_RECORDING_LOADER (self) && G_IS_FILE (file));

  g_ptr_array_add (self->parts.wanted, th_appended_file_new (file, align, shift));
  parts_changed (self);
}

void
th_recording_loader_align (ThRecordingLoader *self,
                           guint              part,
                           ThAlign            align,
                           gint64             shift)
{
  ThAppendedFile *append = th_timeline_parts_get (&self->parts, part);

  if (append == NULL ||
      (align == TH_ALIGN_SHIFT && append->align == align && append->shift == shift))
    return;

  append->align = align;
  append->shift = align == TH_ALIGN_SHIFT ? shift : append->shift;
  /* The current recording may suffice to find the offset. */
  if (self->job == NULL && self->state == TH_DOCUMENT_LOADED && align != TH_ALIGN_SHIFT)
    settle_parts (self);
  else
    parts_changed (self);
}

void
th_recording_loader_remove (ThRecordingLoader *self,
                            guint              part)
{
  ThAppendedFile *append = th_timeline_parts_get (&self->parts, part);

  if (append == NULL)
    return;

  g_ptr_array_remove (self->parts.wanted, append);
  parts_changed (self);
}

ThTimelineParts *
th_recording_loader_get_parts (ThRecordingLoader *self)
{
  return &self->parts;
}

const char *
th_recording_loader_get_append_error (ThRecordingLoader *self)
{
  return self->append_error;
}

/* --- getters ------------------------------------------------------------- */

GFile *
th_recording_loader_get_file (ThRecordingLoader *self)
{
  return self->file;
}

ThRecording *
th_recording_loader_get_recording (ThRecordingLoader *self)
{
  return self->recording;
}

ThDocumentState
th_recording_loader_get_state (ThRecordingLoader *self)
{
  return self->state;
}

gboolean
th_recording_loader_is_opening (ThRecordingLoader *self)
{
  return self->job != NULL;
}

const char *
th_recording_loader_get_error (ThRecordingLoader *self)
{
  return self->error;
}

double
th_recording_loader_get_progress (ThRecordingLoader *self)
{
  return self->progress;
}

double
th_recording_loader_get_seconds_left (ThRecordingLoader *self)
{
  double elapsed = (g_get_monotonic_time () - self->begun) / 1e6;

  /* The first moments are no basis for an estimate. */
  if (self->state != TH_DOCUMENT_LOADING || self->progress < 0.02 || elapsed < 0.5)
    return -1;

  return elapsed * (1 - self->progress) / self->progress;
}

const char *
th_recording_loader_get_title (ThRecordingLoader *self)
{
  return self->title != NULL ? self->title : self->file_title;
}

gboolean
th_recording_loader_get_awaited (ThRecordingLoader *self,
                                 guint64           *n_bytes)
{
  ThBytes *bytes = self->job != NULL ? th_open_job_get_awaited (self->job) : NULL;

  *n_bytes = bytes != NULL ? th_bytes_get_size (bytes) : 0;
  return bytes != NULL;
}

gboolean
th_recording_loader_is_pipe (ThRecordingLoader *self)
{
  for (guint i = 0; self->parts.bytes != NULL && i < self->parts.bytes->len; i++)
    if (th_bytes_is_pipe (self->parts.bytes->pdata[i]))
      return TRUE;

  return FALSE;
}

gboolean
th_recording_loader_get_changed (ThRecordingLoader *self)
{
  return th_file_watch_get_changed (self->watch);
}

void
th_recording_loader_look_at_files (ThRecordingLoader *self)
{
  th_file_watch_look (self->watch);
}

/* --- class -------------------------------------------------------------- */

static void
watch_changed_cb (ThRecordingLoader *self)
{
  notify (self, PROP_CHANGED);
}

static void
th_recording_loader_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  ThRecordingLoader *self = TH_RECORDING_LOADER (object);

  switch (prop_id)
    {
    case PROP_STATE: g_value_set_uint (value, self->state); break;
    case PROP_PROGRESS: g_value_set_double (value, self->progress); break;
    case PROP_TITLE: g_value_set_string (value, th_recording_loader_get_title (self)); break;
    case PROP_CHANGED: g_value_set_boolean (value, th_recording_loader_get_changed (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_recording_loader_dispose (GObject *object)
{
  th_recording_loader_close (TH_RECORDING_LOADER (object));

  G_OBJECT_CLASS (th_recording_loader_parent_class)->dispose (object);
}

static void
th_recording_loader_finalize (GObject *object)
{
  ThRecordingLoader *self = TH_RECORDING_LOADER (object);

  g_clear_object (&self->file);
  g_clear_pointer (&self->feed, th_feed_unref);
  g_clear_object (&self->watch);
  g_clear_pointer (&self->file_title, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->append_error, g_free);
  th_timeline_parts_clear (&self->parts);

  G_OBJECT_CLASS (th_recording_loader_parent_class)->finalize (object);
}

static void
th_recording_loader_class_init (ThRecordingLoaderClass *klass)
{
  static const char *const names[N_SIGNALS] = { "closing", "replaced", "opened", "grown", "loaded",
                                                "append-failed" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /* Events are shown while they are loaded. */
  th_load_options_set_early_symbols (TRUE);
  object_class->get_property = th_recording_loader_get_property;
  object_class->dispose = th_recording_loader_dispose;
  object_class->finalize = th_recording_loader_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_DOCUMENT_FAILED, 0, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -1, 1, 0, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_CHANGED] = g_param_spec_boolean ("changed", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_RECORDING_LOADER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
th_recording_loader_init (ThRecordingLoader *self)
{
  th_timeline_parts_init (&self->parts);
  self->watch = th_file_watch_new ();
  g_signal_connect_object (self->watch, "notify::changed", G_CALLBACK (watch_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

ThRecordingLoader *
th_recording_loader_new (GFile           *file,
                         const GPtrArray *append)
{
  ThRecordingLoader *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_object_new (TH_TYPE_RECORDING_LOADER, NULL);
  self->file = g_object_ref (file);
  self->file_title = make_title (file);
  for (guint i = 0; append != NULL && i < append->len; i++)
    {
      const ThAppendedFile *one = append->pdata[i];

      g_ptr_array_add (self->parts.wanted,
                       th_appended_file_new (one->file, one->align, one->shift));
    }

  return self;
}

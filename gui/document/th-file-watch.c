/* th-file-watch.c - notices changes to the files of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-file-watch.h"

#include "th-thread-pool.h"

/* How often to poll files that the kernel cannot monitor. */
#define LOOK_SECONDS 2

struct _ThFileWatch
{
  GObject      parent;

  ThRecording *recording; /* NULL: nothing is watched */
  GPtrArray   *monitors;  /* GFileMonitor */
  guint        timer_id;  /* polls files without a monitor */
  gboolean     changed;
  gboolean     looking;   /* a worker is checking the files */
  gboolean     again;     /* check again when the worker is done */
};

G_DEFINE_FINAL_TYPE (ThFileWatch, th_file_watch, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_CHANGED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_changed (ThFileWatch *self,
             gboolean     changed)
{
  if (self->changed == changed)
    return;

  self->changed = changed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED]);
}

/* Runs on a worker, because stat() may block on a network. */
static void
look_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_task_return_boolean (task, th_recording_has_changed (data));
}

static void
look_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThFileWatch *self = TH_FILE_WATCH (source);
  gboolean changed = g_task_propagate_boolean (G_TASK (result), NULL);

  self->looking = FALSE;
  if (g_task_get_task_data (G_TASK (result)) == self->recording)
    set_changed (self, changed);
  if (self->again)
    th_file_watch_look (self);
}

void
th_file_watch_look (ThFileWatch *self)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (TH_IS_FILE_WATCH (self));

  /* A look that is in progress may have missed this change. */
  self->again = self->looking;
  if (self->looking || self->recording == NULL)
    return;

  self->looking = TRUE;
  task = g_task_new (self, NULL, look_done_cb, NULL);
  g_task_set_task_data (task, th_recording_ref (self->recording),
                        (GDestroyNotify) th_recording_unref);
  th_thread_pool_run (task, look_worker);
}

static gboolean
look_cb (gpointer data)
{
  th_file_watch_look (data);
  return G_SOURCE_CONTINUE;
}

static void
watch_file (ThFileWatch *self,
            GFile       *file)
{
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);

  if (monitor != NULL)
    {
      g_signal_connect_object (monitor, "changed", G_CALLBACK (th_file_watch_look), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->monitors, monitor);
    }
  else if (self->timer_id == 0)
    self->timer_id = g_timeout_add_seconds (LOOK_SECONDS, look_cb, self);
}

void
th_file_watch_start (ThFileWatch *self,
                     ThRecording *recording,
                     GPtrArray   *files)
{
  g_return_if_fail (TH_IS_FILE_WATCH (self) && recording != NULL);

  th_file_watch_stop (self);
  self->recording = th_recording_ref (recording);
  set_changed (self, FALSE);
  for (guint i = 0; i < files->len; i++)
    watch_file (self, files->pdata[i]);
}

void
th_file_watch_stop (ThFileWatch *self)
{
  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_ptr_array_set_size (self->monitors, 0);
  g_clear_pointer (&self->recording, th_recording_unref);
}

gboolean
th_file_watch_get_changed (ThFileWatch *self)
{
  return self->changed;
}

/* --- class -------------------------------------------------------------- */

static void
th_file_watch_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHANGED: g_value_set_boolean (value, TH_FILE_WATCH (object)->changed); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_file_watch_dispose (GObject *object)
{
  th_file_watch_stop (TH_FILE_WATCH (object));

  G_OBJECT_CLASS (th_file_watch_parent_class)->dispose (object);
}

static void
th_file_watch_finalize (GObject *object)
{
  g_clear_pointer (&TH_FILE_WATCH (object)->monitors, g_ptr_array_unref);

  G_OBJECT_CLASS (th_file_watch_parent_class)->finalize (object);
}

static void
th_file_watch_class_init (ThFileWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_file_watch_get_property;
  object_class->dispose = th_file_watch_dispose;
  object_class->finalize = th_file_watch_finalize;
  properties[PROP_CHANGED] = g_param_spec_boolean ("changed", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_file_watch_init (ThFileWatch *self)
{
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
}

ThFileWatch *
th_file_watch_new (void)
{
  return g_object_new (TH_TYPE_FILE_WATCH, NULL);
}

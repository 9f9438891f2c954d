/* th-live-until.c - waits for the event that ends a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-live-until.h"

#include "th-filter-watch.h"
#include "th-loaders.h"
#include "th-thread-pool.h"

struct _ThLiveUntil
{
  ThDocument      *document;    /* weak */
  gulong           handler;     /* until the document has a recording */
  char            *filter;
  ThFilterWatch   *watch;       /* owned by the task; NULL if none runs */
  GCancellable    *cancellable;
  ThLiveUntilFunc  func;
  gpointer         data;
};

gboolean
th_live_until_check (const char  *path,
                     ThFeed      *feed,
                     gpointer     data,
                     GError     **error)
{
  g_autoptr(ThRecording) recording = th_loader_open_head (path, feed, error);
  g_autoptr(ThFilterWatch) watch = NULL;
  guint begin, end;

  if (recording != NULL)
    watch = th_filter_watch_new (recording, data, &begin, &end, error);
  return watch != NULL;
}

static void
watch_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  gint64 time;

  g_task_return_pointer (task, th_filter_watch_run (data, &time) ? g_memdup2 (&time, sizeof time)
                                                                 : NULL, g_free);
}

static void
watched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr(GError) error = NULL;
  g_autofree gint64 *time = g_task_propagate_pointer (G_TASK (result), &error);
  ThLiveUntil *self = data;

  if (error != NULL) /* cancelled: @self is gone */
    return;

  self->watch = NULL;
  if (time != NULL)
    self->func (*time, self->data);
}

static void
start (ThLiveUntil *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(GError) error = NULL;
  g_autoptr(GTask) task = NULL;
  guint begin, end;

  if (recording == NULL)
    return;

  g_clear_signal_handler (&self->handler, self->document);
  self->watch = th_filter_watch_new (recording, self->filter, &begin, &end, &error);
  if (self->watch == NULL)
    {
      g_message ("%s", error->message);
      return;
    }

  task = g_task_new (NULL, self->cancellable, watched_cb, self);
  g_task_set_task_data (task, self->watch, (GDestroyNotify) th_filter_watch_free);
  th_thread_pool_run (task, watch_thread);
}

ThLiveUntil *
th_live_until_new (ThDocument      *document,
                   const char      *filter,
                   ThLiveUntilFunc  func,
                   gpointer         data)
{
  ThLiveUntil *self = g_new0 (ThLiveUntil, 1);

  g_set_weak_pointer (&self->document, document);
  self->filter = g_strdup (filter);
  self->func = func;
  self->data = data;
  self->cancellable = g_cancellable_new ();
  self->handler = g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (start),
                                            self);
  start (self);
  return self;
}

void
th_live_until_free (ThLiveUntil *self)
{
  if (self->document != NULL)
    g_clear_signal_handler (&self->handler, self->document);
  g_clear_weak_pointer (&self->document);
  if (self->watch != NULL)
    th_filter_watch_cancel (self->watch);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_free (self->filter);
  g_free (self);
}

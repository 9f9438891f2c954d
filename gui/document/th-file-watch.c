/* th-file-watch.c - whether the file on disk is still what was loaded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel reports changes of local files, so nothing runs while none changes.
 * It cannot report what another machine writes: whoever comes back to the window
 * calls th_document_look_at_files().
 */
#include "config.h"

#include "th-document-private.h"

#include "th-thread-pool.h"

/* How often to look where the kernel reports nothing. */
#define LOOK_SECONDS 2

/* Asks the operating system, which may wait for a network. */
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
  ThDocument *self = TH_DOCUMENT (source);
  gboolean changed = g_task_propagate_boolean (G_TASK (result), NULL);

  self->watch.looking = FALSE;
  if (g_task_get_task_data (G_TASK (result)) == self->recording && changed != self->changed)
    {
      self->changed = changed;
      th_document_notify (self, PROP_CHANGED);
    }
  if (self->watch.again)
    th_document_look_at_files (self);
}

void
th_document_look_at_files (ThDocument *self)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  /* A look that is under way may have missed what happened just now. */
  self->watch.again = self->watch.looking;
  if (self->watch.looking || self->watch.monitors == NULL)
    return;

  self->watch.looking = TRUE;
  task = g_task_new (self, self->cancellable, look_done_cb, NULL);
  g_task_set_task_data (task, th_recording_ref (self->recording), (GDestroyNotify) th_recording_unref);
  th_workers_run (task, look_worker);
}

static gboolean
look_cb (gpointer data)
{
  th_document_look_at_files (data);
  return G_SOURCE_CONTINUE;
}

/* Before the files are read, so that no change falls between the two. */
void
th_document_watch_files (ThDocument *self)
{
  th_document_stop_watching (self);
  self->watch.monitors = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->appending.files->len; i++)
    {
      GFileMonitor *monitor = g_file_monitor_file (self->appending.files->pdata[i], G_FILE_MONITOR_NONE, NULL, NULL);

      if (monitor != NULL)
        {
          g_signal_connect_object (monitor, "changed", G_CALLBACK (th_document_look_at_files), self, G_CONNECT_SWAPPED);
          g_ptr_array_add (self->watch.monitors, monitor);
        }
      else if (self->watch.timer_id == 0)
        self->watch.timer_id = g_timeout_add_seconds (LOOK_SECONDS, look_cb, self);
    }
}

void
th_document_stop_watching (ThDocument *self)
{
  g_clear_handle_id (&self->watch.timer_id, g_source_remove);
  g_clear_pointer (&self->watch.monitors, g_ptr_array_unref);
}

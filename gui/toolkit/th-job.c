/* th-job.c - runs long work on a worker, and shows a dialog with progress and Cancel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-job.h"

#include "th-job-dialog.h"
#include "th-thread-pool.h"

/* The dialog appears only after so long, and is updated as often. */
#define PATIENCE_MS 400
#define UPDATE_MS 100

typedef struct
{
  char           *title;
  char           *text;
  ThJobFunc       func;
  gpointer        data;
  GDestroyNotify  free;
  ThJobDone       done;
  ThProgress      progress;
  GtkWindow      *dialog; /* weak; NULL until it is shown, and once it is closed */
  gulong          unroot_id;
  guint           timer;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

static void
cancel (Job *self)
{
  g_atomic_int_set (&self->progress.cancelled, 1);
}

/* --- the dialog ------------------------------------------------------------- */

static gboolean
update_cb (gpointer data)
{
  Job *self = data;

  if (self->dialog != NULL)
    th_job_dialog_update (TH_JOB_DIALOG (self->dialog),
                          g_atomic_int_get (&self->progress.permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

static gboolean
show_cb (gpointer data)
{
  GTask *task = data;
  Job *self = g_task_get_task_data (task);
  GtkRoot *root = gtk_widget_get_root (g_task_get_source_object (task));

  self->timer = g_timeout_add (UPDATE_MS, update_cb, self);
  if (GTK_IS_WINDOW (root) && !th_progress_is_cancelled (&self->progress))
    {
      g_set_weak_pointer (&self->dialog,
                          GTK_WINDOW (th_job_dialog_new (GTK_WINDOW (root), self->title,
                                                         self->text)));
      g_signal_connect_swapped (self->dialog, "close-request", G_CALLBACK (cancel), self);
      gtk_window_present (self->dialog);
    }
  return G_SOURCE_REMOVE;
}

/* --- the work ---------------------------------------------------------------- */

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Job *self = data;
  GError *error = NULL;

  if (self->func (self->data, &self->progress, &error))
    g_task_return_boolean (task, TRUE);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, FALSE);
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  GtkWidget *owner = GTK_WIDGET (source);
  Job *self = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  gboolean succeeded = g_task_propagate_boolean (G_TASK (result), &error);
  GtkWindow *dialog = self->dialog;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_signal_handler (&self->unroot_id, owner);
  g_clear_weak_pointer (&self->dialog);
  if (dialog != NULL)
    {
      g_signal_handlers_disconnect_by_data (dialog, self);
      gtk_window_destroy (dialog);
    }
  if (gtk_widget_get_root (owner) != NULL)
    self->done (owner, succeeded, error, self->data);
  if (self->free != NULL)
    self->free (self->data);
}

/* The owner is closed. */
static void
root_cb (GtkWidget  *owner,
         GParamSpec *pspec,
         Job        *self)
{
  if (gtk_widget_get_root (owner) == NULL)
    cancel (self);
}

void
th_job_run (GtkWidget      *owner,
            const char     *title,
            const char     *text,
            ThJobFunc       func,
            gpointer        data,
            GDestroyNotify  free,
            ThJobDone       done)
{
  g_autoptr(GTask) task = NULL;
  Job *self;

  g_return_if_fail (GTK_IS_WIDGET (owner) && !GTK_IS_WINDOW (owner));

  task = g_task_new (owner, NULL, ended_cb, NULL);
  self = g_new0 (Job, 1);
  self->title = g_strdup (title);
  self->text = g_strdup (text);
  self->func = func;
  self->data = data;
  self->free = free;
  self->done = done;
  g_task_set_task_data (task, self, job_free);
  self->unroot_id = g_signal_connect (owner, "notify::root", G_CALLBACK (root_cb), self);
  self->timer = g_timeout_add (PATIENCE_MS, show_cb, task);
  th_thread_pool_run (task, worker);
}

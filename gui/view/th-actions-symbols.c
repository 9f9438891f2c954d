/* th-actions-symbols.c - checks for missing kernel symbols, and loads symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-kernel-symbols.h"
#include "th-symbol-check.h"
#include "th-display-text.h"
#include "th-thread-pool.h"

/* --- checking ----------------------------------------------------- */

static void
check_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  g_task_return_boolean (task, th_symbols_are_missing (data));
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  ThDocumentView *self = data;

  /* The recording was replaced or reloaded, or the view was closed. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;

  th_problem_bar_set_lacks_symbols (self->problem_bar,
                                    g_task_propagate_boolean (G_TASK (result), NULL));
}

void
th_view_cancel_symbol_check (ThDocumentView *self)
{
  g_cancellable_cancel (self->checking_symbols);
  g_clear_object (&self->checking_symbols);
  if (self->problem_bar != NULL)
    th_problem_bar_set_lacks_symbols (self->problem_bar, FALSE);
}

void
th_view_check_symbols (ThDocumentView *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(GTask) task = NULL;

  th_view_cancel_symbol_check (self);
  /* The parts of a joined recording each have their own symbols. */
  if (recording == NULL || th_recording_get_n_parts (recording) > 1)
    return;

  self->checking_symbols = g_cancellable_new ();
  task = g_task_new (NULL, self->checking_symbols, checked_cb, self);
  g_task_set_task_data (task, th_recording_ref (recording), (GDestroyNotify) th_recording_unref);
  th_thread_pool_run (task, check_thread);
}

/* --- loading ---------------------------------------------------------------- */

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GError *error = NULL;

  if (th_kernel_symbols_load (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThDocumentView *self = TH_DOCUMENT_VIEW (source);
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (self->document != NULL)
        th_document_reload (self->document);
    }
  else if (self->status_bar != NULL)
    {
      text = th_display_text_make_valid (error->message);
      th_status_bar_say (self->status_bar, text);
    }
}

/* Loads a copy of /proc/kallsyms or a vmlinux, then reloads the recording. */
static void
load_file (gpointer  view,
           GFile    *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr(GTask) task = NULL;

  if (path == NULL)
    return;

  task = g_task_new (view, NULL, loaded_cb, NULL);
  g_task_set_task_data (task, g_steal_pointer (&path), g_free);
  th_thread_pool_run (task, load_thread);
}

TH_DEFINE_VIEW_ACTION (load_symbols_from)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  load_file (data, file);
}

TH_DEFINE_VIEW_ACTION (load_symbols)
{
  ThDocumentView *self = data;

  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { th_view_get_window (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                         _("Load Kernel Symbols: kallsyms or vmlinux"),
                                         _("_Load") },
                       load_file, self);
}

static const ThViewAction actions[] = {
  { { "load-symbols", load_symbols_cb } },
  { { "load-symbols-from", load_symbols_from_cb, "s" } },
};

void
th_view_add_symbol_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}

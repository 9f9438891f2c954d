/* th-actions-symbols.c - names of kernel functions: whether they are missing, and loading them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-kernel-symbols.h"
#include "th-symbol-check.h"
#include "th-display-text.h"
#include "th-widgets.h"

/* --- are they missing? ----------------------------------------------------- */

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
  ThWindow *self = data;

  /* The recording was replaced or reloaded, or the window was closed. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;

  th_problem_bar_set_lacks_symbols (self->problem_bar,
                                    g_task_propagate_boolean (G_TASK (result), NULL));
}

void
th_window_forget_symbols (ThWindow *self)
{
  g_cancellable_cancel (self->checking_symbols);
  g_clear_object (&self->checking_symbols);
  if (self->problem_bar != NULL)
    th_problem_bar_set_lacks_symbols (self->problem_bar, FALSE);
}

void
th_window_check_symbols (ThWindow *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(GTask) task = NULL;

  th_window_forget_symbols (self);
  /* A joined recording has the symbols of each of its parts. */
  if (recording == NULL || th_recording_get_n_parts (recording) > 1)
    return;

  self->checking_symbols = g_cancellable_new ();
  task = g_task_new (NULL, self->checking_symbols, checked_cb, self);
  g_task_set_task_data (task, th_recording_ref (recording), (GDestroyNotify) th_recording_unref);
  g_task_run_in_thread (task, check_thread);
}

/* --- loading ---------------------------------------------------------------- */

void
th_window_load_symbols (ThWindow   *self,
                        const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (!th_kernel_symbols_load (path, &error))
    {
      text = th_display_text_make_valid (error->message);
      th_status_bar_say (self->status_bar, text);
      return;
    }

  if (self->document != NULL)
    th_document_reload (self->document);
}

static void
response_cb (ThWindow *self,
             int       response)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr(GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        th_window_load_symbols (self, path);
    }

  g_clear_object (&self->chooser);
}

static void
load_symbols_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  ThWindow *self = data;

  if (self->chooser != NULL)
    return;

  self->chooser = gtk_file_chooser_native_new (_("Load Kernel Symbols: kallsyms or vmlinux"),
                                               GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _("_Load"),
                                               _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static const GActionEntry entries[] = { { "load-symbols", load_symbols_cb } };

void
th_window_add_symbols (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/* gui-record-dialog.c - the record dialog, and an agent that replays a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-record-dialog.h"

#include <string.h>

#include "th-failure-page.h"
#include "th-record-dialog.h"
#include "th-record-form.h"
#include "th-record-plan.h"
#include "th-target-row.h"
#include "th-window-private.h"

GtkWidget *dialog;

GtkWidget *
dialog_child (const char *name)
{
  return CHILD (dialog, TH_TYPE_RECORD_DIALOG, name);
}

GtkWidget *
form_child (const char *name)
{
  return CHILD (dialog_child ("form"), TH_TYPE_RECORD_FORM, name);
}

GtkWidget *
failure_child (const char *name)
{
  return CHILD (dialog_child ("failure"), TH_TYPE_FAILURE_PAGE, name);
}

char *
agent_target (const char *scenario)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "capture", "fake-agent",
                                                  NULL);
  g_autofree char *sample = g_file_get_path (sample_file ());
  g_autofree char *first = g_shell_quote (agent), *second = g_shell_quote (sample);

  return g_strdup_printf ("exec:%s %s %s", first, scenario, second);
}

GtkWindow *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  return NULL;
}

void
open_dialog (Fixture *fixture)
{
  g_autofree char *folder = th_record_plan_dup_folder ();

  /* No test may leave recordings in the user's own folder. */
  g_assert_true (g_str_has_prefix (folder, g_get_tmp_dir ()));
  activate (fixture, "win.record");
  dialog = GTK_WIDGET (find_window (TH_TYPE_RECORD_DIALOG));
  g_assert_nonnull (dialog);
}

void
enter_address (const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (dialog_child ("address")), text);
  g_signal_emit_by_name (dialog_child ("address"), "activate");
}

void
connect_to (const char *scenario)
{
  g_autofree char *target = agent_target (scenario);

  enter_address (target);
}

const char *
get_page (void)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (dialog_child ("pages")));
}

gboolean
is_ready (Fixture *fixture)
{
  return g_str_equal (get_page (), "ready");
}

gboolean
is_failed (Fixture *fixture)
{
  return g_str_equal (get_page (), "failed");
}

const char *
get_label (GtkWidget *label)
{
  return gtk_label_get_text (GTK_LABEL (label));
}

ThPresetCard *
find_card (const char *id)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *card = find_widget_at (dialog, TH_TYPE_PRESET_CARD, i);

      g_assert_nonnull (card);
      if (g_str_equal (th_preset_card_get_preset (TH_PRESET_CARD (card))->id, id))
        return TH_PRESET_CARD (card);
    }
}

GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = find_widget_at (widget, GTK_TYPE_BUTTON, i);

      g_assert_nonnull (button);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
}

void
assert_command_has (const char *words)
{
  g_test_message ("%s", get_label (form_child ("same_as")));
  g_assert_nonnull (strstr (get_label (form_child ("same_as")), words));
}

gboolean
has_message (Fixture *fixture)
{
  return gtk_widget_get_visible (form_child ("problem_label"));
}

ThTargetLink *
get_link (void)
{
  GtkListBox *targets = GTK_LIST_BOX (dialog_child ("targets"));

  return th_target_row_get_link (TH_TARGET_ROW (gtk_list_box_get_selected_row (targets)));
}

gboolean
is_recording (Fixture *fixture)
{
  return fixture->window->recording != NULL;
}

gboolean
has_stopped (Fixture *fixture)
{
  return fixture->window->recording == NULL && is_analysed (fixture);
}

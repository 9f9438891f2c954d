/* th-record-dialog.c - chooses where, what, how long and how much to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-dialog.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-agent-install.h"
#include "th-companions.h"
#include "th-failure-page.h"
#include "th-further-targets.h"
#include "th-held-command.h"
#include "th-known-targets.h"
#include "th-limits-box.h"
#include "th-live-until.h"
#include "th-record-form.h"
#include "th-record-left-out.h"
#include "th-target-list.h"
#include "th-target-row.h"
#include "th-thread-pool.h"
#include "th-widgets.h"

struct _ThRecordDialog
{
  GtkWindow      parent;

  GtkWidget     *facts;
  GtkWidget     *record;
  GtkListBox    *targets;
  GtkEditable   *address;
  GtkWidget     *address_problem;
  ThLimitsBox   *limits;
  ThFurtherTargets *further;
  GtkStack      *pages;
  GtkWidget     *idle_title;
  GtkWidget     *idle_text;
  GtkWidget     *connecting_text;
  ThFailurePage *failure;
  ThRecordForm  *form;

  ThPresets     *presets;
  GListStore    *list;     /* of ThTargetLink */
  ThTargetLink  *link;     /* of the selected row; or NULL */
  GSignalGroup  *link_signals;
  ThCapture     *capture;  /* that is being started; or NULL */
  GSignalGroup  *capture_signals;
  ThCompanions  *companions; /* of it; or NULL */
  gboolean       is_looking_up; /* the processes of the plan, before anything else */
  ThHeldCommand *command;  /* of the plan, until the recording has begun; or NULL */
  GCancellable  *installing; /* or NULL */
  ThTargetLink  *installed;  /* where that is; or NULL */
  gboolean       awaits_focus; /* no widget of the page can take it */
};

enum
{
  SIGNAL_RECORDING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThRecordDialog, th_record_dialog, GTK_TYPE_WINDOW)

/* --- pages ------------------------------------------------------------------------- */

static void
show_idle (ThRecordDialog *self)
{
  ThTarget *target = th_target_link_get_target (self->link);

  th_label_set_text (self->idle_title, th_target_link_get_name (self->link));
  gtk_label_set_text (GTK_LABEL (self->idle_text),
                      th_target_needs_root (target)
                      ? _("Recording requires root privileges. You will be asked for a "
                          "password.")
                      : _("Connect to see what can be recorded."));
  gtk_stack_set_visible_child_name (self->pages, "idle");
}

static void
show_connecting (ThRecordDialog *self)
{
  g_autofree char *text = g_strdup_printf (_("Connecting to %s…"),
                                           th_target_link_get_name (self->link));

  th_label_set_text (self->connecting_text, text);
  gtk_stack_set_visible_child_name (self->pages, "connecting");
}

static void
show_failure (ThRecordDialog *self)
{
  th_failure_page_show (self->failure, self->link);
  gtk_stack_set_visible_child_name (self->pages, "failed");
}

static void
show_form (ThRecordDialog *self)
{
  th_record_form_set_link (self->form, self->link, self->presets,
                           th_target_link_get_settings (self->link));
  gtk_stack_set_visible_child_name (self->pages, "ready");
}

static gboolean
is_starting (ThRecordDialog *self)
{
  return self->capture != NULL || self->command != NULL || self->is_looking_up;
}

static void
show_facts (ThRecordDialog *self)
{
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  g_autofree char *text = NULL;

  if (facts == NULL)
    text = g_strdup (th_target_link_get_name (self->link));
  else if (is_starting (self))
    /* Translators: the name of a machine */
    text = g_strdup_printf (_("%s · starting the recording…"),
                            th_target_link_get_name (self->link));
  else
    text = g_strdup_printf (ngettext ("%s · Linux %s · %s · %u CPU", "%s · Linux %s · %s · %u CPUs",
                                      facts->n_cpus), th_target_link_get_name (self->link),
                            facts->preset.release, facts->preset.machine, facts->n_cpus);
  th_label_set_text (self->facts, text);
  th_limits_box_set (self->limits, facts != NULL ? facts->host : "",
                     facts != NULL ? facts->hello : NULL);
}

static void
update_record (ThRecordDialog *self)
{
  gboolean ready = self->link != NULL && !is_starting (self) &&
                   th_target_link_get_state (self->link) == TH_TARGET_READY;

  gtk_widget_set_sensitive (self->record, ready &&
                                          th_record_form_get_problem (self->form) == NULL);
}

/* The choices cannot be changed while a recording is being started. */
static void
update_starting (ThRecordDialog *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->form), !is_starting (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->further), !is_starting (self));
  if (self->link != NULL)
    show_facts (self);
  update_record (self);
}

static gboolean
page_has_focus (ThRecordDialog *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && gtk_widget_get_mapped (focus) &&
         gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pages));
}

/* To be called before another page is shown.  GTK would put the focus outside of the pages. */
static void
take_focus (ThRecordDialog *self)
{
  if (th_target_link_get_state (self->link) == TH_TARGET_READY &&
      g_str_equal (gtk_stack_get_visible_child_name (self->pages), "ready"))
    return;

  self->awaits_focus = page_has_focus (self) ||
                       (self->awaits_focus && gtk_window_get_focus (GTK_WINDOW (self)) == NULL);
  if (self->awaits_focus)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
}

/* Gives the focus to the page that is shown now, unless there is nothing to focus: then the next
 * page gets it, if the user has not moved it in the meantime. */
static void
give_focus (ThRecordDialog *self)
{
  if (self->awaits_focus &&
      gtk_widget_child_focus (gtk_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD))
    self->awaits_focus = FALSE;
}

static void
state_cb (ThRecordDialog *self)
{
  take_focus (self);
  switch (th_target_link_get_state (self->link))
    {
    case TH_TARGET_IDLE: show_idle (self); break;
    case TH_TARGET_CONNECTING: show_connecting (self); break;
    case TH_TARGET_READY: show_form (self); break;
    default: show_failure (self);
    }
  if (th_target_link_get_state (self->link) != TH_TARGET_READY && self->is_looking_up)
    {
      self->is_looking_up = FALSE;
      update_starting (self);
    }
  show_facts (self);
  update_record (self);
  give_focus (self);
}

/* --- installing the agent ------------------------------------------------------------- */

static void
install (GTask        *task,
         gpointer      source,
         gpointer      data,
         GCancellable *cancellable)
{
  GError *error = NULL;
  char *path = th_agent_install (data, NULL, &error);

  if (path == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, path, g_free);
}

static void
installed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThRecordDialog *self = TH_RECORD_DIALOG (source);
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr(ThTargetLink) link = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->installing);
  link = g_steal_pointer (&self->installed);
  /* Another target may be selected now. */
  if (path != NULL)
    th_target_link_connect (link);
  else if (link == self->link)
    {
      /* Translators: %s is a sentence that begins in lower case */
      g_autofree char *text = g_strdup_printf (_("The agent was not installed: %s."),
                                               error->message);

      th_failure_page_set_message (self->failure, text, FALSE);
    }
}

static void
install_cb (ThRecordDialog *self)
{
  g_autoptr(GTask) task = NULL;

  if (self->installing != NULL)
    return;
  self->installing = g_cancellable_new ();
  self->installed = g_object_ref (self->link);
  th_failure_page_set_message (self->failure, _("Copying the agent…"), TRUE);
  task = g_task_new (self, self->installing, installed_cb, NULL);
  g_task_set_task_data (task, th_target_ref (th_target_link_get_target (self->link)),
                        (GDestroyNotify) th_target_unref);
  th_thread_pool_run (task, install);
}

/* --- targets -------------------------------------------------------------------------- */

static GtkWidget *
create_row_cb (gpointer item,
               gpointer data)
{
  return th_target_row_new (item);
}

static void
connect_cb (ThRecordDialog *self)
{
  if (self->link != NULL)
    th_target_link_connect (self->link);
}

static void
further_cb (ThRecordDialog *self)
{
  g_autoptr(GPtrArray) links = th_further_targets_list (self->further);

  th_record_form_set_further (self->form, links);
}

static void
selected_cb (ThRecordDialog *self,
             GtkListBoxRow  *row)
{
  g_signal_group_set_target (self->link_signals, NULL);
  g_clear_object (&self->link);
  self->is_looking_up = FALSE;
  if (row == NULL)
    return;

  self->link = g_object_ref (th_target_row_get_link (TH_TARGET_ROW (row)));
  g_signal_group_set_target (self->link_signals, self->link);
  th_further_targets_set (self->further, G_LIST_MODEL (self->list), self->link);
  state_cb (self);
}

/* Whoever clicks on a target wants to record there. */
static void
activated_cb (ThRecordDialog *self,
              GtkListBoxRow  *row)
{
  ThTargetLink *link = th_target_row_get_link (TH_TARGET_ROW (row));

  if (th_target_link_get_state (link) == TH_TARGET_IDLE)
    th_target_link_connect (link);
}

static void
use_target (ThRecordDialog *self,
            ThTarget       *target)
{
  guint position = th_target_list_add (self->list, target);

  gtk_list_box_select_row (self->targets, gtk_list_box_get_row_at_index (self->targets, position));
  th_target_link_connect (self->link);
}

/* "root@web-3" is a host to reach by ssh. */
static ThTarget *
parse_address (const char  *text,
               GError     **error)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  g_autofree char *uri = strchr (word, ':') == NULL || strchr (word, ' ') == NULL
                         ? g_strconcat ("ssh://", word, NULL) : NULL;
  ThTarget *target = th_target_parse (word, NULL);

  if (target != NULL || uri == NULL)
    return target != NULL ? target : th_target_parse (word, error);
  return th_target_parse (uri, error);
}

static void
add_cb (ThRecordDialog *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThTarget) target = parse_address (gtk_editable_get_text (self->address), &error);

  th_label_show_text (self->address_problem, target == NULL ? error->message : NULL);
  if (target == NULL)
    return;

  gtk_editable_set_text (self->address, "");
  use_target (self, target);
}

/* A target that is recorded, or that gets the agent, stays until that has ended. */
static void
forget_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ThRecordDialog *self = TH_RECORD_DIALOG (widget);
  g_autoptr(GError) error = NULL;

  if (self->capture != NULL || self->installing != NULL)
    return;

  th_target_list_forget (self->list, g_variant_get_string (parameter, NULL), &error);
  th_label_show_text (self->address_problem, error != NULL ? error->message : NULL);
  if (gtk_list_box_get_selected_row (self->targets) == NULL)
    gtk_list_box_select_row (self->targets, gtk_list_box_get_row_at_index (self->targets, 0));
}

/* --- recording --------------------------------------------------------------------------- */

static gboolean
make_folder (const char *path,
             GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", folder,
               g_strerror (errno));
  return FALSE;
}

static void
remember (ThRecordDialog *self)
{
  const ThRecordPlan *plan = th_record_form_get_plan (self->form);
  g_autofree char *settings = th_record_plan_dup_settings (plan);
  g_autoptr(GError) error = NULL;

  if (!th_known_targets_store (th_capture_get_target (self->capture), NULL, settings, &error))
    g_message ("%s", error->message);
}

/* Nothing is started any more; @message says why. */
static void
give_up (ThRecordDialog *self,
         const char     *message)
{
  g_signal_group_set_target (self->capture_signals, NULL);
  g_clear_object (&self->capture);
  if (self->companions != NULL)
    g_signal_handlers_disconnect_by_data (self->companions, self);
  g_clear_object (&self->companions);
  if (self->command != NULL)
    g_signal_handlers_disconnect_by_data (self->command, self);
  g_clear_object (&self->command);
  if (message != NULL)
    th_record_form_set_message (self->form, message);
  update_starting (self);
}

static void
hand_over (ThRecordDialog *self)
{
  remember (self);
  g_signal_group_set_target (self->capture_signals, NULL);
  if (self->command != NULL)
    g_signal_handlers_disconnect_by_data (self->command, self);
  if (self->companions != NULL)
    g_signal_handlers_disconnect_by_data (self->companions, self);
  g_signal_emit (self, signals[SIGNAL_RECORDING], 0, self->capture,
                 th_record_form_get_plan (self->form), self->command, self->companions);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* The target has accepted its configuration, perhaps without an event that the user has chosen.
 * All targets begin once the last of them has accepted what it is to record. */
static void
begin_held (ThRecordDialog *self)
{
  g_autofree char *left_out = NULL;

  if (!th_capture_is_held (self->capture))
    return;

  left_out = th_record_plan_find_left_out (th_record_form_get_plan (self->form),
                                           th_target_link_get_facts (self->link),
                                           th_capture_get_configured (self->capture));
  if (left_out != NULL)
    {
      th_capture_withdraw (self->capture, left_out);
      return;
    }
  if (self->companions != NULL && !th_companions_have_accepted (self->companions))
    {
      th_record_form_set_message (self->form, _("Waiting for the other targets…"));
      return;
    }
  if (self->companions != NULL)
    th_companions_begin (self->companions);
  th_capture_release (self->capture);
}

/* One of the others cannot begin, so none does. */
static void
refused_cb (ThRecordDialog *self,
            const char     *reason)
{
  th_capture_withdraw (self->capture, reason);
}

static void
capture_cb (ThRecordDialog *self)
{
  ThCaptureState state = th_capture_get_state (self->capture);

  /* A short recording may have ended before this window heard that it began. */
  if (state == TH_CAPTURE_RECORDING ||
      (state >= TH_CAPTURE_ENDED && th_capture_get_path (self->capture) != NULL))
    hand_over (self);
  else if (state == TH_CAPTURE_STARTING)
    begin_held (self);
  else if (state == TH_CAPTURE_READY && th_capture_get_refusal (self->capture) != NULL)
    {
      g_autofree char *refusal = g_strdup (th_capture_get_refusal (self->capture));

      give_up (self, refusal);
    }
  else if (state >= TH_CAPTURE_ENDED)
    give_up (self, NULL);
}

/* The others connect while the recording is being started, which waits for them. */
static void
add_companions (ThRecordDialog *self)
{
  g_autoptr(GPtrArray) links = th_further_targets_list (self->further);

  if (links->len == 0)
    return;
  self->companions = th_companions_new (th_record_form_get_plan (self->form), self->capture);
  g_signal_connect_object (self->companions, "accepted", G_CALLBACK (begin_held), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->companions, "refused", G_CALLBACK (refused_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < links->len; i++)
    th_companions_add (self->companions, th_target_link_get_target (links->pdata[i]),
                       th_target_link_get_name (links->pdata[i]));
}

/* A ring is ended by the kernel, which checks the filter itself. */
static void
check_until (ThRecordDialog     *self,
             const ThRecordPlan *plan)
{
  if (plan->until != NULL && plan->ring_mb == 0)
    th_capture_check_head (self->capture, th_live_until_check, g_strdup (plan->until), g_free);
  else
    th_capture_check_head (self->capture, NULL, NULL, NULL);
}

/* @command: the pid of the plan's command; 0: none. */
static void
start (ThRecordDialog *self,
       GPid            command)
{
  const ThRecordPlan *plan = th_record_form_get_plan (self->form);
  GVariant *configuration = th_record_form_dup_configuration (self->form, command);
  ThCapture *capture = th_target_link_get_capture (self->link);

  if (configuration == NULL)
    return;
  if (capture == NULL) /* it failed meanwhile */
    {
      g_variant_unref (g_variant_ref_sink (configuration));
      give_up (self, NULL);
      return;
    }
  self->capture = g_object_ref (capture);
  g_signal_group_set_target (self->capture_signals, self->capture);
  add_companions (self);
  if (self->companions != NULL || plan->events != NULL)
    th_capture_hold (self->capture);
  check_until (self, plan);
  th_capture_start (self->capture, configuration, plan->path, (guint64) plan->limit_mb << 20);
  update_starting (self);
}

static void
command_held_cb (ThRecordDialog *self,
                 int             pid)
{
  if (self->capture == NULL)
    start (self, pid);
}

static void
command_ended_cb (ThRecordDialog *self)
{
  give_up (self, _("The command ended before the recording began."));
}

static void
start_command (ThRecordDialog *self,
               const char     *command)
{
  g_autoptr(GError) error = NULL;

  self->command = th_held_command_new (th_target_link_get_target (self->link), command, &error);
  if (self->command == NULL)
    {
      give_up (self, error->message);
      return;
    }
  g_signal_connect_object (self->command, "held", G_CALLBACK (command_held_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->command, "ended", G_CALLBACK (command_ended_cb), self,
                           G_CONNECT_SWAPPED);
  update_starting (self);
}

/* A command is there before the recording, so that its pid can be recorded. */
static void
begin (ThRecordDialog *self)
{
  const ThRecordPlan *plan = th_record_form_get_plan (self->form);

  if (plan->command != NULL)
    start_command (self, plan->command);
  else
    start (self, 0);
}

/* The processes of the plan have been looked up. */
static void
refreshed_cb (ThRecordDialog *self)
{
  g_autofree char *missing = th_record_form_check_processes (self->form);

  if (!self->is_looking_up)
    return;
  self->is_looking_up = FALSE;
  if (missing != NULL)
    give_up (self, missing);
  else
    begin (self);
}

/* Processes may have started since the target was connected. */
static void
look_up_processes (ThRecordDialog *self)
{
  self->is_looking_up = TRUE;
  update_starting (self);
  th_target_link_refresh (self->link);
}

static void
record_cb (ThRecordDialog *self)
{
  const ThRecordPlan *plan = th_record_form_get_plan (self->form);
  g_autoptr(GError) error = NULL;

  if (plan->path == NULL || is_starting (self))
    return;
  if (!make_folder (plan->path, &error))
    give_up (self, error->message);
  else if (plan->pids != NULL)
    look_up_processes (self);
  else
    begin (self);
}

/* --- class ---------------------------------------------------------------------------------- */

static void
th_record_dialog_dispose (GObject *object)
{
  ThRecordDialog *self = TH_RECORD_DIALOG (object);

  if (self->installing != NULL)
    g_cancellable_cancel (self->installing);
  g_clear_object (&self->installing);
  g_clear_object (&self->installed);
  if (self->targets != NULL)
    gtk_list_box_bind_model (self->targets, NULL, NULL, NULL, NULL);
  g_clear_object (&self->link_signals);
  g_clear_object (&self->capture_signals);
  g_clear_object (&self->capture);
  g_clear_object (&self->companions);
  g_clear_object (&self->command);
  g_clear_object (&self->link);
  g_clear_object (&self->list);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_DIALOG);

  G_OBJECT_CLASS (th_record_dialog_parent_class)->dispose (object);
}

static void
th_record_dialog_finalize (GObject *object)
{
  th_presets_free (TH_RECORD_DIALOG (object)->presets);

  G_OBJECT_CLASS (th_record_dialog_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, facts);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, record);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, targets);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, address);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, address_problem);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, limits);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, further);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, idle_title);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, idle_text);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, connecting_text);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, failure);
  gtk_widget_class_bind_template_child (widget_class, ThRecordDialog, form);
}

static void
th_record_dialog_class_init (ThRecordDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_record_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_record_dialog_finalize;
  signals[SIGNAL_RECORDING] = g_signal_new ("recording", TH_TYPE_RECORD_DIALOG, G_SIGNAL_RUN_LAST,
                                            0, NULL, NULL, NULL, G_TYPE_NONE, 4, TH_TYPE_CAPTURE,
                                            G_TYPE_POINTER, TH_TYPE_HELD_COMMAND,
                                            TH_TYPE_COMPANIONS);
  g_type_ensure (TH_TYPE_FAILURE_PAGE);
  g_type_ensure (TH_TYPE_FURTHER_TARGETS);
  g_type_ensure (TH_TYPE_LIMITS_BOX);
  g_type_ensure (TH_TYPE_RECORD_FORM);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_install_action (widget_class, "targets.forget", "s", forget_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-record-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, further_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
  gtk_widget_class_bind_template_callback (widget_class, connect_cb);
  gtk_widget_class_bind_template_callback (widget_class, install_cb);
  gtk_widget_class_bind_template_callback (widget_class, use_target);
  gtk_widget_class_bind_template_callback (widget_class, record_cb);
  gtk_widget_class_bind_template_callback (widget_class, update_record);
}

static void
th_record_dialog_init (ThRecordDialog *self)
{
  self->presets = th_presets_load (NULL);
  self->list = th_target_list_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->link_signals = g_signal_group_new (TH_TYPE_TARGET_LINK);
  g_signal_group_connect_swapped (self->link_signals, "refreshed", G_CALLBACK (refreshed_cb),
                                  self);
  g_signal_group_connect_swapped (self->link_signals, "notify::state", G_CALLBACK (state_cb),
                                  self);
  self->capture_signals = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->capture_signals, "notify::state",
                                  G_CALLBACK (capture_cb), self);
  gtk_list_box_bind_model (self->targets, G_LIST_MODEL (self->list), create_row_cb, self, NULL);
  gtk_list_box_select_row (self->targets, gtk_list_box_get_row_at_index (self->targets, 0));
  update_record (self);
}

ThRecordDialog *
th_record_dialog_new (GtkWindow *parent)
{
  return th_dialog_new (TH_TYPE_RECORD_DIALOG, parent);
}

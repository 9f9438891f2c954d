/* th-failure-page.c - why a target cannot be recorded, and what to do about it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-failure-page.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-command-row.h"
#include "th-target-limits.h"
#include "th-widgets.h"

struct _ThFailurePage
{
  GtkWidget     parent;

  GtkWidget    *scroller;
  GtkWidget    *title;
  GtkWidget    *text;
  GtkBox       *commands;
  GtkWidget    *log;
  GtkWidget    *log_box;
  GtkWidget    *remedy;
  GtkWidget    *buttons;

  ThTarget     *other;   /* that @remedy leads to; NULL: it installs the agent */
};

enum
{
  SIGNAL_RETRY,
  SIGNAL_INSTALL,
  SIGNAL_USE_TARGET,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThFailurePage, th_failure_page, GTK_TYPE_WIDGET)

/* --- what happened -------------------------------------------------------------- */

static gboolean
has_code (ThTargetLink   *link,
          ThCaptureError  code)
{
  return g_error_matches (th_target_link_get_error (link), TH_CAPTURE_ERROR, (int) code);
}

static const char *
get_title (ThTargetLink *link)
{
  const GError *error = th_target_link_get_error (link);

  if (error->domain != TH_CAPTURE_ERROR)
    return _("The Connection Ended");
  switch ((ThCaptureError) error->code)
    {
    case TH_CAPTURE_ERROR_NOT_STARTED: return _("The Connection Could Not Be Started");
    case TH_CAPTURE_ERROR_REACH: return _("The Target Could Not Be Reached");
    case TH_CAPTURE_ERROR_SUDO: return _("No Root Privileges");
    case TH_CAPTURE_ERROR_NO_AGENT: return _("The Agent Is Missing");
    case TH_CAPTURE_ERROR_VERSION: return _("The Agent Does Not Match");
    case TH_CAPTURE_ERROR_PERMISSION: return _("The Target Does Not Allow Recording");
    case TH_CAPTURE_ERROR_PROTOCOL: return _("The Answer Is Not That of an Agent");
    default: return _("The Connection Ended");
    }
}

/* An agent can be copied to where ssh leads. */
static gboolean
can_install (ThTargetLink *link)
{
  return th_target_get_host (th_target_link_get_target (link)) != NULL &&
         (has_code (link, TH_CAPTURE_ERROR_NO_AGENT) || has_code (link, TH_CAPTURE_ERROR_VERSION));
}

/* The sentences of the errors name commands; here there are buttons. */
static const char *
get_text (ThTargetLink *link)
{
  if (!can_install (link))
    return th_target_link_get_error (link)->message;
  if (has_code (link, TH_CAPTURE_ERROR_VERSION))
    return _("The agent on the target belongs to another version of Thresher. Installing the "
             "agent of this program replaces it.");
  if (strstr (th_target_link_get_log (link), "Exec format error") != NULL)
    return _("The agent on the target was built for another kind of machine. Install one that was "
             "built for it.");
  return _("To record, Thresher runs a small program on the target, thresher-agent, which is not "
           "there. It can be copied to ~/.local/bin of the user who logs in, and runs only while "
           "you record.");
}

/* --- what to do -------------------------------------------------------------------- */

static gboolean
has_limit (ThTargetLink *link,
           const char   *code)
{
  g_autofree const ThTargetLimit **limits = th_target_limits_list (th_target_link_get_hello (link));

  for (guint i = 0; limits[i] != NULL; i++)
    if (g_str_equal (limits[i]->code, code))
      return TRUE;
  return FALSE;
}

/* Another way to the machine of @link that may have the rights; NULL: none. */
static ThTarget *
find_other (ThTargetLink *link)
{
  ThTarget *target = th_target_link_get_target (link);
  const char *place = strstr (th_target_get_text (target), "://"), *at;
  g_autofree char *text = NULL;

  if (th_target_get_host (target) == NULL || place == NULL)
    return NULL;

  place += strlen ("://");
  at = strrchr (place, '@');
  if (has_code (link, TH_CAPTURE_ERROR_SUDO))
    text = g_strconcat ("ssh://root@", at != NULL ? at + 1 : place, NULL);
  else if (has_code (link, TH_CAPTURE_ERROR_PERMISSION) && has_limit (link, "no-permission") &&
           th_target_get_kind (target) == TH_TARGET_SSH)
    text = g_strconcat ("ssh+sudo://", place, NULL);
  return text != NULL ? th_target_parse (text, NULL) : NULL;
}

static void
show_remedy (ThFailurePage *self,
             ThTargetLink  *link)
{
  const char *label = _("_Install the Agent");

  g_clear_pointer (&self->other, th_target_unref);
  self->other = find_other (link);
  if (self->other != NULL)
    label = th_target_get_kind (self->other) == TH_TARGET_SSH_SUDO ? _("Connect with _sudo")
                                                                   : _("Connect as _root");
  gtk_button_set_label (GTK_BUTTON (self->remedy), label);
  gtk_widget_set_visible (self->remedy, self->other != NULL || can_install (link));
}

/* Commands that remedy on the target what keeps it from recording. */
static void
show_commands (ThFailurePage *self,
               ThTargetLink  *link)
{
  g_autofree const ThTargetLimit **limits = NULL;

  th_widget_clear (GTK_WIDGET (self->commands));
  if (!has_code (link, TH_CAPTURE_ERROR_PERMISSION))
    return;

  limits = th_target_limits_list (th_target_link_get_hello (link));
  for (guint i = 0; limits[i] != NULL; i++)
    if (limits[i]->command != NULL && g_str_equal (limits[i]->code, "no-tracefs"))
      gtk_box_append (self->commands, th_command_row_new (limits[i]->command));
}

void
th_failure_page_show (ThFailurePage *self,
                      ThTargetLink  *link)
{
  g_autofree char *words = g_strstrip (g_strdup (th_target_link_get_log (link)));

  g_return_if_fail (TH_IS_FAILURE_PAGE (self) && th_target_link_get_error (link) != NULL);

  th_label_set_text (self->title, get_title (link));
  th_failure_page_set_message (self, get_text (link), FALSE);
  show_commands (self, link);
  show_remedy (self, link);
  /* The text may end with the only line. */
  th_label_set_text (self->log, words);
  gtk_widget_set_visible (self->log_box, strstr (gtk_label_get_text (GTK_LABEL (self->text)),
                                                 words) == NULL);
}

void
th_failure_page_set_message (ThFailurePage *self,
                             const char    *text,
                             gboolean       busy)
{
  th_label_set_text (self->text, text);
  gtk_widget_set_sensitive (self->buttons, !busy);
}

/* --- buttons --------------------------------------------------------------------------- */

static void
retry_cb (ThFailurePage *self)
{
  g_signal_emit (self, signals[SIGNAL_RETRY], 0);
}

static void
remedy_cb (ThFailurePage *self)
{
  if (self->other != NULL)
    g_signal_emit (self, signals[SIGNAL_USE_TARGET], 0, self->other);
  else
    g_signal_emit (self, signals[SIGNAL_INSTALL], 0);
}

/* --- class --------------------------------------------------------------------------------- */

static void
th_failure_page_dispose (GObject *object)
{
  ThFailurePage *self = TH_FAILURE_PAGE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_FAILURE_PAGE);
  g_clear_pointer (&self->other, th_target_unref);

  G_OBJECT_CLASS (th_failure_page_parent_class)->dispose (object);
}

static void
th_failure_page_class_init (ThFailurePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_failure_page_dispose;
  signals[SIGNAL_RETRY] = g_signal_new ("retry", TH_TYPE_FAILURE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_INSTALL] = g_signal_new ("install", TH_TYPE_FAILURE_PAGE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_USE_TARGET] = g_signal_new ("use-target", TH_TYPE_FAILURE_PAGE, G_SIGNAL_RUN_LAST,
                                             0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-failure-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, title);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, text);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, commands);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, log);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, log_box);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, remedy);
  gtk_widget_class_bind_template_child (widget_class, ThFailurePage, buttons);
  gtk_widget_class_bind_template_callback (widget_class, retry_cb);
  gtk_widget_class_bind_template_callback (widget_class, remedy_cb);
}

static void
th_failure_page_init (ThFailurePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

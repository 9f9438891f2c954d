/* th-record-controls.c - the recording in the header bar: how long it lasts, and how to stop it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-controls.h"

#include <glib/gi18n-lib.h>

#include "th-menu-shortcuts.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThRecordControls
{
  GtkWidget        parent;

  GtkWidget       *box;
  GtkWidget       *label;
  GtkWidget       *elapsed;
  GtkWidget       *stop;
  GtkMenuButton   *more;
  GMenuModel      *stop_menu; /* shown by more */

  ThLiveRecording *recording; /* or NULL */
  GSignalGroup    *signals;
};

G_DEFINE_FINAL_TYPE (ThRecordControls, th_record_controls, GTK_TYPE_WIDGET)

static void
elapsed_cb (ThRecordControls *self)
{
  th_label_set_text (self->elapsed, th_live_recording_get_elapsed (self->recording));
}

static void
state_cb (ThRecordControls *self)
{
  ThCapture *capture = th_live_recording_get_capture (self->recording);
  gboolean stopping = th_capture_get_state (capture) >= TH_CAPTURE_STOPPING;

  th_label_set_text (self->label, th_capture_is_resuming (capture) ? _("Reconnecting…")
                                  : stopping ? _("Stopping…") : _("Recording"));
}

void
th_record_controls_set_recording (ThRecordControls *self,
                                  ThLiveRecording  *recording)
{
  g_return_if_fail (TH_IS_RECORD_CONTROLS (self));

  g_set_object (&self->recording, recording);
  g_signal_group_set_target (self->signals, recording);
  gtk_widget_set_visible (GTK_WIDGET (self), recording != NULL);
  if (recording == NULL)
    return;

  elapsed_cb (self);
  state_cb (self);
}

/* --- class -------------------------------------------------------------------- */

static void
th_record_controls_dispose (GObject *object)
{
  ThRecordControls *self = TH_RECORD_CONTROLS (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->recording);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_CONTROLS);

  G_OBJECT_CLASS (th_record_controls_parent_class)->dispose (object);
}

static void
th_record_controls_class_init (ThRecordControlsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_record_controls_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-record-controls.ui");
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, label);
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, elapsed);
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, stop);
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, more);
  gtk_widget_class_bind_template_child (widget_class, ThRecordControls, stop_menu);
}

static void
th_record_controls_init (ThRecordControls *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_LIVE_RECORDING);
  g_signal_group_connect_swapped (self->signals, "notify::elapsed", G_CALLBACK (elapsed_cb), self);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (state_cb), self);
  th_shortcuts_set_tooltip (self->stop, "win.stop-recording");
  th_menu_shortcuts_set (self->more, self->stop_menu);
  th_menu_button_take_back_focus (self->more);
}

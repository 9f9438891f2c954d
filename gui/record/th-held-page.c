/* th-held-page.c - what a window shows of a recording that stays on the target until it stops
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-held-page.h"

#include <glib/gi18n-lib.h>

#include "th-number-format.h"
#include "th-widgets.h"

struct _ThHeldPage
{
  GtkWidget        parent;

  GtkWidget       *box;
  GtkWidget       *title;
  GtkWidget       *text;
  GtkWidget       *level;
  GtkWidget       *amount;
  GtkWidget       *stop;

  ThLiveRecording *recording;
};

G_DEFINE_FINAL_TYPE (ThHeldPage, th_held_page, GTK_TYPE_WIDGET)

/* --- what is kept ---------------------------------------------------------------- */

static char *
describe_ring (const ThRecordPlan *plan)
{
  if (plan->until != NULL)
    /* Translators: a number of MiB, an event with its filter */
    return g_strdup_printf (_("The target keeps the last %d MiB of events and overwrites older "
                              "ones, until %s occurs or you stop. Then they are fetched, and the "
                              "picture appears here."), plan->ring_mb, plan->until);
  return g_strdup_printf (_("The target keeps the last %d MiB of events and overwrites older ones. "
                            "When you stop, they are fetched, and the picture appears here."),
                          plan->ring_mb);
}

static void
show_text (ThHeldPage *self)
{
  const ThRecordPlan *plan = th_live_recording_get_plan (self->recording);
  g_autofree char *ring = plan->ring_mb > 0 ? describe_ring (plan) : NULL;

  th_label_set_text (self->text,
                     ring != NULL ? ring
                                  : _("The events stay on the target, so that sending them is not "
                                      "recorded as well. When you stop, they are fetched, and the "
                                      "picture appears here."));
}

/* The share of the ring that is used, over all CPUs. */
static double
get_fill (const ThCaptureStatus *status)
{
  double sum = 0;

  for (guint i = 0; i < status->n_cpus; i++)
    sum += CLAMP (status->cpus[i].fill, 0, 1);
  return status->n_cpus > 0 ? sum / status->n_cpus : 0;
}

static char *
describe_amount (ThHeldPage            *self,
                 const ThCaptureStatus *status)
{
  g_autofree char *size = NULL, *events = NULL;

  if (th_live_recording_get_plan (self->recording)->ring_mb > 0)
    /* Translators: how full a ring buffer is */
    return g_strdup_printf (_("The ring is %.0f %% full"), get_fill (status) * 100);

  size = g_format_size (status->n_bytes);
  events = th_format_count_short (status->n_events);
  /* Translators: a size, a number of events */
  return g_strdup_printf (_("%s kept on the target, %s events"), size, events);
}

static void
report_cb (ThHeldPage *self)
{
  g_autofree char *amount = NULL;
  ThCaptureStatus status;

  if (!th_capture_get_status (th_live_recording_get_capture (self->recording), &status))
    return;

  amount = describe_amount (self, &status);
  th_label_set_text (self->amount, amount);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->level), get_fill (&status));
}

static void
state_cb (ThHeldPage *self)
{
  ThCapture *capture = th_live_recording_get_capture (self->recording);
  gboolean recording = th_capture_get_state (capture) <= TH_CAPTURE_RECORDING;

  th_label_set_text (self->title, recording ? _("Recording; Events Stay on the Target")
                                            : _("Fetching What Was Recorded…"));
  gtk_widget_set_visible (self->stop, recording);
}

/* --- class ------------------------------------------------------------------------- */

static void
th_held_page_dispose (GObject *object)
{
  ThHeldPage *self = TH_HELD_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_HELD_PAGE);
  g_clear_object (&self->recording);

  G_OBJECT_CLASS (th_held_page_parent_class)->dispose (object);
}

static void
th_held_page_class_init (ThHeldPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_held_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-held-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, box);
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, title);
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, text);
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, level);
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, amount);
  gtk_widget_class_bind_template_child (widget_class, ThHeldPage, stop);
}

static void
th_held_page_init (ThHeldPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
th_held_page_new (ThLiveRecording *recording)
{
  ThHeldPage *self = g_object_new (TH_TYPE_HELD_PAGE, NULL);

  self->recording = g_object_ref (recording);
  gtk_widget_set_visible (self->level, th_live_recording_get_plan (recording)->ring_mb > 0);
  g_signal_connect_object (recording, "notify::report", G_CALLBACK (report_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (recording, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  show_text (self);
  state_cb (self);
  report_cb (self);
  return GTK_WIDGET (self);
}

/* th-job-dialog.c - a dialog that shows how much of a job is done
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-job-dialog.h"

#include "th-widgets.h"

struct _ThJobDialog
{
  GtkWindow       parent;

  /* From the template */
  GtkWidget      *label;
  GtkProgressBar *bar;
  GtkWidget      *cancel;
};

G_DEFINE_FINAL_TYPE (ThJobDialog, th_job_dialog, GTK_TYPE_WINDOW)

static void
th_job_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_JOB_DIALOG);
  G_OBJECT_CLASS (th_job_dialog_parent_class)->dispose (object);
}

static void
th_job_dialog_class_init (ThJobDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_job_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-job-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThJobDialog, label);
  gtk_widget_class_bind_template_child (widget_class, ThJobDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, ThJobDialog, cancel);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_job_dialog_init (ThJobDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

ThJobDialog *
th_job_dialog_new (GtkWindow  *parent,
                   const char *title,
                   const char *text)
{
  ThJobDialog *self = th_dialog_new (TH_TYPE_JOB_DIALOG, parent);

  gtk_window_set_title (GTK_WINDOW (self), title);
  th_label_set_text (self->label, text);
  return self;
}

void
th_job_dialog_update (ThJobDialog *self,
                      double       part)
{
  if (part > 0)
    gtk_progress_bar_set_fraction (self->bar, MIN (part, 1));
  else
    gtk_progress_bar_pulse (self->bar);
}

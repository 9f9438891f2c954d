/* th-interrupted-box.c - offers to finish recordings that a crash left
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-interrupted-box.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-interrupted.h"
#include "th-record-plan.h"
#include "th-record-question.h"
#include "th-widgets.h"

#define PATH "th-path"

struct _ThInterruptedBox
{
  GtkWidget     parent;

  GtkWidget    *list;        /* a row for each recording */
  GCancellable *cancellable;
  guint         n_busy;      /* recordings that are being finished */
};

G_DEFINE_FINAL_TYPE (ThInterruptedBox, th_interrupted_box, GTK_TYPE_WIDGET)

/* --- rows --------------------------------------------------------------------- */

static void
remove_row (ThInterruptedBox *self,
            GtkWidget        *row)
{
  gtk_box_remove (GTK_BOX (self->list), row);
  gtk_widget_set_visible (self->list, gtk_widget_get_first_child (self->list) != NULL);
}

static void
show_error (GtkWidget  *row,
            const char *message)
{
  GtkWidget *label = gtk_widget_get_first_child (row);

  th_label_set_text (label, message);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_set_sensitive (gtk_widget_get_last_child (row), TRUE);
}

typedef struct
{
  ThInterruptedBox *box; /* both hold a reference */
  GtkWidget        *row;
} Recovery;

static void
recovered_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  Recovery *recovery = data;
  ThInterruptedBox *self = recovery->box;
  g_autoptr(GError) error = NULL;
  g_autofree char *path = th_interrupted_recover_finish (result, &error);
  g_autoptr(GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  self->n_busy--;
  if (self->list == NULL)
    ; /* the window was closed */
  else if (uri == NULL)
    show_error (recovery->row, error->message);
  else
    {
      remove_row (self, recovery->row);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
    }
  g_object_unref (recovery->row);
  g_object_unref (self);
  g_free (recovery);
}

static void
finish_cb (GtkWidget *row)
{
  ThInterruptedBox *self =
    TH_INTERRUPTED_BOX (gtk_widget_get_ancestor (row, TH_TYPE_INTERRUPTED_BOX));
  Recovery *recovery = g_new0 (Recovery, 1);

  recovery->box = g_object_ref (self);
  recovery->row = g_object_ref (row);
  self->n_busy++;
  gtk_widget_set_sensitive (gtk_widget_get_last_child (row), FALSE);
  th_interrupted_recover_async (g_object_get_data (G_OBJECT (row), PATH), NULL, recovered_cb,
                                recovery);
}

static void
discard (gpointer data)
{
  GtkWidget *row = data;
  GtkWidget *box = gtk_widget_get_ancestor (row, TH_TYPE_INTERRUPTED_BOX);

  if (box == NULL)
    return;
  if (g_unlink (g_object_get_data (G_OBJECT (row), PATH)) == 0 || errno == ENOENT)
    remove_row (TH_INTERRUPTED_BOX (box), row);
  else
    show_error (row, g_strerror (errno));
}

static void
discard_cb (GtkWidget *row)
{
  const char *path = g_object_get_data (G_OBJECT (row), PATH);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_("“%s” and everything recorded in it will be "
                                             "deleted."), name);

  th_record_ask_discard (GTK_WINDOW (gtk_widget_get_root (row)), text, discard, row);
}

static char *
describe (const ThInterrupted *interrupted)
{
  g_autofree char *name = g_filename_display_basename (interrupted->path);
  g_autofree char *size = g_format_size (interrupted->size);

  /* Translators: name of a file, and its size */
  return g_strdup_printf (_("A recording was interrupted: %s, %s."), name, size);
}

static void
add_row (ThInterruptedBox    *self,
         const ThInterrupted *interrupted)
{
  g_autofree char *text = describe (interrupted);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = th_paragraph_new ("", NULL);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *finish = th_button_new (_("_Finish It")), *remove = th_button_new (_("_Discard…"));

  th_label_set_text (label, text);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (buttons), finish);
  gtk_box_append (GTK_BOX (buttons), remove);
  gtk_box_append (GTK_BOX (row), buttons);
  gtk_widget_add_css_class (row, "interrupted");
  g_object_set_data_full (G_OBJECT (row), PATH, g_strdup (interrupted->path), g_free);
  g_signal_connect_swapped (finish, "clicked", G_CALLBACK (finish_cb), row);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (discard_cb), row);
  gtk_box_append (GTK_BOX (self->list), row);
}

/* --- looking for them -------------------------------------------------------------- */

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr(GPtrArray) found = th_interrupted_list_finish (result);
  ThInterruptedBox *self = data;

  if (found == NULL || self->n_busy > 0) /* cancelled: @self may be gone */
    return;

  th_widget_clear (self->list);
  for (guint i = 0; i < found->len; i++)
    add_row (self, found->pdata[i]);
  gtk_widget_set_visible (self->list, found->len > 0);
}

static void
th_interrupted_box_map (GtkWidget *widget)
{
  ThInterruptedBox *self = TH_INTERRUPTED_BOX (widget);
  g_autofree char *folder = th_record_plan_dup_folder ();

  GTK_WIDGET_CLASS (th_interrupted_box_parent_class)->map (widget);

  if (self->n_busy == 0)
    th_interrupted_list_async (folder, self->cancellable, listed_cb, self);
}

/* --- class --------------------------------------------------------------------------- */

static void
th_interrupted_box_dispose (GObject *object)
{
  ThInterruptedBox *self = TH_INTERRUPTED_BOX (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->list, gtk_widget_unparent);

  G_OBJECT_CLASS (th_interrupted_box_parent_class)->dispose (object);
}

static void
th_interrupted_box_class_init (ThInterruptedBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_interrupted_box_dispose;
  widget_class->map = th_interrupted_box_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
th_interrupted_box_init (ThInterruptedBox *self)
{
  self->cancellable = g_cancellable_new ();
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_visible (self->list, FALSE);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

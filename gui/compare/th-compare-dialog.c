/* th-compare-dialog.c - chooses the recordings of both sides, and compares them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-dialog.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

struct _ThCompareDialog
{
  GtkWindow         parent;

  ThFileList       *a;
  ThFileList       *b;
  GtkLabel         *hint;
  GtkWidget        *cancel;
  GtkWidget        *compare;

  ThComparisonView *view;
};

G_DEFINE_FINAL_TYPE (ThCompareDialog, th_compare_dialog, GTK_TYPE_WINDOW)

static ThFileList *
get_list (ThCompareDialog *self,
          guint            side)
{
  return side == 0 ? self->a : self->b;
}

static guint
get_n (ThCompareDialog *self,
       guint            side)
{
  ThFileList *list = get_list (self, side);

  return g_list_model_get_n_items (th_file_list_get_files (list));
}

static const char *
get_hint (guint n_a,
          guint n_b)
{
  if (MIN (n_a, n_b) >= TH_VERDICT_LEAST_RUNS)
    return _("Three or more recordings per side show how much recordings differ among themselves. "
             "The verdicts are most certain if A and B were recorded in turns.");
  if (n_a <= 1 && n_b <= 1)
    return _("With one recording per side, only large differences stand out. Three or more "
             "per side, recorded in turns, can tell whether something changed.");
  if (n_a == 0)
    return _("Now add to A the recordings that were made before the change.");
  if (n_b == 0)
    return _("Now add to B the recordings that were made after the change.");
  return _("Nothing can be told from this many recordings: add some until each side has three or "
           "more, or compare one with one.");
}

static void
update_cb (ThCompareDialog *self)
{
  guint n_a = get_n (self, 0), n_b = get_n (self, 1);

  gtk_label_set_text (self->hint, get_hint (n_a, n_b));
  gtk_widget_set_sensitive (self->compare, n_a > 0 && n_b > 0);
}

static void
add_files (ThCompareDialog   *self,
           guint              side,
           ThComparisonSides *sides)
{
  GListModel *files = th_file_list_get_files (get_list (self, side));

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      th_comparison_sides_add (sides, side, path);
    }
}

static void
compare_cb (ThCompareDialog *self)
{
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  add_files (self, 0, sides);
  add_files (self, 1, sides);
  th_comparison_view_compare (self->view, sides);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- initial files ------------------------------------------------------------------ */

static void
add_sides (ThCompareDialog         *self,
           const ThComparisonSides *sides)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < th_comparison_sides_get_n (sides, side); i++)
      {
        const ThComparedFile *file = th_comparison_sides_get (sides, side, i);
        g_autoptr(GFile) location = g_file_new_for_path (file->path);

        th_file_list_add (get_list (self, side), location);
      }
}

static void
add_open_recording (ThCompareDialog *self)
{
  ThSideView *first = th_comparison_view_get_side (self->view, 0);
  ThDocument *document = th_document_view_get_document (th_side_view_get_view (first));

  if (document != NULL && !th_document_is_pipe (document))
    th_file_list_add (self->a, th_document_get_file (document));
}

static void
focus_next_step (ThCompareDialog *self)
{
  if (gtk_widget_get_sensitive (self->compare))
    gtk_widget_grab_focus (self->compare);
  else
    gtk_widget_grab_focus (GTK_WIDGET (get_n (self, 0) == 0 ? self->a : self->b));
}

/* --- class --------------------------------------------------------------------------- */

static void
th_compare_dialog_dispose (GObject *object)
{
  ThCompareDialog *self = TH_COMPARE_DIALOG (object);

  g_clear_object (&self->view);

  G_OBJECT_CLASS (th_compare_dialog_parent_class)->dispose (object);
}

static void
th_compare_dialog_class_init (ThCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_compare_dialog_dispose;

  g_type_ensure (TH_TYPE_FILE_LIST);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-compare-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThCompareDialog, a);
  gtk_widget_class_bind_template_child (widget_class, ThCompareDialog, b);
  gtk_widget_class_bind_template_child (widget_class, ThCompareDialog, hint);
  gtk_widget_class_bind_template_child (widget_class, ThCompareDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, ThCompareDialog, compare);
}

static void
th_compare_dialog_init (ThCompareDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  th_file_list_set_others (self->a, self->b);
  th_file_list_set_others (self->b, self->a);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (gtk_window_destroy), self);
  g_signal_connect_swapped (self->compare, "clicked", G_CALLBACK (compare_cb), self);
  g_signal_connect_swapped (self->a, "notify::n-files", G_CALLBACK (update_cb), self);
  g_signal_connect_swapped (self->b, "notify::n-files", G_CALLBACK (update_cb), self);
}

void
th_compare_dialog_present (ThCompareDialog *self)
{
  g_return_if_fail (TH_IS_COMPARE_DIALOG (self));

  gtk_window_present (GTK_WINDOW (self));
  if (get_n (self, 0) == 0 && get_n (self, 1) == 0)
    th_file_list_choose (self->a);
}

ThCompareDialog *
th_compare_dialog_new (GtkWindow        *parent,
                       ThComparisonView *view)
{
  ThCompareDialog *self = th_dialog_new (TH_TYPE_COMPARE_DIALOG, parent);

  self->view = g_object_ref (view);
  if (th_comparison_view_get_sides (view) != NULL)
    add_sides (self, th_comparison_view_get_sides (view));
  else
    add_open_recording (self);
  update_cb (self);
  focus_next_step (self);
  return self;
}

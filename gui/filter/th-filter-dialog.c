/* th-filter-dialog.c - the saved filters, and saving the current one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-dialog.h"

#include "th-filter-row.h"
#include "th-filter-store.h"
#include "th-widgets.h"

#define REFILL_MS 150

struct _ThFilterDialog
{
  GtkWindow      parent;

  ThFilterState *state;
  GListStore    *filters;  /* ThSavedFilter */
  GtkWidget     *name;
  GtkWidget     *save;
  GtkWidget     *list;
  GtkWidget     *none;
  guint          refill_id;
};

G_DEFINE_FINAL_TYPE (ThFilterDialog, th_filter_dialog, GTK_TYPE_WINDOW)

/* --- the list ------------------------------------------------------------ */

static void
fill (ThFilterDialog *self)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->filters));

  g_list_store_splice (self->filters, 0, n_before, filters->pdata, filters->len);
  gtk_widget_set_visible (self->none, filters->len == 0);
  gtk_widget_set_visible (self->list, filters->len > 0);
}

static gboolean
refill_cb (gpointer data)
{
  ThFilterDialog *self = data;

  self->refill_id = 0;
  fill (self);

  return G_SOURCE_REMOVE;
}

/* Refills the list later, because the widget that was used is in it.  GTK 4.8 does not redraw the
 * surroundings of a row that is removed while it has the focus, and 100 ms after losing the focus a
 * GtkEditableLabel checks whether it is still being edited, even if it has been removed. */
static void
refill_later (ThFilterDialog *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && gtk_widget_is_ancestor (focus, self->list))
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  if (self->refill_id == 0)
    self->refill_id = g_timeout_add (REFILL_MS, refill_cb, self);
}

static ThSavedFilter *
find (ThFilterDialog *self,
      const char     *name)
{
  GListModel *model = G_LIST_MODEL (self->filters);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr(ThSavedFilter) filter = g_list_model_get_item (model, i);

      if (g_str_equal (th_saved_filter_get_name (filter), name))
        return g_steal_pointer (&filter);
    }

  return NULL;
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  return th_filter_row_new (item);
}

/* --- actions ------------------------------------------------------------- */

static void
save_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ThFilterDialog *self = TH_FILTER_DIALOG (widget);

  if (th_filter_state_is_empty (self->state) ||
      !th_filter_store_save (g_variant_get_string (parameter, NULL), self->state))
    return;

  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  fill (self);
}

static void
apply_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));
  g_autoptr(ThSavedFilter) filter = find (TH_FILTER_DIALOG (widget),
                                          g_variant_get_string (parameter, NULL));
  g_autofree char *state = NULL;

  if (filter == NULL || parent == NULL)
    return;

  state = th_filter_state_to_string (th_saved_filter_get_state (filter));
  gtk_widget_activate_action (GTK_WIDGET (parent), "win.pick-filter", "s", state);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  th_filter_store_remove (g_variant_get_string (parameter, NULL));
  refill_later (TH_FILTER_DIALOG (widget));
}

/* If the new name is refused, the row shows its old name again. */
static void
rename_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  const char *name, *new_name;

  g_variant_get (parameter, "(&s&s)", &name, &new_name);
  th_filter_store_rename (name, new_name);
  refill_later (TH_FILTER_DIALOG (widget));
}

/* --- the entry ----------------------------------------------------------- */

static void
save_cb (ThFilterDialog *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  gtk_widget_activate_action (GTK_WIDGET (self), "saved.save", "s", name);
}

static void
typed_cb (ThFilterDialog *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));

  gtk_widget_set_sensitive (self->save, self->state != NULL &&
                            !th_filter_state_is_empty (self->state) && name[0] != '\0');
}

/* --- class --------------------------------------------------------------- */

static void
th_filter_dialog_dispose (GObject *object)
{
  ThFilterDialog *self = TH_FILTER_DIALOG (object);

  g_clear_handle_id (&self->refill_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_FILTER_DIALOG);
  g_clear_object (&self->filters);
  g_clear_pointer (&self->state, th_filter_state_unref);

  G_OBJECT_CLASS (th_filter_dialog_parent_class)->dispose (object);
}

static void
th_filter_dialog_class_init (ThFilterDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_filter_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_install_action (widget_class, "saved.save", "s", save_action);
  gtk_widget_class_install_action (widget_class, "saved.apply", "s", apply_action);
  gtk_widget_class_install_action (widget_class, "saved.remove", "s", remove_action);
  gtk_widget_class_install_action (widget_class, "saved.rename", "(ss)", rename_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-filter-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFilterDialog, name);
  gtk_widget_class_bind_template_child (widget_class, ThFilterDialog, save);
  gtk_widget_class_bind_template_child (widget_class, ThFilterDialog, list);
  gtk_widget_class_bind_template_child (widget_class, ThFilterDialog, none);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
}

static void
th_filter_dialog_init (ThFilterDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (self->save);
  self->filters = g_list_store_new (TH_TYPE_SAVED_FILTER);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), G_LIST_MODEL (self->filters), create_row,
                           NULL, NULL);
}

ThFilterDialog *
th_filter_dialog_new (GtkWindow     *parent,
                      ThFilterState *state)
{
  ThFilterDialog *self = th_dialog_new (TH_TYPE_FILTER_DIALOG, parent);

  self->state = th_filter_state_ref (state);
  gtk_widget_set_sensitive (self->name, !th_filter_state_is_empty (state));
  typed_cb (self);
  fill (self);

  return self;
}

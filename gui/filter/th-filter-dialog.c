/* th-filter-dialog.c - saving the filter under a name, and the saved ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-dialog.h"

#include <glib/gi18n-lib.h>

#include "th-filter-store.h"
#include "th-widgets.h"

struct _ThFilterDialog
{
  GtkWindow  parent;

  ThFilterState *state;
  GtkWidget *name;
  GtkWidget *save;
  GtkWidget *list;
  GtkWidget *none;
  guint      refill_id;
};

G_DEFINE_FINAL_TYPE (ThFilterDialog, th_filter_dialog, GTK_TYPE_WINDOW)

static void fill (ThFilterDialog *self);

/* All conditions on one line. */
static char *
dup_line (const ThFilterState *state)
{
  GString *all = g_string_new (NULL);
  const ThFilterChip *chip;

  for (guint i = 0; (chip = th_filter_state_get_chip (state, i)) != NULL; i++)
    g_string_append_printf (all, "%s%s%s", all->len > 0 ? " · " : "",
                            chip->excluded ? "not " : "", chip->test);
  if (*th_filter_state_get_text (state) != '\0')
    g_string_append_printf (all, "%s%s", all->len > 0 ? " · " : "",
                            th_filter_state_get_text (state));

  return g_string_free (all, FALSE);
}

/* --- one saved filter ---------------------------------------------------- */

static const char *
get_name (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return row != NULL ? g_object_get_data (G_OBJECT (row), "th-name") : NULL;
}

static void
pick_cb (ThFilterDialog *self,
         GtkWidget      *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);
  g_autofree char *state = th_filter_state_to_string (g_object_get_data (G_OBJECT (row), "th-state"));

  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))),
                              "win.pick-filter", "s", state);
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
refill_cb (gpointer data)
{
  ThFilterDialog *self = data;

  self->refill_id = 0;
  fill (self);

  return G_SOURCE_REMOVE;
}

/* What was clicked is in the list. */
static void
refill_later (ThFilterDialog *self)
{
  if (self->refill_id == 0)
    self->refill_id = g_idle_add_full (G_PRIORITY_DEFAULT, refill_cb, self, NULL);
}

static void
remove_cb (ThFilterDialog *self,
           GtkWidget      *button)
{
  th_filter_store_remove (get_name (button));
  refill_later (self);
}

static void
renamed_cb (ThFilterDialog *self,
            GParamSpec     *pspec,
            GtkWidget      *label)
{
  const char *name = get_name (label), *text = gtk_editable_get_text (GTK_EDITABLE (label));

  if (name == NULL || gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (label)) ||
      g_str_equal (name, text))
    return;

  if (!th_filter_store_rename (name, text))
    gtk_editable_set_text (GTK_EDITABLE (label), name);
  refill_later (self);
}

static GtkWidget *
create_button (ThFilterDialog *self,
               GtkWidget      *button,
               const char     *format,
               const char     *name,
               GCallback       callback)
{
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, format);
  th_button_name_of (button, name, format);
  g_signal_connect_swapped (button, "clicked", callback, self);

  return button;
}

static GtkWidget *
create_row (ThFilterDialog      *self,
            const ThSavedFilter *filter)
{
  g_autofree char *line = dup_line (filter->state);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_editable_label_new (filter->name);
  GtkWidget *text = g_object_new (GTK_TYPE_LABEL, "label", line, "xalign", 0.0, "ellipsize",
                                  PANGO_ELLIPSIZE_END,
                                  "tooltip-text", line, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name"),
                                  -1);
  g_signal_connect_swapped (name, "notify::editing", G_CALLBACK (renamed_cb), self);
  gtk_widget_add_css_class (text, "expression");
  th_widget_set_code (text);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), name);
  gtk_box_append (GTK_BOX (texts), text);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box),
                  create_button (self, gtk_button_new_with_label (_("Apply")),
                                 _("Apply this filter"), filter->name,
                                 G_CALLBACK (pick_cb)));
  gtk_box_append (GTK_BOX (box),
                  create_button (self, gtk_button_new_from_icon_name ("edit-delete-symbolic"),
                                 _("Delete"), filter->name,
                                 G_CALLBACK (remove_cb)));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  g_object_set_data_full (G_OBJECT (row), "th-name", g_strdup (filter->name), g_free);
  g_object_set_data_full (G_OBJECT (row), "th-state", th_filter_state_ref (filter->state),
                          (GDestroyNotify) th_filter_state_unref);

  return row;
}

static void
fill (ThFilterDialog *self)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();

  th_widget_clear (self->list);
  for (guint i = 0; i < filters->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (self, filters->pdata[i]));
  gtk_widget_set_visible (self->none, filters->len == 0);
  gtk_widget_set_visible (self->list, filters->len > 0);
}

/* --- saving -------------------------------------------------------------- */

gboolean
th_filter_dialog_save (ThFilterDialog *self,
                       const char     *name)
{
  if (th_filter_state_is_empty (self->state) || !th_filter_store_save (name, self->state))
    return FALSE;

  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  fill (self);
  return TRUE;
}

guint
th_filter_dialog_get_n (ThFilterDialog *self)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), n) != NULL)
    n++;

  return n;
}

static void
save_cb (ThFilterDialog *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  th_filter_dialog_save (self, name);
}

static void
typed_cb (ThFilterDialog *self)
{
  gtk_widget_set_sensitive (self->save, !th_filter_state_is_empty (self->state) &&
                            gtk_editable_get_text (GTK_EDITABLE (self->name))[0] != '\0');
}

/* --- class --------------------------------------------------------------- */

static void
th_filter_dialog_dispose (GObject *object)
{
  g_clear_handle_id (&TH_FILTER_DIALOG (object)->refill_id, g_source_remove);

  G_OBJECT_CLASS (th_filter_dialog_parent_class)->dispose (object);
}

static void
th_filter_dialog_finalize (GObject *object)
{
  g_clear_pointer (&TH_FILTER_DIALOG (object)->state, th_filter_state_unref);

  G_OBJECT_CLASS (th_filter_dialog_parent_class)->finalize (object);
}

static void
th_filter_dialog_class_init (ThFilterDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_filter_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_filter_dialog_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static GtkWidget *
build_head (ThFilterDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->name = gtk_entry_new ();
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _("Name for the current filter"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name for the current filter"), -1);
  self->save = th_button_new (_("_Save"));
  g_signal_connect_swapped (self->name, "activate", G_CALLBACK (save_cb), self);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (typed_cb), self);
  g_signal_connect_swapped (self->save, "clicked", G_CALLBACK (save_cb), self);
  gtk_box_append (GTK_BOX (box), self->name);
  gtk_box_append (GTK_BOX (box), self->save);

  return box;
}

static void
th_filter_dialog_init (ThFilterDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  th_dialog_add_header (GTK_WINDOW (self));
  gtk_window_set_title (GTK_WINDOW (self), _("Saved Filters"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 400);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "filterdialog");
  gtk_widget_add_css_class (box, "sheets");
  gtk_box_append (GTK_BOX (box), build_head (self));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Saved Filters"), -1);
  self->none = th_label_new (_("No saved filters yet"), "dim-label");
  gtk_box_append (GTK_BOX (inner), self->none);
  gtk_box_append (GTK_BOX (inner), self->list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), inner);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_window_set_child (GTK_WINDOW (self), box);
}

ThFilterDialog *
th_filter_dialog_new (GtkWindow  *parent,
                      ThFilterState *state)
{
  ThFilterDialog *self = g_object_new (TH_TYPE_FILTER_DIALOG, "transient-for", parent,
                                       "destroy-with-parent", TRUE, NULL);

  self->state = th_filter_state_ref (state);
  gtk_widget_set_sensitive (self->name, !th_filter_state_is_empty (state));
  typed_cb (self);
  fill (self);

  return self;
}

/* th-filter-row.c - one saved filter, which can be applied, renamed and deleted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-row.h"

#include "th-widgets.h"

struct _ThFilterRow
{
  GtkListBoxRow  parent;

  ThSavedFilter *filter;
  GtkWidget     *name;
  GtkLabel      *expression;
  GtkWidget     *apply;
  GtkWidget     *remove;
};

G_DEFINE_FINAL_TYPE (ThFilterRow, th_filter_row, GTK_TYPE_LIST_BOX_ROW)

/* Returns all conditions on one line. */
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

/* --- user input ---------------------------------------------------------- */

static void
apply_cb (ThFilterRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "saved.apply", "s",
                              th_saved_filter_get_name (self->filter));
}

static void
remove_cb (ThFilterRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "saved.remove", "s",
                              th_saved_filter_get_name (self->filter));
}

static void
editing_cb (ThFilterRow *self)
{
  const char *name = th_saved_filter_get_name (self->filter);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->name));

  if (gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (self->name)) || g_str_equal (name, text))
    return;

  gtk_widget_activate_action (GTK_WIDGET (self), "saved.rename", "(ss)", name, text);
}

/* --- class --------------------------------------------------------------- */

static void
th_filter_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_FILTER_ROW);
  g_clear_object (&TH_FILTER_ROW (object)->filter);

  G_OBJECT_CLASS (th_filter_row_parent_class)->dispose (object);
}

static void
th_filter_row_class_init (ThFilterRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_filter_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-filter-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFilterRow, name);
  gtk_widget_class_bind_template_child (widget_class, ThFilterRow, expression);
  gtk_widget_class_bind_template_child (widget_class, ThFilterRow, apply);
  gtk_widget_class_bind_template_child (widget_class, ThFilterRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
  gtk_widget_class_bind_template_callback (widget_class, editing_cb);
}

static void
th_filter_row_init (ThFilterRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_widget_set_code (GTK_WIDGET (self->expression));
}

GtkWidget *
th_filter_row_new (ThSavedFilter *filter)
{
  ThFilterRow *self = g_object_new (TH_TYPE_FILTER_ROW, NULL);
  const char *name = th_saved_filter_get_name (filter);
  g_autofree char *line = dup_line (th_saved_filter_get_state (filter));

  self->filter = g_object_ref (filter);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_label_set_text (self->expression, line);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->expression), line);
  th_button_name_of (self->apply, name, gtk_widget_get_tooltip_text (self->apply));
  th_button_name_of (self->remove, name, gtk_widget_get_tooltip_text (self->remove));

  return GTK_WIDGET (self);
}

/* th-conditions-grid.c - lists the conditions of a comparison with their warnings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-conditions-grid.h"

#include "th-widgets.h"

GtkWidget *
th_condition_icon_new (const ThCondition *condition)
{
  gboolean is_warned = condition->warnings->len > 0;
  GtkWidget *icon = gtk_image_new_from_icon_name (is_warned ? "dialog-warning-symbolic"
                                                  : condition->is_fine
                                                  ? "object-select-symbolic"
                                                  : "dialog-information-symbolic");

  gtk_widget_add_css_class (icon, is_warned ? "warned" : condition->is_fine ? "fine" : "dim-label");
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_accessible_update_state (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  return icon;
}

char *
th_condition_dup_warnings (const ThCondition *condition)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < condition->warnings->len; i++)
    {
      g_autofree char *one = th_comparison_describe_warning (condition->warnings->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", one);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Keeps a number and the percent sign after it on one line. */
static char *
join_percents (const char *text)
{
  GString *joined = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (p > text && g_ascii_isdigit (p[-1]) && p[0] == ' ' && p[1] == '%')
      g_string_append (joined, "\u00a0");
    else
      g_string_append_c (joined, *p);

  return g_string_free (joined, FALSE);
}

static void
append (GtkWidget         *grid,
        const ThCondition *condition,
        int                row)
{
  g_autofree char *warnings = th_condition_dup_warnings (condition);
  g_autofree char *text = g_strdup_printf ("%s%s%s", condition->value,
                                           *warnings != '\0' ? "\n" : "", warnings);
  g_autofree char *joined = join_percents (text);
  GtkWidget *icon = th_condition_icon_new (condition), *value = th_paragraph_new (joined, NULL);
  GtkWidget *title = th_label_new (condition->title, "condition");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_valign (title, GTK_ALIGN_START);
  /* The width in a popover; on a page, the text takes all the width available. */
  gtk_label_set_max_width_chars (GTK_LABEL (value), 60);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_grid_attach (GTK_GRID (grid), icon, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), title, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 2, row, 1, 1);
}

void
th_conditions_grid_set (GtkWidget    *grid,
                        const GArray *conditions)
{
  g_return_if_fail (GTK_IS_GRID (grid));

  th_widget_clear (grid);
  for (guint i = 0; conditions != NULL && i < conditions->len; i++)
    append (grid, &g_array_index (conditions, ThCondition, i), i);
}

GtkWidget *
th_conditions_grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_widget_add_css_class (grid, "conditions");
  return grid;
}

/* th-removed-rows.c - frees the widgets of removed rows a few at a time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-removed-rows.h"

#include "th-column-view-util.h"

#define FEW_ROWS 20  /* GTK may free this many at once */
#define PORTION  160 /* widgets that are freed between two turns of the main loop */

/* A widget that stayed in the view still has a root; releasing it costs nothing. */
static gboolean
free_some_cb (gpointer data)
{
  GPtrArray *widgets = data;

  for (guint n_freed = 0; widgets->len > 0 && n_freed < PORTION;)
    {
      g_autoptr(GtkWidget) widget = g_ptr_array_steal_index_fast (widgets, widgets->len - 1);

      if (gtk_widget_get_root (widget) == NULL)
        n_freed++;
    }

  return widgets->len > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* A row that leaves the view removes its cells, and a cell its content, so each of them needs a
 * reference of its own. */
static void
hold_descendants (GPtrArray *widgets,
                  GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      g_ptr_array_add (widgets, g_object_ref (child));
      hold_descendants (widgets, child);
    }
}

/* Is called before GTK removes the rows from the view. */
static void
items_changed_cb (GtkColumnView *view,
                  guint          position,
                  guint          n_removed,
                  guint          n_added)
{
  GtkWidget *list = th_column_view_find_list (view);
  GPtrArray *widgets;

  if (n_removed <= FEW_ROWS || list == NULL)
    return;

  widgets = g_ptr_array_new_with_free_func (g_object_unref);
  hold_descendants (widgets, list);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, free_some_cb, widgets,
                   (GDestroyNotify) g_ptr_array_unref);
}

void
th_removed_rows_free_later (GtkColumnView *view,
                            GListModel    *model)
{
  g_return_if_fail (gtk_column_view_get_model (view) == NULL);

  g_signal_connect_object (model, "items-changed", G_CALLBACK (items_changed_cb), view,
                           G_CONNECT_SWAPPED);
}

/* th-pane-focus.c - moves the focus from one pane of a window to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pane-focus.h"

static GtkWidget *
find_rows (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_LIST_VIEW (widget))
    return gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *rows = find_rows (child);

      if (rows != NULL)
        return rows;
    }

  return NULL;
}

gboolean
th_pane_focus_rows (GtkWidget *pane)
{
  GtkWidget *rows;

  if (!gtk_widget_get_mapped (pane))
    return FALSE;

  rows = find_rows (pane);
  return (gtk_widget_get_focusable (pane) && gtk_widget_grab_focus (pane)) ||
         (rows != NULL && gtk_widget_grab_focus (rows)) ||
         gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

/* Returns the 1-based number of the pane that has the focus, or 0 if none has it. */
static guint
find_current (GPtrArray *panes,
              GtkWidget *focus)
{
  for (guint i = 0; focus != NULL && i < panes->len; i++)
    if (focus == panes->pdata[i] || gtk_widget_is_ancestor (focus, panes->pdata[i]))
      return i + 1;

  return 0;
}

void
th_pane_focus_step (GPtrArray *panes,
                    int        step)
{
  GtkRoot *root = panes->len > 0 ? gtk_widget_get_root (panes->pdata[0]) : NULL;
  guint place;

  if (root == NULL)
    return;

  place = find_current (panes, gtk_root_get_focus (root));
  if (place == 0 && step < 0)
    place = panes->len + 1;
  for (guint i = 0; i < panes->len; i++)
    {
      place = step > 0 ? place % panes->len + 1 : place > 1 ? place - 1 : panes->len;
      if (th_pane_focus_rows (panes->pdata[place - 1]))
        break;
    }
  gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
}

/* gui-gestures.c - what a user does with the pointer, through signals and actions of widgets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-gestures.h"

#include "th-record-dialog.h"
#include "th-widgets.h"

/* The distance between two places of the pointer, in pixels. */
#define STEP (1 / 16.)

/* Returns the first controller of @type; owned by @widget. */
static gpointer
find_controller (GtkWidget *widget,
                 GType      type)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        return controller;
    }

  g_assert_not_reached ();
}

gboolean
gui_drop (ThWindow      *window,
          const GValue  *value,
          double         y,
          GdkDragAction  actions)
{
  GtkDropTarget *target = find_controller (gui_template_child (window, TH_TYPE_WINDOW, "pages"),
                                           GTK_TYPE_DROP_TARGET);
  GdkDragAction accepted = gtk_drop_target_get_actions (target);
  gboolean taken = FALSE;

  gtk_drop_target_set_actions (target, accepted & actions);
  g_signal_emit_by_name (target, "drop", value, 10.0, y, &taken);
  gtk_drop_target_set_actions (target, accepted);
  return taken;
}

char *
gui_dup_tooltip (GtkWidget *widget,
                 double     x,
                 double     y)
{
  g_autoptr(GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkWidget *content = gtk_label_new (NULL), *window = content;
  gboolean shown = FALSE;

  /* GTK has no function that returns the window of a tooltip, but it is the root of the content. */
  gtk_tooltip_set_custom (tooltip, content);
  while (gtk_widget_get_parent (window) != NULL)
    window = gtk_widget_get_parent (window);
  gtk_tooltip_set_custom (tooltip, NULL);

  g_signal_emit_by_name (widget, "query-tooltip", (int) x, (int) y, FALSE, tooltip, &shown);
  return shown ? g_strstrip (dup_label_texts (window)) : NULL;
}

GtkWidget *
gui_find_cell (GtkWidget  *widget,
               const char *text)
{
  if (GTK_IS_INSCRIPTION (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = gui_find_cell (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

char *
gui_dup_cell_tip (GtkWidget  *widget,
                  const char *text)
{
  GtkWidget *cell = gui_find_cell (widget, text), *view;
  double x, y;

  g_assert_nonnull (cell);
  view = gtk_widget_get_ancestor (cell, GTK_TYPE_COLUMN_VIEW);
  g_assert_true (gtk_widget_translate_coordinates (cell, view, 4, gtk_widget_get_height (cell) / 2.,
                                                   &x, &y));
  return gui_dup_tooltip (view, x, y);
}

void
gui_find_brush (GtkWidget *overview,
                double    *x,
                double    *width)
{
  gpointer motion = find_controller (overview, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  double edges[2][2];
  gboolean was_on_edge = FALSE;
  guint n = 0;

  for (double at = 0; at < gtk_widget_get_width (overview); at += STEP)
    {
      gboolean on_edge;

      g_signal_emit_by_name (motion, "motion", at, 1.0);
      on_edge = gtk_widget_get_cursor (overview) != NULL;
      if (on_edge && !was_on_edge)
        {
          g_assert_cmpuint (n, <, G_N_ELEMENTS (edges));
          edges[n++][0] = at;
        }
      if (on_edge)
        edges[n - 1][1] = at;
      was_on_edge = on_edge;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (edges));

  *x = (edges[0][0] + edges[0][1]) / 2;
  *width = (edges[1][0] + edges[1][1]) / 2 - *x;
}

static void
step (ThFlameChart     *chart,
      GtkDirectionType  direction)
{
  guint32 before = th_flame_chart_get_selected (chart);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (chart), "flame.step", "i", direction));
  g_assert_cmpuint (th_flame_chart_get_selected (chart), !=, before);
}

void
gui_select_frame (ThFlameChart *chart,
                  guint32       frame)
{
  if (frame == 0)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (chart), "flame.all", NULL));
      return;
    }

  gui_select_frame (chart, th_flame_get (th_flame_chart_get_flame (chart), frame)->caller);
  step (chart, GTK_DIR_DOWN);
  while (th_flame_chart_get_selected (chart) != frame)
    step (chart, GTK_DIR_RIGHT);
}

void
gui_begin_recording (Fixture            *fixture,
                     ThCapture          *capture,
                     const ThRecordPlan *plan)
{
  GtkWindow *dialog;

  activate (fixture, "win.record");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_RECORD_DIALOG);
  g_assert_nonnull (dialog);
  g_signal_emit_by_name (dialog, "recording", capture, plan, NULL, NULL);
  gtk_window_destroy (dialog);
  fixture->window =
    TH_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (fixture->application)));
}

gboolean
gui_is_recording (ThWindow *window)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), "discard-recording");
}

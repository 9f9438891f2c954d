/* th-comparison-actions.c - the actions of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-actions.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-compare-dialog.h"
#include "th-pane-focus.h"
#include "th-time-span.h"
#include "th-widgets.h"

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

static GtkWindow *
get_window (ThComparisonView *view)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));
}

static ThDocumentView *
get_view (ThComparisonView *self,
          guint             side)
{
  return th_side_view_get_view (th_comparison_view_get_side (self, side));
}

static guint
get_focused_side (ThComparisonView *self)
{
  return th_comparison_view_find_side (self, gtk_window_get_focus (get_window (self)));
}

/* --- panes --------------------------------------------------------------------- */

static void
step_pane (ThComparisonView *self,
           int               step)
{
  g_autoptr(GPtrArray) panes = th_comparison_view_list_panes (self);

  th_pane_focus_step (panes, step);
}

DEFINE_ACTION (next_pane)
{
  step_pane (data, 1);
}

DEFINE_ACTION (previous_pane)
{
  step_pane (data, -1);
}

/* --- beginning and ending ------------------------------------------------------ */

DEFINE_ACTION (compare)
{
  GtkWindow *window = get_window (data);

  if (!th_dialog_present (window, TH_TYPE_COMPARE_DIALOG))
    th_compare_dialog_present (th_compare_dialog_new (window, data));
}

DEFINE_ACTION (close_comparison)
{
  th_comparison_view_end (data);
}

DEFINE_ACTION (swap_sides)
{
  ThComparisonView *self = data;
  g_autoptr(ThComparisonSides) swapped =
    th_comparison_sides_swap (th_comparison_view_get_sides (self));

  th_comparison_view_compare (self, swapped);
}

DEFINE_ACTION (compare_spans)
{
  ThComparisonView *self = data;
  ThDocument *document = th_document_view_get_document (get_view (self, 0));
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  ThRecording *recording = document != NULL ? th_document_get_recording (document) : NULL;
  g_autofree char *path = NULL, *a = NULL, *b = NULL;
  gint64 from, to;

  if (recording == NULL || !(path = g_file_get_path (th_document_get_file (document))))
    return;
  if (!th_markers_get_span (th_document_get_markers (document), &from, &to))
    {
      th_document_view_say (get_view (self, 0),
                            _("Set markers A and B around one span and select another one"));
      return;
    }
  a = th_time_span_format (recording, from, to);
  if (!th_document_get_span (document, &from, &to))
    {
      th_document_view_say (get_view (self, 0),
                            _("Select the span to compare with the one between the markers"));
      return;
    }
  b = th_time_span_format (recording, from, to);

  th_comparison_sides_add_range (sides, 0, path, a);
  th_comparison_sides_add_range (sides, 1, path, b);
  th_comparison_view_compare (self, sides);
}

/* --- during a comparison --------------------------------------------------------- */

DEFINE_ACTION (copy_recipe)
{
  ThComparisonView *self = data;
  g_autofree char *command =
    th_comparison_sides_format_command (th_comparison_view_get_sides (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  th_comparison_view_say (self, _("Copied the command that repeats this comparison"));
}

static void
step_run (ThComparisonView *self,
          int               step)
{
  guint side = get_focused_side (self);
  guint n = th_comparison_sides_get_n (th_comparison_view_get_sides (self), side);
  ThSideView *view = th_comparison_view_get_side (self, side);

  th_side_view_set_run (view, (th_side_view_get_run (view) + n + step) % n);
}

DEFINE_ACTION (next_run)
{
  step_run (data, 1);
}

DEFINE_ACTION (previous_run)
{
  step_run (data, -1);
}

DEFINE_ACTION (other_side)
{
  ThComparisonView *self = data;
  ThDocumentView *view = get_view (self, 1 - get_focused_side (self));

  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (view)));
}

DEFINE_ACTION (counterpart)
{
  ThComparisonView *self = data;

  th_comparison_view_show_counterpart (self, get_focused_side (self));
}

DEFINE_ACTION (link_sides)
{
  ThViewLink *link = th_pairing_get_link (th_comparison_view_get_pairing (data));

  th_view_link_set_linked (link, !th_view_link_get_linked (link));
}

DEFINE_ACTION (side_by_side)
{
  th_comparison_view_set_side_by_side (data, !th_comparison_view_get_side_by_side (data));
}

static const GActionEntry entries[] = {
  { "next-pane", next_pane_cb },
  { "previous-pane", previous_pane_cb },
  { "compare", compare_cb },
  { "compare-spans", compare_spans_cb },
};

static const GActionEntry comparing_entries[] = {
  { "close-comparison", close_comparison_cb },
  { "swap-sides", swap_sides_cb },
  { "copy-recipe", copy_recipe_cb },
  { "next-run", next_run_cb },
  { "previous-run", previous_run_cb },
  { "other-side", other_side_cb },
  { "counterpart", counterpart_cb },
  { "link-sides", link_sides_cb },
  { "side-by-side", side_by_side_cb, NULL, "false" },
};

static void
page_cb (ThDocumentView *view,
         GParamSpec     *pspec G_GNUC_UNUSED,
         GActionMap     *actions)
{
  GtkWidget *comparison = gtk_widget_get_ancestor (GTK_WIDGET (view), TH_TYPE_COMPARISON_VIEW);
  gboolean compares = th_comparison_view_get_sides (TH_COMPARISON_VIEW (comparison)) != NULL;
  gboolean has_recording = g_str_equal (th_document_view_get_page (view), "recording");

  /* What is missing is said in the status bar, which a comparison does not show. */
  th_action_enable (actions, "compare-spans", has_recording && !compares);
  th_action_enable (actions, "next-pane", has_recording || compares);
  th_action_enable (actions, "previous-pane", has_recording || compares);
}

static void
comparing_cb (ThComparisonView *view,
              GParamSpec       *pspec G_GNUC_UNUSED,
              GActionMap       *actions)
{
  page_cb (get_view (view, 0), NULL, actions);
  for (guint i = 0; i < G_N_ELEMENTS (comparing_entries); i++)
    th_action_enable (actions, comparing_entries[i].name,
                      th_comparison_view_get_sides (view) != NULL);
}

static void
side_by_side_changed_cb (ThComparisonView *view,
                         GParamSpec       *pspec G_GNUC_UNUSED,
                         GActionMap       *actions)
{
  GAction *action = g_action_map_lookup_action (actions, "side-by-side");

  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_boolean (th_comparison_view_get_side_by_side (view)));
}

void
th_comparison_actions_add (ThComparisonView *view,
                           GActionMap       *actions)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (view) && G_IS_ACTION_MAP (actions));

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), view);
  g_action_map_add_action_entries (actions, comparing_entries, G_N_ELEMENTS (comparing_entries),
                                   view);
  g_signal_connect_object (get_view (view, 0), "notify::page", G_CALLBACK (page_cb), actions, 0);
  g_signal_connect_object (view, "notify::comparing", G_CALLBACK (comparing_cb), actions, 0);
  g_signal_connect_object (view, "notify::side-by-side", G_CALLBACK (side_by_side_changed_cb),
                           actions, 0);
  comparing_cb (view, NULL, actions);
}

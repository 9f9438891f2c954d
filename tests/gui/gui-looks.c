/* gui-looks.c - everything that a user can see of the program, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-looks.h"

#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-lane-view.h"

#define REST_MS 60
#define MAX_RESTS 100

static guint n_copies;

static void
count_cb (guint *count)
{
  (*count)++;
}

/* --- widgets ------------------------------------------------------------ */

static const char *
text_of (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  if (GTK_IS_TEXT (widget))
    return gtk_editable_get_text (GTK_EDITABLE (widget));

  return NULL;
}

static void
add_widget (GString   *looks,
            GtkWidget *widget)
{
  /* Leave out states that depend on the position of the pointer. */
  const GtkStateFlags told = GTK_STATE_FLAG_CHECKED | GTK_STATE_FLAG_SELECTED |
                             GTK_STATE_FLAG_INSENSITIVE | GTK_STATE_FLAG_FOCUSED;

  if (!gtk_widget_get_mapped (widget) ||
      g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return;

  g_string_append_printf (looks, "%s %x %s", G_OBJECT_TYPE_NAME (widget),
                          gtk_widget_get_state_flags (widget) & told,
                          text_of (widget) != NULL ? text_of (widget) : "");
  if (GTK_IS_SCROLLBAR (widget))
    {
      GtkAdjustment *adjustment = gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (widget));

      g_string_append_printf (looks, " at %.0f", gtk_adjustment_get_value (adjustment));
    }
  if (GTK_IS_PANED (widget))
    g_string_append_printf (looks, " at %d", gtk_paned_get_position (GTK_PANED (widget)));
  if (TH_IS_LANE_VIEW (widget))
    g_string_append_printf (looks, " of lane %u", gui_get_uint (widget, "lane"));
  g_string_append_c (looks, '\n');
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_widget (looks, child);
}

/* --- drawn contents ----------------------------------------------------- */

static void
add_lanes (GString *looks,
           ThScene *scene)
{
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      g_string_append_printf (looks, "lane %s %s %.0f+%.0f %d\n", lane->title, lane->detail,
                              lane->y, lane->height, lane->folded);
    }
}

static void
add_document (GString    *looks,
              ThWindow   *window,
              ThDocument *document)
{
  ThFlowFollower *follower = th_document_get_follower (document);
  const ThView *view = th_document_get_view (document);
  ThRef selected = th_document_get_selected (document);
  ThMarkers *marks = th_document_get_markers (document);
  gint64 from = 0, to = 0;
  guint32 followed = 0;
  ThResults *results = th_flow_follower_get_followed (follower, &followed);

  th_document_get_span (document, &from, &to);
  g_string_append_printf (looks,
                          "view %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          ", span %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                          view->from, view->to, from, to);
  g_string_append_printf (looks, "selected %u %u %u, lane %u\n", selected.stream, selected.cpu,
                          selected.row, th_timeline_get_current (th_window_get_timeline (window)));
  g_string_append_printf (looks, "filter %s, find %s, loading %u\n",
                          th_event_filter_get_text (th_document_get_filter (document)),
                          th_event_search_get_text (th_document_get_search (document)),
                          GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (document), "loads")));
  g_string_append_printf (looks, "followed %s %u, pinned %d, pale %d\n",
                          results != NULL ? "one" : "none", followed,
                          th_flow_follower_is_pinned (follower),
                          gui_action_is_on (window, "dim"));
  for (guint i = 0; i < TH_N_MARKERS; i++)
    g_string_append_printf (looks, "marker %" G_GINT64_FORMAT "\n",
                            th_markers_get_marker (marks, i));
  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    g_string_append_printf (looks, "bookmark %" G_GINT64_FORMAT "\n",
                            th_markers_get_bookmark (marks, i)->time);
  if (th_document_get_scene (document) != NULL)
    add_lanes (looks, th_document_get_scene (document));
}

static void
loaded_cb (ThDocument *document)
{
  guint n = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (document), "loads"));

  g_object_set_data (G_OBJECT (document), "loads", GUINT_TO_POINTER (n + 1));
}

/* A reload changes nothing visible, so reloads are counted. */
static void
watch (ThDocument *document)
{
  if (g_object_get_data (G_OBJECT (document), "watched") != NULL)
    return;

  g_object_set_data (G_OBJECT (document), "watched", document);
  g_signal_connect (document, "notify::state", G_CALLBACK (loaded_cb), NULL);
}

static void
add_states (GString      *looks,
            GActionGroup *group)
{
  g_auto(GStrv) names = g_action_group_list_actions (group);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr(GVariant) state = g_action_group_get_action_state (group, names[i]);
      g_autofree char *text = state != NULL ? g_variant_print (state, FALSE) : NULL;

      g_string_append_printf (looks, "action %s %d %s\n", names[i],
                              g_action_group_get_action_enabled (group, names[i]),
                              text != NULL ? text : "");
    }
}

/* --- all ---------------------------------------------------------------- */

char *
looks_text (Fixture *fixture)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GdkClipboard *clipboard = gdk_display_get_clipboard (gdk_display_get_default ());
  GString *looks = g_string_new (NULL);

  if (g_object_get_data (G_OBJECT (clipboard), "watched") == NULL)
    g_signal_connect_swapped (clipboard, "changed", G_CALLBACK (count_cb), &n_copies);
  g_object_set_data (G_OBJECT (clipboard), "watched", clipboard);
  g_string_append_printf (looks, "copied %u\n", n_copies);
  add_states (looks, G_ACTION_GROUP (fixture->application));

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);
      ThDocument *document = TH_IS_WINDOW (window) ? th_window_get_document (TH_WINDOW (window))
                                                   : NULL;

      if (!gtk_widget_get_mapped (GTK_WIDGET (window)))
        continue;
      g_string_append_printf (looks, "window %s%s\n", gtk_window_get_title (window),
                              gtk_window_is_fullscreen (window) ? ", full screen" : "");
      add_widget (looks, GTK_WIDGET (window));
      if (TH_IS_WINDOW (window))
        add_states (looks, G_ACTION_GROUP (window));
      if (document != NULL)
        {
          watch (document);
          add_document (looks, TH_WINDOW (window), document);
        }
    }

  return g_string_free (looks, FALSE);
}

char *
looks_rest (Fixture *fixture)
{
  g_autofree char *before = looks_text (fixture);

  for (guint i = 0; i < MAX_RESTS; i++)
    {
      char *after;

      wait_ms (REST_MS);
      after = looks_text (fixture);
      if (g_str_equal (before, after))
        return after;
      g_free (before);
      before = after;
    }
  g_test_fail_printf ("it does not come to rest");

  return g_steal_pointer (&before);
}

char *
looks_differ (const char *before,
              const char *after)
{
  g_auto(GStrv) old = g_strsplit (before, "\n", -1);
  g_auto(GStrv) new = g_strsplit (after, "\n", -1);
  guint i = 0;

  while (old[i] != NULL && g_strcmp0 (old[i], new[i]) == 0)
    i++;

  return g_strdup_printf ("“%s” → “%s”", old[i] != NULL ? old[i] : "",
                          new[i] != NULL ? new[i] : "");
}

static void
close_menus (GtkWidget *widget)
{
  GtkWidget *child, *next;

  if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  for (child = gtk_widget_get_first_child (widget); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      close_menus (child);
    }
}

/* Returns a window that is neither the fixture's nor closed already, or NULL. */
static GtkWindow *
find_other (Fixture *fixture)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (window != GTK_WINDOW (fixture->window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return g_steal_pointer (&window);
    }

  return NULL;
}

void
looks_close_menus (Fixture *fixture)
{
  /* The chosen item may have closed it. */
  if (g_list_find (gtk_application_get_windows (GTK_APPLICATION (fixture->application)),
                   fixture->window) != NULL)
    close_menus (GTK_WIDGET (fixture->window));
  wait_ms (20);
}

void
looks_close_others (Fixture *fixture)
{
  GtkWindow *window;

  while ((window = find_other (fixture)) != NULL)
    {
      g_autoptr(GtkWindow) other = window;

      gtk_window_close (other);
      gtk_widget_set_visible (GTK_WIDGET (other), FALSE);
      wait_ms (20);
    }
  looks_close_menus (fixture);
}

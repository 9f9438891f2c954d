/* test-comparison-low.c - a comparison in a window of little height
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"

#include "th-comparison-table.h"
#include "th-lane-arrangement.h"
#include "th-scene-edit.h"
#include "th-timeline-private.h"
#include "th-verdict-pill.h"

/* The number of CPU lanes that are completely visible in the timeline of a side. */
static guint
count_cpus (Fixture *fixture,
            guint    side)
{
  ThSideView *view = th_comparison_view_get_side (gui_get_comparison (fixture), side);
  ThTimeline *timeline = th_document_view_get_timeline (th_side_view_get_view (view));
  ThScene *scene = th_document_get_scene (gui_get_compared (fixture, side));
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));
  guint n = 0;

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);
      double top = th_timeline_lane_top (timeline, lane);

      n += lane->kind == TH_LANE_CPU && top >= th_timeline_get_lanes_top () &&
           top + lane->height <= height;
    }
  return n;
}

/* The number of rows of the comparison that are completely visible. */
static guint
count_rows (Fixture *fixture)
{
  GtkWidget *table = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_COMPARISON_TABLE), *cell;
  guint n = 0;

  for (guint i = 0; (cell = find_widget_at (table, TH_TYPE_VERDICT_PILL, i)) != NULL; i++)
    {
      graphene_rect_t bounds;

      n += gtk_widget_get_mapped (cell) &&
           gtk_widget_compute_bounds (gtk_widget_get_parent (cell), table, &bounds) &&
           bounds.origin.y > 0 &&
           bounds.origin.y + bounds.size.height <= gtk_widget_get_height (table);
    }
  return n;
}

static gboolean
shows_each (Fixture *fixture,
            guint    n_cpus)
{
  guint n_a = count_cpus (fixture, 0), n_b = count_cpus (fixture, 1), n_rows = count_rows (fixture);

  g_test_message ("%u CPUs of A, %u of B, %u rows", n_a, n_b, n_rows);
  return n_a >= n_cpus && n_b >= n_cpus && n_rows >= 3;
}

static gboolean
shows_three_of_each (Fixture *fixture)
{
  return shows_each (fixture, 3);
}

static gboolean
shows_four_of_each (Fixture *fixture)
{
  return shows_each (fixture, 4);
}

static gboolean
is_roomy (Fixture *fixture)
{
  ThScene *scene = th_document_get_scene (gui_get_compared (fixture, 1));

  return th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 0))->size == TH_LANE_NORMAL;
}

static gboolean
is_tight (Fixture *fixture)
{
  return !is_roomy (fixture);
}

static GtkPaned *
get_paned (Fixture *fixture)
{
  ThSideView *side = th_comparison_view_get_side (gui_get_comparison (fixture), 0);
  GtkWidget *pair = gtk_widget_get_ancestor (GTK_WIDGET (side), GTK_TYPE_PANED);

  return GTK_PANED (gtk_widget_get_ancestor (gtk_widget_get_parent (pair), GTK_TYPE_PANED));
}

/* In a low window, each side shows three CPUs, and the results show three rows.  The recording has
 * its usual lanes again once the comparison is closed. */
static void
test_low (Fixture       *fixture,
          gconstpointer  data)
{
  ThScene *scene;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  gui_compare (fixture, "tcp-retrans-deep.dat", "veth-gro-mix-deep.dat");
  wait_until (fixture, shows_three_of_each);
  g_assert_true (is_tight (fixture));

  activate (fixture, "win.close-comparison");
  scene = th_document_get_scene (gui_get_compared (fixture, 0));
  g_assert_cmpint (th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 0))->size, ==,
                   TH_LANE_NORMAL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
}

/* In a window of usual size, each side shows its four CPUs and their heading; unfolding one of them
 * lasts.  With room for their track rows, they are as usual. */
static void
test_glance (Fixture       *fixture,
             gconstpointer  data)
{
  ThTimeline *timeline;
  ThScene *scene;
  guint cpu;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1440, 900);
  gui_compare (fixture, "tcp-retrans-deep.dat", "veth-gro-mix-deep.dat");
  wait_until (fixture, shows_four_of_each);
  g_assert_true (is_tight (fixture));
  for (guint side = 0; side < 2; side++)
    {
      timeline = th_document_view_get_timeline (th_side_view_get_view (
        th_comparison_view_get_side (gui_get_comparison (fixture), side)));
      scene = th_document_get_scene (gui_get_compared (fixture, side));
      g_assert_cmpfloat (th_timeline_lane_top (timeline, th_scene_get_lane (scene, 0)), ==,
                         th_timeline_get_lanes_top ());
    }

  scene = th_document_get_scene (gui_get_compared (fixture, 1));
  cpu = th_scene_find_cpu (scene, 0, 3);
  th_scene_set_folded (scene, cpu, FALSE);
  th_document_lanes_changed (gui_get_compared (fixture, 1));
  wait_ms (300);
  g_assert_true (is_tight (fixture));
  g_assert_false (th_scene_get_lane (scene, cpu)->folded);

  /* A normal height that the user chooses is kept as well. */
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (timeline)));
  th_timeline_set_current (timeline, th_scene_find_cpu (scene, 0, 2));
  activate (fixture, "win.lane-height::normal");
  g_assert_cmpint (th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 2))->size, ==,
                   TH_LANE_NORMAL);
  g_assert_true (is_tight (fixture));

  th_comparison_view_set_side_by_side (gui_get_comparison (fixture), TRUE);
  gtk_paned_set_position (get_paned (fixture), 800);
  wait_until (fixture, is_roomy);
  gtk_paned_set_position (get_paned (fixture), 250);
  wait_until (fixture, is_tight);
  activate (fixture, "win.close-comparison");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/comparison-low/three-of-each", test_low);
  ADD_WINDOW_TEST ("/comparison-low/four-of-each", test_glance);
  return g_test_run ();
}

/* test-inspector.c - what the inspector says of an event, and where it stands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include <string.h>

/* What the inspector says of the first event on @cpu at or after @time. */
static char *
inspect (Fixture    *fixture,
         const char *name,
         guint       cpu,
         gint64      time)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  ThDocument *document = open_path (fixture, path);
  ThCpu *of = th_stream_get_cpu (th_recording_get_stream (th_document_get_recording (document), 0),
                                 cpu);

  th_document_select (document,
                      (ThRef) { 0, cpu, th_cpu_lower_bound (of, th_cpu_get_n_rows (of), time) });
  wait_until (fixture, is_read);
  return th_inspector_dup_text (th_window_get_inspector (fixture->window));
}

/* `trace-cmd report -R --cpu 3` has prev_state=256 there, which the format of the event
 * makes R, of none of the flags, and +, of the 256. */
static void
test_preempted (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = inspect (fixture, "e1000-gt-udp.dat", 3,
                                   G_GINT64_CONSTANT (301291265000));

  g_assert_nonnull (strstr (text, "sched_switch\n"));
  g_assert_nonnull (strstr (text, "\nprev_state\nR+ (0x100)\n"));
}

/* The first line of the text is of CPU 2, and has six digits behind the point. */
static void
test_coarse_times (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *text = inspect (fixture, "e1000-ftrace-default.txt", 2, 0);

  g_assert_nonnull (strstr (text, "\n683.073558\n"));
  g_assert_true (shows_cell (GTK_WIDGET (th_window_get_table (fixture->window)), "683.073558"));
}

/* What is in @box, and what in the boxes in it, begins where the last one ended. */
static void
assert_stacked (GtkWidget *box,
                float     *bottom)
{
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;

      if (!gtk_widget_get_visible (child))
        continue;
      if (GTK_IS_BOX (child))
        {
          assert_stacked (child, bottom);
          continue;
        }
      g_assert_true (gtk_widget_compute_bounds (child,
                                                gtk_widget_get_ancestor (child, GTK_TYPE_WINDOW),
                                                &bounds));
      g_assert_cmpfloat (bounds.size.height, >, 0);
      g_assert_cmpfloat (bounds.origin.y, >=, *bottom);
      *bottom = bounds.origin.y + bounds.size.height;
    }
}

static void
assert_sections (Fixture *fixture)
{
  GtkWidget *viewport = find_widget (GTK_WIDGET (th_window_get_inspector (fixture->window)),
                                     GTK_TYPE_VIEWPORT);
  float bottom = 0;

  wait_ms (60);
  assert_stacked (gtk_viewport_get_child (GTK_VIEWPORT (viewport)), &bottom);
}

/* What is measured, and what is selected, one below the other: whichever comes first,
 * with a frame between them or without. */
static void
test_inspector_sections (Fixture       *fixture,
                         gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  for (guint i = 0; i < 8; i++)
    {
      th_document_clear_selection (document);
      th_document_clear_span (document);
      if (i & 4)
        assert_sections (fixture);
      if (i & 1)
        th_document_select (document, (ThRef) { 0, 0, 10 });
      if (i & 2)
        assert_sections (fixture);
      th_document_select_span (document, SAMPLE_FIRST, SAMPLE_LAST);
      th_document_select (document, (ThRef) { 0, 0, 20 });
      wait_until (fixture, is_read);
      assert_sections (fixture);
    }
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  ADD_WINDOW_TEST ("/inspector/preempted", test_preempted);
  ADD_WINDOW_TEST ("/inspector/coarse-times", test_coarse_times);
  ADD_WINDOW_TEST ("/inspector/sections", test_inspector_sections);

  return g_test_run ();
}

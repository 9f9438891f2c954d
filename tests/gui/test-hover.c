/* test-hover.c - the card beside the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-hover-card.h"
#include "th-scene-hit.h"

static ThTrack *
find_track (ThDocument  *document,
            const char  *id,
            ThResults  **results)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tracks (all->pdata[i]); t++)
      {
        ThTrack *track = th_results_get_track (all->pdata[i], t);

        if (g_str_equal (th_track_get_info (track)->id, id) &&
            th_slices_get_depth (th_track_get_slices (track)) > 0)
          {
            *results = all->pdata[i];
            return track;
          }
      }

  return NULL;
}

/* The card of a slice has the contents of its first and last event (`trace-cmd report`):
 *   177.705413713: irq_handler_entry: irq=21 name=eth0
 *   177.705445191: irq_handler_exit:  irq=21 ret=handled */
static void
test_hover_slice (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *card = g_object_ref_sink (th_hover_card_new ());
  g_autoptr(GString) text = g_string_new (NULL);
  ThHit hit = { .run = G_MAXUINT32, .lost = G_MAXUINT32, .point = G_MAXUINT32 };

  wait_until (fixture, is_analysed);
  hit.track = find_track (document, "irq", &hit.results);
  g_assert_nonnull (hit.track);
  hit.ref = th_slices_get (th_track_get_slices (hit.track), 0, 0)->anchor;
  th_hover_card_set_document (TH_HOVER_CARD (card), document);
  th_hover_card_show (TH_HOVER_CARD (card), &hit, 0);
  append_labels (card, text);
  g_assert_nonnull (strstr (text->str, "\nirq=21 name=eth0\n→ irq=21 ret=handled\n"));

  th_hover_card_set_document (TH_HOVER_CARD (card), NULL);
  g_object_unref (card);
}

/* The card says why a task sleeps: its state and the kernel stack where it went to sleep,
 * innermost first, without the functions common to all sleeps. */
static void
test_hover_stack (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "sleep.txt", NULL);
  GtkWidget *card = g_object_ref_sink (th_hover_card_new ());
  g_autoptr(GString) text = g_string_new (NULL);
  ThHit hit = { .run = G_MAXUINT32, .lost = G_MAXUINT32, .point = G_MAXUINT32 };
  ThSlices *slices;

  g_assert_true (g_file_set_contents (path, "# tracer: nop\n#\n"
    "           sleep-7       [000] d..2. 1.000000: sched_switch: prev_comm=sleep prev_pid=7 "
    "prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n           "
    "sleep-7       [000] d..2. 1.000001: <stack trace>\n => __schedule\n => schedule\n => "
    "do_nanosleep\n => hrtimer_nanosleep\n          <idle>-0       [000] d.h1. 1.002000: "
    "sched_waking: comm=sleep pid=7 prio=120 target_cpu=000\n          <idle>-0       [000] d..2. "
    "1.003000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=sleep next_pid=7 next_prio=120\n           sleep-7       [000] d..2. 1.004000: "
    "sched_waking: comm=sleep pid=7 prio=120 target_cpu=000\n", -1, NULL));
  th_hover_card_set_document (TH_HOVER_CARD (card), open_path (fixture, path));
  wait_until (fixture, is_analysed);
  hit.track = find_track (th_window_get_document (fixture->window), "state", &hit.results);
  g_assert_nonnull (hit.track);
  slices = th_track_get_slices (hit.track);
  hit.slice = th_slices_find (slices, 0, G_GINT64_CONSTANT (1001000000));
  g_assert_cmpuint (hit.slice, !=, G_MAXUINT32);
  th_hover_card_show (TH_HOVER_CARD (card), &hit, 0);
  append_labels (card, text);
  g_test_message ("%s", text->str);
  g_assert_nonnull (strstr (text->str, "Sleeping (S) for 2.000 ms\n"));
  g_assert_nonnull (strstr (text->str, "\ndo_nanosleep ← hrtimer_nanosleep\n"));

  th_hover_card_set_document (TH_HOVER_CARD (card), NULL);
  g_object_unref (card);
}

static GtkLabel *
find_label (GtkWidget  *widget,
            const char *part)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), part) != NULL)
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *found = find_label (child, part);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* A text of 400 letters and a last word is shown completely, in several lines. */
static void
test_hover_long (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "long.txt", NULL);
  g_autofree char *letters = g_strnfill (400, 'x');
  g_autofree char *text = g_strdup_printf ("# tracer: nop\n#\n           app-7       [000] d..2. "
                                           "1.000000: tracing_mark_write: %s theend\n           "
                                           "app-7       [000] d..2. 1.000100: tracing_mark_write: "
                                           "short\n", letters);
  GtkWidget *card = g_object_ref_sink (th_hover_card_new ());
  ThHit hit = { .run = G_MAXUINT32, .lost = G_MAXUINT32, .point = G_MAXUINT32, .count = 1 };
  ThDocument *document;
  GtkLabel *label;
  int width, height;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  document = open_path (fixture, path);
  hit.lane = th_scene_find_cpu (th_document_get_scene (document), 0, 0);
  th_hover_card_set_document (TH_HOVER_CARD (card), document);
  th_hover_card_show (TH_HOVER_CARD (card), &hit, 0);
  label = find_label (card, "theend");
  g_assert_nonnull (label);
  gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (card, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  g_assert_cmpint (width, <, 900);
  gtk_widget_size_allocate (card, &(GtkAllocation) { 0, 0, width, height }, -1);
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (label)), >=, 6);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (label)));

  th_hover_card_set_document (TH_HOVER_CARD (card), NULL);
  g_object_unref (card);
}

/* A lane of values has no axis, and one of idle states has no names where slices are narrow, so
 * the card has the range of values and the legend of shades. */
static void
test_hover_power (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "power.txt", NULL);
  GtkWidget *card = g_object_ref_sink (th_hover_card_new ());
  g_autoptr(GString) state = g_string_new (NULL), frequency = g_string_new (NULL);
  ThHit hit = { .run = G_MAXUINT32, .lost = G_MAXUINT32, .point = G_MAXUINT32 };
  const GPtrArray *all;

  g_assert_true (g_file_set_contents (path, "# tracer: nop\n#\n"
    "          <idle>-0       [000] d..1. 1.000000: cpu_frequency: state=800000 cpu_id=0\n"
    "          <idle>-0       [000] d..1. 1.001000: cpu_idle: state=2 cpu_id=0\n"
    "          <idle>-0       [000] d..1. 1.002000: cpu_idle: state=4294967295 cpu_id=0\n"
    "          <idle>-0       [000] d..1. 1.003000: cpu_frequency: state=3400000 cpu_id=0\n", -1,
                                      NULL));
  th_hover_card_set_document (TH_HOVER_CARD (card), open_path (fixture, path));
  wait_until (fixture, is_analysed);
  hit.track = find_track (th_window_get_document (fixture->window), "idle", &hit.results);
  g_assert_nonnull (hit.track);
  th_hover_card_show (TH_HOVER_CARD (card), &hit, 0);
  append_labels (card, state);
  g_assert_nonnull (strstr (state->str, "Idle 2 for 1"));
  g_assert_true (gtk_widget_get_visible (find_widget (card, GTK_TYPE_DRAWING_AREA)));

  all = th_document_get_results (th_window_get_document (fixture->window));
  for (guint i = 0; i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tracks (all->pdata[i]); t++)
      if (g_str_equal (th_track_get_info (th_results_get_track (all->pdata[i], t))->id,
                       "frequency"))
        hit.track = th_results_get_track (all->pdata[i], t);
  hit.slice = G_MAXUINT32;
  hit.point = 0;
  th_hover_card_show (TH_HOVER_CARD (card), &hit, 0);
  append_labels (card, frequency);
  g_assert_nonnull (strstr (frequency->str, "800 MHz to 3.400 GHz over the whole recording\n"));
  g_assert_false (gtk_widget_get_visible (find_widget (card, GTK_TYPE_DRAWING_AREA)));

  th_hover_card_set_document (TH_HOVER_CARD (card), NULL);
  g_object_unref (card);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/hover/slice", test_hover_slice);
  ADD_WINDOW_TEST ("/hover/stack", test_hover_stack);
  ADD_WINDOW_TEST ("/hover/long", test_hover_long);
  ADD_WINDOW_TEST ("/hover/power", test_hover_power);

  return g_test_run ();
}

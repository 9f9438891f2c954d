/* test-find.c - finding events in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-fixture.h"

#include "th-event-search.h"
#include "th-text-search.h"
#include "th-timeline-private.h"
#include "th-window-private.h"

/* trace-cmd report -t -N data/samples/e1000-tcp.dat | grep -c sched_switch */
#define N_SWITCHES 66

static gboolean
is_done (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return !th_event_search_is_running (th_document_get_search (document)) &&
         !gui_is (document, "stepping");
}

/* Opens the sample and waits for its analyses: their lanes change the space of others, and while
 * they run, Escape would stop them. */
static ThDocument *
open_settled (Fixture *fixture)
{
  ThDocument *document = open_sample (fixture);

  wait_until (fixture, is_analysed);
  wait_ms (200);

  return document;
}

static void
find (Fixture    *fixture,
      const char *text)
{
  g_autofree char *action = g_strdup_printf ("win.set-find('%s')", text);

  activate (fixture, action);
  wait_until (fixture, is_done);
}

static const char *
get_count (Fixture *fixture)
{
  return gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                            "count")));
}

/* Returns the text of the selected event. */
static const char *
selected_name (ThDocument *document)
{
  ThRecording *recording = th_document_get_recording (document);

  return th_recording_get_type_name (recording,
                                     th_recording_get_type (recording,
                                                            th_document_get_selected (document)));
}

static gint64
selected_time (ThDocument *document)
{
  return th_recording_get_time (th_document_get_recording (document),
                                th_document_get_selected (document));
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventTable *table = gui_get_table (fixture->window);
  gint64 before;

  g_assert_cmpstr (get_count (fixture), ==, "/");
  find (fixture, "sched_switch");
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (gui_get_search (fixture))),
                    ==, N_SWITCHES);
  g_assert_cmpstr (get_count (fixture), ==, "1/66");
  g_assert_cmpstr (selected_name (document), ==, "sched_switch");
  g_assert_cmpuint (gui_get_selected_row (table), !=, GTK_INVALID_LIST_POSITION);

  for (guint i = 2; i <= N_SWITCHES; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%u/%u", i, N_SWITCHES);

      before = selected_time (document);
      activate (fixture, "win.next-hit");
      g_assert_cmpstr (get_count (fixture), ==, expected);
      g_assert_cmpstr (selected_name (document), ==, "sched_switch");
      g_assert_cmpint (selected_time (document), >=, before);
    }

  /* After the last hit comes the first, and vice versa. */
  activate (fixture, "win.next-hit");
  g_assert_cmpstr (get_count (fixture), ==, "1/66");
  activate (fixture, "win.previous-hit");
  g_assert_cmpstr (get_count (fixture), ==, "66/66");

  /* An event that is not a hit has no number. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 0))");
  g_assert_cmpstr (get_count (fixture), ==, "66");
}

/* The search for given events shows their label, and steps like any other. */
static void
find_two_events (Fixture    *fixture,
                 ThDocument *document)
{
  const ThRef events[] = { { 0, 0, 5 }, { 0, 0, 70 } };
  g_autoptr(ThRows) rows = th_rows_new_of_events (th_document_get_recording (document), events, 2);

  th_event_search_set_events (th_document_get_search (document), rows, "packet.wakeup, 1 – 3 ms");
  wait_until (fixture, is_done);
}

static void
assert_no_search (Fixture *fixture)
{
  GtkEntry *entry = GTK_ENTRY (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry"));
  GtkWidget *clear = gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "clear");

  g_assert_cmpstr (get_count (fixture), ==, "/");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "Find…");
  g_assert_false (gtk_widget_get_visible (clear));
}

static void
test_given_events (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_settled (fixture);
  GtkEntry *entry = GTK_ENTRY (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry"));
  GtkWidget *clear = gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "clear");

  find (fixture, "sched_switch");
  find_two_events (fixture, document);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "packet.wakeup, 1 – 3 ms");
  g_assert_true (gtk_widget_get_visible (clear));
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 0))");
  g_assert_cmpstr (get_count (fixture), ==, "2");
  activate (fixture, "win.next-hit");
  g_assert_cmpstr (get_count (fixture), ==, "1/2");
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 5);
  activate (fixture, "win.next-hit");
  g_assert_cmpstr (get_count (fixture), ==, "2/2");
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 70);

  /* Escape, the button and another search end it. */
  activate (fixture, "win.cancel");
  assert_no_search (fixture);
  find_two_events (fixture, document);
  activate (fixture, "win.clear-find");
  assert_no_search (fixture);
  find_two_events (fixture, document);
  find (fixture, "sched_switch");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "Find…");
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (gui_get_search (fixture))),
                    ==, N_SWITCHES);
}

/* A hit outside the view is scrolled into it. */
static void
test_view (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThView target;

  th_document_set_view (document, SAMPLE_FIRST, SAMPLE_FIRST + 1000);
  find (fixture, "curl");
  target = th_timeline_get_target (th_window_get_timeline (fixture->window));
  g_assert_cmpint (selected_time (document), >=, target.from);
  g_assert_cmpint (selected_time (document), <=, target.to);
  g_assert_cmpint (target.to, >, SAMPLE_FIRST + 1000);
}

/* If the text of which the beginning was found is not found, the view is where it was. */
static void
test_view_returns (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_settled (fixture);
  ThView target;

  th_document_set_view (document, SAMPLE_FIRST, SAMPLE_FIRST + 1000);
  find (fixture, "curl");
  wait_ms (300); /* the view has moved */
  g_assert_cmpint (th_document_get_view (document)->from, >, SAMPLE_FIRST);
  find (fixture, "curly hair");
  target = th_timeline_get_target (th_window_get_timeline (fixture->window));
  g_assert_cmpint (target.from, ==, SAMPLE_FIRST);
  g_assert_cmpint (target.to, ==, SAMPLE_FIRST + 1000);
  g_assert_true (th_ref_is_none (th_document_get_selected (document)));
}

/* Only what the filter shows is found; the count follows the filter. */
static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventSearch *search = th_document_get_search (document);

  find (fixture, "sched_switch");
  activate (fixture, "win.set-filter('cpu == 3')");
  wait_until (fixture, is_done);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), >, 0);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), <, N_SWITCHES);
  activate (fixture, "win.next-hit");
  g_assert_cmpuint (th_document_get_selected (document).cpu, ==, 3);

  activate (fixture, "win.clear-filter");
  wait_until (fixture, is_done);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), ==, N_SWITCHES);
}

static gboolean
has_counted (Fixture *fixture)
{
  return is_done (fixture) &&
         !th_event_search_is_counting_hidden (gui_get_search (fixture));
}

static void
assert_hidden (Fixture    *fixture,
               const char *count,
               const char *hidden,
               const char *tip)
{
  GtkWidget *label = gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "hidden");

  wait_until (fixture, has_counted);
  g_assert_cmpstr (get_count (fixture), ==, count);
  g_assert_cmpint (gtk_widget_get_visible (label), ==, hidden != NULL);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, hidden != NULL ? hidden : "");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, tip);
}

/* The number of hits that the filter hides is shown.  Of the 66 switches 5 are on CPU 3 (… | grep
 * sched_switch | grep -cF '[003]'). */
static void
test_hidden (Fixture       *fixture,
             gconstpointer  data)
{
  open_settled (fixture);
  find (fixture, "sched_switch");
  assert_hidden (fixture, "1/66", NULL, NULL);
  activate (fixture, "win.set-filter('cpu == 3')");
  /* Escape would not clear it, because it stops a running search. */
  th_document_clear_selection (th_window_get_document (fixture->window));
  assert_hidden (fixture, "5", "+61 hidden", "+61 hidden by the filter");

  activate (fixture, "win.set-filter('softirq_raise')");
  assert_hidden (fixture, "none", "66 hidden", "+66 hidden by the filter");
  find (fixture, "nowhere at all");
  assert_hidden (fixture, "none", NULL, NULL);
  find (fixture, "sched_switch");
  activate (fixture, "win.clear-filter");
  assert_hidden (fixture, "66", NULL, NULL);
  activate (fixture, "win.clear-find");
  assert_hidden (fixture, "/", NULL, NULL);
}

static gboolean
is_entry_marked (Fixture *fixture)
{
  GtkWidget *entry = gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry");

  return gtk_widget_has_css_class (gtk_widget_get_parent (entry), "error");
}

/* An error is marked at its position, and the previous hits are kept. */
static void
test_mistake (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventSearch *search = th_document_get_search (document);
  guint begin, end;

  find (fixture, "sched_switch");
  find (fixture, "=cpu == 0 and nonsense == 3");
  g_assert_nonnull (th_event_search_get_error (search, &begin, &end));
  g_assert_cmpuint (begin, ==, 14);
  g_assert_cmpuint (end, ==, 22);
  g_assert_true (gtk_widget_get_visible (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW,
                                                         "mistake_label")));
  gtk_test_accessible_assert_state (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                      TH_TYPE_FIND_BAR, "entry")),
                                    GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (is_entry_marked (fixture));
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), ==, N_SWITCHES);

  find (fixture, "/^sched_sw/");
  g_assert_null (th_event_search_get_error (search, &begin, &end));
  g_assert_false (is_entry_marked (fixture));
  g_assert_false (gtk_widget_get_visible (gui_template_child (fixture->window,
                                                              TH_TYPE_DOCUMENT_VIEW,
                                                              "mistake_label")));
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), ==, N_SWITCHES);
  find (fixture, "nowhere at all");
  g_assert_cmpstr (get_count (fixture), ==, "none");

  activate (fixture, "win.clear-find");
  g_assert_null (th_event_search_get_hits (search));
  g_assert_cmpstr (get_count (fixture), ==, "/");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "next-hit"));
}

static gboolean
is_sharp (Fixture *fixture)
{
  return gui_is (th_window_get_timeline (fixture->window), "sharp");
}

/* Waits for the ticks, which a worker finds. */
static void
draw (Fixture *fixture)
{
  for (guint i = 0; i < 2; i++)
    gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  wait_until (fixture, is_sharp);
}

/* The switches of CPU 3 except one, by trace-cmd report: those before the view below, and those in
 * it. */
static const gint64 outside[] = { G_GINT64_CONSTANT (177597553061),
                                  G_GINT64_CONSTANT (177599111461) };
static const gint64 inside[] = { G_GINT64_CONSTANT (177765954253),
                                 G_GINT64_CONSTANT (177777579104) };

/* Returns the expected columns for @times; each tick is two pixels wide. */
static char *
expect_columns (const ThView *view,
                const gint64 *times,
                guint         n)
{
  GString *columns = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      int column = (int) (th_view_time_to_x (view, times[i]) / 2) * 2;

      g_string_append_printf (columns, "%d %d ", column, column + 1);
    }
  return g_string_free (columns, FALSE);
}

static void
assert_ticks (Fixture    *fixture,
              const char *on_overview,
              const char *on_ruler)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  int height = th_timeline_get_overview_height ();
  g_autofree char *overview = gui_list_columns (timeline, TH_COLOR_HIT, timeline->time_x, 0,
                                                height);
  g_autofree char *ruler = gui_list_columns (timeline, TH_COLOR_HIT, timeline->time_x, height + 1,
                                             th_timeline_get_ruler_height ());

  g_assert_cmpstr (overview, ==, on_overview);
  g_assert_cmpstr (ruler, ==, on_ruler);
}

/* Hits have ticks on the overview, by their place in the whole recording, and on the ruler, by
 * their place in the view. */
static void
test_ticks (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_settled (fixture);
  ThView strip = th_document_get_fit (document);
  g_autofree char *on_overview = NULL, *on_ruler = NULL;

  strip.width = gtk_widget_get_width (th_window_get_timeline (fixture->window)->overview);
  g_assert_cmpfloat (fmod (strip.width, 2), ==, 0); /* else ticks are a bit wider than two pixels */
  th_document_set_view (document, G_GINT64_CONSTANT (177765000000),
                        G_GINT64_CONSTANT (177779000000));
  find (fixture, "=sched_switch and cpu == 3 and ts != 177.605955032s");
  th_document_clear_selection (document); /* the line of a selected event would cover its tick */
  draw (fixture);
  on_overview = expect_columns (&strip, outside, G_N_ELEMENTS (outside));
  on_ruler = expect_columns (th_document_get_view (document), inside, G_N_ELEMENTS (inside));
  assert_ticks (fixture, on_overview, on_ruler);

  activate (fixture, "win.clear-find");
  draw (fixture);
  assert_ticks (fixture, "", "");
}

/* The hits of one search must not be drawn for the next one, even if its rows are at the same
 * address with the same number decided. */
static void
test_ticks_again (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocument *document = open_settled (fixture);
  ThEventSearch *search = th_document_get_search (document);
  ThView strip = th_document_get_fit (document);
  g_autofree char *on_overview = NULL, *on_ruler = NULL;

  strip.width = gtk_widget_get_width (th_window_get_timeline (fixture->window)->overview);
  th_document_set_view (document, G_GINT64_CONSTANT (177765000000),
                        G_GINT64_CONSTANT (177779000000));
  on_overview = expect_columns (&strip, outside, G_N_ELEMENTS (outside));
  on_ruler = expect_columns (th_document_get_view (document), inside, G_N_ELEMENTS (inside));

  for (guint i = 0; i < 8; i++)
    {
      gpointer drawn;

      find (fixture, "=sched_switch and cpu == 3 and ts != 177.605955032s");
      th_document_clear_selection (document);
      draw (fixture);
      assert_ticks (fixture, on_overview, on_ruler);
      drawn = th_event_search_get_hits (search);
      for (guint typed = 0;
           typed < 20 && (typed == 0 || (gpointer) th_event_search_get_hits (search) != drawn);
           typed++)
        {
          g_autofree char *text = g_strdup_printf ("nowhere %u", typed);

          th_event_search_set_text (search, text);
          /* No frame is drawn during this loop. */
          while (!th_find_is_whole (th_event_search_get_hits (search)))
            g_usleep (1000);
        }
      wait_until (fixture, is_done);
      draw (fixture);
      g_assert_cmpstr (get_count (fixture), ==, "none");
      assert_ticks (fixture, "", "");
    }
}

/* A search is repeated after a reload. */
static void
test_reload (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventSearch *search = th_document_get_search (document);

  find (fixture, "sched_switch");
  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  wait_until (fixture, is_done);
  g_assert_cmpstr (th_event_search_get_text (search), ==, "sched_switch");
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (search)), ==, N_SWITCHES);
}

/* Texts are changed faster than searches end, and the window is closed during a search. */
static void
test_haste (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  for (guint i = 0; i < 20; i++)
    {
      activate (fixture, i % 2 == 0 ? "win.set-find('0x')" : "win.set-find('sched_switch')");
      activate (fixture, "win.next-hit");
      activate (fixture, "win.previous-hit");
    }
  wait_until (fixture, is_done);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (gui_get_search (fixture))),
                    ==, N_SWITCHES);
  g_assert_cmpstr (selected_name (document), ==, "sched_switch");
  activate (fixture, "win.set-find('ffff')");
}

static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *focus;

  open_sample (fixture);
  activate (fixture, "win.find");
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus,
                                         gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                             "entry")));
}

static void
press (Fixture         *fixture,
       guint            keyval,
       GdkModifierType  state)
{
  g_autoptr(GListModel) controllers =
    gtk_widget_observe_controllers (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                        "entry"));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean taken;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &taken);
    }
}

/* In the entry, Enter goes to the next hit, Shift+Enter to the previous one, and Escape leaves;
 * the hits are kept. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  open_sample (fixture);
  activate (fixture, "win.find");
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                           "entry")), "sched_switch");
  g_signal_emit_by_name (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                           "entry")), "activate");
  wait_until (fixture, is_done);
  g_assert_cmpstr (get_count (fixture), ==, "1/66");
  g_signal_emit_by_name (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                           "entry")), "activate");
  g_assert_cmpstr (get_count (fixture), ==, "2/66");
  press (fixture, GDK_KEY_Return, GDK_SHIFT_MASK);
  g_assert_cmpstr (get_count (fixture), ==, "1/66");

  press (fixture, GDK_KEY_Escape, 0);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
  g_assert_cmpstr (get_count (fixture), ==, "1/66");
}

/* "Aa" is shown beside a text that is matched with case, and the search agrees: no event contains
 * SCHED_SWITCH. */
static void
test_case (Fixture       *fixture,
           gconstpointer  data)
{
  static const struct
  {
    const char *text;
    gboolean    matches_case;
    guint       n;
  } cases[] = {
    { "sched_switch", FALSE, N_SWITCHES }, { "Sched_switch", TRUE, 0 },
    { "/Sched_switch/i", FALSE, N_SWITCHES },
    { "/Sched_switch/", TRUE, 0 }, { "=event == \"sched_switch\"", FALSE, N_SWITCHES },
  };

  open_sample (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      find (fixture, cases[i].text);
      g_assert_cmpint (gtk_widget_get_visible (gui_template_child (fixture->window,
                                                                   TH_TYPE_FIND_BAR, "case_label")),
                       ==, cases[i].matches_case);
      g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (gui_get_search (fixture))),
                        ==, cases[i].n);
    }

  activate (fixture, "win.clear-find");
  g_assert_false (gtk_widget_get_visible (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                              "case_label")));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/find/steps", test_steps);
  ADD_WINDOW_TEST ("/find/given-events", test_given_events);
  ADD_WINDOW_TEST ("/find/view", test_view);
  ADD_WINDOW_TEST ("/find/view-returns", test_view_returns);
  ADD_WINDOW_TEST ("/find/filter", test_filter);
  ADD_WINDOW_TEST ("/find/hidden", test_hidden);
  ADD_WINDOW_TEST ("/find/mistake", test_mistake);
  ADD_WINDOW_TEST ("/find/case", test_case);
  ADD_WINDOW_TEST ("/find/ticks", test_ticks);
  ADD_WINDOW_TEST ("/find/ticks-again", test_ticks_again);
  ADD_WINDOW_TEST ("/find/reload", test_reload);
  ADD_WINDOW_TEST ("/find/haste", test_haste);
  ADD_WINDOW_TEST ("/find/focus", test_focus);
  ADD_WINDOW_TEST ("/find/keys", test_keys);

  return g_test_run ();
}

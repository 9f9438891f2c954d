/* test-monkey.c - performs random actions while work is in progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Steps are derived from a seed, which is printed, so that a failure can be reproduced:
 * THRESHER_SEED=N, THRESHER_STEPS=N, THRESHER_FILE=PATH.  Dialogs stay open, searches and loads
 * continue during the next step.  Other tests check results; this one fails on a critical, a
 * warning, a crash or an endless wait.
 */
#include "config.h"

#include "gui-looks.h"

#include "th-actions.h"
#include "th-analysis-runner.h"
#include "th-document-parts.h"
#include "th-lane-state.h"
#include "th-timeline-private.h"
#include "th-widgets.h"

#define STEPS 150

typedef struct
{
  Fixture *fixture;
  GRand   *rand;
  GFile   *other; /* to append */
} Monkey;

/* Valid, invalid and incomplete expressions. */
static const char *const expressions[] = {
  "", "cpu == 1", "sched_switch", "sched:sched_switch and prev_state == 1", "task ~ \"*\"",
  "task == \"iperf3\"", "len > 100", "pid in {1, 2, 15}",
  "packet.total > 10us", "packet.stage.wakeup", "ts > +100ms", "not softirq_raise",
  "info contains \"eth\"", "info =~ /vec=[13]/", "duration > 1us",
  "sched_switch and", "nonsense == 3", "cpu == ", "\"", "((((", "len * 8 > 1000", "1 / 0 == 1",
  "kfree_skb and reason != NOT_SPECIFIED", "cpu == 999",
};

static const char *const finds[] = { "", "eth", "/vec=[13]/", "=cpu == 1", "=packet.total > 1us",
                                     "/(/", "=", "none of it", "sched", "=nonsense" };

static ThDocument *
get_document (Monkey *self)
{
  return th_window_get_document (self->fixture->window);
}

static guint
pick (Monkey *self,
      guint   n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

/* Runs the main loop for a while, or not at all. */
static void
rest (Monkey *self)
{
  static const guint ms[] = { 0, 0, 1, 5, 20, 60 };

  wait_ms (ms[pick (self, G_N_ELEMENTS (ms))]);
}

static gint64
pick_time (Monkey *self)
{
  gint64 first, last;

  if (!th_document_get_range (get_document (self), &first, &last))
    return 0;

  return first + (gint64) (g_rand_double (self->rand) * (double) (last - first));
}

/* --- steps ---------------------------------------------------------------- */

/* These leave the window, or ask the desktop for a file. */
static gboolean
is_left_out (const char *name)
{
  static const char *const left_out[] = {
    "win.close", "app.quit", "app.new-window", "win.open", "win.append", "win.save-picture",
    "win.fullscreen", NULL
  };

  return g_strv_contains (left_out, name);
}

static void
do_action (Monkey *self)
{
  const ThAction *actions, *action;
  GActionGroup *group;
  guint n;

  actions = th_actions_list (&n);
  action = &actions[pick (self, n)];
  group = g_str_has_prefix (action->name, "app.") ? G_ACTION_GROUP (self->fixture->application)
                                                  : G_ACTION_GROUP (self->fixture->window);
  /* A reload ends all work in progress, so it is rare. */
  if (is_left_out (action->name) ||
      (g_str_equal (action->name, "win.reload") && pick (self, 4) != 0))
    return;

  g_test_message ("%s", action->name);
  if (g_action_group_get_action_enabled (group, action->name + strlen ("app.")))
    g_action_group_activate_action (group, action->name + strlen ("app."), NULL);
}

static void
do_detailed (Monkey *self,
             char   *detailed) /* owned by the callee */
{
  g_autofree char *owned = detailed;

  g_test_message ("%s", owned);
  activate (self->fixture, owned);
}

static void
do_expression (Monkey *self)
{
  static const char *const actions[] = { "win.set-filter", "win.set-filter", "win.include",
                                         "win.exclude" };
  const char *text = expressions[pick (self, G_N_ELEMENTS (expressions))];
  g_autofree char *quoted = g_variant_print (g_variant_ref_sink (g_variant_new_string (text)),
                                             FALSE);

  do_detailed (self,
               g_strdup_printf ("%s(%s)", actions[pick (self, G_N_ELEMENTS (actions))], quoted));
}

static void
do_find (Monkey *self)
{
  do_detailed (self,
               g_strdup_printf ("win.set-find('%s')", finds[pick (self, G_N_ELEMENTS (finds))]));
}

static void
do_select (Monkey *self)
{
  gint64 a = pick_time (self), b = pick_time (self);

  switch (pick (self, 4))
    {
    case 0:
      do_detailed (self,
                   g_strdup_printf ("win.select((uint32 %u, uint32 %u, uint32 %u))", pick (self, 2),
                                    pick (self, 5), pick (self, 2000)));
      break;
    case 1:
      do_detailed (self,
                   g_strdup_printf ("win.select-span((int64 %" G_GINT64_FORMAT
                                    ", int64 %" G_GINT64_FORMAT "))", a, b));
      break;
    case 2:
      do_detailed (self,
                   g_strdup_printf ("win.show-span((int64 %" G_GINT64_FORMAT
                                    ", int64 %" G_GINT64_FORMAT "))", MIN (a, b), MAX (a, b)));
      break;
    default:
      do_detailed (self,
                   g_strdup_printf ("win.mark-at(('%s', int64 %" G_GINT64_FORMAT "))",
                                    pick (self, 2) == 0 ? "a" : "bookmark", a));
    }
}

static void
do_choice (Monkey *self)
{
  static const char *const choices[] = {
    "win.time-format('absolute')", "win.time-format('relative')", "win.time-format('since-marker')",
    "win.time-format('since-before')",
    "win.sort-lanes('busy')", "win.sort-lanes('name')", "win.sort-lanes('number')",
    "win.sort-lanes('usual')",
    "win.lane-height('high')", "win.lane-height('low')", "win.lane-height('normal')",
    "win.filter-scope('lanes')", "win.filter-scope('table')", "win.filter-scope('both')",
    "win.turn-chip(uint32 0)", "win.remove-chip(uint32 0)", "win.remove-chip(uint32 7)",
    "win.go-bookmark(uint32 3)",
    "win.sort-events(('info', true))", "win.sort-events(('time', false))",
    "win.sort-events(('nonsense', true))",
    "win.set-columns(\"[('time', 0), ('field:len', 80), ('expression:len * 8', 0)]\")",
    "win.set-columns('nonsense')",
    "win.tab('events')", "win.tab('packets/packets')", "win.tab('sched/tasks')",
    "win.tab('measures')", "win.tab('nonsense')",
  };

  do_detailed (self, g_strdup (choices[pick (self, G_N_ELEMENTS (choices))]));
}

static void
do_pointer (Monkey *self)
{
  ThTimeline *timeline = th_window_get_timeline (self->fixture->window);
  double x = pick (self, MAX (gtk_widget_get_width (GTK_WIDGET (timeline)), 1));
  double y = pick (self, MAX (gtk_widget_get_height (GTK_WIDGET (timeline)), 1));
  guint what = pick (self, 5);

  g_test_message ("pointer %u at %.0f, %.0f", what, x, y);
  th_timeline_set_pointer (timeline, x, y);
  if (what == 0)
    th_timeline_popup_menu_at (timeline, x, y);
  else if (what == 1)
    th_timeline_fit_run (timeline);
  else if (what < 4)
    th_timeline_click (timeline, x, y);
}

static void
do_window (Monkey *self)
{
  static const int sizes[][2] = { { 640, 480 }, { 1024, 700 }, { 1440, 900 }, { 1700, 1100 } };
  guint size = pick (self, G_N_ELEMENTS (sizes));

  g_test_message ("%d×%d", sizes[size][0], sizes[size][1]);
  gtk_window_set_default_size (GTK_WINDOW (self->fixture->window), sizes[size][0], sizes[size][1]);
}

static void
do_append (Monkey *self)
{
  guint n = 1 + th_document_get_n_appended (get_document (self)), what = pick (self, 3);

  g_test_message ("recordings: %u, %u", n, what);
  if (n == 1 && what == 0)
    th_document_append (get_document (self), self->other, TH_ALIGN_SHIFT, pick (self, 1000000));
  else if (n > 1 && what == 1)
    th_document_align (get_document (self), 1, (ThAlign) pick (self, 3), pick (self, 1000000));
  else if (n > 1)
    th_document_remove_appended (get_document (self), 1);
}

/* Activates a button, a row or a check box of any dialog. */
static void
do_dialog (Monkey *self)
{
  GtkWindow *dialog = th_dialog_find (GTK_WINDOW (self->fixture->window), GTK_TYPE_WINDOW);
  g_autoptr(GPtrArray) widgets = g_ptr_array_new ();
  GtkWidget *widget;

  if (dialog == NULL)
    return;

  g_ptr_array_add (widgets, dialog);
  for (guint i = 0; i < widgets->len; i++)
    for (GtkWidget *child = gtk_widget_get_first_child (widgets->pdata[i]); child != NULL;
         child = gtk_widget_get_next_sibling (child))
      g_ptr_array_add (widgets, child);
  widget = widgets->pdata[pick (self, widgets->len)];
  /* The color chooser is GTK's. */
  if (!gtk_widget_is_sensitive (widget) ||
      gtk_widget_get_ancestor (widget, GTK_TYPE_COLOR_BUTTON) != NULL)
    return;

  g_test_message ("%s in %s", G_OBJECT_TYPE_NAME (widget), gtk_window_get_title (dialog));
  if (GTK_IS_EDITABLE (widget))
    gtk_editable_set_text (GTK_EDITABLE (widget),
                           expressions[pick (self, G_N_ELEMENTS (expressions))]);
  else
    gtk_widget_activate (widget);
}

static void
step (Monkey *self)
{
  guint what = pick (self, 100);

  if (what < 45)
    do_action (self);
  else if (what < 53)
    do_expression (self);
  else if (what < 57)
    do_find (self);
  else if (what < 68)
    do_select (self);
  else if (what < 77)
    do_choice (self);
  else if (what < 86)
    do_pointer (self);
  else if (what < 94)
    do_dialog (self);
  else if (what < 96)
    do_append (self);
  else if (what < 98)
    do_window (self);
  else
    looks_close_others (self->fixture);
}

static gboolean
is_idle (Fixture *fixture)
{
  return is_refused (fixture) ||
         (is_loaded (fixture) &&
          !th_analysis_runner_is_running (gui_get_analyses (fixture)));
}

static guint
read_number (const char *name,
             guint       usual)
{
  const char *text = g_getenv (name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : usual;
}

static void
test_monkey (Fixture       *fixture,
             gconstpointer  data)
{
  gboolean is_long = g_getenv ("THRESHER_LONG") != NULL;
  guint32 seed = read_number ("THRESHER_SEED", is_long ? g_random_int () : 1);
  guint steps = read_number ("THRESHER_STEPS", is_long ? 20 * STEPS : STEPS);
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr(GFile) other = copy_sample (fixture, "other.dat", 0);
  Monkey self = { fixture, rand, other };

  g_test_message ("THRESHER_SEED=%u THRESHER_STEPS=%u", seed, steps);
  if (g_getenv ("THRESHER_FILE") != NULL)
    open_path (fixture, g_getenv ("THRESHER_FILE"));
  else
    open_sample (fixture);
  for (guint i = 0; i < steps; i++)
    {
      step (&self);
      rest (&self);
      /* All work must come to an end. */
      if (i % 50 == 49)
        {
          looks_close_others (fixture);
          wait_until (fixture, is_idle);
        }
    }
  /* The window is closed during work. */
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/monkey", test_monkey);

  return g_test_run ();
}

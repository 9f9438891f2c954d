/* test-append.c - further recordings on the timeline, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-document-parts.h"
#include "th-event-table-private.h"
#include "th-chooser.h"
#include "th-result-table.h"
#include "th-scene.h"
#include "th-span-stats.h"
#include "th-offsets-dialog.h"
#include "th-widgets.h"
#include "th-window-private.h"

/* Facts of k612-rep.dat, by `trace-cmd report -t -N`. */
#define REP "k612-rep.dat"
#define REP_EVENTS 759
#define REP_FIRST  G_GINT64_CONSTANT (153155145057)
#define SECOND     G_GINT64_CONSTANT (1000000000)

static guint wanted_parts;
static gint64 wanted_shift;
static gboolean failed;

static ThRecording *
recording (Fixture *fixture)
{
  return th_document_get_recording (th_window_get_document (fixture->window));
}

static gboolean
is_joined (Fixture *fixture)
{
  ThRecording *now = recording (fixture);

  return is_loaded (fixture) && th_recording_get_n_parts (now) == wanted_parts &&
         (wanted_parts < 2 ||
          th_recording_get_shift (th_recording_get_part (now, 1)) == wanted_shift);
}

static gboolean
has_failed (Fixture *fixture)
{
  return failed;
}

static void
failed_cb (void)
{
  failed = TRUE;
}

static GFile *
rep_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

  return g_file_new_for_path (path);
}

static void
wait_for (Fixture *fixture,
          guint    parts,
          gint64   shift)
{
  wanted_parts = parts;
  wanted_shift = shift;
  wait_until (fixture, is_joined);
}

static ThDocument *
open_two (Fixture *fixture)
{
  ThDocument *document = open_sample (fixture);
  g_autoptr(GFile) file = rep_file (REP);

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_for (fixture, 2, 0);
  return document;
}

static gint64
first_of (Fixture *fixture,
          guint    part)
{
  gint64 first, last;

  g_assert_true (th_recording_get_range (th_recording_get_part (recording (fixture), part), &first,
                                         &last));
  return first;
}

/* Counts the open file dialogs; sets *@dialog to the last one. */
static guint
count_file_dialogs (GtkFileChooser **dialog)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (!GTK_IS_FILE_CHOOSER (window) || !gtk_widget_get_visible (GTK_WIDGET (window)))
        continue;
      n++;
      *dialog = GTK_FILE_CHOOSER (window);
    }

  return n;
}

static GFile *wanted_file;

/* The dialog drops the file if it is still reading another folder, so set it again. */
static gboolean
has_chosen_file (Fixture *fixture)
{
  g_autoptr(GListModel) files = NULL;
  g_autoptr(GFile) file = NULL;
  GtkFileChooser *dialog;

  g_assert_cmpuint (count_file_dialogs (&dialog), ==, 1);
  g_assert_true (gtk_file_chooser_set_file (dialog, wanted_file, NULL));
  wait_ms (300);
  files = gtk_file_chooser_get_files (dialog);
  file = files != NULL ? g_list_model_get_item (files, 0) : NULL;
  return file != NULL && g_file_equal (file, wanted_file);
}

/* Activates @action twice and answers the only dialog that it opens. */
static void
choose_file (Fixture    *fixture,
             const char *action,
             GFile      *file,
             int         response)
{
  GtkFileChooser *dialog;

  activate (fixture, action);
  activate (fixture, action);
  g_assert_cmpuint (count_file_dialogs (&dialog), ==, 1);
  wanted_file = file;
  wait_until (fixture, has_chosen_file);
  gtk_dialog_response (GTK_DIALOG (dialog), response);
  g_assert_cmpuint (count_file_dialogs (&dialog), ==, 0);
}

/* Files are opened and appended by the same dialog. */
static void
test_choose (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) file = rep_file (REP), sample = sample_file ();
  /* The dialog of GTK 4.8 warns about buttons in its path bar that have no allocation. */
  GLogLevelFlags fatal = g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);

  choose_file (fixture, "win.open", sample, GTK_RESPONSE_ACCEPT);
  wait_until (fixture, is_loaded);
  choose_file (fixture, "win.append", file, GTK_RESPONSE_CANCEL);
  wait_ms (50);
  g_assert_cmpuint (th_recording_get_n_parts (recording (fixture)), ==, 1);
  choose_file (fixture, "win.append", file, GTK_RESPONSE_ACCEPT);
  wait_for (fixture, 2, 0);
  g_log_set_always_fatal (fatal);
}

/* Returns the headings of lanes, in order. */
static char *
headings (ThDocument *document)
{
  ThScene *scene = th_document_get_scene (document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->kind == TH_LANE_SECTION)
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? ", " : "",
                              th_scene_get_lane (scene, i)->title,
                              *th_scene_get_lane (scene, i)->detail != '\0' ? " " : "",
                              th_scene_get_lane (scene, i)->detail);

  return g_string_free (text, FALSE);
}

/* Names of recordings that were made together differ at the end. */
static void
assert_ends_of_names (GtkWidget *window)
{
  const ThEventColumn *column = NULL;
  GtkWidget *cell = NULL;

  for (guint i = 0; column == NULL || column->kind != TH_EVENT_COLUMN_RECORDING; i++)
    {
      cell = find_widget_at (window, GTK_TYPE_INSCRIPTION, i);
      g_assert_nonnull (cell);
      column = th_event_table_get_cell_column (cell);
    }
  g_assert_cmpint (gtk_inscription_get_text_overflow (GTK_INSCRIPTION (cell)), ==,
                   GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
}

/* Both recordings are shown, each under its name, and merged in the table; the view is unchanged.
 * */
static void
test_append (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *view = NULL, *view_after = NULL, *lanes = NULL;
  g_autoptr(GFile) file = rep_file (REP);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.append-uri('%s')", uri);

  th_document_set_view (document, SAMPLE_FIRST + 1000000, SAMPLE_FIRST + 3000000);
  view = view_text (document);
  activate (fixture, action);
  g_assert_cmpuint (th_document_get_n_appended (document), ==, 1);
  wait_for (fixture, 2, 0);

  view_after = g_strdup_printf ("%" G_GINT64_FORMAT,
                                th_document_get_view (document)->from - SAMPLE_FIRST);
  g_assert_cmpstr (view_after, ==, "1000000");
  g_assert_cmpuint (th_recording_get_n_events (recording (fixture)), ==,
                    SAMPLE_EVENTS + REP_EVENTS);
  g_assert_cmpint (first_of (fixture, 0), ==, SAMPLE_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, REP_FIRST);
  g_assert_cmpstr (th_document_get_title (document), ==, "e1000-tcp.dat + k612-rep.dat");
  g_assert_true (g_str_has_prefix (th_document_get_facts (document), "8 CPUs · 2 recordings"));
  g_assert_true (shows_cell (GTK_WIDGET (fixture->window), REP));
  assert_ends_of_names (GTK_WIDGET (fixture->window));
  lanes = headings (document);
  g_assert_true (g_str_has_prefix (lanes, "e1000-tcp.dat, k612-rep.dat"));

  th_document_remove_appended (document, 1);
  wait_for (fixture, 1, 0);
  g_assert_cmpstr (th_document_get_title (document), ==, "e1000-tcp.dat");
  g_assert_cmpuint (th_recording_get_n_events (recording (fixture)), ==, SAMPLE_EVENTS);
}

/* A click aligns the recordings, which is reported; typing an offset undoes it, and then there is
 * nothing to align. */
static void
test_align (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  gint64 shift;

  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "align"));
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                            "k612-rep.dat does not overlap with the first recording"));
  g_assert_false (th_align_find (th_recording_get_part (recording (fixture), 0),
                                 th_recording_get_part (recording (fixture), 1),
                                 TH_ALIGN_WALL, &shift));
  activate (fixture, "win.align");
  wait_for (fixture, 2, SAMPLE_FIRST - REP_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, SAMPLE_FIRST);
  g_assert_null (gui_get_bar_text (fixture->window));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "align"));

  th_document_align (document, 1, TH_ALIGN_SHIFT, 0);
  wait_for (fixture, 2, 0);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window), "does not overlap"));
}

static gboolean
are_moved (Fixture *fixture)
{
  return is_joined (fixture) && first_of (fixture, 2) == SAMPLE_FIRST;
}

/* The status line has the number of shifted recordings, its tooltip and popover have each of them.
 * */
static void
test_align_all (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  g_autoptr(GFile) file = rep_file ("e1000-v6.dat");
  g_autofree char *tip = NULL;
  const char *all;

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_for (fixture, 3, 0);
  activate (fixture, "win.align");
  g_assert_true (g_str_has_prefix (gui_get_notice (fixture->window), "2 recordings were shifted."));
  wanted_shift = SAMPLE_FIRST - REP_FIRST;
  wait_until (fixture, are_moved);
  g_assert_cmpint (first_of (fixture, 1), ==, SAMPLE_FIRST);
  activate (fixture, "win.status");
  all =
    gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_STATUS_BAR,
                                                       "all")));
  g_assert_nonnull (strstr (all, "2 recordings were shifted. “Offsets…” in the Open menu undoes "
                                 "it.\nk612-rep.dat by "));
  g_assert_nonnull (strstr (all, "\ne1000-v6.dat by "));
  g_assert_null (strstr (gui_get_activity (fixture->window), "k612"));
  g_object_get (gui_template_child (fixture->window, TH_TYPE_STATUS_BAR, "right"), "tooltip-text",
                &tip, NULL);
  g_assert_nonnull (strstr (tip, "e1000-v6.dat by "));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (gui_template_child (fixture->window,
                                                                                 TH_TYPE_STATUS_BAR,
                                                                                 "all"),
                                                             GTK_TYPE_POPOVER)));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

static const char *
get_offset (gpointer dialog,
            guint    part)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_widget_at (dialog, GTK_TYPE_ENTRY, part - 1)));
}

static const char *
get_error (gpointer dialog)
{
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_template_child (dialog,
                                                                       TH_TYPE_OFFSETS_DIALOG,
                                                                       "error")));
}

/* The offset is typed, aligned, or set by markers; a selected event moves with its recording, and
 * the other recording does not move. */
static void
test_offset (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  ThOffsetsDialog *dialog =
    g_object_ref (th_offsets_dialog_new (GTK_WINDOW (fixture->window), document));
  ThRef ref = { th_recording_get_first_stream (th_recording_get_part (recording (fixture), 1)), 1,
                7 };
  g_autofree char *lanes = NULL;
  gint64 time;

  gtk_window_present (GTK_WINDOW (dialog));
  th_document_select (document, ref);
  time = th_recording_get_time (recording (fixture), ref);

  gui_type_offset (GTK_WIDGET (dialog), 1, "soon");
  g_assert_nonnull (strstr (get_error (dialog), "+12.5ms"));
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                            "k612-rep.dat does not overlap with the first recording"));
  gui_type_offset (GTK_WIDGET (dialog), 1, "-2500ms");
  g_assert_cmpstr (get_error (dialog), ==, "");
  wait_for (fixture, 2, -5 * SECOND / 2);
  g_assert_cmpstr (get_offset (dialog, 1), ==, "-2.5 s");
  g_assert_cmpint (first_of (fixture, 0), ==, SAMPLE_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, REP_FIRST - 5 * SECOND / 2);
  g_assert_true (th_ref_equal (th_document_get_selected (document), ref));
  g_assert_cmpint (th_recording_get_time (recording (fixture), ref), ==, time - 5 * SECOND / 2);
  lanes = headings (document);
  g_test_message ("%s", lanes);
  g_assert_nonnull (strstr (lanes, ", k612-rep.dat shifted by −2.5"));

  th_document_align (document, 1, TH_ALIGN_FIRST, 0);
  wait_for (fixture, 2, SAMPLE_FIRST - REP_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, SAMPLE_FIRST);
  g_assert_cmpstr (get_offset (dialog, 1), ==, "+24.418393569 s");
  g_assert_null (gui_get_bar_text (fixture->window));

  failed = FALSE;
  g_signal_connect (document, "append-failed", G_CALLBACK (failed_cb), NULL);
  th_document_align (document, 1, TH_ALIGN_WALL, 0);
  wait_until (fixture, has_failed);
  g_assert_cmpint (th_document_get_shift (document, 1), ==, SAMPLE_FIRST - REP_FIRST);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
}

/* A file that cannot be read is reported, and the current recording stays. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  g_autoptr(GFile) garbage = rep_file ("broken/garbage.dat"), nothing = rep_file ("nothing.dat");
  ThRecording *before = recording (fixture);

  g_signal_connect (document, "append-failed", G_CALLBACK (failed_cb), NULL);
  for (guint i = 0; i < 2; i++)
    {
      failed = FALSE;
      th_document_append (document, i == 0 ? garbage : nothing, TH_ALIGN_SHIFT, 0);
      wait_until (fixture, has_failed);
      g_assert_true (g_str_has_prefix (th_document_get_append_error (document),
                                       i == 0 ? "garbage.dat: " : "nothing.dat: "));
      wait_for (fixture, 2, 0);
      g_assert_true (recording (fixture) == before);
      g_assert_cmpuint (th_document_get_n_appended (document), ==, 1);
    }

  /* The valid recording can still be moved. */
  th_document_align (document, 1, TH_ALIGN_SHIFT, 12345);
  wait_for (fixture, 2, 12345);
}

/* The last one of several changes in a row takes effect. */
static void
test_hurry (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  g_autoptr(GFile) file = rep_file ("e1000-gt-udp.dat");

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  th_document_align (document, 1, TH_ALIGN_SHIFT, 111);
  th_document_align (document, 1, TH_ALIGN_SHIFT, 222);
  th_document_align (document, 2, TH_ALIGN_SHIFT, 333);
  wait_for (fixture, 3, 222);
  g_assert_cmpint (th_recording_get_shift (th_recording_get_part (recording (fixture), 2)), ==,
                   333);
  /* A second click on the row that is being removed does not remove another recording. */
  th_document_remove_appended (document, 1);
  th_document_remove_appended (document, 1);
  th_document_align (document, 1, TH_ALIGN_SHIFT, 444);
  th_document_align (document, 2, TH_ALIGN_SHIFT, 333);
  wait_for (fixture, 2, 333);
  th_document_reload (document);
  wait_for (fixture, 2, 333);
}

static char *
cpus_text (ThRecording *of,
           const char  *suffix)
{
  g_autoptr(ThSpanStats) stats = th_span_stats_new (of, NULL, NULL, 0, G_MAXINT64, NULL);
  const GArray *cpus = th_span_stats_get (stats, TH_SPAN_CPUS);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < cpus->len; i++)
    {
      const ThSpanCount *cpu = &g_array_index (cpus, ThSpanCount, i);

      g_string_append_printf (text, "%s%s: %" G_GUINT64_FORMAT ", %" G_GINT64_FORMAT "\n",
                              cpu->name, suffix, cpu->n, cpu->time);
    }

  return g_string_free (text, FALSE);
}

/* CPUs with the same number stay separate, and each is as busy as in its recording alone. */
static void
test_span (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *both = NULL, *one = NULL, *other = NULL, *expected = NULL;

  open_two (fixture);
  both = cpus_text (recording (fixture), "");
  one = cpus_text (th_recording_get_part (recording (fixture), 0), " · e1000-tcp.dat");
  other = cpus_text (th_recording_get_part (recording (fixture), 1), " · " REP);
  expected = g_strconcat (one, other, NULL);
  g_assert_cmpstr (both, ==, expected);
  g_assert_nonnull (strstr (both, "CPU 1 · " REP ": "));
}

/* A pid may be a task in each recording, so tasks are shown with their recording, except idle. */
static void
test_span_tasks (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(ThSpanStats) stats = NULL;
  const GArray *tasks;
  guint n_first = 0, n_second = 0;

  open_two (fixture);
  stats = th_span_stats_new (recording (fixture), NULL, NULL, 0, G_MAXINT64, NULL);
  tasks = th_span_stats_get (stats, TH_SPAN_TASKS);
  for (guint i = 0; i < tasks->len; i++)
    {
      const char *name = g_array_index (tasks, ThSpanCount, i).name;

      n_first += g_str_equal (name, "curl-279 · e1000-tcp.dat");
      n_second += g_str_equal (name, "curl-383 · " REP);
      g_assert_true (strstr (name, " · ") != NULL || g_str_equal (name, "<idle>-0"));
    }
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpuint (n_second, ==, 1);
}

/* Returns the text beside each CPU, in the order of the lanes. */
static char *
cpu_details (ThDocument *document)
{
  ThScene *scene = th_document_get_scene (document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->kind == TH_LANE_CPU)
      g_string_append_printf (text, "%s\n", th_scene_get_lane (scene, i)->detail);

  return g_string_free (text, FALSE);
}

/* Returns the chooser, which is valid until something is chosen. */
static ThChooser *
open_lane_chooser (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  activate (fixture, "win.find-lane");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (TH_IS_CHOOSER (window))
        return TH_CHOOSER (window);
    }

  g_assert_not_reached ();
}

/* Of two tasks with the same pid, both rcu_preempt-15, the one of the named recording is chosen;
 * likewise of two CPUs 2. */
static void
test_find_lane (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const wanted[] = { "rcu_preempt gt-udp", "rcu_preempt e1000-tcp",
                                        "cpu 2 gt-udp", "cpu 2 e1000-tcp" };
  ThDocument *document = open_sample (fixture);
  g_autoptr(GFile) file = rep_file ("e1000-gt-udp.dat");
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  guint lanes[G_N_ELEMENTS (wanted)];

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_for (fixture, 2, 0);
  wait_until (fixture, is_analysed);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      ThChooser *finder = open_lane_chooser (fixture);

      gui_choose (finder, wanted[i]);
      lanes[i] = th_timeline_get_current (timeline);
    }
  /* The CPUs of one recording are above those of the other. */
  g_assert_cmpuint (lanes[2], >, lanes[3]);
  g_assert_nonnull (strstr (th_scene_get_lane (th_document_get_scene (document), lanes[0])->detail,
                            "e1000-gt-udp.dat"));
  g_assert_nonnull (strstr (th_scene_get_lane (th_document_get_scene (document), lanes[1])->detail,
                            "e1000-tcp.dat"));
}

/* A recording's busy shares do not change when another is appended, as it has no data for the time
 * of that.  The shares are by trace-cmd report and Python. */
static void
test_busy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *alone = cpu_details (open_sample (fixture)), *both = NULL;

  g_assert_true (g_str_has_prefix (alone, "7 % busy"));
  g_assert_nonnull (strstr (alone, "\n82 % busy"));
  open_two (fixture);
  both = cpu_details (th_window_get_document (fixture->window));
  g_assert_true (g_str_has_prefix (both, alone));
}

/* The CPUs of each recording are under its name, with the same shares as in the sample alone. */
static void
test_inspector (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  g_autofree char *text = NULL;
  const char *first, *second;

  th_document_select_span (document, SAMPLE_FIRST, SAMPLE_LAST);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  first = strstr (text,
                  "\ne1000-tcp.dat\nCPU 0\n7.2 % busy\nCPU 1\n82.2 % busy\nCPU 2\n17.0 % "
                  "busy\nCPU 3\n20.6 % busy\n");
  second = strstr (text, "\n" REP "\nCPU 0\n");
  g_assert_nonnull (first);
  g_assert_true (second > first);
}

/* KernelShark moves its first stream, whichever one was chosen. */
static void
test_other_offset (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  g_autoptr(GFile) file = rep_file ("e1000-gt-udp.dat");
  ThOffsetsDialog *dialog;
  gint64 third;

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_for (fixture, 3, 0);
  third = first_of (fixture, 2);
  dialog = g_object_ref (th_offsets_dialog_new (GTK_WINDOW (fixture->window), document));
  gtk_window_present (GTK_WINDOW (dialog));

  gui_type_offset (GTK_WIDGET (dialog), 1, "+3s");
  wait_for (fixture, 3, 3 * SECOND);
  g_assert_cmpint (first_of (fixture, 0), ==, SAMPLE_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, REP_FIRST + 3 * SECOND);
  g_assert_cmpint (first_of (fixture, 2), ==, third);
  g_assert_cmpstr (get_offset (dialog, 1), ==, "+3 s");
  g_assert_cmpstr (get_offset (dialog, 2), !=, "+3 s");
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
}

/* Returns the button in @widget with that label, or the entry if that is NULL. */
static GtkWidget *
find_control (GtkWidget  *widget,
              const char *label)
{
  GtkWidget *found = NULL;

  if (label == NULL ? GTK_IS_ENTRY (widget) : GTK_IS_BUTTON (widget) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_control (child, label);

  return found;
}

static void
press (GtkWindow  *dialog,
       const char *label)
{
  GtkWidget *button = find_control (GTK_WIDGET (dialog), label);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

/* Checks the offset in the dialog, the lanes and the rows of the table. */
static void
assert_offset (Fixture    *fixture,
               GtkWindow  *dialog,
               gint64      shift,
               const char *offset,
               const char *heading)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThRef ref = { th_recording_get_first_stream (th_recording_get_part (recording (fixture), 1)), 0,
                0 };
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording (fixture), ref.stream), 0);
  g_autofree char *lanes = headings (document);
  gint64 first, last;

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_control (GTK_WIDGET (dialog), NULL))),
                   ==, offset);
  g_assert_cmpint (first_of (fixture, 0), ==, SAMPLE_FIRST);
  g_assert_cmpint (first_of (fixture, 1), ==, REP_FIRST + shift);
  g_assert_nonnull (strstr (lanes, heading));
  /* The range of the timeline begins with the earlier recording. */
  g_assert_true (th_document_get_range (document, &first, &last));
  g_assert_cmpint (first, ==, MIN (SAMPLE_FIRST, REP_FIRST + shift));
  g_assert_cmpint (th_cpu_get_time (cpu, 0), ==, th_recording_get_time (recording (fixture), ref));
}

/* Acts as a user does: types an invalid offset, then a valid one, uses the buttons beside it,
 * while the timeline follows each; finally removes the recording. */
static void
test_dialog (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_two (fixture);
  ThMarkers *marks = th_document_get_markers (document);
  GtkWindow *dialog;
  GtkEditable *entry;

  activate (fixture, "win.offsets");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_OFFSETS_DIALOG);
  g_assert_nonnull (dialog);
  assert_offset (fixture, dialog, 0, "0 s", ", k612-rep.dat");

  entry = GTK_EDITABLE (find_control (GTK_WIDGET (dialog), NULL));
  gtk_editable_set_text (entry, "soon");
  g_signal_emit_by_name (entry, "activate");
  g_assert_nonnull (strstr (get_error (dialog), "+12.5ms"));
  gtk_editable_set_text (entry, "-2500ms");
  g_signal_emit_by_name (entry, "activate");
  wait_for (fixture, 2, -5 * SECOND / 2);
  g_assert_cmpstr (get_error (dialog), ==, "");
  assert_offset (fixture, dialog, -5 * SECOND / 2, "-2.5 s", ", k612-rep.dat shifted by −2.5");

  press (dialog, "_First Events");
  wait_for (fixture, 2, SAMPLE_FIRST - REP_FIRST);
  assert_offset (fixture, dialog, SAMPLE_FIRST - REP_FIRST, "+24.418393569 s",
                 ", k612-rep.dat shifted by +24.4");

  /* 1 ms from B back to A. */
  g_assert_false (gtk_widget_is_sensitive (find_control (GTK_WIDGET (dialog), "_B onto A")));
  th_markers_set_marker (marks, TH_MARKER_A, SAMPLE_FIRST + 1000000);
  th_markers_set_marker (marks, TH_MARKER_B, SAMPLE_FIRST + 2000000);
  press (dialog, "_B onto A");
  wait_for (fixture, 2, SAMPLE_FIRST - REP_FIRST - 1000000);
  assert_offset (fixture, dialog, SAMPLE_FIRST - REP_FIRST - 1000000, "+24.417393569 s",
                 ", k612-rep.dat shifted by +24.4");

  press (dialog, "_Remove");
  wait_for (fixture, 1, 0);
  g_assert_null (find_control (GTK_WIDGET (dialog), NULL));
  g_assert_cmpstr (th_document_get_title (document), ==, "e1000-tcp.dat");
  g_assert_cmpuint (th_recording_get_n_events (recording (fixture)), ==, SAMPLE_EVENTS);
  gtk_window_destroy (dialog);
}

static GtkWidget *
get_part (Fixture    *fixture,
          const char *name)
{
  return gui_template_child (fixture->window, TH_TYPE_TAB_BOX, name);
}

/* "Events, Wakeups, Wakeups · other.dat" */
static char *
tabs_text (Fixture *fixture)
{
  GString *text = g_string_new (NULL);

  for (GtkWidget *tab = gtk_widget_get_first_child (get_part (fixture, "tabs")); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                            gtk_button_get_label (GTK_BUTTON (tab)));

  return g_string_free (text, FALSE);
}

static gboolean
is_revealed (Fixture *fixture)
{
  GtkWidget *box = get_part (fixture, "tabs"), *scroller = get_part (fixture, "scroller");
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (gtk_widget_get_last_child (box), scroller, &bounds) &&
         bounds.origin.x >= 0 &&
         bounds.origin.x + bounds.size.width <= gtk_widget_get_width (scroller) + 1;
}

/* The tables of one recording are next to each other; those that do not fit are in a menu. */
static void
test_tabs (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *capture = g_test_build_filename (G_TEST_DIST, "data", "captures", "wire.pcapng",
                                                    NULL);
  g_autofree char *tabs = NULL;
  const char *first_other, *last_own;
  GtkWidget *more;
  GMenuModel *menu;
  int n = 0;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
  g_assert_true (open_path (fixture, capture) != NULL);
  wait_until (fixture, is_analysed);
  wait_ms (100);
  g_assert_false (gtk_widget_get_child_visible (get_part (fixture, "more")));

  open_two (fixture);
  wait_until (fixture, is_analysed);
  wait_ms (100);
  more = get_part (fixture, "more");
  tabs = tabs_text (fixture);
  first_other = strstr (tabs, " · ");
  last_own = strstr (tabs, "Connection states");
  g_assert_nonnull (first_other);
  g_assert_true (last_own < first_other && g_str_has_suffix (tabs, ", Measures"));

  g_assert_true (gtk_widget_get_child_visible (more));
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (more));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 3); /* either recording, and both */
  for (int i = 0; i < 3; i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      n += g_menu_model_get_n_items (section);
    }
  for (const char *comma = strchr (tabs, ','); comma != NULL; comma = strchr (comma + 1, ','))
    n--;
  g_assert_cmpint (n, ==, 1);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));

  g_assert_false (is_revealed (fixture));
  activate (fixture, "win.tab('measures')");
  wait_until (fixture, is_revealed);
}

/* Returns the title of the current lane. */
static const char *
get_current_lane (Fixture *fixture)
{
  ThScene *scene = th_document_get_scene (th_window_get_document (fixture->window));
  guint lane = th_timeline_get_current (th_window_get_timeline (fixture->window));

  return lane != G_MAXUINT ? th_scene_get_lane (scene, lane)->title : "";
}

static gboolean
has_part_rows (Fixture *fixture)
{
  return g_strcmp0 (th_table_pane_get_tab (gui_get_table_pane (fixture)),
                    "connection(1,2)@2/connection-packets") == 0 && is_analysed (fixture) &&
         g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (
           gui_get_tab (fixture->window, "connection(1,2)@2/connection-packets")))) > 0;
}

static gboolean
shows_first_part (Fixture *fixture)
{
  return is_analysed (fixture) &&
         g_str_equal (get_current_lane (fixture), "10.78.0.1:48582 ↔ 10.78.0.2:5201");
}

static gboolean
shows_second_part (Fixture *fixture)
{
  return has_part_rows (fixture) &&
         g_str_equal (get_current_lane (fixture), "10.77.0.2:58264 ↔ 10.77.0.1:8000");
}

static gboolean
has_two_parts (Fixture *fixture)
{
  return th_recording_get_n_parts (
           th_document_get_recording (th_window_get_document (fixture->window))) == 2 &&
         is_analysed (fixture);
}

/* Both recordings have a connection 1: that of the selected row is followed. */
static void
test_connection_of_part (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-veth-loss.dat", NULL);
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "data", "k612-rep.dat", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (other);
  GtkWidget *tab;

  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  th_document_append (th_window_get_document (fixture->window), file, TH_ALIGN_FIRST, 0);
  wait_until (fixture, has_two_parts);
  activate (fixture, "win.tab('sockets@2/connections')");
  gui_select_row (gui_get_tab (fixture->window, "sockets@2/connections"), 0);
  /* Actions are enabled in an idle callback. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  activate (fixture, "win.follow-connection");
  wait_until (fixture, shows_second_part);
  tab = gui_get_tab (fixture->window, "connection(1,2)@2/connection-packets");
  g_assert_cmpuint (th_results_get_part (th_result_table_get_results (TH_RESULT_TABLE (tab))), ==,
                    1);
  activate (fixture, "win.follow-connection-of((uint32 0, uint32 1))");
  wait_until (fixture, shows_first_part);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/append/choose", test_choose);
  ADD_WINDOW_TEST ("/append/append", test_append);
  ADD_WINDOW_TEST ("/append/align", test_align);
  ADD_WINDOW_TEST ("/append/align-all", test_align_all);
  ADD_WINDOW_TEST ("/append/find-lane", test_find_lane);
  ADD_WINDOW_TEST ("/append/busy", test_busy);
  ADD_WINDOW_TEST ("/append/inspector", test_inspector);
  ADD_WINDOW_TEST ("/append/offset", test_offset);
  ADD_WINDOW_TEST ("/append/other-offset", test_other_offset);
  ADD_WINDOW_TEST ("/append/refused", test_refused);
  ADD_WINDOW_TEST ("/append/hurry", test_hurry);
  ADD_WINDOW_TEST ("/append/span", test_span);
  ADD_WINDOW_TEST ("/append/span-tasks", test_span_tasks);
  ADD_WINDOW_TEST ("/append/dialog", test_dialog);
  ADD_WINDOW_TEST ("/append/tabs", test_tabs);
  ADD_WINDOW_TEST ("/append/connection", test_connection_of_part);

  return g_test_run ();
}

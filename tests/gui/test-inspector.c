/* test-inspector.c - the texts of the inspector and their layout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-order.h"
#include "th-symbol-news.h"

#include <string.h>

/* Returns the inspector's text for the first event on @cpu at or after @time. */
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
  return dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
}

/* `trace-cmd report -R --cpu 3` has prev_state=256 here, which the event's format prints as R (no
 * flag is set) and + (for 256). */
static void
test_preempted (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = inspect (fixture, "e1000-gt-udp.dat", 3,
                                   G_GINT64_CONSTANT (301291265000));

  g_assert_nonnull (strstr (text, "sched_switch\n"));
  g_assert_nonnull (strstr (text, "\nprev_state\nR+ (0x100)\n"));
  /* Nothing is followed, so there is no journey, whose widgets would take time. */
  g_assert_null (find_widget (GTK_WIDGET (th_window_get_inspector (fixture->window)),
                              TH_TYPE_JOURNEY_PANEL));
}

/* The format of kfree_skb prints the symbol of its location. */
static void
test_one_symbol (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *text = inspect (fixture, "e1000-gt-udp.dat", 0,
                                   G_GINT64_CONSTANT (302702129440));
  const char *first = strstr (text, "\nlocation\n"), *symbol, *end;

  g_assert_nonnull (strstr (text, "kfree_skb\n"));
  g_assert_nonnull (first);
  first += strlen ("\nlocation\n");
  end = strchr (first, '\n');
  symbol = strstr (first, "__udp4_lib_rcv");
  g_assert_true (symbol != NULL && symbol < end);
  symbol = strstr (symbol + 1, "__udp4_lib_rcv");
  g_assert_true (symbol == NULL || symbol > end);
}

/* The first line of the text is of CPU 2, and has six digits after the decimal point. */
static void
test_coarse_times (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *text = inspect (fixture, "e1000-ftrace-default.txt", 2, 0);

  g_assert_nonnull (strstr (text, "\n683.073558\n"));
  g_assert_true (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), "683.073558"));
}

/* A selected span is something that is selected. */
static void
test_span_alone (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *inspector = GTK_WIDGET (th_window_get_inspector (fixture->window));
  g_autofree char *before = NULL, *with = NULL, *after = NULL;

  th_document_clear_selection (document);
  before = dup_label_texts (inspector);
  g_assert_nonnull (strstr (before, "Nothing selected"));
  th_document_select_span (document, SAMPLE_FIRST, SAMPLE_FIRST + 1000000);
  with = dup_label_texts (inspector);
  g_assert_nonnull (strstr (with, "Selected span"));
  g_assert_null (strstr (with, "Nothing selected"));
  th_document_clear_span (document);
  after = dup_label_texts (inspector);
  g_assert_nonnull (strstr (after, "Nothing selected"));
}

/* A field of a text recording has at most 64 KB. */
#define LONG_BYTES 60000

/* Creates a recording with a marker "w000000 w000001 …" of @n_bytes. */
static char *
write_marker (Fixture *fixture,
              gsize    n_bytes,
              char   **path)
{
  g_autoptr(GString) text = g_string_new (NULL), line = g_string_new (NULL);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; text->len < n_bytes; i++)
    g_string_append_printf (text, "%sw%06u", i > 0 ? " " : "", i);
  for (guint i = 0; i < 3; i++)
    g_string_append_printf (line, "  app-77  [001] ..... 100.00000%u: tracing_mark_write: %s\n", i,
                            i == 1 ? text->str : "short");
  *path = g_build_filename (fixture->directory, n_bytes == LONG_BYTES ? "long.txt" : "short.txt",
                            NULL);
  g_assert_true (g_file_set_contents (*path, line->str, line->len, &error));

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_view_text (GtkWidget *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  g_auto(GStrv) lines = NULL;
  g_autofree char *text = NULL;

  g_object_get (buffer, "text", &text, NULL);
  lines = g_strsplit (text, "\n", -1);
  return g_strjoinv ("", lines);
}

/* The inspector shows the whole text, in a label or in a scrolled view, and lays it out quickly. */
static void
test_long_text (Fixture       *fixture,
                gconstpointer  data)
{
  static const gsize sizes[] = { 5000, LONG_BYTES };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path = NULL, *wanted = write_marker (fixture, sizes[i], &path);
      g_autofree char *labels = NULL, *shown = NULL;
      ThDocument *document = open_path (fixture, path);
      GtkWidget *inspector, *view;

      wait_until (fixture, is_loaded);
      th_document_select (document, (ThRef) { 0, 0, 1 });
      wait_until (fixture, is_read);
      wait_ms (300);
      inspector = GTK_WIDGET (th_window_get_inspector (fixture->window));
      labels = dup_label_texts (GTK_WIDGET (TH_INSPECTOR (inspector)));
      view = find_widget (inspector, GTK_TYPE_TEXT_VIEW);
      shown = view != NULL ? dup_view_text (view) : g_strdup (labels);
      g_assert_cmpint (view != NULL, ==, sizes[i] == LONG_BYTES);
      g_assert_nonnull (strstr (shown, wanted));
      g_assert_null (strstr (labels, "…"));
    }
}

/* Asserts that each child of @box, and of the boxes in it, begins where the previous one ends. */
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

  /* Changes are laid out in the next frame, which may be late on a busy machine. */
  wait_ms (60);
  gtk_test_widget_wait_for_draw (viewport);
  assert_stacked (gtk_viewport_get_child (GTK_VIEWPORT (viewport)), &bottom);
}

/* The measured span and the selected event are one below the other, whichever is shown first, with
 * or without a frame in between. */
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

static char *
dup_inspector (Fixture *fixture)
{
  return dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
}

static void
assert_unlisted (Fixture    *fixture,
                 gboolean    unlisted,
                 const char *notice)
{
  g_autofree char *told = NULL;

  wait_until (fixture, is_read);
  wait_ms (200);
  told = dup_inspector (fixture);
  g_assert_cmpint (strstr (told, "outside the span, and only that is listed.") != NULL, ==,
                   unlisted);
  g_assert_cmpint (strstr (gui_get_status (fixture->window), "outside the listed span") != NULL, ==,
                   unlisted);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, notice);
}

/* Event 10 of CPU 0 is before the span, which has 55 events.  The table does not show it, which is
 * told as for an event that the filter hides. */
static void
test_outside_span (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char notice[] = "This event is outside the span; Alt+S lists all events";
  g_autofree char *both = NULL;

  open_sample (fixture);
  activate (fixture, "win.select-span((int64 177708853551, int64 177709853551))");
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 10))");
  assert_unlisted (fixture, FALSE, NULL);
  activate (fixture, "win.only-span");
  assert_unlisted (fixture, TRUE, NULL);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 11))");
  assert_unlisted (fixture, TRUE, notice);

  /* The filter is the first obstacle. */
  activate (fixture, "win.set-filter('cpu == 3')");
  wait_until (fixture, gui_is_filtered);
  wait_ms (100);
  both = dup_inspector (fixture);
  g_assert_nonnull (strstr (both, "The filter hides this event."));
  activate (fixture, "win.clear-filter");
  wait_until (fixture, gui_is_filtered);
  assert_unlisted (fixture, TRUE, NULL);

  activate (fixture, "win.select((uint32 0, uint32 0, uint32 12))");
  assert_unlisted (fixture, TRUE, notice);
  activate (fixture, "win.only-span");
  assert_unlisted (fixture, FALSE, NULL);
  activate (fixture, "win.only-span");
  assert_unlisted (fixture, TRUE, NULL);
  activate (fixture, "win.select-span((int64 0, int64 0))");
  assert_unlisted (fixture, FALSE, NULL);
}

/* --- samples ------------------------------------------------------------ */

static char *wanted_info; /* what perf script says about a sample */
static guint n_news;

static char *
run (const char *command)
{
  char *out = NULL;
  int status;

  if (!g_spawn_command_line_sync (command, &out, NULL, &status, NULL) ||
      !g_spawn_check_wait_status (status, NULL))
    g_clear_pointer (&out, g_free);
  return out;
}

/* Sets @wanted_info from a line "1001001 7f0c4e0a9645 handle_amd+0x25 (/usr/lib/…)", the first one
 * of a function in a file, and returns its number; G_MAXUINT if there is none. */
static guint
find_named (const char *script)
{
  g_auto(GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) words = g_strsplit_set (g_strchug (lines[i]), " ", 2);
      g_auto(GStrv) rest = words[0] != NULL && words[1] != NULL
                           ? g_strsplit (g_strchug (words[1]), " ", 3) : NULL;

      if (rest == NULL || g_strv_length (rest) != 3 || rest[1][0] == '[' ||
          !g_str_has_prefix (rest[2], "(/"))
        continue;
      wanted_info = g_strdup_printf ("%s %s ip=0x%s period=%s mode=user", rest[1], rest[2],
                                     rest[0], words[0]);
      return i;
    }
  return G_MAXUINT;
}

static void
count_news (void)
{
  n_news++;
}

static gboolean
shows_info (Fixture *fixture)
{
  return shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), wanted_info);
}

/* The table does not wait for the file of a function: a worker opens it, and then the row has the
 * name that perf script prints. */
static void
test_names_later (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "samples.data", NULL);
  g_autofree char *record = g_strdup_printf ("perf record -q -e cpu-clock -F 999 -o '%s' -- sh -c "
                                             "'for i in 1 2 3 4 5 6; do expr $i + 1; done'", path);
  g_autofree char *list = g_strdup_printf ("perf script -i '%s' -F period,ip,sym,symoff,dso", path);
  g_autofree char *done = run (record), *script = done != NULL ? run (list) : NULL, *text = NULL;
  guint index = script != NULL ? find_named (script) : G_MAXUINT;
  g_autoptr(ThOrder) order = NULL;
  g_autoptr(ThCursor) cursor = NULL;
  ThDocument *document;
  ThRef ref = { 0 };
  gulong handler;

  if (index == G_MAXUINT)
    {
      g_test_skip ("perf cannot record a program and its functions here");
      return;
    }
  handler = g_signal_connect (th_symbol_news_get_default (), "symbols-changed",
                              G_CALLBACK (count_news), NULL);
  document = open_path (fixture, path);
  order = th_order_new (th_document_get_recording (document));
  cursor = th_cursor_new (order, 0);
  for (guint i = 0; i <= index; i++)
    g_assert_true (th_cursor_next (cursor, &ref));
  th_document_select (document, ref);
  wait_until (fixture, shows_info);
  g_assert_cmpuint (n_news, >, 0);
  g_signal_handler_disconnect (th_symbol_news_get_default (), handler);

  wait_until (fixture, is_read);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "\nsym\n"));
  g_assert_nonnull (strstr (text, "\ndso\n/"));
  g_free (wanted_info);
}

static gboolean
is_journey_shown (Fixture *fixture)
{
  return th_inspector_is_journey_shown (th_window_get_inspector (fixture->window));
}

/* The page of the event is not filled while the journey is shown.  According to `trace-cmd report
 * -t`, the slowest packet has events at 177.708881193 and, after that, at 177.708892029. */
static void
test_other_page (Fixture       *fixture,
                 gconstpointer  data)
{
  ThInspector *inspector = th_window_get_inspector (fixture->window);
  g_autofree char *text = NULL;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.slowest");
  wait_until (fixture, is_journey_shown);
  activate (fixture, "win.next-step");
  wait_until (fixture, is_read);
  g_assert_true (th_inspector_is_journey_shown (inspector));
  g_assert_cmpstr (th_inspector_get_page (inspector), ==, "journey");

  activate (fixture, "win.journey");
  g_assert_cmpstr (th_inspector_get_page (inspector), ==, "event");
  text = dup_label_texts (GTK_WIDGET (inspector));
  g_assert_nonnull (strstr (text, "napi_gro_receive_exit\n"));
  g_assert_nonnull (strstr (text, "\n177.708892029\n"));
  g_assert_nonnull (strstr (text, "\nret\n"));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  ADD_WINDOW_TEST ("/inspector/one-symbol", test_one_symbol);
  ADD_WINDOW_TEST ("/inspector/preempted", test_preempted);
  ADD_WINDOW_TEST ("/inspector/coarse-times", test_coarse_times);
  ADD_WINDOW_TEST ("/inspector/span-alone", test_span_alone);
  ADD_WINDOW_TEST ("/inspector/long-text", test_long_text);
  ADD_WINDOW_TEST ("/inspector/sections", test_inspector_sections);
  ADD_WINDOW_TEST ("/inspector/outside-span", test_outside_span);
  ADD_WINDOW_TEST ("/inspector/names-later", test_names_later);
  ADD_WINDOW_TEST ("/inspector/other-page", test_other_page);

  return g_test_run ();
}

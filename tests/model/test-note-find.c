/* test-note-find.c - what notes are about is found again in recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The times are those of trace-cmd report.
 */
#include <string.h>

#include "th-analyses.h"
#include "th-bytes.h"
#include "th-loaders.h"
#include "th-note-find.h"
#include "th-runner.h"

#define NAME "e1000-gt-udp.dat"
/* The first sched_switch, on CPU 1. */
#define SWITCH_TIME G_GINT64_CONSTANT (301249427551)
#define SWITCH_CPU 1
#define SHIFT G_GINT64_CONSTANT (5000000000)

typedef struct
{
  ThRecording *recording;
  ThRunner    *runner;
  GPtrArray   *all;
} Loaded;

static void
analyze (Loaded *self)
{
  self->runner = th_runner_new (self->recording, th_analyses_list ());
  self->all = th_runner_add_all (self->runner);
  while (th_runner_advance (self->runner))
    ;
}

static void
loaded_open (Loaded *self)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", NAME, NULL);
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;

  self->recording = th_loader_open (path, &loader, &error);
  g_assert_no_error (error);
  th_loader_load (loader, self->recording);
  analyze (self);
}

/* The same file twice, the second one five seconds later. */
static void
loaded_open_joined (Loaded *self)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", NAME, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = th_bytes_new_file (path, &error);
  const ThLoaderPart parts[] = { { bytes, "one", 0 }, { bytes, "two", SHIFT } };
  const ThLoader *loaders[2];
  guint failed;

  g_assert_no_error (error);
  self->recording = th_loader_open_parts (parts, 2, loaders, &failed, &error);
  g_assert_no_error (error);
  th_loader_load_parts (loaders, self->recording);
  self->runner = NULL;
  self->all = g_ptr_array_new ();
}

static void
loaded_close (Loaded *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->runner, th_runner_free);
  g_clear_pointer (&self->recording, th_recording_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Loaded, loaded_close)

static ThNoteAnchor *
switch_anchor (void)
{
  ThNoteAnchor *anchor = th_note_anchor_new (TH_NOTE_ON_EVENT);

  anchor->recording = g_strdup ("aa");
  anchor->cpu = SWITCH_CPU;
  anchor->time = SWITCH_TIME;
  anchor->event = g_strdup ("sched:sched_switch");

  return anchor;
}

static void
assert_found (const Loaded       *loaded,
              const ThNoteAnchor *anchor,
              const char         *key,
              ThNoteFound         expected)
{
  const char *keys[] = { key, NULL };
  ThNotePlace place;

  g_assert_cmpint (th_note_anchor_find (anchor, loaded->recording, keys, loaded->all, &place), ==,
                   expected);
}

static void
test_event (void)
{
  g_auto(Loaded) loaded = { NULL };
  g_autoptr(ThNoteAnchor) anchor = switch_anchor (), made = NULL;
  const char *keys[] = { "aa" };
  ThNotePlace place;

  loaded_open (&loaded);
  g_assert_cmpint (th_note_anchor_find (anchor, loaded.recording, keys, loaded.all, &place), ==,
                   TH_NOTE_FOUND);
  g_assert_cmpint (place.from, ==, SWITCH_TIME);
  made = th_note_anchor_for_event (loaded.recording, "aa", place.event);
  g_assert_cmpstr (made->event, ==, anchor->event);
  g_assert_cmpint (made->time, ==, anchor->time);
  g_assert_cmpuint (made->cpu, ==, anchor->cpu);

  /* Each reason of its own. */
  assert_found (&loaded, anchor, "bb", TH_NOTE_FOUND_ELSEWHERE);
  anchor->time++;
  assert_found (&loaded, anchor, "aa", TH_NOTE_NO_EVENT);
  assert_found (&loaded, anchor, "bb", TH_NOTE_NO_RECORDING);
  anchor->time--;
  g_free (anchor->event);
  anchor->event = g_strdup ("sched:sched_waking");
  assert_found (&loaded, anchor, "aa", TH_NOTE_NO_EVENT);
  anchor->cpu = 77;
  assert_found (&loaded, anchor, "aa", TH_NOTE_NO_CPU);
  anchor->stream = g_strdup ("net");
  assert_found (&loaded, anchor, "aa", TH_NOTE_NO_BUFFER);
}

static void
test_span (void)
{
  g_auto(Loaded) loaded = { NULL };
  g_autoptr(ThNoteAnchor) anchor = NULL;

  loaded_open (&loaded);
  anchor = th_note_anchor_for_span (loaded.recording, "aa", SWITCH_TIME, SWITCH_TIME + 10, NULL);
  assert_found (&loaded, anchor, "aa", TH_NOTE_FOUND);
  anchor->time = 5;
  anchor->end = 10;
  assert_found (&loaded, anchor, "aa", TH_NOTE_OUTSIDE);
}

static ThResults *
find_packets (const Loaded *loaded)
{
  for (guint i = 0; i < loaded->all->len; i++)
    if (th_results_get_flows (g_ptr_array_index (loaded->all, i)) != NULL)
      return g_ptr_array_index (loaded->all, i);

  g_assert_not_reached ();
}

static void
test_packets (void)
{
  g_auto(Loaded) loaded = { NULL };
  ThResults *results;
  ThFlows *flows;
  const char *keys[] = { "aa" };

  loaded_open (&loaded);
  results = find_packets (&loaded);
  flows = th_results_get_flows (results);
  g_assert_cmpuint (th_flows_get_n (flows), >, 10);
  for (guint32 row = 0; row < th_flows_get_n (flows); row++)
    {
      g_autoptr(ThNoteAnchor) anchor =
        th_note_anchor_for_flow (loaded.recording, "aa", results, row);
      const ThFlow *flow = th_flows_get (flows, row);
      g_autofree char *link = th_note_link_for_packet (flow->key, flow->generation);
      g_autoptr(GArray) spans = th_note_text_list_spans (link);
      ThNotePlace place;

      g_assert_cmpint (th_note_anchor_find (anchor, loaded.recording, keys, loaded.all, &place),
                       ==, TH_NOTE_FOUND);
      g_assert_cmpuint (place.flow, ==, row);
      g_assert_cmpuint (spans->len, ==, 1);
      g_assert_cmpint (th_note_link_find (&g_array_index (spans, ThNoteSpan, 0), loaded.recording,
                                          0, loaded.all, &place), ==, TH_NOTE_FOUND);
      g_assert_cmpuint (place.flow, ==, row);

      anchor->address ^= 1;
      assert_found (&loaded, anchor, "aa", TH_NOTE_NO_PACKET);
    }
}

/* Every row of every table leads to a row with the same cells. */
static void
test_rows (void)
{
  g_auto(Loaded) loaded = { NULL };
  const char *keys[] = { "aa" };
  guint n_rows = 0;

  loaded_open (&loaded);
  for (guint i = 0; i < loaded.all->len; i++)
    {
      ThResults *results = g_ptr_array_index (loaded.all, i);

      for (guint t = 0; t < th_results_get_n_tables (results); t++)
        {
          ThTable *table = th_results_get_table (results, t);

          for (guint32 row = 0; row < MIN (th_table_get_n (table), 5); row++, n_rows++)
            {
              g_autoptr(ThNoteAnchor) anchor =
                th_note_anchor_for_row (loaded.recording, "aa", results, table, row), again = NULL;
              ThNotePlace place;

              g_assert_cmpint (th_note_anchor_find (anchor, loaded.recording, keys, loaded.all,
                                                    &place), ==, TH_NOTE_FOUND);
              g_assert_true (place.table == table);
              again = th_note_anchor_for_row (loaded.recording, "aa", results, table, place.row);
              g_assert_true (g_strv_equal ((const char *const *) anchor->cells,
                                           (const char *const *) again->cells));
              g_free (anchor->cells[1]);
              anchor->cells[1] = g_strdup ("no such cell");
              assert_found (&loaded, anchor, "aa", TH_NOTE_NO_ROW);
              g_free (anchor->table);
              anchor->table = g_strdup ("sched/none");
              assert_found (&loaded, anchor, "aa", TH_NOTE_NO_TABLE);
            }
        }
    }
  g_assert_cmpuint (n_rows, >, 20);
}

static void
test_time_links (void)
{
  static const struct
  {
    const char *text;
    ThNoteFound found;
  } cases[] = {
    { "301.249427551 on CPU 1", TH_NOTE_FOUND }, { "301.249427 on CPU 1", TH_NOTE_FOUND },
    { "301.249427552", TH_NOTE_FOUND },          { "301.249427552 on CPU 1", TH_NOTE_NO_EVENT },
    { "301.249427551 on CPU 70", TH_NOTE_NO_CPU }, { "99.249427552", TH_NOTE_OUTSIDE },
    { "packet …#900", TH_NOTE_NO_PACKET },
  };
  g_auto(Loaded) loaded = { NULL };

  loaded_open (&loaded);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GArray) spans = th_note_text_list_spans (cases[i].text);
      ThNotePlace place;

      g_assert_cmpuint (spans->len, ==, 1);
      g_assert_cmpint (th_note_link_find (&g_array_index (spans, ThNoteSpan, 0), loaded.recording,
                                          0, loaded.all, &place), ==, cases[i].found);
      if (i < 2)
        g_assert_cmpint (place.from, ==, SWITCH_TIME);
    }
}

/* On a timeline of two recordings, the key says which, and the shift does not matter. */
static void
test_joined (void)
{
  g_auto(Loaded) loaded = { NULL };
  g_autoptr(ThNoteAnchor) anchor = switch_anchor (), made = NULL;
  const char *keys[] = { "bb", "aa" };
  ThNotePlace place;

  loaded_open_joined (&loaded);
  g_assert_cmpint (th_note_anchor_find (anchor, loaded.recording, keys, loaded.all, &place), ==,
                   TH_NOTE_FOUND);
  g_assert_cmpuint (place.part, ==, 1);
  g_assert_cmpint (place.from, ==, SWITCH_TIME + SHIFT);
  made = th_note_anchor_for_event (loaded.recording, "aa", place.event);
  g_assert_cmpint (made->time, ==, SWITCH_TIME);
}

/* The recording has CPU 0 and 1, and the task 620; a lane of an analysis may be there. */
static void
test_lanes (void)
{
  static const struct
  {
    const char *lanes[3];
    ThNoteFound found;
  } cases[] = {
    { { "cpu/1" }, TH_NOTE_FOUND }, { { "cpu/70" }, TH_NOTE_NO_LANE },
    { { "cpu/" }, TH_NOTE_NO_LANE }, { { "cpu/elsewhere/1" }, TH_NOTE_NO_LANE },
    { { "task/15" }, TH_NOTE_FOUND }, { { "task/123456" }, TH_NOTE_NO_LANE },
    { { "task/x" }, TH_NOTE_NO_LANE }, { { "task/123456", "cpu/1" }, TH_NOTE_FOUND },
    { { "sched/0/1" }, TH_NOTE_FOUND }
  };
  g_auto(Loaded) loaded = { NULL };

  loaded_open (&loaded);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThNoteAnchor) anchor = th_note_anchor_new (TH_NOTE_ON_LANE);

      anchor->recording = g_strdup ("aa");
      anchor->lanes = g_strdupv ((char **) cases[i].lanes);
      assert_found (&loaded, anchor, "aa", cases[i].found);
      /* In another recording the same lane is there, or it is not known where it is. */
      assert_found (&loaded, anchor, "bb", cases[i].found == TH_NOTE_FOUND
                                           ? TH_NOTE_FOUND_ELSEWHERE : TH_NOTE_NO_RECORDING);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/note-find/event", test_event);
  g_test_add_func ("/note-find/span", test_span);
  g_test_add_func ("/note-find/lanes", test_lanes);
  g_test_add_func ("/note-find/packets", test_packets);
  g_test_add_func ("/note-find/rows", test_rows);
  g_test_add_func ("/note-find/time-links", test_time_links);
  g_test_add_func ("/note-find/joined", test_joined);

  return g_test_run ();
}

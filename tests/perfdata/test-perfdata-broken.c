/* test-perfdata-broken.c - damaged and truncated recordings of perf
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * None may crash, hang, read out of bounds or use disproportionate memory; what can be read is
 * read.
 */
#include <string.h>

#include "loader-fixture.h"
#include "th-byte-cursor.h"
#include "th-perfdata-record.h"

#define MAX_GROWTH_KB (256 * 1024)
#define EVERY_UP_TO 4096
#define STEP 61
#define N_FLIPS (500 / FIXTURE_ONE_IN)

#define PIPES "../fuzz/corpus/perfdata-pipe/"

static const char *const names[] = {
  "e1000-probe.perf.data", "virtio-cpu-clock-z.perf.data", "virtio-tp-g.perf.data",
  "public/fibo.compressed2.pipe.data",
  /* Small inputs of the fuzzer, so that each byte is damaged once. */
  "../fuzz/corpus/perfdata-file/probe", "../fuzz/corpus/perfdata-file/lost_samples", PIPES "probe",
  PIPES "cpu-clock-z",
  PIPES "lost_samples",
};

/* In the fuzzer's corpus, a pipe has one byte in place of its header. */
static void
add_pipe_header (char  **data,
                 gsize  *size)
{
  static const char header[16] = { 'P', 'E', 'R', 'F', 'I', 'L', 'E', '2', sizeof header };
  char *whole = g_malloc (*size + sizeof header - 1);

  memcpy (whole, header, sizeof header);
  memcpy (whole + sizeof header, *data + 1, *size - 1);
  g_free (*data);
  *data = whole;
  *size += sizeof header - 1;
}

static gboolean
get (gconstpointer name,
     char        **data,
     gsize        *size)
{
  g_autofree char *path = fixture_find_recording (name);

  if (path == NULL || !g_file_get_contents (path, data, size, NULL))
    return FALSE;
  if (g_str_has_prefix (name, PIPES))
    add_pipe_header (data, size);
  return TRUE;
}

static void
test_cuts (gconstpointer name)
{
  g_autofree char *data = NULL;
  glong peak = fixture_peak_kb ();
  guint64 whole;
  gsize size;

  if (!get (name, &data, &size))
    return;

  whole = fixture_try_bytes (data, size);
  g_assert_cmpuint (whole, >, 0);
  for (gsize cut = 0; cut < size; cut += (cut < EVERY_UP_TO ? 1 : STEP) * FIXTURE_ONE_IN)
    {
      /* A separate allocation, so that a sanitizer detects a read beyond the end. */
      g_autofree char *part = g_memdup2 (data, cut);

      g_assert_cmpuint (fixture_try_bytes (part, cut), <=, whole);
    }
  g_assert_cmpint (fixture_peak_kb () - peak, <, MAX_GROWTH_KB);
}

static void
test_flips (gconstpointer name)
{
  g_autofree char *data = NULL;
  g_autoptr(GRand) random = g_rand_new_with_seed (6);
  glong peak = fixture_peak_kb ();
  gsize size;

  if (!get (name, &data, &size))
    return;

  for (guint i = 0; i < N_FLIPS; i++)
    {
      g_autofree char *flipped = g_memdup2 (data, size);

      /* Half of the attempts flip bits only in the first 2 KiB, which have most of the structure.
       * */
      for (guint j = 0; j < 3; j++)
        flipped[g_rand_int_range (random, 0,
                                  i % 2 == 0 ? (gint) size : MIN ((gint) size, 2048))] ^= 1 <<
                                    g_rand_int_range (random, 0, 8);
      fixture_try_bytes (flipped, size);
    }
  g_assert_cmpint (fixture_peak_kb () - peak, <, MAX_GROWTH_KB);
}

/* Every file of the collection of damaged files, and its problems. */
static void
test_known (void)
{
  static const struct { const char *name; const char *outcome; } known[] = {
    { "broken/cut-50.perf.data", "truncated 1" },
    { "broken/cut-header.perf.data", "error" },
    { "broken/flipped.perf.data", "bad-record 3 bad-time 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *path = fixture_find_recording (known[i].name);
      g_autoptr(ThRecording) recording = path != NULL ? fixture_load (path, NULL) : NULL;
      g_autofree char *outcome = recording != NULL ? fixture_problems (recording)
                                                   : g_strdup ("error");

      if (path == NULL)
        return;
      g_assert_cmpstr (outcome, ==, known[i].outcome);
    }
}

/* The sample in the middle of the data of a file. */
static guint8 *
middle_sample (char *data)
{
  guint64 at = th_bytes_u64 ((guint8 *) data + 40, FALSE);
  guint64 end = at + th_bytes_u64 ((guint8 *) data + 48, FALSE);

  for (guint64 middle = at / 2 + end / 2;
       at < middle || th_pf_record_type ((guint8 *) data + at, FALSE) != TH_PF_SAMPLE; )
    at += th_pf_record_size ((guint8 *) data + at, FALSE);
  return (guint8 *) data + at;
}

/* The offset of the only problem. */
static gint64
place_of_problem (ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  const ThProblem *problem = problems->pdata[0];

  g_assert_cmpuint (problems->len, ==, 1);
  return problem->offset;
}

/* A record of a wrong size costs itself, but not those after it, and its place is told. */
static void
test_record_size (gconstpointer data)
{
  const guint8 *wrong = data;
  g_autofree char *sound = NULL, *problems = NULL;
  g_autoptr(ThRecording) recording = NULL;
  guint64 whole;
  gsize size;
  guint8 *record;

  g_assert_true (get ("e1000-probe.perf.data", &sound, &size));
  whole = fixture_try_bytes (sound, size);
  record = middle_sample (sound);
  memcpy (record + 6, wrong, 2);
  recording = fixture_load_bytes (sound, size, NULL);

  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "bad-record 1");
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, whole - 1);
  g_assert_cmpint (place_of_problem (recording), ==, record - (guint8 *) sound);
}

/* A sample of an unknown event is damage, whose place is told. */
static void
test_unknown_id (void)
{
  g_autofree char *sound = NULL, *problems = NULL;
  g_autoptr(ThRecording) recording = NULL;
  gsize size;
  guint8 *record;

  g_assert_true (get ("e1000-probe.perf.data", &sound, &size));
  record = middle_sample (sound);
  record[TH_PF_HEADER + 6] ^= 0xff;
  recording = fixture_load_bytes (sound, size, NULL);

  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "bad-record 1");
  g_assert_cmpint (place_of_problem (recording), ==, record - (guint8 *) sound);
}

/* The size of the attributes is also in the attributes. */
static void
test_attr_size (void)
{
  g_autofree char *sound = NULL, *problems = NULL;
  g_autoptr(ThRecording) recording = NULL;
  guint64 whole;
  gsize size;

  g_assert_true (get ("e1000-probe.perf.data", &sound, &size));
  whole = fixture_try_bytes (sound, size);
  sound[16] ^= 0x7f;
  recording = fixture_load_bytes (sound, size, NULL);

  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "bad-section 1");
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, whole);
}

static const char *
test_name (const char *name)
{
  return g_str_has_prefix (name, "../") ? name + strlen ("../fuzz/corpus/") : name;
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *cuts = g_strconcat ("/perfdata/broken/cuts/", test_name (names[i]), NULL);
      g_autofree char *flips = g_strconcat ("/perfdata/broken/flips/", test_name (names[i]), NULL);

      g_test_add_data_func (cuts, names[i], test_cuts);
      g_test_add_data_func (flips, names[i], test_flips);
    }
  g_test_add_func ("/perfdata/broken/known", test_known);
  g_test_add_data_func ("/perfdata/broken/record-size/none", "\0\0", test_record_size);
  g_test_add_data_func ("/perfdata/broken/record-size/too-long", "\xf8\xff", test_record_size);
  g_test_add_func ("/perfdata/broken/unknown-id", test_unknown_id);
  g_test_add_func ("/perfdata/broken/attr-size", test_attr_size);
  return g_test_run ();
}

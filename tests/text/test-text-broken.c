/* test-text-broken.c - damaged, truncated, endless and malicious texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * None may crash, hang, read out of bounds or use disproportionate memory; what can be read is
 * read.
 */
#include <string.h>

#include "loader-fixture.h"

/* The memory limit as a multiple of the file's size, with a minimum: the limit of th-txt.h plus
 * the columns. */
#define MAX_FACTOR 16
#define FLOOR_KB (192 * 1024)

static void
load_anyhow (const char *data,
             gsize       size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = fixture_load_bytes (data, size, &error);

  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording != NULL)
    fixture_read_all (recording);
}

static char *
contents (const char *name,
          gsize      *size)
{
  g_autofree char *path = fixture_find_recording (name);
  char *data = NULL;

  if (path != NULL)
    g_assert_true (g_file_get_contents (path, &data, size, NULL));
  return data;
}

static const char *const whole[] = { "e1000-ftrace-default.txt", "e1000-fgraph-proc-abstime.txt",
                                     "e1000-probe.perf.script.txt" };

static void
test_cuts (gconstpointer name)
{
  gsize size;
  g_autofree char *data = contents (name, &size);

  for (gsize n = 0; data != NULL && n < size; n += (n < 4096 ? 37 : 1811) * FIXTURE_ONE_IN)
    load_anyhow (data, n);
}

static void
test_flips (gconstpointer name)
{
  gsize size;
  g_autofree char *data = contents (name, &size);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; data != NULL && i < 60 / FIXTURE_ONE_IN; i++)
    {
      g_autofree char *copy = g_memdup2 (data, size);

      for (guint j = 0; j < 1u << i % 10; j++)
        copy[g_rand_int_range (rand, 0, (gint) size)] = (char) g_rand_int (rand);
      load_anyhow (copy, size);
    }
}

/* --- every layout ------------------------------------------------------ */

/* A few lines of each layout, from the fuzzer's corpus: cut everywhere, and with flipped bits. */
#define LAYOUTS "../fuzz/corpus/text"
#define N_FLIPS (60 / FIXTURE_ONE_IN)

static void
test_layout (gconstpointer name)
{
  gsize size;
  g_autofree char *path = g_build_filename (LAYOUTS, name, NULL);
  g_autofree char *data = contents (path, &size);
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  g_assert_nonnull (data);
  for (gsize n = 0; n < size; n += 3 * FIXTURE_ONE_IN)
    {
      /* A separate allocation, so that a sanitizer detects a read beyond the end. */
      g_autofree char *part = g_memdup2 (data, n);

      load_anyhow (part, n);
    }
  for (guint i = 0; i < N_FLIPS; i++)
    {
      g_autofree char *copy = g_memdup2 (data, size);

      for (guint j = 0; j < 1u << i % 5; j++)
        copy[g_rand_int_range (rand, 0, (gint) size)] ^= (char) (1 << g_rand_int_range (rand, 0,
                                                                                        8));
      load_anyhow (copy, size);
    }
}

static void
add_layouts (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "text", NULL);
  g_autoptr(GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/text/layouts/%s", name);

      g_test_add_data_func_full (test, g_strdup (name), test_layout, g_free);
    }
}

/* --- damaged files ----------------------------------------------------- */

typedef struct
{
  const char *name;
  guint64     n;
  const char *problems;
} Damaged;

static const Damaged damaged[] = {
  { "broken/crlf.txt", 706, "" },
  { "broken/no-header.txt", 706, "" },
  { "broken/cut-mid-line.txt", 397, "truncated 1" },
  { "broken/binary-inside.txt", 706, "bad-line 2" },
};

static void
test_damaged (gconstpointer data)
{
  const Damaged *self = data;
  g_autofree char *path = fixture_find_recording (self->name);
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  if (path == NULL)
    return;
  recording = fixture_load (path, NULL);
  g_assert_nonnull (recording);
  problems = fixture_problems (recording);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, self->n);
  g_assert_cmpstr (problems, ==, self->problems);
  fixture_read_all (recording);
}

/* --- malicious input --------------------------------------------------- */

static GString *
long_line (void)
{
  GString *text = g_string_new ("a-1 [000] .... 1.0: x: ");

  for (guint i = 0; i < 3 * 1024 * 1024; i++)
    g_string_append_c (text, "ab= -[1 "[i % 8]);
  return g_string_append (text, "\na-1 [000] .... 2.0: y: z\n");
}

static void
test_long_line (void)
{
  g_autoptr(GString) text = long_line ();
  g_autoptr(ThRecording) recording = fixture_load_bytes (text->str, text->len, NULL);

  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 2);
  fixture_read_all (recording);
}

static void
test_one_endless_line (void)
{
  g_autofree char *text = g_strnfill (8 * 1024 * 1024, '-');

  memcpy (text, "# tracer: nop\n", 14);
  load_anyhow (text, 8 * 1024 * 1024);
}

static void
test_many_types (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (text, "a-%u [000] .... 1.%06u: e%u: a%u=1\n", i, i, i, i);
  recording = fixture_load_bytes (text->str, text->len, NULL);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 1000000);
  problems = fixture_problems (recording);
  g_assert_true (g_str_has_prefix (problems, "too-many-types "));
  fixture_read_all (recording);
  g_assert_cmpint (fixture_peak_kb (), <, (glong) (text->len / 1024 * MAX_FACTOR) + FLOOR_KB);
}

static void
test_many_cpus (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(ThRecording) recording = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "a-%u [%u] .... 1.%06u: e: a=1\n", i, i, i);
  recording = fixture_load_bytes (text->str, text->len, NULL);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 8192);
  fixture_read_all (recording);
}

static void
add (const char    *folder,
     const char    *name,
     gconstpointer  data,
     GTestDataFunc  func)
{
  g_autofree char *path = g_strdup_printf ("/text/%s/%s", folder, name);

  g_test_add_data_func (path, data, func);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    add ("damaged", damaged[i].name, &damaged[i], test_damaged);
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      add ("cuts", whole[i], whole[i], test_cuts);
      add ("flips", whole[i], whole[i], test_flips);
    }
  add_layouts ();
  g_test_add_func ("/text/long-line", test_long_line);
  g_test_add_func ("/text/endless-line", test_one_endless_line);
  g_test_add_func ("/text/many-cpus", test_many_cpus);
  g_test_add_func ("/text/many-types", test_many_types);
  return g_test_run ();
}

/* fuzz-replay.c - main() of a fuzz target without libFuzzer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   fuzz-NAME FILE-OR-FOLDER...
 *
 * Prints TAP, one case per file.  None may exceed the time and the memory defined here.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fuzz-target.h"
#include "loader-fixture.h"

/* The maximum CPU time for an input of 64 KiB; sanitizers are slow.  Time that passes does not
 * count, since other processes may keep the CPUs busy; meson ends a test that hangs. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define MAX_SECONDS 10
#else
#define MAX_SECONDS 1
#endif
/* The limit for compressed input, as in th-tracedat.h: 4096 times the size of the input. */
#define MAX_MEMORY ((64u << 10) * 4096u)
/* The limit for plain input: columns, and blocks that are read at once. */
#define MAX_FACTOR 64

static guint n_cases;
static guint n_failed;

static gsize
peak_memory (void)
{
  return (gsize) fixture_peak_kb () * 1024;
}

static void
replay_file (const char *path)
{
  g_autofree char *data = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr(GError) error = NULL;
  gsize size, before = peak_memory ();
  clock_t start;
  gboolean good;

  if (!g_file_get_contents (path, &data, &size, &error))
    {
      printf ("not ok %u %s # %s\n", ++n_cases, name, error->message);
      n_failed++;
      return;
    }

  /* Printed before the run, so that a crash can be attributed. */
  printf ("# %s\n", path);
  fflush (stdout);
  start = clock ();
  LLVMFuzzerTestOneInput ((const guint8 *) data, size);
  good = clock () - start <= MAX_SECONDS * CLOCKS_PER_SEC &&
         peak_memory () - before <= MAX_MEMORY + size * MAX_FACTOR;
  n_failed += !good;
  printf ("%s %u %s\n", good ? "ok" : "not ok", ++n_cases, name);
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
replay_folder (const char *path)
{
  g_autoptr(GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_paths);
  for (guint i = 0; i < names->len; i++)
    replay_file (g_ptr_array_index (names, i));
}

int
main (int   argc,
      char *argv[])
{
  for (int i = 1; i < argc; i++)
    if (g_file_test (argv[i], G_FILE_TEST_IS_REGULAR))
      replay_file (argv[i]);
    else
      replay_folder (argv[i]);

  printf ("1..%u\n", n_cases);
  return n_failed > 0 || n_cases == 0;
}

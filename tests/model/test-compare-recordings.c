/* test-compare-recordings.c - comparisons of real recordings whose difference is known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ten recordings of the same workload are split into two sides in all possible ways (with
 * --long; otherwise in a fixed sample of them): hardly any split may show a difference.
 * Recordings of that workload with a known injection must show it, and otherwise only its
 * consequences.  They are in THRESHER_TRACES, with a README about how they were made.
 */
#include <math.h>
#include <string.h>

#include "compare-fixture.h"
#include "th-analyses.h"
#include "th-compare-take.h"
#include "th-comparison.h"
#include "th-loaders.h"
#include "th-runner.h"

#define SERVER "vst-c:local:st-srv"

static GHashTable *loaded; /* name → ThCompareRun */

static gboolean
have_traces (void)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *folder = traces != NULL ? g_build_filename (traces, "compare", NULL) : NULL;

  if (folder != NULL && g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;

  g_test_skip ("the recordings of THRESHER_TRACES are not here");
  return FALSE;
}

static gboolean
is_long (void)
{
  return g_getenv ("THRESHER_LONG") != NULL;
}

static ThCompareRun *
load (const char *path,
      const char *name)
{
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThRunner) runner = NULL;
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;

  recording = th_loader_open (path, &loader, &error);
  g_assert_no_error (error);
  th_loader_load (loader, recording);
  runner = th_runner_new (recording, th_analyses_list ());
  all = th_runner_add_all (runner);
  while (th_runner_advance (runner))
    ;
  return th_compare_run_take (recording, all, name, TH_TIME_NONE, G_MAXINT64);
}

/* Loads "before-03" or, from the folder of the other recordings, "rr-hog"; only once. */
static ThCompareRun *
get_run (const char *name)
{
  ThCompareRun *run = g_hash_table_lookup (loaded, name);
  g_autofree char *file = g_strconcat (name, ".dat", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("THRESHER_TRACES"), file, NULL);

  if (run == NULL)
    {
      run = load (path, name);
      g_hash_table_insert (loaded, g_strdup (name), run);
    }
  return run;
}

static ThCompareRun *
get_numbered (const char *kind,
              guint       number)
{
  g_autofree char *name = g_strdup_printf ("compare/%s-%02u", kind, number);

  return get_run (name);
}

static GPtrArray *
runs_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
}

/* The runs of @kind that are selected by the bits. */
static GPtrArray *
get_side (const char *kind,
          guint       bits)
{
  GPtrArray *runs = runs_new ();

  for (guint i = 0; i < 32; i++)
    if (bits >> i & 1)
      g_ptr_array_add (runs, th_compare_run_ref (get_numbered (kind, i)));
  return runs;
}

static ThComparison *
compare (GPtrArray *a,
         GPtrArray *b)
{
  g_autoptr(GError) error = NULL;
  ThVerdictOptions options;
  ThComparison *comparison;

  th_verdict_options_init (&options);
  comparison = th_comparison_new (a, b, &options, &error);
  g_assert_no_error (error);
  return comparison;
}

static gboolean
has_moved (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER;
}

/* Counts the rows that moved: "packet.reader/vst-c:local:st-srv p50 slower", … */
static void
count_moved (const ThComparison *comparison,
             GHashTable         *counts)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      g_autofree char *key = g_strdup_printf ("%s/%s p%u %s", row->measure, row->name,
                                              row->level == 0 ? 50 : row->level == 1 ? 90 : 99,
                                              th_verdict_get_id (row->verdict));
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      if (has_moved (row))
        g_hash_table_replace (counts, g_steal_pointer (&key), GUINT_TO_POINTER (n + 1));
    }
}

static void
print_counts (GHashTable *counts,
              guint       n)
{
  g_autoptr(GList) keys = g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp);

  for (GList *key = keys; key != NULL; key = key->next)
    g_test_message ("%u of %u: %s", GPOINTER_TO_UINT (g_hash_table_lookup (counts, key->data)), n,
                    (const char *) key->data);
}

static GHashTable *
counts_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* --- nothing changed ------------------------------------------------------- */

/* Checks every @stride-th way to choose @k runs for A and @k of the others for B. */
static void
check_splits (const char *kind,
              guint       n_runs,
              guint       k,
              guint       stride)
{
  g_autoptr(GHashTable) counts = counts_new ();
  guint n = 0, n_false = 0, number = 0;

  for (guint a = 0; a < 1u << n_runs; a++)
    for (guint b = a + 1; b < 1u << n_runs; b++)
      if ((a & b) == 0 && __builtin_popcount (a) == k && __builtin_popcount (b) == k &&
          number++ % stride == 0)
        {
          g_autoptr(GPtrArray) side_a = get_side (kind, a), side_b = get_side (kind, b);
          g_autoptr(ThComparison) comparison = compare (side_a, side_b);

          /* Rows are sorted by evidence, so those that moved come first. */
          n_false += has_moved (th_comparison_get_row (comparison, 0));
          count_moved (comparison, counts);
          n++;
        }
  print_counts (counts, n);
  g_test_message ("%s %u : %u runs: a difference in %u of %u splits, %.2f %%", kind, k, k, n_false,
                  n, 100. * n_false / n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpfloat (n_false, <=, .02 * n);
}

static void
test_splits (gconstpointer data)
{
  guint k = GPOINTER_TO_UINT (data);

  if (have_traces ())
    check_splits ("before", 10, k, is_long () ? 1 : k == 5 ? 3 : 37);
}

/* Runs compared with themselves are the same, whatever their number, unless there is nothing to
 * compare. */
static void
test_itself (void)
{
  if (!have_traces ())
    return;

  for (guint bits = 1; bits <= 7; bits = bits * 2 + 1)
    {
      g_autoptr(GPtrArray) a = get_side ("late50", bits), b = get_side ("late50", bits);
      g_autoptr(ThComparison) comparison = compare (a, b);

      for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
        {
          const ThComparisonRow *row = th_comparison_get_row (comparison, i);

          if (row->kind == TH_COMPARISON_QUANTILE)
            g_assert_cmpstr (th_verdict_get_id (row->verdict), ==,
                             row->a.n > 0 || row->b.n > 0 ? "same" : "");
          g_assert_cmpfloat (row->difference, ==, 0);
        }
    }
}

/* Two runs per side prove nothing, whatever they show. */
static void
test_two (void)
{
  g_autoptr(GPtrArray) a = NULL, b = NULL;
  g_autoptr(ThComparison) comparison = NULL;

  if (!have_traces ())
    return;

  a = get_side ("before", 0x3);
  b = get_side ("late50", 0x3);
  comparison = compare (a, b);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      g_assert_false (has_moved (row) || row->stands_out || row->verdict == TH_VERDICT_SAME);
    }
}

/* --- something was injected -------------------------------------------------- */

typedef struct
{
  const char *kind;
  const char *expected;     /* the row of the injection */
  const char *const *follows; /* its consequences: prefixes of other rows that moved */
} Injection;

static gboolean
follows (const Injection *injection,
         const char      *moved)
{
  if (strcmp (moved, injection->expected) == 0)
    return TRUE;

  for (const char *const *one = injection->follows; *one != NULL; one++)
    if (g_str_has_prefix (moved, *one))
      return TRUE;

  return FALSE;
}

/* Hardly anything moved but what follows from the injection. */
static void
check_consequences (const Injection *injection,
                    GHashTable      *counts,
                    guint            n)
{
  GHashTableIter iter;
  gpointer key, value;

  print_counts (counts, n);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!follows (injection, key))
      {
        g_test_message ("%s does not follow from %s", (const char *) key, injection->kind);
        g_assert_cmpfloat (GPOINTER_TO_UINT (value), <=, .02 * n);
      }
}

static void
check_injection (const Injection *injection,
                 GHashTable      *counts,
                 guint            n)
{
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, injection->expected)), ==, n);
  check_consequences (injection, counts, n);
}

static void
test_injection (gconstpointer data)
{
  const Injection *injection = data;
  g_autoptr(GHashTable) counts = counts_new ();
  g_autoptr(GPtrArray) b = NULL;
  guint n = 0, number = 0;

  if (!have_traces ())
    return;

  b = get_side (injection->kind, 0x1f);
  for (guint bits = 0; bits < 1 << 10; bits++)
    if (__builtin_popcount (bits) == 5 && (number++ % 7 == 0 || is_long ()))
      {
        g_autoptr(GPtrArray) a = get_side ("before", bits);
        g_autoptr(ThComparison) comparison = compare (a, b);

        count_moved (comparison, counts);
        n++;
      }
  check_injection (injection, counts, n);
}

/* The request waits in the queue of the server's socket until the server reads it. */
#define REQUEST_FOLLOWS "request.queue/7100:st-srv:both", "request.duration/7100:st-srv:both"

static const char *const late_follows[] = {
  "packet.reader/" SERVER, "packet.total/" SERVER, "syscall.read/st-cli",
  "run/st-srv", /* the sleep splits its runs */
  REQUEST_FOLLOWS, NULL
};

static const char *const spin_follows[] = { "packet.reader/" SERVER, REQUEST_FOLLOWS, NULL };

static const Injection injections[] = {
  { "late50", "packet.reader/" SERVER " p50 slower", late_follows },
  { "spin20", "packet.reader/" SERVER " p50 slower", spin_follows }
};

/* --- something smaller was injected ---------------------------------------------- */

/* What the row of the injection may show in a draw of five runs of "before" against all five
 * of the kind, and in how many of the draws it is named. */
typedef struct
{
  const char *kind;
  guint       level;
  double      least; /* factor */
  double      most;
  double      least_named; /* share of the draws */
  double      most_named;
} Weak;

/* 5 µs make the median ×1.64, which five runs name in about a quarter of the draws, though
 * these five in fewer.  3 % of
 * the requests 300 µs late make p99 ×6.5, for which these runs have too few packets: then the
 * procedure must not say anything, and nothing of p50, which does not change. */
static const Weak weaks[] = {
  { "spin5", 0, 1.3, 2, .01, .5 },
  { "tail3", 2, 2, 13, 0, 0 },
  { "tail3", 0, .8, 1.25, 0, 0 }
};

/* Whether the row is named; it must be near the truth, and neither faster nor the same. */
static gboolean
check_weak (const Weak         *weak,
            const ThComparison *comparison)
{
  const ThComparisonRow *row = test_find_row (comparison, "packet.reader", SERVER, weak->level);

  g_assert_cmpfloat (exp (row->difference), >=, weak->least);
  g_assert_cmpfloat (exp (row->difference), <=, weak->most);
  g_assert_true (row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_CANT_TELL);
  return row->verdict == TH_VERDICT_SLOWER;
}

static void
test_weak (gconstpointer data)
{
  const Weak *weak = data;
  const Injection injection = { weak->kind, "", spin_follows };
  g_autoptr(GHashTable) counts = counts_new ();
  g_autoptr(GPtrArray) b = NULL;
  guint n = 0, n_named = 0, number = 0;

  if (!have_traces ())
    return;

  b = get_side (weak->kind, 0x1f);
  for (guint bits = 0; bits < 1 << 10; bits++)
    if (__builtin_popcount (bits) == 5 && (number++ % 3 == 0 || is_long ()))
      {
        g_autoptr(GPtrArray) a = get_side ("before", bits);
        g_autoptr(ThComparison) comparison = compare (a, b);

        n_named += check_weak (weak, comparison);
        count_moved (comparison, counts);
        n++;
      }
  g_test_message ("%s is named in %u of %u draws", weak->kind, n_named, n);
  g_assert_cmpfloat (n_named, >=, weak->least_named * n);
  g_assert_cmpfloat (n_named, <=, weak->most_named * n);
  check_consequences (&injection, counts, n);
}

/* Ten runs per side always name 5 µs; there are only five with it. */
static void
test_spin5_of_ten (void)
{
  g_autoptr(GPtrArray) a = NULL, b = NULL;
  g_autoptr(ThComparison) comparison = NULL;
  const ThComparisonRow *row;

  if (!have_traces ())
    return;

  a = get_side ("before", 0x3ff);
  b = get_side ("spin5", 0x1f);
  comparison = compare (a, b);
  row = test_find_row (comparison, "packet.reader", SERVER, 0);
  g_assert_cmpstr (th_verdict_get_id (row->verdict), ==, "slower");
  g_assert_cmpfloat (exp (row->low), <, 1.64);
  g_assert_cmpfloat (exp (row->high), >, 1.64);
  g_assert_false (has_moved (th_comparison_get_row (comparison, 1)));
}

/* Five runs of UDP with nothing changed: they are too few for two sides of three, and the
 * pairs of them show nothing. */
static void
test_udp (void)
{
  guint n = 0;

  if (!have_traces ())
    return;

  for (guint a = 1; a < 0x1f; a++)
    {
      guint n_a = __builtin_popcount (a);
      g_autoptr(GPtrArray) side_a = get_side ("udp", a);

      for (guint b = 1; b < 0x1f; b++)
        if ((a & b) == 0 && __builtin_popcount (b) == (n_a == 1 ? 1 : 5 - n_a))
          {
            g_autoptr(GPtrArray) side_b = get_side ("udp", b);
            g_autoptr(ThComparison) one = compare (side_a, side_b);

            g_assert_false (has_moved (th_comparison_get_row (one, 0)));
            n++;
          }
    }
  g_test_message ("%u ways to compare five runs of UDP", n);
  /* Pairs, two against three, three against two, and four against one. */
  g_assert_cmpuint (n, ==, 5 * 4 + 10 + 10 + 5);
}

/* --- one run per side ----------------------------------------------------------- */

/* A pair of other recordings, and the row and the part that show the change first. */
typedef struct
{
  const char *before;
  const char *after;
  const char *measure;
  const char *name;
  gboolean    stands_out; /* otherwise it has a verdict */
  double      least;      /* factor */
  double      most;
  const char *dimension;  /* dimension of the biggest part */
  const char *key;
} Pair;

static const Pair pairs[] = {
  { "e1000-rr-before", "e1000-rr-late-read", "packet.reader", "eth0:rx:gt-rr-server", FALSE,
    80, 300, "ran", "<idle>" },
  { "e1000-rr-before", "e1000-rr-late-read", "packet.total", "eth0:rx:gt-rr-server", TRUE,
    5, 30, "stage", "reader" },
  { "virtio-rr-before", "virtio-rr-late-read", "packet.reader", "eth0:rx:gt-rr-server", FALSE,
    80, 300, "ran", "<idle>" },
  { "virtio-rr-before", "virtio-rr-late-read", "packet.total", "eth0:rx:gt-rr-server", TRUE,
    5, 50, "stage", "reader" },
  { "e1000-rr-before", "e1000-rr-hog", "packet.wakeup", "eth0:rx:gt-rr-server", TRUE,
    17, 100, "ran", "gt-hog" },
  { "e1000-rr-before", "e1000-rr-hog", "wakeup", "gt-rr-server", TRUE, 17, 100, "ran", "gt-hog" },
  { "e1000-rr-before", "e1000-rr-hog", "packet.total", "eth0:rx:gt-rr-server", TRUE,
    5, 100, "stage", "wakeup" },
  { "k612-rr-before", "k612-rr-hog", "packet.wakeup", "eth0:rx:gt-rr-server", TRUE,
    17, 100, "ran", "gt-hog" },
  { "k612-rr-before", "k612-rr-hog", "packet.total", "eth0:rx:gt-rr-server", TRUE,
    5, 100, "stage", "wakeup" }
};

static ThComparison *
compare_pair (const char *before,
              const char *after)
{
  GPtrArray *a = runs_new (), *b = runs_new ();

  g_ptr_array_add (a, th_compare_run_ref (get_run (before)));
  g_ptr_array_add (b, th_compare_run_ref (get_run (after)));
  return test_compare (a, b);
}

/* The part of @dimension that moved the mean most. */
static const ThComparisonPart *
find_biggest (const ThComparisonRow *row,
              const char            *dimension)
{
  for (guint i = 0; i < row->parts->len; i++)
    if (strcmp (g_array_index (row->parts, ThComparisonPart, i).dimension, dimension) == 0)
      return &g_array_index (row->parts, ThComparisonPart, i);

  g_assert_not_reached ();
}

static void
test_pair (gconstpointer data)
{
  const Pair *pair = data;
  g_autoptr(ThComparison) comparison = NULL;
  const ThComparisonRow *row;
  const ThComparisonPart *part;

  if (!have_traces ())
    return;

  comparison = compare_pair (pair->before, pair->after);
  row = test_find_row (comparison, pair->measure, pair->name, 0);
  g_test_message ("x%.1f", exp (row->difference));
  g_assert_cmpstr (th_verdict_get_id (row->verdict), ==,
                   pair->stands_out ? "can't tell" : "slower");
  g_assert_true (row->stands_out);
  g_assert_cmpfloat (exp (row->difference), >=, pair->least);
  g_assert_cmpfloat (exp (row->difference), <=, pair->most);
  part = find_biggest (row, pair->dimension);
  g_assert_cmpstr (part->key, ==, pair->key);
  g_assert_cmpfloat (part->values, >, .8 * (row->mean_b - row->mean_a));
  /* If a stage is the cause, its own row must exist. */
  g_assert_cmpint (part->own != NULL, ==, strcmp (pair->dimension, "stage") == 0);
  g_assert_true (part->own == NULL || part->own->stands_out);
}

/* A busy loop sometimes has the CPU while the server waits: only the tail grows, since the
 * other wakeups find the CPU idle. */
static void
test_busy_cpu (void)
{
  g_autoptr(ThComparison) comparison = NULL;
  const ThComparisonRow *row;

  if (!have_traces ())
    return;

  comparison = compare_pair ("e1000-rr-before", "e1000-rr-busy-cpu");
  row = test_find_row (comparison, "packet.wakeup", "eth0:rx:gt-rr-server", 1);
  g_assert_cmpstr (find_biggest (row, "ran")->key, ==, "gt-burn");
  g_assert_cmpfloat (find_biggest (row, "ran")->values, >, row->mean_b - row->mean_a);
}

/* Compares each pair of runs of the same workload. */
static void
test_single (void)
{
  guint n = 0;

  if (!have_traces ())
    return;

  for (guint a = 0; a < 10; a++)
    for (guint b = 0; b < 10; b++)
      {
        g_autoptr(GPtrArray) side_a = get_side ("before", 1u << a);
        g_autoptr(GPtrArray) side_b = get_side ("before", 1u << b);
        g_autoptr(ThComparison) comparison = compare (side_a, side_b);

        n += has_moved (th_comparison_get_row (comparison, 0));
      }
  g_test_message ("a difference in %u of 90 pairs", n);
  g_assert_cmpuint (n, <=, 1);
}

/* --- parts ---------------------------------------------------------------------- */

static guint
check_all_parts (const ThComparison *comparison)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      test_check_parts (row);
      n += row->parts->len > 0;
    }
  return n;
}

/* The parts of every dimension add up to the difference of means. */
static void
test_parts (void)
{
  static const char *const kinds[] = { "late50", "spin20", "spin5", "tail3", "udp", "udpslow" };

  if (!have_traces ())
    return;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr(GPtrArray) a = get_side ("before", 0x1c), b = get_side (kinds[i], 0x7);
      g_autoptr(ThComparison) comparison = compare (a, b);

      g_assert_cmpuint (check_all_parts (comparison), >, 10);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr(ThComparison) comparison = compare_pair (pairs[i].before, pairs[i].after);

      g_assert_cmpuint (check_all_parts (comparison), >, 50);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  loaded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                  (GDestroyNotify) th_compare_run_unref);

  g_test_add_data_func ("/compare/recordings/splits-3", GUINT_TO_POINTER (3), test_splits);
  g_test_add_data_func ("/compare/recordings/splits-4", GUINT_TO_POINTER (4), test_splits);
  g_test_add_data_func ("/compare/recordings/splits-5", GUINT_TO_POINTER (5), test_splits);
  g_test_add_func ("/compare/recordings/itself", test_itself);
  g_test_add_func ("/compare/recordings/two", test_two);
  g_test_add_data_func ("/compare/recordings/late50", &injections[0], test_injection);
  g_test_add_data_func ("/compare/recordings/spin20", &injections[1], test_injection);
  g_test_add_data_func ("/compare/recordings/spin5", &weaks[0], test_weak);
  g_test_add_data_func ("/compare/recordings/tail3-p99", &weaks[1], test_weak);
  g_test_add_data_func ("/compare/recordings/tail3-p50", &weaks[2], test_weak);
  g_test_add_func ("/compare/recordings/spin5-of-ten", test_spin5_of_ten);
  g_test_add_func ("/compare/recordings/udp", test_udp);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/compare/recordings/%s-%s", pairs[i].after,
                                               pairs[i].measure);

      g_test_add_data_func (path, &pairs[i], test_pair);
    }
  g_test_add_func ("/compare/recordings/busy-cpu", test_busy_cpu);
  g_test_add_func ("/compare/recordings/single", test_single);
  g_test_add_func ("/compare/recordings/parts", test_parts);

  status = g_test_run ();
  g_hash_table_unref (loaded);
  return status;
}

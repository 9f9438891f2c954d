/* test-event-links.c - links between events come in order and are found from both ends
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-results.h"

static const ThLinkKind kinds[] = { { "whole", "the frame" }, { "segment", "a segment of it" } };

/* Event i has the links from 3 * i to 3 * i + i % 3, added in descending order of i. */
static ThEventLinks *
make_links (void)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (ThEventLink));

  for (guint i = 100; i-- > 0;)
    for (guint j = 0; j < i % 3 + 1; j++)
      {
        ThEventLink link = { { 1, 0, 1000 - 3 * i - j }, { 0, i % 2, i }, i, 1, 0 };

        g_array_append_val (links, link);
      }
  return th_event_links_new (kinds, G_N_ELEMENTS (kinds), links);
}

static void
test_find (void)
{
  ThEventLinks *links = make_links ();
  guint n, m, sum = 0;

  for (guint i = 0; i < 100; i++)
    {
      const ThEventLink *of = th_event_links_find_of (links, (ThRef) { 0, i % 2, i }, &n);

      g_assert_cmpuint (n, ==, i % 3 + 1);
      sum += n;
      for (guint j = 0; j < n; j++)
        {
          const ThEventLink *from = th_event_links_find_from (links, of[j].event, &m);

          g_assert_cmpuint (of[j].event.row, ==, 1000 - 3 * i - j);
          g_assert_cmpuint (m, ==, 1);
          g_assert_cmpuint (from->key, ==, i);
          g_assert_cmpstr (th_event_links_get_kind (links, from->kind)->id, ==, "segment");
        }
      g_assert_null (th_event_links_find_of (links, (ThRef) { 0, 1 - i % 2, i }, &n));
      g_assert_cmpuint (n, ==, 0);
    }
  g_assert_cmpuint (th_event_links_get_memory (links), ==, 2 * sum * sizeof (ThEventLink));
  g_assert_null (th_event_links_find_from (links, (ThRef) { 1, 0, 1001 }, &n));
  g_assert_null (th_event_links_find_from (NULL, (ThRef) { 1, 0, 1000 }, &n));
  th_event_links_free (links);
}

/* They are seen once the results have finished, and count as their memory. */
static void
test_results (void)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  ThResults *results = th_results_new ("frames", "Frames");
  gsize before = th_results_get_memory (results);

  g_ptr_array_add (all, th_results_new ("calls", "Calls"));
  g_ptr_array_add (all, results);
  th_results_take_links (results, make_links ());
  g_assert_null (th_results_find_links (all));
  g_assert_cmpuint (th_results_get_memory (results), ==, before + 2 * 199 * sizeof (ThEventLink));
  th_results_finish (results);
  g_assert_true (th_results_find_links (all) == th_results_get_links (results));
  g_assert_nonnull (th_results_get_links (results));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-links/find", test_find);
  g_test_add_func ("/event-links/results", test_results);
  return g_test_run ();
}

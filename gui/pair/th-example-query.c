/* th-example-query.c - asks a document for the examples of a row of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-example-query.h"

#include "th-thread-pool.h"

typedef struct
{
  ThCompareExampleQuery *query;
  ThFoundExamples        found;
} Search;

ThCompareExampleQuery *
th_example_query_copy (const ThCompareExampleQuery *query)
{
  ThCompareExampleQuery *copy = g_memdup2 (query, sizeof *query);

  copy->analysis = g_strdup (query->analysis);
  copy->measure = g_strdup (query->measure);
  copy->name = g_strdup (query->name);
  copy->dimension = g_strdup (query->dimension);
  copy->key = g_strdup (query->key);
  return copy;
}

gboolean
th_example_query_equal (const ThCompareExampleQuery *a,
                        const ThCompareExampleQuery *b)
{
  return g_str_equal (a->analysis, b->analysis) && g_str_equal (a->measure, b->measure) &&
         g_str_equal (a->name, b->name) && a->low == b->low && a->high == b->high &&
         a->p_low == b->p_low && a->p_high == b->p_high &&
         g_strcmp0 (a->dimension, b->dimension) == 0 && g_strcmp0 (a->key, b->key) == 0 &&
         a->from == b->from && a->to == b->to;
}

void
th_example_query_free (ThCompareExampleQuery *query)
{
  g_free ((char *) query->analysis);
  g_free ((char *) query->measure);
  g_free ((char *) query->name);
  g_free ((char *) query->dimension);
  g_free ((char *) query->key);
  g_free (query);
}

static void
search_free (Search *search)
{
  g_clear_pointer (&search->found.examples, th_compare_examples_free);
  g_clear_pointer (&search->found.events, th_rows_unref);
  th_ready_results_free (search->found.ready);
  th_example_query_free (search->query);
  g_free (search);
}

static ThRows *
make_rows (ThRecording             *recording,
           const ThCompareExamples *examples)
{
  guint n = examples != NULL ? th_compare_examples_get_n (examples) : 0;
  g_autofree ThRef *events = g_new (ThRef, n + 1);

  for (guint i = 0; i < n; i++)
    events[i] = th_compare_examples_get (examples, i)->anchor;

  return th_rows_new_of_events (recording, events, n);
}

static void
search_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *search = data;
  ThFoundExamples *found = &search->found;

  found->examples = th_compare_examples_new (found->ready->recording, found->ready->all,
                                             search->query);
  found->events = make_rows (found->ready->recording, found->examples);
  g_task_return_boolean (task, TRUE);
}

void
th_example_query_run_async (const ThCompareExampleQuery *query,
                            ThReadyResults              *ready,
                            GCancellable                *cancellable,
                            GAsyncReadyCallback          callback,
                            gpointer                     data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Search *search = g_new0 (Search, 1);

  search->query = th_example_query_copy (query);
  search->found.ready = ready;
  g_task_set_task_data (task, search, (GDestroyNotify) search_free);
  th_thread_pool_run (task, search_worker);
}

const ThFoundExamples *
th_example_query_run_finish (GAsyncResult *result)
{
  Search *search = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), NULL) ? &search->found : NULL;
}

/* th-callgraph-table.c - calls and time of each function
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-callgraph-private.h"
#include "th-time.h"

static const ThColumn columns[] = {
  { "function", N_("Function"), TH_COLUMN_TEXT, .role = TH_ROLE_SLICE },
  { "calls", N_("Calls"), TH_COLUMN_COUNT },
  { "total", N_("Total"), TH_COLUMN_DURATION },
  { "self", N_("Self"), TH_COLUMN_DURATION },
  { "min", N_("Min"), TH_COLUMN_DURATION },
  { "mean", N_("Mean"), TH_COLUMN_DURATION },
  { "p99", N_("p99"), TH_COLUMN_DURATION },
  { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "tasks", N_("Tasks"), TH_COLUMN_COUNT }
};

const ThTableInfo th_callgraph_table_info = {
  "functions", N_("Functions"), N_("function"), columns, G_N_ELEMENTS (columns), 2, TRUE,
  .is_inventory = TRUE
};

Function *
th_callgraph_find_function (Callgraph      *self,
                            ThFunctionName  name)
{
  Function *function = g_hash_table_lookup (self->functions, GUINT_TO_POINTER (name.name));

  if (function != NULL)
    return function;

  function = g_new0 (Function, 1);
  function->name = name;
  function->durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  function->tasks = g_hash_table_new (NULL, NULL);
  function->last_task = TH_TASK_NONE;
  function->longest = -1;
  g_hash_table_insert (self->functions, GUINT_TO_POINTER (name.name), function);
  g_ptr_array_add (self->order, function);

  return function;
}

void
th_callgraph_function_free (gpointer data)
{
  Function *function = data;

  g_array_unref (function->durations);
  g_hash_table_unref (function->tasks);
  g_free (function);
}

void
th_callgraph_count_call (Function *function,
                         guint32   task,
                         ThRef     anchor)
{
  if (function->n_calls++ == 0)
    function->worst = anchor;
  if (function->last_task != task)
    g_hash_table_add (function->tasks, GUINT_TO_POINTER (task));
  function->last_task = task;
}

void
th_callgraph_count_time (Function *function,
                         gint64    duration,
                         gint64    self_time,
                         gboolean  recursive,
                         ThRef     anchor)
{
  g_array_append_val (function->durations, duration);
  if (!recursive)
    function->total = th_time_add (function->total, duration);
  function->self = th_time_add (function->self, self_time);
  if (duration > function->longest)
    {
      function->longest = duration;
      function->worst = anchor;
    }
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

void
th_callgraph_fill_table (Callgraph *self)
{
  for (guint i = 0; i < self->order->len; i++)
    {
      const Function *function = g_ptr_array_index (self->order, i);
      const gint64 *times = (const gint64 *) (gpointer) function->durations->data;
      guint n = function->durations->len;
      gint64 none = TH_CELL_NONE;
      double sum = 0;

      if (function->n_calls == 0)
        continue;
      g_array_sort (function->durations, compare_times);
      for (guint j = 0; j < n; j++)
        sum += times[j];

      th_table_append (self->table, function->worst, (gint64[]) {
        function->name.name,
        function->n_calls,
        n > 0 ? function->total : none,
        n > 0 ? function->self : none,
        n > 0 ? times[0] : none,
        n > 0 ? (gint64) (sum / n + 0.5) : none,
        n > 0 ? times[((guint64) n * 99 + 99) / 100 - 1] : none, /* nearest rank */
        n > 0 ? times[n - 1] : none,
        g_hash_table_size (function->tasks)
      });
    }
}

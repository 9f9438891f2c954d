/* analysis-fixture.c - a synthetic recording, and the results of one analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "analysis-fixture.h"

void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->trace = test_trace_new (2, 2);
  test_trace_kernel (f->trace);
}

void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  th_results_unref (f->results);
  test_trace_free (f->trace);
}

void
fixture_run (Fixture    *f,
             const char *id,
             const char *params)
{
  f->recording = test_trace_end (f->trace);
  f->results = test_run_both (f->recording, id, params);
}

static void
append_tasks (GString         *text,
              ThTasks         *tasks,
              const ThMeasure *measure)
{
  for (guint32 i = 0; i < th_measure_get_n (measure); i++)
    {
      guint32 task = th_measure_get (measure, i).task;

      g_string_append (text, i > 0 ? " " : "");
      if (task == 0)
        g_string_append (text, "-");
      else
        g_string_append_printf (text, "%d", th_tasks_get_pid (tasks, task - 1));
    }
}

char *
fixture_measure_tasks (Fixture    *f,
                       const char *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_measures (f->results); i++)
    {
      ThMeasure *measure = th_results_get_measure (f->results, i);

      if (strcmp (th_measure_get_info (measure)->id, id) == 0)
        append_tasks (text, th_recording_get_tasks (f->recording), measure);
    }

  return g_string_free (text, FALSE);
}

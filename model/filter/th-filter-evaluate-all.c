/* th-filter-evaluate-all.c - evaluates a filter on all CPUs, with several threads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter.h"

/* The number of rows between two checks for cancellation. */
#define STEP_ROWS (1u << 15)

typedef struct
{
  ThFilter *filter;
  ThRows   *rows;
  ThRows   *within;
  gint     *cancelled;
  gint      next;       /* atomic: the next CPU to evaluate */
  gint      n_given_up; /* atomic */
} Work;

static gboolean
work_find_cpu (const Work *work,
               guint       index,
               guint      *stream,
               guint      *cpu)
{
  ThRecording *recording = th_rows_get_recording (work->rows);

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      guint n = th_stream_get_n_cpus (th_recording_get_stream (recording, i));

      if (index < n)
        {
          *stream = i;
          *cpu = index;
          return TRUE;
        }
      index -= n;
    }

  return FALSE;
}

static gpointer
work_run (gpointer data)
{
  Work *work = data;
  g_autoptr(ThFilterEvaluator) run = th_filter_evaluator_new (work->filter);
  guint stream, cpu;

  th_filter_evaluator_set_within (run, work->within);
  th_filter_evaluator_set_cancelled (run, work->cancelled);
  while (work_find_cpu (work, g_atomic_int_add (&work->next, 1), &stream, &cpu))
    while ((work->cancelled == NULL || g_atomic_int_get (work->cancelled) == 0) &&
           th_filter_evaluator_evaluate (run, work->rows, stream, cpu, STEP_ROWS) > 0)
      ;

  g_atomic_int_add (&work->n_given_up, th_filter_evaluator_get_n_given_up (run));
  return NULL;
}

guint
th_filter_evaluate (ThFilter *filter,
                    ThRows   *rows,
                    ThRows   *within,
                    guint     n_threads,
                    gint     *cancelled)
{
  Work work = { .filter = filter, .rows = rows, .within = within, .cancelled = cancelled };
  g_autoptr(GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 1; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("filter", work_run, &work));
  work_run (&work);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));

  return work.n_given_up;
}

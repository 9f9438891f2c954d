/* th-open-options.c - what a document shows first, as given on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-open-options.h"

#include "th-literals.h"
#include "th-thread-pool.h"

ThOpenOptions *
th_open_options_copy (const ThOpenOptions *options)
{
  ThOpenOptions *copy = g_new0 (ThOpenOptions, 1);

  copy->from = g_strdup (options->from);
  copy->to = g_strdup (options->to);
  copy->task = g_strdup (options->task);
  copy->cpus = g_strdup (options->cpus);
  copy->append = options->append != NULL ? g_ptr_array_ref (options->append) : NULL;
  copy->feed = options->feed != NULL ? th_feed_ref (options->feed) : NULL;
  copy->filter = g_strdup (options->filter);
  copy->session = g_strdup (options->session);
  copy->left_out = g_strdup (options->left_out);
  copy->session_part = options->session_part;
  g_set_object (&copy->session_file, options->session_file);

  return copy;
}

void
th_open_options_free (ThOpenOptions *options)
{
  g_free (options->from);
  g_free (options->to);
  g_free (options->task);
  g_free (options->cpus);
  g_clear_pointer (&options->append, g_ptr_array_unref);
  g_clear_pointer (&options->feed, th_feed_unref);
  g_free (options->filter);
  g_free (options->session);
  g_free (options->left_out);
  g_clear_object (&options->session_file);
  g_free (options);
}

gboolean
th_open_options_find_span (const ThOpenOptions *options,
                           ThRecording         *recording,
                           gint64               first,
                           gint64               last,
                           gint64              *from,
                           gint64              *to)
{
  gboolean ticks = th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks, has_from;
  gboolean has_to;

  *from = first, *to = last;
  has_from = options->from != NULL && th_time_parse (options->from, ticks, first, from);
  has_to = options->to != NULL && th_time_parse (options->to, ticks, first, to);

  return (has_from || has_to) && *from < *to;
}

/* --- when a task ran ----------------------------------------------------- */

/* Finds when tasks that match @name first and last ran on any CPU. */
static gboolean
find_task (ThRecording *recording,
           const char  *name,
           gint64      *from,
           gint64      *to,
           ThRef       *ref)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  ThStream *stream;
  ThCpu *cpu;
  ThRun run;

  *from = G_MAXINT64, *to = G_MININT64;
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      stream = th_recording_get_stream (recording, s);
      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        {
          cpu = th_stream_get_cpu (stream, c);
          for (guint32 i = 0; i < th_cpu_get_n_runs (cpu); i++)
            {
              run = th_cpu_get_run (cpu, i);
              if (run.task == TH_TASK_NONE ||
                  !g_pattern_match_simple (name, th_tasks_get_name (tasks, run.task, run.begin)))
                continue;
              if (run.begin < *from)
                *ref = (ThRef) { s, c, run.row };
              *from = MIN (*from, run.begin);
              *to = MAX (*to, run.end);
            }
        }
    }

  return *from < *to;
}

typedef struct
{
  ThRecording *recording;
  char        *task;
  gint64       from, to;
  ThRef        ref;
} Search;

static void
search_free (Search *search)
{
  th_recording_unref (search->recording);
  g_free (search->task);
  g_free (search);
}

static void
search_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *search = data;

  g_task_return_boolean (task,
                         find_task (search->recording, search->task, &search->from, &search->to,
                                    &search->ref));
}

void
th_open_options_find_task (ThRecording         *recording,
                           const char          *name,
                           gpointer             source,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback)
{
  g_autoptr(GTask) task = g_task_new (source, cancellable, callback, NULL);
  Search *search = g_new0 (Search, 1);

  search->recording = th_recording_ref (recording);
  search->task = g_strdup (name);
  g_task_set_task_data (task, search, (GDestroyNotify) search_free);
  th_thread_pool_run (task, search_worker);
}

gboolean
th_open_options_find_task_finish (GAsyncResult  *result,
                                  ThRecording  **recording,
                                  gint64        *from,
                                  gint64        *to,
                                  ThRef         *event)
{
  const Search *search = g_task_get_task_data (G_TASK (result));

  *recording = search->recording;
  *from = search->from;
  *to = search->to;
  *event = search->ref;
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

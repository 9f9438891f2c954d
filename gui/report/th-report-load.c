/* th-report-load.c - loads and analyzes a recording for a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-load.h"

#include "th-analyses.h"
#include "th-loaders.h"
#include "th-runner.h"

#define WATCH_USEC 50000
/* The share of loading in the work on a recording; the rest is analysis. */
#define LOAD_SHARE .3

/* Shared by the worker, which loads, and a thread that watches it. */
typedef struct
{
  ThRecording *recording;
  ThProgress  *progress;
  double       begin;
  double       end;
  gint         is_over; /* atomic */
} Work;

static void
set_progress (const Work *self,
              double      part)
{
  th_progress_set (self->progress, self->begin + (self->end - self->begin) * part);
}

/* Ends the load when the report is cancelled. */
static gpointer
watch (gpointer data)
{
  Work *self = data;

  while (!g_atomic_int_get (&self->is_over))
    {
      if (th_progress_is_cancelled (self->progress))
        th_recording_cancel (self->recording);
      set_progress (self, LOAD_SHARE * MAX (th_recording_get_progress (self->recording), 0));
      g_usleep (WATCH_USEC);
    }
  return NULL;
}

static void
load_events (Work           *self,
             const ThLoader *loader)
{
  GThread *thread = g_thread_new ("report-watch", watch, self);

  th_loader_load (loader, self->recording);
  g_atomic_int_set (&self->is_over, 1);
  g_thread_join (thread);
}

static GPtrArray *
analyze (Work *self)
{
  g_autoptr(ThRunner) runner = th_runner_new (self->recording, th_analyses_list ());
  GPtrArray *results = th_runner_add_all (runner);

  while (!th_progress_is_cancelled (self->progress) && th_runner_advance (runner))
    set_progress (self, LOAD_SHARE + (1 - LOAD_SHARE) * th_runner_get_progress (runner));
  return results;
}

ThRecording *
th_report_load (const char  *path,
                ThProgress  *progress,
                double       begin,
                double       end,
                GPtrArray  **results,
                GError     **error)
{
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = th_loader_open (path, &loader, error);
  Work work = { recording, progress, begin, end, 0 };

  if (recording == NULL)
    return NULL;

  load_events (&work, loader);
  *results = analyze (&work);
  if (!th_progress_is_cancelled (progress))
    return g_steal_pointer (&recording);

  g_clear_pointer (results, g_ptr_array_unref);
  return NULL;
}

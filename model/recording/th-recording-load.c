/* th-recording-load.c - what happens to a load: problems, cancellation, the end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-private.h"
#include "th-time.h"

void
th_recording_add_problem (ThRecording   *self,
                          ThProblemKind  kind,
                          guint64        count,
                          gint64         offset,
                          const char    *detail)
{
  ThProblem *problem;

  g_return_if_fail (kind < TH_N_PROBLEMS);

  g_mutex_lock (&self->lock);
  problem = self->problems[kind];
  if (problem == NULL)
    {
      problem = g_new0 (ThProblem, 1);
      problem->kind = kind;
      problem->offset = offset;
      problem->detail = detail != NULL ? g_utf8_make_valid (detail, -1) : NULL;
      self->problems[kind] = problem;
    }
  else if (problem->cpu == NULL && offset >= 0 && offset < problem->offset)
    {
      /* Threads find problems in any order. */
      problem->offset = offset;
      g_free (problem->detail);
      problem->detail = detail != NULL ? g_utf8_make_valid (detail, -1) : NULL;
    }
  problem->count += count;
  g_mutex_unlock (&self->lock);
}

void
th_recording_forget_problem (ThRecording   *self,
                             ThProblemKind  kind)
{
  g_return_if_fail (kind < TH_N_PROBLEMS);

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->problems[kind], th_problem_free);
  g_mutex_unlock (&self->lock);
}

/* @time: as in the columns. */
static void
place_problem (ThRecording   *self,
               ThProblemKind  kind,
               const ThCpu   *cpu,
               gint64         time,
               gint64         offset)
{
  ThProblem *problem;

  g_mutex_lock (&self->lock);
  problem = self->problems[kind];
  if (problem != NULL && (problem->cpu == NULL || time < problem->time ||
                          (time == problem->time && offset < problem->offset)))
    {
      problem->cpu = cpu;
      problem->time = time;
      /* A detail is about the place where it was found. */
      if (problem->detail == NULL)
        problem->offset = offset;
    }
  g_mutex_unlock (&self->lock);
}

void
th_recording_place_problem (ThRecording   *self,
                            ThProblemKind  kind,
                            const ThCpu   *cpu,
                            gint64         time,
                            gint64         offset)
{
  g_return_if_fail (kind < TH_N_PROBLEMS && cpu != NULL);

  place_problem (self, kind, cpu, th_time_shift (time, self->shift), offset);
}

/* Done when a list is requested, as a loader may place very many problems. */
static void
find_stream (ThRecording *self,
             ThProblem   *problem)
{
  for (guint i = 0; i < self->streams->len && problem->cpu != NULL; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        if (g_ptr_array_index (stream->cpus, j) == problem->cpu)
          {
            problem->stream = i;
            problem->resolution = th_clock_get_resolution (th_stream_get_clock (stream));
            return;
          }
    }
}

static void
list_problems (ThRecording *self,
               const char  *source,
               GPtrArray   *list)
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    if (self->problems[i] != NULL)
      {
        ThProblem *copy = g_memdup2 (self->problems[i], sizeof (ThProblem));

        copy->detail = g_strdup (copy->detail);
        copy->source = g_strdup (source);
        find_stream (self, copy);
        g_ptr_array_add (list, copy);
      }
  g_mutex_unlock (&self->lock);
}

GPtrArray *
th_recording_list_problems (ThRecording *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) th_problem_free);
  guint n = th_recording_get_n_parts (self);

  for (guint i = 0; i < n; i++)
    {
      ThRecording *part = th_recording_get_part (self, i);

      list_problems (part, n > 1 ? part->name : NULL, list);
    }

  return list;
}

void
th_recording_cancel (ThRecording *self)
{
  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    th_recording_cancel (g_ptr_array_index (self->parts, i));
  g_atomic_int_set (&self->cancelled, TRUE);
  th_recording_note_growth (self);
}

/* Problems that only affect how something is shown do not make a load partial. */
static gboolean
recording_lacks_something (ThRecording *self)
{
  gboolean lacks = FALSE;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    if (self->problems[i] != NULL && i != TH_PROBLEM_BAD_FORMAT && i != TH_PROBLEM_UNKNOWN_TYPE &&
        i != TH_PROBLEM_HUGE_TIME && i != TH_PROBLEM_TOO_MANY_TYPES)
      lacks = TRUE;
  g_mutex_unlock (&self->lock);

  return lacks;
}

static void
note_backwards (ThRecording *self,
                const ThCpu *cpu)
{
  gint64 first;
  guint32 n = th_cpu_get_n_backwards (cpu, &first);

  if (n == 0)
    return;

  th_recording_add_problem (self, TH_PROBLEM_TIME_BACKWARDS, n, -1, NULL);
  place_problem (self, TH_PROBLEM_TIME_BACKWARDS, cpu, first, -1);
}

void
th_recording_finish (ThRecording *self)
{
  ThLoadState state = TH_LOAD_WHOLE;

  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        note_backwards (self, g_ptr_array_index (stream->cpus, j));
    }

  th_tasks_finalize (self->tasks);
  if (recording_lacks_something (self))
    state = TH_LOAD_PART;
  if (th_recording_is_cancelled (self))
    {
      th_recording_add_problem (self, TH_PROBLEM_CANCELLED, 1, -1, NULL);
      state = TH_LOAD_CANCELLED;
    }

  g_atomic_int_set (&self->state, state);
  th_recording_note_growth (self);
}

gboolean
th_recording_has_changed (ThRecording *self)
{
  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    if (th_recording_has_changed (g_ptr_array_index (self->parts, i)))
      return TRUE;

  return self->vtable != NULL && self->vtable->changed != NULL &&
         self->vtable->changed (self->source);
}

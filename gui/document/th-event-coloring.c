/* th-document-color-rules.c - events with a colour of their own, decided in the background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include <string.h>

#include "th-color-rules.h"
#include "th-scene-filter.h"
#include "th-thread-pool.h"

#define POLL_MS 200
#define IDLE_MS 20

struct _ThRulesJob
{
  ThRecording *recording;
  guint        n;
  ThFilter    *filters[TH_SCENE_MAX_RULES];
  ThRows      *rows[TH_SCENE_MAX_RULES];
  gint         cancelled; /* atomic */
};

static void
job_free (ThRulesJob *job)
{
  for (guint i = 0; i < job->n; i++)
    {
      th_filter_unref (job->filters[i]);
      th_rows_unref (job->rows[i]);
    }
  th_recording_unref (job->recording);
  g_free (job);
}

/* The state is asked for first: what comes after the load ended is nothing. */
static void
rules_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  ThRulesJob *job = data;
  gboolean running = TRUE;

  while (running && !g_atomic_int_get (&job->cancelled))
    {
      running = th_recording_get_state (job->recording) == TH_LOAD_RUNNING;
      for (guint i = 0; i < job->n; i++)
        th_filter_evaluate (job->filters[i], job->rows[i], NULL, g_get_num_processors (), &job->cancelled);
      if (running)
        g_usleep (IDLE_MS * 1000);
    }

  g_task_return_boolean (task, TRUE);
}

/* It looks otherwise. */
static void
show (ThDocument *self)
{
  self->serial++;
  th_document_emit (self, SIGNAL_THEME_CHANGED);
}

static gboolean
poll_cb (gpointer data)
{
  show (data);

  return G_SOURCE_CONTINUE;
}

static void
rules_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);

  if (self->coloring.job != g_task_get_task_data (G_TASK (result)))
    return;

  g_clear_handle_id (&self->coloring.poll_id, g_source_remove);
  self->coloring.job = NULL;
  show (self);
}

void
th_document_stop_rules (ThDocument *self)
{
  g_clear_handle_id (&self->coloring.poll_id, g_source_remove);
  if (self->coloring.job != NULL)
    g_atomic_int_set (&self->coloring.job->cancelled, 1);
  self->coloring.job = NULL;
}

/* A rule that makes no sense in this recording colours nothing. */
static ThRulesJob *
compile (ThDocument *self,
         ThColor    *colors)
{
  ThRulesJob *job = g_new0 (ThRulesJob, 1);

  job->recording = th_recording_ref (self->recording);
  for (guint i = 0; i < self->coloring.rules->len && job->n < TH_SCENE_MAX_RULES; i++)
    {
      const ThColorRule *rule = self->coloring.rules->pdata[i];
      guint begin, end;
      ThFilter *filter = NULL;

      if (rule->expression[strspn (rule->expression, " ")] != '\0' && th_rules_parse (rule->color, &colors[job->n]))
        filter = th_filter_new (self->recording, rule->expression, &begin, &end, NULL);
      if (filter == NULL)
        continue;
      job->filters[job->n] = filter;
      job->rows[job->n++] = th_rows_new (self->recording);
    }

  return job;
}

/* Anew, over self->recording. */
void
th_document_start_rules (ThDocument *self)
{
  ThColor colors[TH_SCENE_MAX_RULES];
  g_autoptr(GTask) task = NULL;
  ThRulesJob *job;

  th_document_stop_rules (self);
  if (self->recording == NULL || self->scene == NULL)
    return;

  job = compile (self, colors);
  th_scene_set_rules (self->scene, job->rows, colors, job->n);
  if (job->n == 0)
    {
      job_free (job);
      return;
    }

  task = g_task_new (self, NULL, rules_done_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  self->coloring.job = job;
  self->coloring.poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  th_workers_run (task, rules_worker);
}

void
th_document_set_rules (ThDocument *self,
                       GPtrArray  *rules)
{
  g_ptr_array_ref (rules);
  g_clear_pointer (&self->coloring.rules, g_ptr_array_unref);
  self->coloring.rules = rules;
  th_document_start_rules (self);
  if (self->scene != NULL)
    show (self);
}

gboolean
th_document_is_coloring (ThDocument *self)
{
  return self->coloring.job != NULL;
}

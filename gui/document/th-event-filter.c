/* th-row-query.c - which events a text lets through, decided in the background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include "th-filter-state.h"
#include "th-scene-filter.h"
#include "th-thread-pool.h"

#define POLL_MS 100
#define IDLE_MS 20

struct _ThFilterJob
{
  ThFilter    *filter;
  ThRows      *rows;
  gint         cancelled; /* atomic */
};

static void
job_free (ThFilterJob *job)
{
  th_filter_unref (job->filter);
  th_rows_unref (job->rows);
  g_free (job);
}

/* The state is asked for first: what comes after the load ended is nothing.  What
 * an expression says of packets is decided when all of them are known. */
static void
filter_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  ThFilterJob *job = data;
  gboolean running = TRUE;

  while (running && !g_atomic_int_get (&job->cancelled))
    {
      running = th_recording_get_state (th_rows_get_recording (job->rows)) == TH_LOAD_RUNNING || !th_filter_is_ready (job->filter);
      th_filter_evaluate (job->filter, job->rows, NULL, g_get_num_processors (), &job->cancelled);
      if (running)
        g_usleep (IDLE_MS * 1000);
    }

  g_task_return_boolean (task, TRUE);
}

static void
take_rows (ThDocument *self)
{
  self->n_decided = self->rows != NULL ? th_rows_get_n_decided (self->rows) : 0;
  self->serial++;
  th_document_emit (self, SIGNAL_FILTER_CHANGED);
}

static gboolean
poll_cb (gpointer data)
{
  ThDocument *self = data;

  if (th_rows_get_n_decided (self->rows) != self->n_decided)
    take_rows (self);

  return G_SOURCE_CONTINUE;
}

static void
filter_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);

  if (self->filter_job != g_task_get_task_data (G_TASK (result)))
    return;

  g_clear_handle_id (&self->filter_poll_id, g_source_remove);
  self->filter_job = NULL;
  take_rows (self);
}

void
th_document_stop_filter (ThDocument *self)
{
  th_document_stop_find (self);
  g_clear_handle_id (&self->filter_poll_id, g_source_remove);
  if (self->filter_job != NULL)
    g_atomic_int_set (&self->filter_job->cancelled, 1);
  self->filter_job = NULL;
}

static void
run (ThDocument *self,
     ThFilter   *filter)
{
  ThFilterJob *job = g_new0 (ThFilterJob, 1);
  g_autoptr(GTask) task = g_task_new (self, NULL, filter_done_cb, NULL);

  job->filter = th_filter_ref (filter);
  job->rows = th_rows_ref (self->rows);
  self->filter_job = job;
  self->filter_poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, filter_worker);
}

static void
give_rows (ThDocument *self)
{
  th_scene_set_rows (self->scene, self->ways.scope == TH_FILTER_TABLE ? NULL : self->rows, self->ways.hides);
}

static void
take_filter (ThDocument *self,
             ThFilter   *filter) /* NULL: all */
{
  th_document_stop_filter (self);
  g_clear_pointer (&self->rows, th_rows_unref);
  if (filter != NULL)
    self->rows = th_rows_new (self->recording);
  give_rows (self);
  if (filter != NULL)
    run (self, filter);
  take_rows (self);
  th_document_start_find (self);
}

static ThFilter *
compile (ThDocument *self,
         const char *state)
{
  g_autoptr(GError) error = NULL;
  ThFilter *filter = th_filter_state_compile (self->recording, state, &self->filter_mistake.begin, &self->filter_mistake.end, &error);

  g_clear_pointer (&self->filter_mistake.text, g_free);
  if (filter == NULL)
    self->filter_mistake.text = g_strdup (error->message);

  return filter;
}

static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return *text == '\0';
}

/* Anew, over self->recording; a text that makes no sense there filters nothing. */
void
th_document_start_filter (ThDocument *self)
{
  g_autoptr(ThFilter) filter = NULL;

  if (is_blank (self->filter_state) && self->rows == NULL)
    {
      th_document_start_find (self);
      return;
    }

  if (!is_blank (self->filter_state))
    filter = compile (self, self->filter_state);
  take_filter (self, filter);
}

void
th_document_set_filter_state (ThDocument *self,
                              const char *state)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_DOCUMENT (self) && state != NULL);

  if (self->recording == NULL)
    return;

  if (is_blank (state))
    {
      state = "";
      g_clear_pointer (&self->filter_mistake.text, g_free);
    }
  else if ((filter = compile (self, state)) == NULL)
    {
      th_document_emit (self, SIGNAL_FILTER_CHANGED);
      return;
    }

  if (g_str_equal (state, self->filter_state))
    {
      th_document_emit (self, SIGNAL_FILTER_CHANGED);
      return;
    }

  self->filter_state = g_intern_string (state);
  take_filter (self, filter);
  if (!self->stepping)
    th_document_settle (self);
}

void
th_document_set_filter (ThDocument *self,
                        const char *text)
{
  g_autofree char *state = NULL;

  g_return_if_fail (TH_IS_DOCUMENT (self) && text != NULL);

  state = th_filter_state_set_text (self->filter_state, is_blank (text) ? "" : text);
  th_document_set_filter_state (self, state);
}

const char *
th_document_get_filter (ThDocument *self)
{
  return th_filter_state_get_text (self->filter_state);
}

const char *
th_document_get_filter_state (ThDocument *self)
{
  return self->filter_state;
}

void
th_document_set_filter_ways (ThDocument    *self,
                             gboolean       hides,
                             ThFilterScope  scope)
{
  if (self->ways.hides == hides && self->ways.scope == scope)
    return;

  self->ways.hides = hides;
  self->ways.scope = scope;
  if (self->scene == NULL)
    return;

  give_rows (self);
  take_rows (self);
}

ThRows *
th_document_get_listed_rows (ThDocument *self)
{
  return self->ways.scope == TH_FILTER_LANES ? NULL : self->rows;
}

gboolean
th_document_is_pale (ThDocument *self,
                     ThRef       ref)
{
  return self->ways.scope == TH_FILTER_LANES && self->rows != NULL && !th_rows_contains (self->rows, ref) &&
         ref.row < th_rows_get_decided (self->rows, ref.stream, ref.cpu);
}

ThRows *
th_document_get_rows (ThDocument *self)
{
  return self->rows;
}

gboolean
th_document_is_filtering (ThDocument *self)
{
  return self->filter_job != NULL;
}

const char *
th_document_get_filter_error (ThDocument *self,
                              guint      *begin,
                              guint      *end)
{
  *begin = self->filter_mistake.begin;
  *end = self->filter_mistake.end;

  return self->filter_mistake.text;
}

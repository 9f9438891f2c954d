/* th-flow-lookup.c - finding what to follow: the flow of an event, the slowest one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On a worker: the look-up by key brings its index up to date, and the slowest
 * is known only once all have been looked at.
 */
#include "config.h"

#include "th-document-private.h"

#include <glib/gi18n-lib.h>

#include "th-thread-pool.h"

#define MAX_KEYS 16

/* --- which fields hold a key -------------------------------------------- */

typedef void (*UseKey) (ThResults     *results,
                        const ThField *field,
                        gpointer       data);

static void
each_key (const GPtrArray *all,
          ThRecording     *recording,
          ThRef            event,
          UseKey           use,
          gpointer         data)
{
  const ThFieldTable *table = th_recording_get_fields (recording, th_recording_get_type (recording, event));

  for (guint i = 0; i < all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (all->pdata[i]);
      const char *const *names = flows != NULL ? th_flows_get_info (flows)->key_fields : NULL;

      for (guint n = 0; names != NULL && names[n] != NULL; n++)
        {
          const ThField *field = th_field_table_find (table, names[n]);

          if (field != NULL)
            use (all->pdata[i], field, data);
        }
    }
}

static void
take_noun (ThResults     *results,
           const ThField *field,
           gpointer       data)
{
  const char **noun = data;

  if (*noun == NULL)
    *noun = _(th_flows_get_info (th_results_get_flows (results))->noun);
}

const char *
th_document_get_noun (ThDocument *self,
                      ThRef       event)
{
  const char *noun = NULL;

  if (self->recording != NULL && !th_ref_is_none (event))
    each_key (self->results, self->recording, event, take_noun, &noun);

  return noun;
}

/* --- one search ---------------------------------------------------------- */

typedef struct
{
  ThResults *results;
  guint64    key;
} Key;

struct _ThFollowJob
{
  ThRecording *recording;
  GPtrArray   *all;       /* ThResults */
  gint         cancelled; /* atomic */
  ThResults   *found;     /* one of @all, or NULL */
  guint32      row;

  /* The flow of an event, */
  ThRef        event;
  guint        generations; /* of the results, when it began */
  gint64       time;
  ThPayload    payload;
  Key          keys[MAX_KEYS];
  guint        n_keys;

  /* or else the slowest, */
  ThResults   *slowest_of;
  guint32      after;     /* behind this one, or TH_FLOW_NONE */
};

static void
job_free (ThFollowJob *job)
{
  g_ptr_array_unref (job->all);
  th_recording_unref (job->recording);
  g_free (job);
}

static void
take_key (ThResults     *results,
          const ThField *field,
          gpointer       data)
{
  ThFollowJob *job = data;
  Key key = { results, 0 };

  if (job->n_keys < MAX_KEYS && th_field_read_u64 (field, &job->payload, &key.key))
    job->keys[job->n_keys++] = key;
}

static void
find_of_event (ThFollowJob *job)
{
  g_autoptr(ThReader) reader = th_reader_new (job->recording);

  if (th_reader_get_payload (reader, job->event, &job->payload))
    each_key (job->all, job->recording, job->event, take_key, job);

  for (guint i = 0; i < job->n_keys && job->found == NULL && g_atomic_int_get (&job->cancelled) == 0; i++)
    {
      job->row = th_flows_find (th_results_get_flows (job->keys[i].results), job->keys[i].key, job->time, job->event);
      if (job->row != TH_FLOW_NONE)
        job->found = job->keys[i].results;
    }
}

static void
seek_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFollowJob *job = data;

  if (job->slowest_of == NULL)
    find_of_event (job);
  else if ((job->row = th_journey_find_slowest (job->slowest_of, job->after, &job->cancelled)) != TH_FLOW_NONE)
    job->found = job->slowest_of;

  g_task_return_boolean (task, TRUE);
}

ThFollowState
th_document_get_follow_state (ThDocument *self)
{
  return self->follow_state;
}

void
th_document_set_follow_state (ThDocument    *self,
                              ThFollowState  state)
{
  if (self->follow_state == state)
    return;

  self->follow_state = state;
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

static void start_search (ThDocument *self);

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  ThFollowJob *job = g_task_get_task_data (G_TASK (result));

  if (self->follow_job != job)
    return; /* another is wanted by now */

  self->follow_job = NULL;
  if (job->found != NULL && g_ptr_array_find (self->results, job->found, NULL))
    th_document_follow (self, job->found, job->row);
  else if (job->slowest_of != NULL)
    th_document_set_follow_state (self, TH_FOLLOW_NO_MORE);
  else if (job->generations != self->generations) /* they grew meanwhile */
    start_search (self);
  else if (!th_document_is_analysing (self))
    {
      self->follow_wanted = TH_REF_NONE;
      th_document_set_follow_state (self, TH_FOLLOW_NOT_FOUND);
    }
}

static ThFollowJob *
job_new (ThDocument *self)
{
  ThFollowJob *job = g_new0 (ThFollowJob, 1);

  job->recording = th_recording_ref (self->recording);
  job->all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  for (guint i = 0; i < self->results->len; i++)
    g_ptr_array_add (job->all, th_results_ref (self->results->pdata[i]));

  return job;
}

static void
start (ThDocument  *self,
       ThFollowJob *job) /* taken */
{
  g_autoptr(GTask) task = g_task_new (self, NULL, found_cb, NULL);

  if (self->follow_job != NULL)
    g_atomic_int_set (&self->follow_job->cancelled, 1);
  self->follow_job = job;
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, seek_worker);
}

void
th_document_stop_seek (ThDocument *self)
{
  if (self->follow_job != NULL)
    g_atomic_int_set (&self->follow_job->cancelled, 1);
  self->follow_job = NULL;
  self->follow_wanted = TH_REF_NONE;
}

gboolean
th_document_cancel_follow (ThDocument *self)
{
  if (self->follow_state != TH_FOLLOW_SEARCHING)
    return FALSE;

  th_document_stop_seek (self);
  th_document_set_follow_state (self, TH_FOLLOW_IDLE);
  return TRUE;
}

/* --- the flow of an event ------------------------------------------------- */

static void
start_search (ThDocument *self)
{
  ThFollowJob *job = job_new (self);

  job->event = self->follow_wanted;
  job->generations = self->generations;
  job->time = th_recording_get_time (self->recording, job->event);
  start (self, job);
}

void
th_document_follow_event (ThDocument *self,
                          ThRef       event)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->recording == NULL || th_ref_is_none (event))
    return;

  self->follow_wanted = event;
  th_document_set_follow_state (self, TH_FOLLOW_SEARCHING);
  start_search (self);
}

/* The results grew: what was not there may be now. */
void
th_document_retry_follow (ThDocument *self)
{
  if (!th_ref_is_none (self->follow_wanted) && self->follow_job == NULL)
    start_search (self);
  th_document_find_flows_again (self);
}

/* --- the slowest ---------------------------------------------------------- */

/* Whose flows are meant where none is followed: the first that has any. */
static ThResults *
any_flows (ThDocument *self)
{
  if (self->followed != NULL)
    return self->followed;

  for (guint i = 0; i < self->results->len; i++)
    {
      ThFlows *flows = th_results_get_flows (self->results->pdata[i]);

      if (flows != NULL && th_flows_get_n (flows) > 0)
        return self->results->pdata[i];
    }

  return NULL;
}

void
th_document_follow_slowest (ThDocument *self,
                            gboolean    next)
{
  ThResults *results = any_flows (self);
  guint32 after = next && self->followed != NULL ? self->followed_row : TH_FLOW_NONE;
  ThFollowJob *job;

  if (results == NULL)
    return;
  /* A key that is held would begin anew for ever. */
  if (self->follow_job != NULL && self->follow_job->slowest_of == results && self->follow_job->after == after)
    return;

  job = job_new (self);
  job->slowest_of = results;
  job->after = after;
  self->follow_wanted = TH_REF_NONE;
  th_document_set_follow_state (self, TH_FOLLOW_SEARCHING);
  start (self, job);
}

/* th-document-follow.c - finding the flow of an event, and following it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include <glib/gi18n-lib.h>

#include "th-follow.h"
#include "th-workers.h"

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

/* --- finding, on a worker ----------------------------------------------- */

typedef struct
{
  ThResults *results;
  guint64    key;
} Key;

/* The look-up by key brings its index up to date, which may take long. */
struct _ThFollowJob
{
  ThRecording *recording;
  GPtrArray   *all;    /* ThResults */
  ThRef        event;
  gint64       time;
  ThPayload    payload;
  Key          keys[MAX_KEYS];
  guint        n_keys;
  ThResults   *found;  /* one of @all, or NULL */
  guint32      row;
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
find_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFollowJob *job = data;
  g_autoptr(ThReader) reader = th_reader_new (job->recording);

  if (th_reader_get_payload (reader, job->event, &job->payload))
    each_key (job->all, job->recording, job->event, take_key, job);

  for (guint i = 0; i < job->n_keys && job->found == NULL; i++)
    {
      job->row = th_flows_find (th_results_get_flows (job->keys[i].results), job->keys[i].key, job->time, job->event);
      if (job->row != TH_FLOW_NONE)
        job->found = job->keys[i].results;
    }

  g_task_return_boolean (task, TRUE);
}

static void
set_follow_state (ThDocument    *self,
                  ThFollowState  state)
{
  if (self->follow_state == state)
    return;

  self->follow_state = state;
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

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
  if (job->found != NULL)
    {
      self->follow_wanted = TH_REF_NONE;
      self->follow_state = TH_FOLLOW_IDLE;
      th_document_follow (self, job->found, job->row);
    }
  else if (!th_document_is_analysing (self))
    {
      self->follow_wanted = TH_REF_NONE;
      set_follow_state (self, TH_FOLLOW_NOT_FOUND);
    }
}

static void
start_search (ThDocument *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, found_cb, NULL);
  ThFollowJob *job = g_new0 (ThFollowJob, 1);

  job->recording = th_recording_ref (self->recording);
  job->all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  for (guint i = 0; i < self->results->len; i++)
    g_ptr_array_add (job->all, th_results_ref (self->results->pdata[i]));
  job->event = self->follow_wanted;
  job->time = th_recording_get_time (self->recording, job->event);
  self->follow_job = job;
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, find_worker);
}

void
th_document_follow_event (ThDocument *self,
                          ThRef       event)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->recording == NULL || th_ref_is_none (event))
    return;

  self->follow_wanted = event;
  set_follow_state (self, TH_FOLLOW_SEARCHING);
  start_search (self);
}

/* The results grew: what was not there may be now. */
void
th_document_retry_follow (ThDocument *self)
{
  if (!th_ref_is_none (self->follow_wanted) && self->follow_job == NULL)
    start_search (self);
}

/* --- following ---------------------------------------------------------- */

static gint
find_pin (ThDocument *self,
          ThResults  *results,
          guint32     row)
{
  for (guint i = 0; i < self->pins->len; i++)
    {
      const ThPin *pin = &g_array_index (self->pins, ThPin, i);

      if (pin->results == results && pin->row == row)
        return i;
    }

  return -1;
}

static void
take_followed (ThDocument *self,
               ThResults  *results,
               guint32     row)
{
  if (self->followed != NULL && find_pin (self, self->followed, self->followed_row) < 0)
    th_scene_unpin_flow (self->scene, self->followed, self->followed_row);

  self->followed = results;
  self->followed_row = row;
  self->followed_step = G_MAXUINT32;
  if (results != NULL)
    th_scene_pin_flow (self->scene, results, row);
  th_scene_follow (self->scene, results, row, self->dim);
  self->serial++;
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

ThResults *
th_document_get_followed (ThDocument *self,
                          guint32    *row)
{
  if (row != NULL)
    *row = self->followed_row;

  return self->followed;
}

ThFollowState
th_document_get_follow_state (ThDocument *self)
{
  return self->follow_state;
}

static const ThFlow *
followed_flow (ThDocument *self,
               ThFlows   **flows)
{
  if (self->followed == NULL)
    return NULL;

  *flows = th_results_get_flows (self->followed);
  return th_flows_get (*flows, self->followed_row);
}

static guint32
find_step (ThDocument *self,
           ThRef       event)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);

  for (guint32 i = 0; flow != NULL && i < flow->n_steps; i++)
    if (th_ref_equal (th_flows_get_step (flows, flow, i).anchor, event))
      return i;

  return G_MAXUINT32;
}

/* Where its own events begin: what leads up to it is shared with others. */
static ThRef
first_own (const ThFlows *flows,
           const ThFlow  *flow)
{
  for (guint32 i = 0; i < flow->n_steps; i++)
    if (!(th_flows_get_step (flows, flow, i).flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)))
      return th_flows_get_step (flows, flow, i).anchor;

  return flow->n_steps > 0 ? th_flows_get_step (flows, flow, 0).anchor : TH_REF_NONE;
}

void
th_document_follow (ThDocument *self,
                    ThResults  *results,
                    guint32     row)
{
  ThFlows *flows;
  const ThFlow *flow;

  g_return_if_fail (TH_IS_DOCUMENT (self) && results != NULL && self->scene != NULL);

  flows = th_results_get_flows (results);
  if (flows == NULL || row >= th_flows_get_n (flows))
    return;

  /* The view before is a step to come back to. */
  th_document_settle (self);
  self->follow_wanted = TH_REF_NONE;
  self->follow_job = NULL;
  self->follow_state = TH_FOLLOW_IDLE;
  take_followed (self, results, row);
  flow = followed_flow (self, &flows);
  if (find_step (self, self->selected) == G_MAXUINT32)
    th_document_select (self, first_own (flows, flow));
  th_document_rest (self);
  th_document_emit (self, SIGNAL_FOLLOWED);
}

void
th_document_unfollow (ThDocument *self)
{
  self->follow_wanted = TH_REF_NONE;
  self->follow_job = NULL;
  if (self->followed != NULL)
    {
      self->follow_state = TH_FOLLOW_IDLE;
      take_followed (self, NULL, 0);
      th_document_rest (self);
    }
  set_follow_state (self, TH_FOLLOW_IDLE);
}

/* The recording goes, its scene is gone. */
void
th_document_forget_followed (ThDocument *self)
{
  self->follow_wanted = TH_REF_NONE;
  self->follow_job = NULL;
  self->follow_state = TH_FOLLOW_IDLE;
  self->followed = NULL;
  self->followed_step = G_MAXUINT32;
  g_array_set_size (self->pins, 0);
}

/* --- as a step of the history ------------------------------------------- */

guint64
th_document_encode_followed (ThDocument *self)
{
  guint index;

  if (self->followed == NULL || !g_ptr_array_find (self->results, self->followed, &index))
    return 0;

  return ((guint64) index + 1) << 32 | self->followed_row;
}

void
th_document_restore_followed (ThDocument *self,
                              guint64     code)
{
  guint32 index = code >> 32, row = code & G_MAXUINT32;
  ThFlows *flows = index > 0 && index <= self->results->len ? th_results_get_flows (self->results->pdata[index - 1]) : NULL;

  if (code == th_document_encode_followed (self))
    return;

  /* After another load it may be one that is not there yet. */
  if (flows != NULL && row < th_flows_get_n (flows))
    take_followed (self, self->results->pdata[index - 1], row);
  else
    take_followed (self, NULL, 0);
}

/* --- from one to the next ------------------------------------------------ */

gboolean
th_document_follow_life (ThDocument *self,
                         int         direction)
{
  ThFlows *flows;
  guint32 row;

  if (followed_flow (self, &flows) == NULL)
    return FALSE;

  row = th_flows_get_neighbour (flows, self->followed_row, direction);
  if (row == TH_FLOW_NONE)
    return FALSE;

  th_document_follow (self, self->followed, row);
  return TRUE;
}

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

/* Longer totals first, among equal ones the earlier row. */
static gboolean
is_before (gint64  total,
           guint32 row,
           gint64  other,
           guint32 other_row)
{
  return total > other || (total == other && row < other_row);
}

static gint64
total_of (ThFlows *flows,
          ThTable *table,
          gint     column,
          guint32  row)
{
  gint64 total = column >= 0 && row < th_table_get_n (table) ? th_table_get_cell (table, row, column) : TH_CELL_NONE;
  const ThFlow *flow = th_flows_get (flows, row);

  return total != TH_CELL_NONE ? total : flow->last - flow->first;
}

gboolean
th_document_follow_slowest (ThDocument *self,
                            gboolean    next)
{
  ThResults *results = any_flows (self);
  ThFlows *flows = results != NULL ? th_results_get_flows (results) : NULL;
  guint32 n = flows != NULL ? th_flows_get_n (flows) : 0, best = TH_FLOW_NONE;
  gint64 best_total = 0, limit = 0;
  ThTable *table = NULL;
  gint column = flows != NULL ? th_journey_find_column (results, "total", &table) : -1;

  next = next && self->followed != NULL;
  if (next)
    limit = total_of (flows, table, column, self->followed_row);
  for (guint32 row = 0; row < n; row++)
    {
      gint64 total;

      if (th_flows_get (flows, row)->flags & TH_FLOW_PART)
        continue;
      total = total_of (flows, table, column, row);
      if (next && !is_before (limit, self->followed_row, total, row))
        continue;
      if (best == TH_FLOW_NONE || is_before (total, row, best_total, best))
        {
          best = row;
          best_total = total;
        }
    }

  if (best == TH_FLOW_NONE)
    return FALSE;

  th_document_follow (self, results, best);
  return TRUE;
}

guint32
th_document_get_step (ThDocument *self)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);

  /* Two steps may lead to one event: the one that was asked for. */
  if (flow != NULL && self->followed_step < flow->n_steps &&
      th_ref_equal (th_flows_get_step (flows, flow, self->followed_step).anchor, self->selected))
    return self->followed_step;

  return th_ref_is_none (self->selected) ? G_MAXUINT32 : find_step (self, self->selected);
}

void
th_document_select_step (ThDocument *self,
                         guint32     step)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  ThRef event;

  if (flow == NULL || step >= flow->n_steps)
    return;

  self->followed_step = step;
  event = th_flows_get_step (flows, flow, step).anchor;
  if (th_ref_equal (event, self->selected))
    th_document_emit (self, SIGNAL_SELECTION_CHANGED);
  else
    th_document_select (self, event);
}

gboolean
th_document_follow_step (ThDocument *self,
                         int         direction)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  guint32 now = th_document_get_step (self);
  gint64 next = (gint64) now + direction;

  if (flow == NULL || flow->n_steps == 0)
    return FALSE;
  if (now == G_MAXUINT32)
    next = direction > 0 ? 0 : flow->n_steps - 1;
  if (next < 0 || next >= flow->n_steps)
    return FALSE;

  th_document_select_step (self, next);
  return TRUE;
}

/* --- pins and paleness --------------------------------------------------- */

gboolean
th_document_is_pinned (ThDocument *self)
{
  return self->followed != NULL && find_pin (self, self->followed, self->followed_row) >= 0;
}

void
th_document_set_pinned (ThDocument *self,
                        gboolean    pinned)
{
  ThPin pin = { self->followed, self->followed_row };

  if (self->followed == NULL || th_document_is_pinned (self) == pinned)
    return;

  if (!pinned)
    {
      th_document_unpin (self, self->followed, self->followed_row);
      return;
    }
  if (self->pins->len + 1 < TH_SCENE_MAX_FLOWS) /* one is for the next that is followed */
    g_array_append_val (self->pins, pin);
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

void
th_document_unpin (ThDocument *self,
                   ThResults  *results,
                   guint32     row)
{
  gint index = find_pin (self, results, row);

  if (index < 0)
    return;

  g_array_remove_index (self->pins, index);
  if (results != self->followed || row != self->followed_row)
    {
      th_scene_unpin_flow (self->scene, results, row);
      self->serial++;
    }
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

gboolean
th_document_get_dim (ThDocument *self)
{
  return self->dim;
}

void
th_document_set_dim (ThDocument *self,
                     gboolean    dim)
{
  if (self->dim == dim)
    return;

  self->dim = dim;
  if (self->scene != NULL)
    th_scene_follow (self->scene, self->followed, self->followed_row, dim);
  self->serial++;
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

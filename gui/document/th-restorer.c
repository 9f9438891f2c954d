/* th-restorer.c - what was selected and followed is found in another load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-restorer.h"

#include <string.h>

#include "th-document-private.h"
#include "th-follow.h"
#include "th-thread-pool.h"

/* --- what there is ------------------------------------------------------ */

gboolean
th_document_get_selected_anchor (ThDocument *self,
                                 ThAnchor   *anchor)
{
  if (self->again.has_selected)
    *anchor = self->again.selected;
  else if (!th_ref_is_none (self->selected))
    *anchor = th_anchor_make (self->recording, self->selected);
  else
    return FALSE;

  return TRUE;
}

static void
add_flow (GArray              *flows,
          const ThSessionFlow *flow)
{
  ThSessionFlow copy = *flow;

  copy.analysis = g_strdup (flow->analysis);
  g_array_append_val (flows, copy);
}

/* "packets@2" is of part 1. */
static char *
dup_analysis (ThResults *results,
              guint      part)
{
  g_autofree char *suffix = g_strdup_printf ("@%u", part + 1);
  const char *id = th_results_get_id (results);

  return g_strndup (id, strlen (id) - (part > 0 && g_str_has_suffix (id, suffix) ? strlen (suffix) : 0));
}

/* A flow without a step has no place to be found at. */
static void
list_flow (ThDocument *self,
           GArray     *list,
           ThResults  *results,
           guint32     row,
           gboolean    followed,
           gboolean    kept)
{
  ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, row);
  ThSessionFlow item = { NULL, flow->key, { 0 }, followed, kept };
  ThRef event = th_document_get_first_own (flows, flow);

  if (th_ref_is_none (event))
    return;

  item.event = th_anchor_make (self->recording, event);
  item.analysis = dup_analysis (results, item.event.part);
  g_array_append_val (list, item);
}

GArray *
th_document_list_flows (ThDocument *self)
{
  GArray *list = th_session_flows_new ();
  gboolean is_kept = FALSE;

  for (guint i = 0; i < self->pins->len; i++)
    {
      const ThPin *pin = &g_array_index (self->pins, ThPin, i);
      gboolean followed = pin->results == self->followed && pin->row == self->followed_row;

      is_kept |= followed;
      list_flow (self, list, pin->results, pin->row, followed, TRUE);
    }
  if (self->followed != NULL && !is_kept)
    list_flow (self, list, self->followed, self->followed_row, TRUE, FALSE);
  for (guint i = 0; self->again.flows != NULL && i < self->again.flows->len; i++)
    {
      ThSessionFlow flow = g_array_index (self->again.flows, ThSessionFlow, i);

      flow.followed = flow.followed && self->again.follows;
      if (flow.followed || flow.kept)
        add_flow (list, &flow);
    }

  return list;
}

/* --- the selected event ------------------------------------------------- */

void
th_document_find_selected_again (ThDocument *self)
{
  if (!self->again.has_selected || self->recording == NULL || self->state == TH_DOCUMENT_LOADING)
    return;

  self->again.has_selected = FALSE;
  self->again.selecting = TRUE;
  if (th_ref_is_none (self->selected))
    th_document_select (self, th_anchor_find (&self->again.selected, self->recording));
  self->again.selecting = FALSE;
}

gboolean
th_document_is_finding_again (ThDocument *self)
{
  return self->again.selecting;
}

/* --- flows, on a worker: the look-up by key may bring its index up to date -- */

typedef struct
{
  ThResults *results;
  guint64    key;
  ThRef      event;
  gint64     time;
  gboolean   followed, kept;
  guint32    row;      /* found, or TH_FLOW_NONE */
} Wanted;

struct _ThAgainJob
{
  GArray *wanted; /* of those of self->again.flows that may be found, in their order */
};

static void
wanted_clear (gpointer data)
{
  th_results_unref (((Wanted *) data)->results);
}

static void
job_free (ThAgainJob *job)
{
  g_array_unref (job->wanted);
  g_free (job);
}

static gboolean
has_step (const ThFlows *flows,
          guint32        row,
          ThRef          event)
{
  const ThFlow *flow = th_flows_get (flows, row);

  for (guint32 i = 0; i < flow->n_steps; i++)
    if (th_ref_equal (th_flows_get_step (flows, flow, i).anchor, event))
      return TRUE;

  return FALSE;
}

static void
find_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThAgainJob *job = data;

  for (guint i = 0; i < job->wanted->len; i++)
    {
      Wanted *wanted = &g_array_index (job->wanted, Wanted, i);
      ThFlows *flows = th_results_get_flows (wanted->results);

      wanted->row = th_flows_find (flows, wanted->key, wanted->time, wanted->event);
      if (wanted->row != TH_FLOW_NONE && !has_step (flows, wanted->row, wanted->event))
        wanted->row = TH_FLOW_NONE;
    }
  g_task_return_boolean (task, TRUE);
}

/* Those that are found need not be sought any longer. */
static void
strike_out (ThDocument   *self,
            const Wanted *found)
{
  for (guint i = 0; i < self->again.flows->len; i++)
    {
      ThSessionFlow *flow = &g_array_index (self->again.flows, ThSessionFlow, i);

      if (flow->key == found->key && th_ref_equal (th_anchor_find (&flow->event, self->recording), found->event))
        {
          g_array_remove_index (self->again.flows, i);
          return;
        }
    }
}

static gboolean
take_found (ThDocument *self,
            ThAgainJob *job)
{
  gboolean followed = FALSE;

  for (guint i = 0; i < job->wanted->len; i++)
    {
      const Wanted *found = &g_array_index (job->wanted, Wanted, i);

      if (found->row == TH_FLOW_NONE)
        continue;
      strike_out (self, found);
      if (found->kept)
        th_document_keep_flow (self, found->results, found->row);
      if (found->followed && self->again.follows)
        {
          followed = TRUE;
          th_document_take_followed (self, found->results, found->row);
        }
    }

  return followed;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  ThAgainJob *job = g_task_get_task_data (G_TASK (result));

  if (self->again.job != job)
    return; /* of another recording */

  self->again.job = NULL;
  if (take_found (self, job))
    th_document_emit (self, SIGNAL_FOLLOWED_AGAIN);
  if (self->again.generations != self->generations)
    th_document_find_flows_again (self);
  else if (self->feed_seconds >= 0 && self->state == TH_DOCUMENT_LOADED) /* there will be no more */
    g_clear_pointer (&self->again.flows, g_array_unref);
}

static ThResults *
find_results (ThDocument          *self,
              const ThSessionFlow *flow)
{
  g_autofree char *id = flow->event.part > 0 ? g_strdup_printf ("%s@%u", flow->analysis, flow->event.part + 1) : g_strdup (flow->analysis);

  for (guint i = 0; i < self->results->len; i++)
    if (g_str_equal (th_results_get_id (self->results->pdata[i]), id))
      return th_results_get_flows (self->results->pdata[i]) != NULL ? self->results->pdata[i] : NULL;

  return NULL;
}

void
th_document_find_flows_again (ThDocument *self)
{
  ThAgainJob *job;
  g_autoptr(GTask) task = NULL;

  if (self->again.flows == NULL || self->again.job != NULL || self->recording == NULL)
    return;

  job = g_new0 (ThAgainJob, 1);
  job->wanted = g_array_new (FALSE, FALSE, sizeof (Wanted));
  g_array_set_clear_func (job->wanted, wanted_clear);
  for (guint i = 0; i < self->again.flows->len; i++)
    {
      const ThSessionFlow *flow = &g_array_index (self->again.flows, ThSessionFlow, i);
      ThResults *results = find_results (self, flow);
      ThRef event = th_anchor_find (&flow->event, self->recording);
      Wanted wanted = { results, flow->key, event, 0, flow->followed, flow->kept, TH_FLOW_NONE };

      if (results == NULL || th_ref_is_none (event))
        continue;
      wanted.time = th_recording_get_time (self->recording, event);
      th_results_ref (results);
      g_array_append_val (job->wanted, wanted);
    }

  self->again.job = job;
  self->again.generations = self->generations;
  task = g_task_new (self, NULL, found_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, find_worker);
}

/* --- doors -------------------------------------------------------------- */

/* What the user followed before this recording came for the last one goes first. */
static gboolean
has_wish (ThDocument *self)
{
  if (self->followed != NULL || !th_ref_is_none (self->follow_wanted))
    return TRUE;

  for (guint i = 0; self->again.flows != NULL && self->again.follows && i < self->again.flows->len; i++)
    if (g_array_index (self->again.flows, ThSessionFlow, i).followed)
      return TRUE;

  return FALSE;
}

/* The one that comes is followed, and none of those from before. */
static void
expect_followed (ThDocument *self)
{
  for (guint i = 0; self->again.flows != NULL && i < self->again.flows->len; i++)
    g_array_index (self->again.flows, ThSessionFlow, i).followed = FALSE;

  self->again.follows = TRUE;
  self->again.code = 0;
}

void
th_document_find_again (ThDocument     *self,
                        const ThAnchor *selected,
                        const GArray   *flows)
{
  gboolean has_own;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (selected != NULL && !self->again.has_selected)
    {
      self->again.has_selected = TRUE;
      self->again.selected = *selected;
    }

  has_own = has_wish (self);
  if (!has_own)
    expect_followed (self);
  if (flows->len > 0 && self->again.flows == NULL)
    self->again.flows = th_session_flows_new ();
  for (guint i = 0; i < flows->len; i++)
    {
      ThSessionFlow flow = g_array_index (flows, ThSessionFlow, i);

      flow.followed = flow.followed && !has_own;
      if (flow.followed || flow.kept)
        add_flow (self->again.flows, &flow);
    }

  th_document_find_selected_again (self);
  /* A search that is under way knows nothing of these.  When it ends, perhaps as the
   * last one, it must not be taken for a search for all of them. */
  self->again.job = NULL;
  th_document_find_flows_again (self);
}

/* Parts have other numbers beside other files. */
static gboolean
move_part (ThDocument *self,
           GPtrArray  *files,
           ThAnchor   *anchor)
{
  return g_ptr_array_find (files, self->appending.files->pdata[anchor->part], &anchor->part);
}

void
th_document_keep_for_another (ThDocument *self,
                              GPtrArray  *files)
{
  ThAnchor selected;
  gboolean has_selected = th_document_get_selected_anchor (self, &selected) && move_part (self, files, &selected);
  guint64 code = th_document_encode_followed (self);
  GArray *flows = th_document_list_flows (self);

  for (guint i = flows->len; i-- > 0;)
    if (!move_part (self, files, &g_array_index (flows, ThSessionFlow, i).event))
      g_array_remove_index (flows, i);

  g_clear_pointer (&self->again.flows, g_array_unref);
  self->again = (ThAgain) { .has_selected = has_selected, .selected = selected, .flows = flows, .follows = TRUE, .code = code };
  self->selected = TH_REF_NONE;
}

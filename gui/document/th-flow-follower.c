/* th-flow-follower.c - the flow that is followed, its steps, and those that are pinned
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"
#include "th-pinned-flows.h"

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

void
th_document_take_followed (ThDocument *self,
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

static const ThFlow *
followed_flow (ThDocument  *self,
               ThFlows    **flows)
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

ThRef
th_document_get_first_own (const ThFlows *flows,
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
  th_document_stop_seek (self);
  self->follow_state = TH_FOLLOW_IDLE;
  self->again.follows = FALSE;
  th_document_take_followed (self, results, row);
  flow = followed_flow (self, &flows);
  if (find_step (self, self->selected) == G_MAXUINT32)
    th_document_select (self, th_document_get_first_own (flows, flow));
  th_document_rest (self);
  th_document_emit (self, SIGNAL_FOLLOWED);
}

void
th_document_unfollow (ThDocument *self)
{
  self->again.follows = FALSE;
  th_document_stop_seek (self);
  if (self->followed != NULL)
    {
      self->follow_state = TH_FOLLOW_IDLE;
      th_document_take_followed (self, NULL, 0);
      th_document_rest (self);
    }
  th_document_set_follow_state (self, TH_FOLLOW_IDLE);
}

/* The recording goes, its scene is gone. */
void
th_document_forget_followed (ThDocument *self)
{
  self->again.job = NULL;
  th_document_stop_seek (self);
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

  if (self->followed == NULL && self->again.flows != NULL && self->again.follows)
    return self->again.code;
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

  self->again.follows = FALSE;
  /* After another load it may be one that is not there yet. */
  if (flows != NULL && row < th_flows_get_n (flows))
    th_document_take_followed (self, self->results->pdata[index - 1], row);
  else
    th_document_take_followed (self, NULL, 0);
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
th_document_keep_flow (ThDocument *self,
                       ThResults  *results,
                       guint32     row)
{
  ThPin pin = { results, row };

  if (find_pin (self, results, row) < 0 && self->pins->len + 1 < TH_SCENE_MAX_FLOWS) /* one is for the next that is followed */
    {
      g_array_append_val (self->pins, pin);
      th_scene_pin_flow (self->scene, results, row);
      self->serial++;
    }
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

void
th_document_set_pinned (ThDocument *self,
                        gboolean    pinned)
{
  if (self->followed == NULL || th_document_is_pinned (self) == pinned)
    return;

  if (!pinned)
    {
      th_document_unpin (self, self->followed, self->followed_row);
      return;
    }
  th_document_keep_flow (self, self->followed, self->followed_row);
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

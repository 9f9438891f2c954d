/* th-document-selection.c - the document's public functions for its view and selection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

/* --- view --------------------------------------------------------------- */

const ThView *
th_document_get_view (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), NULL);

  return th_navigator_get_view (self->navigator);
}

gboolean
th_document_has_chosen_view (ThDocument *self)
{
  return th_navigator_has_chosen (self->navigator);
}

/* Follows the flow that @code encodes, unless it is already followed. */
static void
restore_followed (ThDocument *self,
                  guint64     code)
{
  gboolean was_following = th_flow_follower_get_followed (self->follower, NULL) != NULL;

  if (code == th_document_get_place (self).followed)
    return;

  th_restorer_forget_followed (self->restorer);
  th_flow_follower_take_encoded (self->follower, code);
  if (!was_following && th_flow_follower_get_followed (self->follower, NULL) != NULL)
    th_document_emit (self, SIGNAL_FLOW_RESTORED);
}

gboolean
th_document_step_history (ThDocument *self,
                          gboolean    forward,
                          ThView     *view)
{
  g_autoptr(ThFilterState) filter = NULL;
  ThHistoryStep step;

  if (!th_navigator_step (self->navigator, forward, th_document_get_place (self), &step))
    return FALSE;

  /* Keep a reference: following a flow may push a step, and the history may drop this one. */
  filter = step.filter != NULL ? th_filter_state_ref (step.filter) : NULL;
  if (filter != NULL &&
      !th_filter_state_equal (filter, th_event_filter_get_state (self->filter)))
    th_event_filter_set_state (self->filter, filter);
  restore_followed (self, step.followed);
  *view = (ThView) { step.from, step.to, th_navigator_get_view (self->navigator)->width };
  return TRUE;
}

gboolean
th_document_can_step (ThDocument *self,
                      gboolean    forward)
{
  return th_navigator_can_step (self->navigator, forward);
}

/* --- selection ---------------------------------------------------------- */

ThRef
th_document_get_selected (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), TH_REF_NONE);

  return th_selection_get_event (self->selection);
}

gint64
th_document_get_cursor (ThDocument *self)
{
  ThRef ref = th_document_get_selected (self);
  gint64 place = th_flow_follower_get_place (self->follower);

  if (place != TH_TIME_NONE || th_ref_is_none (ref))
    return place;

  return th_recording_get_time (th_document_get_recording (self), ref);
}

void
th_document_select (ThDocument *self,
                    ThRef       ref)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_restorer_forget_selected (self->restorer);
  th_selection_select (self->selection, ref);
}

gboolean
th_document_get_span (ThDocument *self,
                      gint64     *from,
                      gint64     *to)
{
  return th_selection_get_span (self->selection, from, to);
}

void
th_document_select_span (ThDocument *self,
                         gint64      from,
                         gint64      to)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_selection_select_span (self->selection, from, to);
}

void
th_document_clear_span (ThDocument *self)
{
  th_document_select_span (self, TH_TIME_NONE, TH_TIME_NONE);
}

void
th_document_clear_selection (ThDocument *self)
{
  th_document_clear_span (self);
  th_document_select (self, TH_REF_NONE);
}

void
th_document_lead_to (ThDocument *self,
                     ThRef       ref)
{
  const ThView *view;
  gint64 time, span;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (!th_selection_has_event (self->selection, ref))
    return;

  th_document_select (self, ref);
  view = th_navigator_get_view (self->navigator);
  span = view->to - view->from;
  time = th_recording_get_time (th_document_get_recording (self), ref);
  if (time < view->from || time > view->to)
    th_document_set_view (self, time - span / 2, time + span / 2);
}

gint64
th_document_get_linked_time (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), TH_TIME_NONE);

  return self->linked_time;
}

static void
set_time (ThDocument *self,
          gint64     *member,
          gint64      time,
          guint       property)
{
  if (*member == time)
    return;

  *member = time;
  th_document_notify (self, property);
}

void
th_document_set_linked_time (ThDocument *self,
                             gint64      time)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  set_time (self, &self->linked_time, time, PROP_LINKED_TIME);
}

gint64
th_document_get_pointer_time (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), TH_TIME_NONE);

  return self->pointer_time;
}

void
th_document_set_pointer_time (ThDocument *self,
                              gint64      time)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  set_time (self, &self->pointer_time, time, PROP_POINTER_TIME);
}

gint64
th_document_get_linked_pointer (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), TH_TIME_NONE);

  return self->linked_pointer;
}

void
th_document_set_linked_pointer (ThDocument *self,
                                gint64      time)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  set_time (self, &self->linked_pointer, time, PROP_LINKED_POINTER);
}

ThRef
th_document_get_neighbor (ThDocument *self,
                          ThRef       ref,
                          int         step)
{
  gint64 row = (gint64) ref.row + step;

  if (!th_selection_has_event (self->selection, ref) || row < 0)
    return TH_REF_NONE;

  ref.row = row;
  return th_selection_has_event (self->selection, ref) ? ref : TH_REF_NONE;
}

/* --- what the table lists ----------------------------------------------- */

void
th_document_set_only_span (ThDocument *self,
                           gboolean    only_span)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->only_span == only_span)
    return;

  self->only_span = only_span;
  th_document_notify (self, PROP_ONLY_SPAN);
}

/* Whether only the span is listed, and @ref is outside. */
static gboolean
is_outside (ThDocument *self,
            ThRef       ref)
{
  gint64 from, to, time;

  if (!self->only_span || !th_selection_has_event (self->selection, ref) ||
      !th_document_get_span (self, &from, &to))
    return FALSE;

  time = th_recording_get_time (th_document_get_recording (self), ref);
  return time < from || time >= to;
}

ThUnlisted
th_document_get_unlisted (ThDocument *self,
                          ThRef       ref)
{
  if (th_event_filter_is_hidden (self->filter, ref))
    return TH_UNLISTED_BY_FILTER;

  return is_outside (self, ref) ? TH_UNLISTED_BY_SPAN : TH_IS_LISTED;
}

/* th-document-results.c - the document's public functions for analyses and the followed flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include <glib/gi18n-lib.h>

#include "th-flow-lookup.h"
#include "th-follow.h"

/* --- analyses ------------------------------------------------------------ */

const GPtrArray *
th_document_get_results (ThDocument *self)
{
  return th_analysis_runner_get_results (self->runner);
}

ThResults *
th_document_find_results (ThDocument *self,
                          const char *id)
{
  const GPtrArray *all = th_document_get_results (self);

  return all != NULL ? th_results_find (all, id) : NULL;
}

gboolean
th_document_is_analysing (ThDocument *self)
{
  return th_analysis_runner_is_running (self->runner);
}

gboolean
th_document_add_analysis (ThDocument        *self,
                          const ThAnalysis  *analysis,
                          GHashTable        *params,
                          GError           **error)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), FALSE);

  return th_analysis_runner_add (self->runner, analysis, params, error);
}

const ThAnalysis *
th_document_get_added (ThDocument  *self,
                       guint        index,
                       GHashTable **params)
{
  return th_analysis_runner_get_added (self->runner, index, params);
}

char **
th_document_list_added (ThDocument *self)
{
  return th_analysis_runner_list_added (self->runner);
}

void
th_document_remove_analysis (ThDocument *self,
                             const char *id)
{
  th_analysis_runner_remove (self->runner, id);
}

double
th_document_get_feed_progress (ThDocument *self)
{
  return th_analysis_runner_get_progress (self->runner);
}

double
th_document_get_feed_seconds (ThDocument *self)
{
  return th_analysis_runner_get_seconds (self->runner);
}

/* --- the followed flow --------------------------------------------------- */

const char *
th_document_get_noun (ThDocument *self,
                      ThRef       event)
{
  return th_flow_lookup_get_noun (th_document_get_recording (self), th_document_get_results (self),
                                  event);
}

void
th_document_follow_event (ThDocument *self,
                          ThRef       event)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_flow_follower_follow_event (self->follower, event);
}

void
th_document_follow (ThDocument *self,
                    ThResults  *results,
                    guint32     row)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_flow_follower_follow (self->follower, results, row);
}

void
th_document_unfollow (ThDocument *self)
{
  th_restorer_forget_followed (self->restorer);
  if (th_flow_follower_unfollow (self->follower))
    th_navigator_rest (self->navigator);
}

gboolean
th_document_cancel_follow (ThDocument *self)
{
  return th_flow_follower_cancel (self->follower);
}

ThFollowState
th_document_get_follow_state (ThDocument *self)
{
  return th_flow_follower_get_state (self->follower);
}

const char *
th_document_describe_lookup (ThDocument *self)
{
  switch (th_document_get_follow_state (self))
    {
    case TH_FOLLOW_SEARCHING: return _("searching… will follow when found, Esc cancels");
    case TH_FOLLOW_NOT_FOUND: return _("no analysis has anything to follow at this event");
    case TH_FOLLOW_NO_MORE: return _("there are no more to follow");
    case TH_FOLLOW_IDLE:
    default: return NULL;
    }
}

ThResults *
th_document_get_followed (ThDocument *self,
                          guint32    *row)
{
  return th_flow_follower_get_followed (self->follower, row);
}

gboolean
th_document_follow_life (ThDocument *self,
                         int         direction)
{
  return th_flow_follower_follow_life (self->follower, direction);
}

void
th_document_follow_slowest (ThDocument *self,
                            gboolean    next)
{
  th_flow_follower_follow_slowest (self->follower, next);
}

gboolean
th_document_follow_step (ThDocument *self,
                         int         direction)
{
  return th_flow_follower_follow_step (self->follower, direction);
}

void
th_document_select_step (ThDocument *self,
                         guint32     step)
{
  th_flow_follower_select_step (self->follower, step);
}

guint32
th_document_get_step (ThDocument *self)
{
  return th_flow_follower_get_step (self->follower);
}

gboolean
th_document_is_pinned (ThDocument *self)
{
  return th_flow_follower_is_pinned (self->follower);
}

void
th_document_set_pinned (ThDocument *self,
                        gboolean    pinned)
{
  guint32 row;
  ThResults *followed = th_document_get_followed (self, &row);

  if (followed == NULL || th_document_is_pinned (self) == pinned)
    return;

  if (pinned)
    th_flow_follower_pin (self->follower, followed, row);
  else
    th_flow_follower_unpin (self->follower, followed, row);
}

void
th_document_unpin (ThDocument *self,
                   ThResults  *results,
                   guint32     row)
{
  th_flow_follower_unpin (self->follower, results, row);
}

void
th_document_set_dim (ThDocument *self,
                     gboolean    dim)
{
  th_flow_follower_set_dim (self->follower, dim);
}

/* --- restoring ----------------------------------------------------------- */

gboolean
th_document_get_selected_anchor (ThDocument *self,
                                 ThAnchor   *anchor)
{
  return th_restorer_get_selected (self->restorer, anchor);
}

gboolean
th_document_is_restoring_search (ThDocument *self)
{
  return th_restorer_is_selecting (self->restorer);
}

GArray *
th_document_list_flows (ThDocument *self)
{
  return th_restorer_list_flows (self->restorer);
}

void
th_document_restore (ThDocument     *self,
                     const ThAnchor *selected,
                     const GArray   *flows)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_restorer_restore (self->restorer, selected, flows);
}

/* th-document-results.c - the document's public functions for results and its objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include "th-flow-lookup.h"

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

/* --- the followed flow --------------------------------------------------- */

const char *
th_document_get_noun (ThDocument *self,
                      ThRef       event)
{
  return th_flow_lookup_get_noun (th_document_get_recording (self), th_document_get_results (self),
                                  event);
}

void
th_document_unfollow (ThDocument *self)
{
  th_restorer_forget_followed (self->restorer);
  if (th_flow_follower_unfollow (self->follower))
    th_navigator_rest (self->navigator);
}

/* --- the objects that do the work ----------------------------------------- */

ThAnalysisRunner *
th_document_get_analyses (ThDocument *self)
{
  return self->runner;
}

ThEventFilter *
th_document_get_filter (ThDocument *self)
{
  return self->filter;
}

ThEventColoring *
th_document_get_coloring (ThDocument *self)
{
  return self->coloring;
}

ThEventSearch *
th_document_get_search (ThDocument *self)
{
  return self->search;
}

ThFlowFollower *
th_document_get_follower (ThDocument *self)
{
  return self->follower;
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

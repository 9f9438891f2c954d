/* th-ready-results.c - the recording and the finished results of a document, for a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"
#include "th-analysis-runner.h"

#include "th-ready-results.h"

ThReadyResults *
th_ready_results_new (ThDocument *document)
{
  ThReadyResults *self;
  const GPtrArray *all;

  if (document == NULL || th_document_get_recording (document) == NULL ||
      th_document_get_state (document) != TH_DOCUMENT_LOADED ||
      th_analysis_runner_is_running (th_document_get_analyses (document)))
    return NULL;

  self = g_new0 (ThReadyResults, 1);
  self->recording = th_recording_ref (th_document_get_recording (document));
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  all = th_document_get_results (document);
  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (self->all, th_results_ref (g_ptr_array_index (all, i)));

  return self;
}

void
th_ready_results_free (ThReadyResults *self)
{
  g_ptr_array_unref (self->all);
  th_recording_unref (self->recording);
  g_free (self);
}

gboolean
th_ready_results_are_shown (const ThReadyResults *self,
                            ThDocument           *document,
                            ThResults            *results)
{
  return document != NULL && th_document_get_recording (document) == self->recording &&
         g_ptr_array_find ((GPtrArray *) th_document_get_results (document), results, NULL);
}

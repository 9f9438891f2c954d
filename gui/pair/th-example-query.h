/* th-example-query.h - asks a document for the examples of a row of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The document must be loaded and its analyses must have ended; a worker searches for the
 * examples.  Main thread only.
 */
#pragma once

#include "th-compare-examples.h"
#include "th-ready-results.h"

G_BEGIN_DECLS

/* A deep copy of @query; free with th_example_query_free(). */
ThCompareExampleQuery *th_example_query_copy (const ThCompareExampleQuery *query);
/* Whether both ask for the same samples. */
gboolean               th_example_query_equal (const ThCompareExampleQuery *a,
                                               const ThCompareExampleQuery *b);
void                   th_example_query_free (ThCompareExampleQuery       *query);

/**
 * ThFoundExamples:
 * @ready: the recording and the results that were searched
 * @examples: NULL if the recording lacks the class
 * @events: the events of the examples
 */
typedef struct
{
  ThReadyResults    *ready;
  ThCompareExamples *examples;
  ThRows            *events;
} ThFoundExamples;

/* Takes ownership of @ready and copies @query. */
void                   th_example_query_run_async  (const ThCompareExampleQuery *query,
                                                    ThReadyResults              *ready,
                                                    GCancellable                *cancellable,
                                                    GAsyncReadyCallback          callback,
                                                    gpointer                     data);
/* Returns the examples, owned by @result; NULL if the search was cancelled. */
const ThFoundExamples *th_example_query_run_finish (GAsyncResult                *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareExampleQuery, th_example_query_free)

G_END_DECLS

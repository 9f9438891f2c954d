/* th-flow-registry.h - the flows of a recording that expressions can refer to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Analyses register their flows, and links of other events to them; a filter uses what is
 * registered when it is created.  The registry lives as long as the recording.  Any thread.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* Registers @results, which must have flows; replaces an entry of the same part and
 * noun.  Takes a reference. */
void       th_flow_registry_add  (ThRecording *recording,
                                  ThResults   *results);
/* Registers @results, which will have links to flows called @noun (static) when they have finished.
 * Takes a reference. */
void       th_flow_registry_set_links (ThRecording *recording,
                                  ThResults   *results,
                                  const char  *noun);
/* Returns the results that were registered last, and their *@noun; NULL if there are none.  Free
 * with th_results_unref(). */
ThResults *th_flow_registry_get_links (ThRecording *recording,
                                  const char **noun);
/* Returns (element-type ThResults); free with g_ptr_array_unref(). */
GPtrArray *th_flow_registry_list (ThRecording *recording);

G_END_DECLS

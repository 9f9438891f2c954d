/* th-flow-registry.h - lists the flows of a recording that expressions may name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Analyses register what they found; a filter takes what is registered when it
 * is made.  The registry lives as long as the recording.  Any thread.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* @results, which have flows, replace those of the same part and noun.  They are
 * referenced. */
void       th_flow_registry_add  (ThRecording *recording,
                                  ThResults   *results);
/* Returns (element-type ThResults); free with g_ptr_array_unref(). */
GPtrArray *th_flow_registry_list (ThRecording *recording);

G_END_DECLS

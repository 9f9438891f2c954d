/* th-record-presets.h - the lists of `thresh record`: presets, and the events of a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-target-facts.h"

G_BEGIN_DECLS

/* Calls @func for what the target does not have; things that mean the same are named together.
 * @since: the first kernel with them, or NULL. */
typedef void (*ThRecordMissingFunc)   (const char          *names,
                                       const char          *since,
                                       const char          *without,
                                       gpointer             data);
void   th_record_each_missing  (const ThPresetMatch *match,
                                ThRecordMissingFunc  func,
                                gpointer             data);
/* Print on standard output: the presets, with @facts also what of them the target has; or its
 * events. */
ThExit th_record_print_presets (ThPresets           *presets,
                                const ThTargetFacts *facts);
ThExit th_record_print_events  (const ThTargetFacts *facts);

G_END_DECLS

/* th-layers.h - one line per flow: the times between the layers of a stage map
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-flows.h"
#include "th-commands.h"

G_BEGIN_DECLS

/* Prints the flows that have all layers of one direction of the map @id, in
 * order of time; reports if the map or its events are missing.  @file: a map in
 * addition to those of the program and of the user, or %NULL. */
ThExit   th_layers_show      (ThFlowSet *flows,
                              const char *id,
                              const char *file);

/* Whether @file (may be %NULL) is a valid stage map; reports errors. */
gboolean th_cli_check_stages (const char *file);

G_END_DECLS

/* th-layers.h - one line a flow: the times between layers that a stage map names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-flows.h"
#include "th-commands.h"

G_BEGIN_DECLS

/* Prints the flows that have all layers of one direction of the map @id, in
 * order of time; says when the map or its events are missing.  @file: a map
 * besides those of the program and of the user, or %NULL. */
ThExit   th_layers_show      (ThCliFlows *flows,
                              const char *id,
                              const char *file);

/* Whether @file (may be %NULL) is a stage map; tells what is wrong with it. */
gboolean th_cli_check_stages (const char *file);

G_END_DECLS

/* th-cli-connection.h - the connection that an option names by its number
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* Whether the results of a recording, @all (element-type ThResults), have the connection @number.
 * If not, that is reported, with what the analysis of sockets remarks. */
gboolean th_cli_has_connection (const char *command,
                                GPtrArray  *all,
                                guint       number);

G_END_DECLS

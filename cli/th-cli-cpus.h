/* th-cli-cpus.h - the CPUs that an option names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Whether @recording has one of @numbers (guint), which were given as @text.  If it has none, that
 * is reported as a mistake in the command line; if it lacks only some of them, a warning names
 * those. */
gboolean th_cli_check_cpus (const char   *command,
                            ThRecording  *recording,
                            const char   *text,
                            const GArray *numbers);

G_END_DECLS

/* th-refuse.h - refuses what a user has asked for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sets @error to the sentence that @format makes, with the code G_OPTION_ERROR_BAD_VALUE.
 * Returns FALSE. */
gboolean th_refuse (GError     **error,
                    const char  *format,
                    ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS

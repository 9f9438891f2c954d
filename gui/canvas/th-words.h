/* th-words.h - numbers with a point, for the scene's own files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @value × 10^-@exponent with @digits (at most @exponent) after the point, the
 * rest cut off; @separator between threes of them. */
void th_append_decimal (GString    *text,
                        gint64      value,
                        guint       exponent,
                        guint       digits,
                        const char *separator);

G_END_DECLS

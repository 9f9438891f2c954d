/* th-words.h - numbers with a point, for the scene's own files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* Where times of that format count from. */
gint64 th_scene_get_zero (ThScene      *self,
                        ThTimeFormat  format);

/* @value × 10^-@exponent with @digits (at most @exponent) after the point, the
 * rest cut off; @separator between threes of them. */
void th_append_decimal (GString    *text,
                        gint64      value,
                        guint       exponent,
                        guint       digits,
                        const char *separator);

G_END_DECLS

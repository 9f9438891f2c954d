/* th-scene-times.h - where times count from, for the scene's own files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* Where times of that format count from. */
gint64 th_scene_get_zero (ThScene      *self,
                        ThTimeFormat  format);

G_END_DECLS

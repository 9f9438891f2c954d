/* th-stage-map-shipped.h - the stage maps of the program
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are constants, made of data/stages/ by compile-stage-maps.py when the program is built, so
 * that they need not be parsed.
 */
#pragma once

#include "th-stage-map.h"

G_BEGIN_DECLS

/* Lowest priority first. */
extern const ThStageMap th_stage_maps_shipped[];
extern const guint      th_stage_maps_n_shipped;

G_END_DECLS

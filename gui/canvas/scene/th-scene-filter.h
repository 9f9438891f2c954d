/* th-scene-filter.h - which events are filtered out or have a colour of a rule
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-rows.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Events that do not match the filter, which are those not in @rows, are dimmed,
 * or hidden with @hide; undecided events look as without a filter.  %NULL: no
 * filter. */
void                th_scene_set_rows        (ThScene  *self,
                                              ThRows   *rows,
                                              gboolean  hide);
/* %NULL without a filter. */
ThRows             *th_scene_get_rows        (ThScene       *self);
gboolean            th_scene_hides_events    (ThScene       *self);

/* Events in one of @rows get its colour, and the first of several counts; @n of
 * them, at most TH_SCENE_MAX_RULES.  Undecided events have none. */
#define TH_SCENE_MAX_RULES 16
void                th_scene_set_rules       (ThScene              *self,
                                              ThRows        *const *rows,
                                              const ThColor        *colors,
                                              guint                 n);
gboolean            th_scene_find_rule_color (ThScene *self,
                                              ThRef    ref,
                                              ThColor *color);

typedef struct
{
  guint   n;
  ThRows *rows[TH_SCENE_MAX_RULES];
  ThColor colors[TH_SCENE_MAX_RULES];
} ThSceneRules;

const ThSceneRules *th_scene_get_rules       (ThScene       *self);

G_END_DECLS

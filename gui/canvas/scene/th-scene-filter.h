/* th-scene-filter.h - the events that the filter and the color rules select
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-rows.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Sets the events that match the filter.  The others are dimmed, or hidden with @hide;
 * undecided events look as without a filter.  %NULL removes the filter. */
void                th_scene_set_rows        (ThScene  *self,
                                              ThRows   *rows,
                                              gboolean  hide);
/* The matching events, or %NULL without a filter. */
ThRows             *th_scene_get_rows        (ThScene       *self);
gboolean            th_scene_hides_events    (ThScene       *self);

/* Sets the events of @n color rules, at most TH_SCENE_MAX_RULES.  An event takes the
 * color of the first rule that it matches; undecided events have none. */
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

G_END_DECLS

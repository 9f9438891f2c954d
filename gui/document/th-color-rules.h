/* th-color-rules.h - the user's rules for the colors of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list of expressions (th-filter.h) and colors, which is kept in the user's settings.
 * An event gets the color of the first rule that it matches.  Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-theme.h"

G_BEGIN_DECLS

/* Properties, all writable: "expression", and "color", which is "#rrggbb". */
#define TH_TYPE_COLOR_RULE (th_color_rule_get_type ())
G_DECLARE_FINAL_TYPE (ThColorRule, th_color_rule, TH, COLOR_RULE, GObject)

ThColorRule *th_color_rule_new            (const char        *expression,
                                           const char        *color);
/* Both owned by @self, never NULL. */
const char  *th_color_rule_get_expression (const ThColorRule *self);
const char  *th_color_rule_get_color      (const ThColorRule *self);
/* FALSE if the color is malformed. */
gboolean     th_color_rule_parse          (const ThColorRule *self,
                                           ThColor           *color);

/* An empty list of at most TH_SCENE_MAX_RULES ThColorRules; free with g_ptr_array_unref(). */
GPtrArray   *th_color_rules_new           (void);
/* Does nothing if there are already TH_SCENE_MAX_RULES. */
void         th_color_rules_add           (GPtrArray         *rules,
                                           const char        *expression,
                                           const char        *color);
/* Returns the rules that were saved last. */
GPtrArray   *th_color_rules_load          (void);
void         th_color_rules_save          (const GPtrArray   *rules);

G_END_DECLS

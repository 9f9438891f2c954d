/* th-color-rules.h - which events have a colour of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list of expressions (th-filter.h) and colours in the user's settings; of
 * several that an event matches the first counts.  Main thread.
 */
#pragma once

#include "th-theme.h"

G_BEGIN_DECLS

/* @color: "#rrggbb" */
typedef struct
{
  char *expression;
  char *color;
} ThColorRule;

/* Elements are ThColorRule, at most TH_SCENE_MAX_RULES.  Free with g_ptr_array_unref(). */
GPtrArray *th_color_rules_new   (void);
void       th_color_rules_add   (GPtrArray       *rules,
                                 const char      *expression,
                                 const char      *color);
/* As they were saved last. */
GPtrArray *th_color_rules_load  (void);
void       th_color_rules_save  (const GPtrArray *rules);
/* FALSE for a text that is no colour. */
gboolean   th_color_rules_parse (const char      *text,
                                 ThColor         *color);

G_END_DECLS

/* th-lane-colors.h - a cache of the colors of tasks, names and contexts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Colors are packed (th_color_pack()).
 */
#pragma once

#include "th-color.h"
#include "th-grid.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* The opacity of dimmed parts. */
#define TH_DIMMED_ALPHA 0.5
/* Padding of the bright parts around the followed flow. */
#define TH_BRIGHT_PAD_PX 3

typedef struct _ThLaneColors ThLaneColors;

/* Set the theme and the tasks before asking for a color; both are borrowed. */
ThLaneColors *th_lane_colors_new            (void);
void          th_lane_colors_free           (ThLaneColors *self);
/* These drop all colors. */
void          th_lane_colors_set_theme      (ThLaneColors *self,
                                             ThTheme      *theme);
void          th_lane_colors_set_tasks      (ThLaneColors *self,
                                             ThTasks      *tasks);
/* Drops colors of names, after results were removed or task names changed. */
void          th_lane_colors_forget_words   (ThLaneColors *self);
void          th_lane_colors_forget_tasks   (ThLaneColors *self);

/* The color of a name that lives as long as the scene's recording or results. */
guint32       th_lane_colors_get_name       (ThLaneColors *self,
                                             const char   *name);
/* The name of @task at the left edge of @column, and its color. */
const char   *th_lane_colors_get_task       (ThLaneColors *self,
                                             guint32       task,
                                             const ThGrid *grid,
                                             gint          column,
                                             guint32      *fill);
/* An unknown context gets the color of TH_CONTEXT_OTHER. */
guint32       th_lane_colors_get_context    (ThLaneColors *self,
                                             guint         context);
/* The color of text on @fill. */
guint32       th_lane_colors_get_ink        (ThLaneColors *self,
                                             guint32       fill);
/* The color of dimmed text on @fill. */
guint32       th_lane_colors_get_dimmed_ink (ThLaneColors *self,
                                             guint32       fill);

G_END_DECLS

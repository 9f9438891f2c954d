/* th-lane-colors.h - colours of tasks, names and contexts, kept between frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Colours are packed (th_color_pack()).
 */
#pragma once

#include "th-color.h"
#include "th-grid.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* What is dimmed keeps this much of its colour. */
#define TH_DIMMED_ALPHA 0.5

typedef struct _ThLaneColors ThLaneColors;

/* @scene is lent. */
ThLaneColors *th_lane_colors_new            (ThScene      *scene);
void          th_lane_colors_free           (ThLaneColors *self);
/* The theme changed: forgets all. */
void          th_lane_colors_forget         (ThLaneColors *self);
/* Words of results are gone; tasks may have other names. */
void          th_lane_colors_forget_words   (ThLaneColors *self);
void          th_lane_colors_forget_tasks   (ThLaneColors *self);

/* Of a name that lives as long as the scene's recording or results. */
guint32       th_lane_colors_get_name       (ThLaneColors *self,
                                             const char   *name);
/* Name and colour of @task at the left edge of @column. */
const char   *th_lane_colors_get_task       (ThLaneColors *self,
                                             guint32       task,
                                             const ThGrid *grid,
                                             gint          column,
                                             guint32      *fill);
/* A context that is not known looks like TH_CONTEXT_OTHER. */
guint32       th_lane_colors_get_context    (ThLaneColors *self,
                                             guint         context);
/* Of text on @fill. */
guint32       th_lane_colors_get_ink        (ThLaneColors *self,
                                             guint32       fill);
/* Of text on @fill where it is dimmed. */
guint32       th_lane_colors_get_dimmed_ink (ThLaneColors *self,
                                             guint32       fill);

G_END_DECLS

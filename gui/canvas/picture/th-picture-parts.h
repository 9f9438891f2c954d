/* th-picture-parts.h - the parts of the picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each function draws its part at the origin of @cr, @width wide, and returns its height.
 * With NULL for @cr, it only computes the height.
 */
#pragma once

#include "th-comparison-picture.h"

G_BEGIN_DECLS

double th_picture_draw_head    (const ThComparisonPicture *self,
                                double                     width,
                                cairo_t                   *cr);
/* @side: 0 for A, 1 for B */
double th_picture_draw_side    (const ThComparisonPicture *self,
                                guint                      side,
                                double                     width,
                                cairo_t                   *cr,
                                ThRenderBackend            backend);
/* @rows: (element-type ThComparisonRow): see th_picture_list_rows() */
double th_picture_draw_rows    (const ThComparisonPicture *self,
                                GPtrArray                 *rows,
                                double                     width,
                                cairo_t                   *cr);
double th_picture_draw_details (const ThComparisonPicture *self,
                                const ThComparisonRow     *row,
                                double                     width,
                                cairo_t                   *cr);

/* (element-type ThComparisonRow): the rows to list, sorted by evidence: all that changed, and
 * up to @n_others others that were judged.  Free with g_ptr_array_unref(). */
GPtrArray *th_picture_list_rows (const ThComparisonPicture *self);

G_END_DECLS

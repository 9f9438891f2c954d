/* th-report-figure.h - draws the pictures of a report, for light and dark, or as files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-report-private.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/**
 * ThReportFigure:
 * @paint: draws unless @cr is %NULL, and returns the height
 * @title, @description: what it shows, in words
 */
typedef struct
{
  double       (*paint) (gconstpointer    data,
                         ThTheme         *theme,
                         cairo_t         *cr,
                         ThRenderBackend  backend);
  gconstpointer  data;
  double         width;
  const char    *title;
  const char    *description;
} ThReportFigure;

/* Whether there is room for one more picture; if not, it counts as left out. */
gboolean th_report_has_room      (ThReport             *self);
/* Appends the picture to the text. */
void     th_report_add_figure    (ThReport             *self,
                                  const ThReportFigure *figure);
/* Draws it for a cell of a table.  Clear it with th_report_picture_clear(). */
void     th_report_draw_cell     (ThReport             *self,
                                  const ThReportFigure *figure,
                                  ThReportPicture      *picture);
void     th_report_picture_clear (ThReportPicture      *self);

G_END_DECLS

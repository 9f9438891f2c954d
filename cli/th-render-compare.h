/* th-render-compare.h - `thresh render --compare`: a picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThRenderCompare:
 * @output: path of the picture
 * @width, @scale: its width in pixels, and device pixels per pixel
 * @n_others: rows to list besides those that changed
 * @with: further analyses; or %NULL
 * @arguments: files of both sides, for th_compare_experiment_split(); or %NULL
 */
typedef struct
{
  ThTheme    *theme;
  const char *output;
  double      width;
  double      scale;
  guint       n_others;
  char      **with;
  char      **arguments;
} ThRenderCompare;

/* Compares and writes the picture; errors are reported. */
ThExit th_render_compare (const ThRenderCompare *self);

G_END_DECLS

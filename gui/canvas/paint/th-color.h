/* th-color.h - color arithmetic in OKLab, which is perceptually uniform
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-theme.h"

G_BEGIN_DECLS

/* Takes lightness 0 … 1, chroma, and hue in degrees.  Reduces the chroma of colors
 * outside sRGB. */
ThColor th_color_from_oklch (double  lightness,
                             double  chroma,
                             double  hue);

/* Mixes @a and @b: @share 0 gives @a, 1 gives @b. */
ThColor th_color_mix        (ThColor a,
                             ThColor b,
                             double  share);

/* An opaque pixel of CAIRO_FORMAT_ARGB32. */
static inline guint32
th_color_pack (ThColor color)
{
  return 0xff000000u | (guint32) (color.red * 255 + .5) << 16 |
         (guint32) (color.green * 255 + .5) << 8 |
         (guint32) (color.blue * 255 + .5);
}

static inline ThColor
th_color_unpack (guint32 pixel)
{
  return (ThColor) { (pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0,
                     (pixel & 255) / 255.0 };
}

/* Mixes packed pixels, with a share of 0 … 256. */
static inline guint32
th_pixel_mix (guint32 a,
              guint32 b,
              guint32 share)
{
  guint32 rb = ((a & 0xff00ff) * (256 - share) + (b & 0xff00ff) * share) >> 8 & 0xff00ff;
  guint32 g = ((a & 0xff00) * (256 - share) + (b & 0xff00) * share) >> 8 & 0xff00;

  return 0xff000000u | rb | g;
}

G_END_DECLS

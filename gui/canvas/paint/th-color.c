/* th-color.c - color arithmetic in OKLab, which is perceptually uniform
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-color.h"

static double
linear_to_srgb (double value)
{
  return value <= 0.0031308 ? 12.92 * value : 1.055 * pow (value, 1 / 2.4) - 0.055;
}

static double
srgb_to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* Converts to linear RGB; components lie outside 0 … 1 for colors outside sRGB. */
static ThColor
oklab_to_linear (double lightness,
                 double a,
                 double b)
{
  double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
  double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
  double s = lightness - 0.0894841775 * a - 1.2914855480 * b;

  l = l * l * l;
  m = m * m * m;
  s = s * s * s;

  return (ThColor) {
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
  };
}

static gboolean
in_gamut (ThColor color)
{
  return MIN (MIN (color.red, color.green), color.blue) >= -1e-4 &&
         MAX (MAX (color.red, color.green), color.blue) <= 1 + 1e-4;
}

ThColor
th_color_from_oklch (double lightness,
                     double chroma,
                     double hue)
{
  double angle = hue * G_PI / 180;
  ThColor color;

  do
    {
      color = oklab_to_linear (lightness, chroma * cos (angle), chroma * sin (angle));
      chroma -= 0.005;
    }
  while (!in_gamut (color) && chroma > 0);

  return (ThColor) {
    linear_to_srgb (CLAMP (color.red, 0, 1)),
    linear_to_srgb (CLAMP (color.green, 0, 1)),
    linear_to_srgb (CLAMP (color.blue, 0, 1))
  };
}

ThColor
th_color_mix (ThColor a,
              ThColor b,
              double  share)
{
  return (ThColor) {
    a.red + (b.red - a.red) * share,
    a.green + (b.green - a.green) * share,
    a.blue + (b.blue - a.blue) * share
  };
}

static double
luminance (ThColor color)
{
  return 0.2126 * srgb_to_linear (color.red) + 0.7152 * srgb_to_linear (color.green) +
         0.0722 * srgb_to_linear (color.blue);
}

double
th_color_contrast (ThColor a,
                   ThColor b)
{
  double la = luminance (a) + 0.05;
  double lb = luminance (b) + 0.05;

  return la > lb ? la / lb : lb / la;
}

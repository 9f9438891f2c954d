/* th-theme.h - colors and fonts of all drawing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task has the same color in every trace: a stable hash of its name selects the
 * hue, at the same lightness.  Contexts and stages have fixed colors.  Text on them
 * has a contrast of at least 4.5:1, in high contrast 7:1 (the theme says which ink to
 * use).  Color is never the only cue: what has a color also has a name, a pattern
 * or a position.
 * The theme needs no display.  Its colors are immutable after construction, so any thread
 * may read them and hold references.  Its PangoContext and its cached layouts belong to one
 * thread at a time: a worker that draws text uses a copy of its own (th_theme_copy()).
 */
#pragma once

#include <pango/pangocairo.h>

#include "th-call-tree.h"
#include "th-slices.h"

G_BEGIN_DECLS

typedef struct _ThTheme ThTheme;

typedef struct
{
  double red, green, blue;
} ThColor;

typedef enum
{
  TH_COLOR_BACKGROUND,      /* of the lanes */
  TH_COLOR_BACKGROUND_ALT,  /* section rows, label column stripes */
  TH_COLOR_LINE,            /* hairlines between lanes */
  TH_COLOR_INK,             /* text */
  TH_COLOR_INK_DIM,         /* secondary text */
  TH_COLOR_TICK,            /* event ticks, density without a task */
  TH_COLOR_IDLE,            /* the bar of an idle CPU */
  TH_COLOR_LOST,            /* hatch of lost events */
  TH_COLOR_NOT_LOADED,
  TH_COLOR_SELECTION,       /* span, brush; drawn with alpha */
  TH_COLOR_CURSOR,
  TH_COLOR_MARKER_A,
  TH_COLOR_MARKER_B,
  TH_COLOR_ERROR,
  TH_COLOR_HIT,             /* search hits */
  TH_COLOR_KEYWORD,         /* of an expression */
  TH_COLOR_BACKGROUND_LABEL, /* label column and overview */
  TH_N_COLORS
} ThColorRole;

typedef enum
{
  TH_THEME_DARK          = 1 << 0,
  TH_THEME_HIGH_CONTRAST = 1 << 1
} ThThemeFlags;

/* @font: a Pango font description, or NULL for "Inter, Cantarell, Sans 10";
 * @text_scale: 1 for the default size. */
ThTheme       *th_theme_new            (ThThemeFlags   flags,
                                        const char    *font,
                                        double         text_scale);
/* Replaces the color of a context other than TH_CONTEXT_TASK; lightened if no text
 * would be legible on it.  Only before the theme is shared. */
void           th_theme_set_context_color (ThTheme    *self,
                                        ThContext      context,
                                        ThColor        color);
/* A theme with the same colors and font, and with fonts and layouts of its own, for another
 * thread.  Any thread. */
ThTheme       *th_theme_copy           (ThTheme       *self);
ThTheme       *th_theme_ref            (ThTheme       *self);
void           th_theme_unref          (ThTheme       *self);

gboolean       th_theme_is_dark        (ThTheme       *self);
gboolean       th_theme_has_high_contrast (ThTheme    *self);
ThColor        th_theme_get_color      (ThTheme       *self,
                                        ThColorRole    role);
/* The fill of a slice of a context other than TH_CONTEXT_TASK. */
ThColor        th_theme_get_context_color (ThTheme    *self,
                                        ThContext      context);
/* The fill of a task, from its name. */
ThColor        th_theme_get_task_color (ThTheme       *self,
                                        const char    *name);
/* The fill of a function, from its name: warm for the kernel, purple for a module,
 * cool for user space. */
ThColor        th_theme_get_call_color (ThTheme       *self,
                                        const char    *name,
                                        ThCallKind     kind);
/* The fill for a change from -1 to 1: blue for less, gray for 0, orange for more.  Blue and
 * orange are distinguishable with every common form of color blindness. */
ThColor        th_theme_get_change_color (ThTheme     *self,
                                        double         change);
/* The text color on @fill, black or white, whichever has more contrast. */
ThColor        th_theme_get_ink_on     (ThTheme       *self,
                                        ThColor        fill);
/* The color of secondary text on @fill, which has no more contrast than required. */
ThColor        th_theme_get_dimmed_ink_on (ThTheme      *self,
                                        ThColor        fill);
/* The contrast ratio of two colors by WCAG 2.1. */
double         th_color_contrast       (ThColor        a,
                                        ThColor        b);

/* The color of bookmarks with number @color, below TH_N_BOOKMARK_COLORS. */
#define TH_N_BOOKMARK_COLORS 6
ThColor        th_theme_get_bookmark_color (ThTheme   *self,
                                        guint          color);

/* A cached layout of @text at @scale (1: normal, 0.85: small); valid until the next
 * call. */
PangoLayout   *th_theme_get_layout     (ThTheme       *self,
                                        const char    *text,
                                        double         scale,
                                        gboolean       bold);
/* The height of a line of normal text, in pixels. */
double         th_theme_get_line_height (ThTheme      *self);
/* Scales @px, a size that fits text of the default size, to whole pixels that fit this
 * theme's text: for arrows, dots, flags, strips, icons. */
int            th_theme_grow           (ThTheme       *self,
                                        double         px);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTheme, th_theme_unref)

G_END_DECLS

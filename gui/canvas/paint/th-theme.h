/* th-theme.h - colours and fonts of everything that is drawn
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task has the same colour in every trace: a stable hash of its name picks
 * the hue, lightness is even, in both styles.  Contexts and stages have fixed
 * colours.  Text on any of them keeps a contrast of 4.5:1, in high contrast of
 * 7:1 (the theme says which ink to use).  Colour never stands alone: what has a colour has a name,
 * a pattern or a place as well.
 *
 * The theme carries the PangoContext; it needs no display.  Immutable once
 * made, reference-counted; used by the thread that draws.
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
  TH_COLOR_HIT,             /* where something was found */
  TH_COLOR_KEYWORD,         /* of an expression */
  TH_COLOR_BACKGROUND_LABEL, /* of the label column and the overview */
  TH_N_COLORS
} ThColorRole;

typedef enum
{
  TH_THEME_DARK          = 1 << 0,
  TH_THEME_HIGH_CONTRAST = 1 << 1
} ThThemeFlags;

/* @font: a Pango description, NULL for "Inter, Cantarell, Sans 10";
 * @text_scale: 1 is as is. */
ThTheme       *th_theme_new            (ThThemeFlags   flags,
                                        const char    *font,
                                        double         text_scale);
/* Instead of its own colour, made lighter where no text could be read on it; not
 * for TH_CONTEXT_TASK.  By who made the theme, and before anyone else has it. */
void           th_theme_set_context_color (ThTheme    *self,
                                        ThContext      context,
                                        ThColor        color);
ThTheme       *th_theme_ref            (ThTheme       *self);
void           th_theme_unref          (ThTheme       *self);

gboolean       th_theme_is_dark        (ThTheme       *self);
gboolean       th_theme_has_high_contrast (ThTheme    *self);
ThColor        th_theme_get_color      (ThTheme       *self,
                                        ThColorRole    role);
/* The fill of a slice; not for TH_CONTEXT_TASK. */
ThColor        th_theme_get_context_color (ThTheme    *self,
                                        ThContext      context);
/* The fill of a task by its name. */
ThColor        th_theme_get_task_color (ThTheme       *self,
                                        const char    *name);
/* The fill of a function by its name: warm in the kernel, purple in a module,
 * cool in a program. */
ThColor        th_theme_get_call_color (ThTheme       *self,
                                        const char    *name,
                                        ThCallKind     kind);
/* The ink that reads on any fill; of one that is not the theme's own, as well as can be. */
ThColor        th_theme_get_ink_on     (ThTheme       *self,
                                        ThColor        fill);
/* The same for what is not in the foreground: no stronger than it must be. */
ThColor        th_theme_get_dimmed_ink_on (ThTheme      *self,
                                        ThColor        fill);
/* Contrast ratio of two colours, WCAG 2.1. */
double         th_color_contrast       (ThColor        a,
                                        ThColor        b);

/* What a bookmark is drawn with that has color @color of TH_N_BOOKMARK_COLORS. */
#define TH_N_BOOKMARK_COLORS 6
ThColor        th_theme_get_bookmark_color (ThTheme   *self,
                                        guint          color);

/* A layout of @text in size @scale (1: normal, 0.85: small), bold or not, cached;
 * lent until the next call. */
PangoLayout   *th_theme_get_layout     (ThTheme       *self,
                                        const char    *text,
                                        double         scale,
                                        gboolean       bold);
/* Height of a line of normal text, in pixels. */
double         th_theme_get_line_height (ThTheme      *self);
/* @px beside text of the usual size, in whole pixels beside text of this one:
 * by this grows what is no text itself (arrows, dots, flags, strips, icons). */
int            th_theme_grow           (ThTheme       *self,
                                        double         px);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTheme, th_theme_unref)

G_END_DECLS

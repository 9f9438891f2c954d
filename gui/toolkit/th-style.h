/* th-style.h - light or dark, high contrast, and the theme of the canvas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Follows the desktop, or the user's choice.  GTK 4.8 does not read the desktop's color scheme
 * and contrast, so this object asks the settings portal over D-Bus (org.freedesktop.appearance:
 * color-scheme, contrast) without blocking.  Contrast is high if the portal, the name of the GTK
 * theme (HighContrast, Default-hc) or the user requests it; GTK's own widgets then get its
 * high-contrast theme.  One object per process, main thread only.
 *
 * Parsing a style sheet takes long, so at first only the rules of the main window are read.  The
 * rest is read half a second later, or as soon as there is a second window or
 * th_style_complete() is called.
 *
 * "changed" is emitted when th_style_get_theme() returns another theme.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-theme.h"

G_BEGIN_DECLS

typedef enum
{
  TH_STYLE_FOLLOW,
  TH_STYLE_LIGHT,
  TH_STYLE_DARK
} ThStyleChoice;

#define TH_TYPE_STYLE (th_style_get_type ())
G_DECLARE_FINAL_TYPE (ThStyle, th_style, TH, STYLE, GObject)

/* Returns the process's style, owned by this module; needs a display. */
ThStyle       *th_style_get_default (void);
/* Reads the rules of all parts; to be called before a part of the main window is shown whose rules
 * are in parts.css. */
void           th_style_complete    (ThStyle       *self);
void           th_style_set_choice  (ThStyle       *self,
                                     ThStyleChoice  choice);
/* Overrides the setting for this run. */
void           th_style_force       (ThStyle       *self,
                                     ThStyleChoice  choice);
void           th_style_force_contrast (ThStyle    *self,
                                     gboolean       high);
ThStyleChoice  th_style_get_choice  (ThStyle       *self);
gboolean       th_style_is_dark     (ThStyle       *self);
/* Owned by the style; valid until "changed". */
ThTheme       *th_style_get_theme   (ThStyle       *self);
/* th_theme_grow() with the current theme. */
int            th_style_grow        (double         px);
/* An opaque color of the current theme. */
GdkRGBA        th_style_get_rgba    (ThColorRole    role);
/* Redraws @widget, which draws with the theme, whenever that changes. */
void           th_style_redraw      (GtkWidget     *widget);

G_END_DECLS

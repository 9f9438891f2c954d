/* th-context-colors.h - contexts and stages whose colors can be chosen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The setting "context-colors" has the user's colors for the light style,
 * "context-colors-dark" those for the dark style.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThContextName:
 * @id: in the settings
 * @title: N_()
 */
typedef struct
{
  ThContext   context;
  const char *id;
  const char *title;
} ThContextName;

/* Lists the @n contexts in the order in which the preferences show them; static. */
const ThContextName *th_context_colors_list  (guint         *n);
/* A NULL @color restores the default. */
void                 th_context_colors_set   (const char    *id,
                                              gboolean       dark,
                                              const GdkRGBA *color);
/* Sets the user's colors in a newly created theme. */
void                 th_context_colors_apply (ThTheme       *theme);
G_END_DECLS

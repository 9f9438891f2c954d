/* th-context-colors.h - contexts and stages whose colours can be chosen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The setting "context-colors" has those that the user chose for the light
 * style, "context-colors-dark" those for the dark one.
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

/* @n of them, in the order they are offered; static. */
const ThContextName *th_context_colors_list  (guint         *n);
/* Chosen by the user for that style, and readable; FALSE: as usual. */
gboolean             th_context_colors_get   (const char    *id,
                                              gboolean       dark,
                                              GdkRGBA       *color);
/* NULL: as usual again. */
void                 th_context_colors_set   (const char    *id,
                                              gboolean       dark,
                                              const GdkRGBA *color);
/* Of a theme that was just made. */
void                 th_context_colors_apply (ThTheme       *theme);
G_END_DECLS

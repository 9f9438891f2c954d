/* th-value-grid.h - a grid of names and values, which may be long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values can be selected with the mouse, but Tab does not stop at them.  A screen reader
 * reads each with its name.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ThValueMark:
 * @value: what the menu of a row copies
 * @test: the filter condition that the menu offers; may be %NULL
 * @field: the name of the field in the row; may be %NULL
 */
typedef struct
{
  const char *value;
  const char *test;
  const char *field;
} ThValueMark;

/* Creates a widget that shows @text of any length. */
GtkWidget *th_value_text_new         (const char        *text);
GtkWidget *th_value_grid_new         (void);
void       th_value_grid_add         (GtkWidget         *grid,
                                      int                row,
                                      const char        *name,
                                      const char        *value);
/* Like th_value_grid_add(), but takes ownership of @value. */
void       th_value_grid_take        (GtkWidget         *grid,
                                      int                row,
                                      const char        *name,
                                      char              *value);
/* Adds a row with a heading of the rows below it. */
void       th_value_grid_add_heading (GtkWidget         *grid,
                                      int                row,
                                      const char        *text);
/* Sets what the menu of a row is about; the texts are copied. */
void       th_value_grid_mark        (GtkWidget         *grid,
                                      int                row,
                                      const ThValueMark *mark);
/* Returns the mark of the row that contains @widget, which is below @top; the row owns its
 * texts.  %FALSE if there is none. */
gboolean   th_value_grid_find_mark   (GtkWidget         *widget,
                                      GtkWidget         *top,
                                      ThValueMark       *mark);

G_END_DECLS

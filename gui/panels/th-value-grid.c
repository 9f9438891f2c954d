/* th-value-grid.c - a grid of names and values, which may be long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-value-grid.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

/* Minimum number of characters in a line of wrapped text.  A label measures its minimum
 * width by laying out its text: with one character per line, 10 KB of text took a third of a
 * second. */
#define LEAST_CHARS 12
/* A longer text is in a scrolled text view, which lays out only the visible part. */
#define MAX_LABEL_BYTES 12288
#define LONG_TEXT_HEIGHT 280
/* A text view lays out whole paragraphs, so longer ones are split, if possible after a
 * space. */
#define MAX_PARAGRAPH_BYTES 8192

/* Data of both widgets of a marked row */
#define VALUE "th-value"
#define TEST "th-test"
#define FIELD "th-field"

/* --- texts -------------------------------------------------------------- */

static GtkWidget *
label_new (const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "yalign", 0.0,
                                   "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "selectable", TRUE, "width-chars", LEAST_CHARS, NULL);

  /* The mouse can select text, but Tab must not stop at every value.  If the label were only
   * not focusable, Tab would get stuck: GTK 4.8 claims that a selectable label took the
   * focus. */
  gtk_widget_set_can_focus (label, FALSE);
  th_label_forbid_hyphens (label);

  return label;
}

/* Returns the length of the first paragraph of @text in bytes. */
static gsize
measure_paragraph (const char *text)
{
  gsize length = strlen (text), end = MAX_PARAGRAPH_BYTES;

  if (length <= MAX_PARAGRAPH_BYTES)
    return length;

  while (end > MAX_PARAGRAPH_BYTES / 2 && text[end - 1] != ' ')
    end--;
  if (text[end - 1] == ' ')
    return end;

  for (end = MAX_PARAGRAPH_BYTES; (text[end] & 0xc0) == 0x80; end--)
    ;
  return end;
}

static void
fill_buffer (GtkTextBuffer *buffer,
             const char    *text)
{
  GtkTextTag *plain = gtk_text_buffer_create_tag (buffer, NULL, "insert-hyphens", FALSE, NULL);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  while (*text != '\0')
    {
      gsize n = measure_paragraph (text);

      gtk_text_buffer_insert_with_tags (buffer, &end, text, n, plain, NULL);
      text += n;
      if (*text != '\0')
        gtk_text_buffer_insert (buffer, &end, "\n", 1);
    }
}

static GtkWidget *
long_text_new (const char *text)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  fill_buffer (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text);
  g_object_set (view, "editable", FALSE, "cursor-visible", FALSE, "accepts-tab", FALSE,
                "wrap-mode", GTK_WRAP_WORD_CHAR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Long text"), -1);
  g_object_set (scroller, "child", view, "hexpand", TRUE, "hscrollbar-policy", GTK_POLICY_NEVER,
                "overlay-scrolling", FALSE, "height-request", LONG_TEXT_HEIGHT, NULL);

  return scroller;
}

GtkWidget *
th_value_text_new (const char *text)
{
  return strlen (text) > MAX_LABEL_BYTES ? long_text_new (text) : label_new (text);
}

/* --- rows --------------------------------------------------------------- */

GtkWidget *
th_value_grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);

  return grid;
}

void
th_value_grid_add (GtkWidget  *grid,
                   int         row,
                   const char *name,
                   const char *value)
{
  GtkWidget *key = g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "yalign", 0.0,
                                 "ellipsize", PANGO_ELLIPSIZE_END,
                                 "width-chars", 10, "max-width-chars", 20, "tooltip-text", name,
                                 NULL);
  GtkWidget *text = th_value_text_new (value);

  gtk_widget_set_hexpand (text, TRUE);
  if (GTK_IS_LABEL (text))
    gtk_label_set_max_width_chars (GTK_LABEL (text), LEAST_CHARS);
  gtk_widget_add_css_class (key, "dim-label");
  gtk_widget_add_css_class (text, "value");
  gtk_accessible_update_property (GTK_ACCESSIBLE (key), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "",
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, key,
                                  NULL, -1);
  gtk_grid_attach (GTK_GRID (grid), key, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), text, 1, row, 1, 1);
}

void
th_value_grid_take (GtkWidget  *grid,
                    int         row,
                    const char *name,
                    char       *value)
{
  g_autofree char *owned = value;

  th_value_grid_add (grid, row, name, owned);
}

void
th_value_grid_add_heading (GtkWidget  *grid,
                           int         row,
                           const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "ellipsize",
                                   PANGO_ELLIPSIZE_MIDDLE, "margin-top", 3, "tooltip-text", text,
                                   NULL);

  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 2, 1);
}

/* --- marks -------------------------------------------------------------- */

void
th_value_grid_mark (GtkWidget         *grid,
                    int                row,
                    const ThValueMark *mark)
{
  for (int column = 0; column < 2; column++)
    {
      GObject *widget = G_OBJECT (gtk_grid_get_child_at (GTK_GRID (grid), column, row));

      g_object_set_data_full (widget, VALUE, g_strdup (mark->value), g_free);
      g_object_set_data_full (widget, TEST, g_strdup (mark->test), g_free);
      g_object_set_data_full (widget, FIELD, g_strdup (mark->field), g_free);
    }
}

gboolean
th_value_grid_find_mark (GtkWidget   *widget,
                         GtkWidget   *top,
                         ThValueMark *mark)
{
  for (; widget != NULL && widget != top; widget = gtk_widget_get_parent (widget))
    {
      GObject *object = G_OBJECT (widget);

      *mark = (ThValueMark) { g_object_get_data (object, VALUE), g_object_get_data (object, TEST),
                              g_object_get_data (object, FIELD) };
      if (mark->value != NULL)
        return TRUE;
    }

  return FALSE;
}

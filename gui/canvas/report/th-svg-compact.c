/* th-svg-compact.c - makes the SVG of cairo several times smaller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-svg-compact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "th-svg-path.h"

/* The shapes of one color in a row. */
typedef struct
{
  char       *attributes;
  GString    *data;
  ThSvgPoint  last; /* where the last one begins */
} Color;

/**
 * Compact:
 * @colors: (element-type Color): the shapes of a row, which are not written yet
 * @to: the right edge of the row
 */
typedef struct
{
  GString   *text;
  GPtrArray *colors;
  gint64     to;
} Compact;

static void
color_free (gpointer data)
{
  Color *self = data;

  g_free (self->attributes);
  g_string_free (self->data, TRUE);
  g_free (self);
}

/* --- attributes --------------------------------------------------------- */

/* "rgb(100%,50%,0%)" becomes "#ff8000". */
static void
append_paint (GString    *text,
              const char *value)
{
  double red, green, blue;

  if (sscanf (value, "rgb(%lf%%,%lf%%,%lf%%)", &red, &green, &blue) == 3)
    g_string_append_printf (text, "#%02x%02x%02x", (guint) lround (red * 2.55) & 0xff,
                            (guint) lround (green * 2.55) & 0xff,
                            (guint) lround (blue * 2.55) & 0xff);
  else
    g_string_append (text, value);
}

static gboolean
is_initial (const char *property)
{
  static const char *const initial[] = {
    "stroke:none", "fill-rule:nonzero", "fill-opacity:1", "stroke-opacity:1", "stroke-width:1",
    "stroke-linecap:butt", "stroke-linejoin:miter", NULL
  };

  return g_strv_contains (initial, property);
}

static void
append_style (GString    *text,
              const char *style)
{
  g_auto(GStrv) properties = g_strsplit (style, ";", -1);

  for (guint i = 0; properties[i] != NULL; i++)
    {
      char *property = g_strstrip (properties[i]), *colon = strchr (property, ':');

      if (colon == NULL || is_initial (property))
        continue;
      *colon = '\0';
      g_string_append_printf (text, " %s=\"", property);
      append_paint (text, colon + 1);
      g_string_append_c (text, '"');
    }
}

static gboolean
is_number (const char *value)
{
  return *value != '\0' && strspn (value, "-.0123456789") == strlen (value);
}

static void
append_attribute (GString    *text,
                  const char *name,
                  const char *value)
{
  if (strcmp (name, "style") == 0)
    {
      append_style (text, value);
      return;
    }

  g_string_append_printf (text, " %s=\"", strcmp (name, "xlink:href") == 0 ? "href" : name);
  if (is_number (value))
    th_svg_append_number (text, th_svg_round (g_ascii_strtod (value, NULL)));
  else
    g_string_append (text, value);
  g_string_append_c (text, '"');
}

/* Appends the attributes in @tag but @without, of which the value is returned, or NULL. */
static char *
append_attributes (GString    *text,
                   const char *tag,
                   const char *without)
{
  char *left_out = NULL;

  for (const char *at = tag, *equals; (equals = strstr (at, "=\"")) != NULL;)
    {
      const char *quote = strchr (equals + 2, '"');
      g_autofree char *name = g_strndup (at, (gsize) (equals - at)), *value = NULL;

      if (quote == NULL)
        break;
      value = g_strndup (equals + 2, (gsize) (quote - equals - 2));
      g_strstrip (name);
      if (left_out == NULL && g_strcmp0 (name, without) == 0)
        left_out = g_steal_pointer (&value);
      else
        append_attribute (text, name, value);
      at = quote + 1;
    }
  return left_out;
}

/* --- rows ----------------------------------------------------------------- */

static void
append_path (GString    *text,
             const char *attributes,
             const char *data)
{
  g_string_append_printf (text, "<path%s d=\"%s\"/>", attributes, data);
}

static void
end_row (Compact *self)
{
  for (guint i = 0; i < self->colors->len; i++)
    {
      const Color *color = g_ptr_array_index (self->colors, i);

      append_path (self->text, color->attributes, color->data->str);
    }
  g_ptr_array_set_size (self->colors, 0);
}

static Color *
get_color (Compact    *self,
           const char *attributes)
{
  Color *color;

  for (guint i = 0; i < self->colors->len; i++)
    {
      color = g_ptr_array_index (self->colors, i);
      if (strcmp (color->attributes, attributes) == 0)
        return color;
    }

  color = g_new (Color, 1);
  color->attributes = g_strdup (attributes);
  color->data = g_string_new (NULL);
  g_ptr_array_add (self->colors, color);
  return color;
}

/* Shapes side by side cover nothing of each other, so their order does not matter, and those of one
 * color become one path. */
static void
add_to_row (Compact           *self,
            const char        *attributes,
            const char        *data,
            const ThSvgExtent *extent)
{
  Color *color;

  if (extent->from < self->to)
    end_row (self);
  self->to = extent->to;
  color = get_color (self, attributes);
  if (color->data->len > 0)
    th_svg_continue_path (color->data, &color->last, data, extent);
  else
    g_string_append (color->data, data);
  color->last = extent->last;
}

/* A fill alone: with a line around them, neighbors would touch. */
static gboolean
is_fill (const char *attributes)
{
  return g_str_has_prefix (attributes, " fill=\"") && strchr (attributes + 1, ' ') == NULL;
}

static void
take_path (Compact    *self,
           const char *tag)
{
  g_autoptr(GString) attributes = g_string_new (NULL), path = g_string_new (NULL);
  g_autofree char *data = append_attributes (attributes, tag, "d");
  ThSvgExtent extent;
  gboolean is_path = data != NULL && th_svg_append_path (path, data, &extent);

  if (is_path && extent.is_closed && is_fill (attributes->str))
    {
      add_to_row (self, attributes->str, path->str, &extent);
      return;
    }
  end_row (self);
  append_path (self->text, attributes->str, is_path ? path->str : data != NULL ? data : "");
}

/* --- elements ------------------------------------------------------------- */

static void
take_tag (Compact    *self,
          const char *tag)
{
  const char *blank = strchr (tag, ' ');

  if (g_str_has_prefix (tag, "path ") && g_str_has_suffix (tag, "/"))
    {
      take_path (self, strchr (tag, ' '));
      return;
    }

  end_row (self);
  if (blank == NULL || *tag == '!' || *tag == '?')
    {
      g_string_append_printf (self->text, "<%s>", tag);
      return;
    }

  g_string_append_c (self->text, '<');
  g_string_append_len (self->text, tag, blank - tag);
  g_free (append_attributes (self->text, blank, NULL));
  g_string_append (self->text, g_str_has_suffix (tag, "/") ? "/>" : ">");
}

void
th_svg_compact (GString    *text,
                const char *svg)
{
  g_autoptr(GPtrArray) colors = g_ptr_array_new_with_free_func (color_free);
  Compact self = { .text = text, .colors = colors };

  for (const char *at = svg, *begin; (begin = strchr (at, '<')) != NULL;)
    {
      const char *end = strchr (begin, '>');
      g_autofree char *tag = NULL;

      if (end == NULL)
        break;
      tag = g_strndup (begin + 1, (gsize) (end - begin - 1));
      take_tag (&self, tag);
      at = end + 1;
    }
  end_row (&self);
}

/* th-report-svg.c - puts the SVG documents of cairo into one HTML document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"
#include "th-report-svg.h"
#include "th-svg-compact.h"

/* The texts before an id, where it is defined or referred to.  Texts of a recording are drawn as
 * shapes, so none of these comes from it. */
static const char *const marks[] = { "id=\"", "href=\"#", "(#" };

static void
append_with_prefix (GString    *text,
                    const char *body,
                    const char *prefix)
{
  const char *done = body;

  for (const char *p = body; *p != '\0'; p++)
    for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
      if (*p == *marks[i] && g_str_has_prefix (p, marks[i]))
        {
          gsize length = p - done + strlen (marks[i]);

          g_string_append_len (text, done, length);
          g_string_append (text, prefix);
          done += length;
          break;
        }
  g_string_append (text, done);
}

/* Appends the attribute viewBox of the outermost element, whose tag is @tag. */
static void
append_box (GString    *text,
            const char *tag)
{
  const char *begin = strstr (tag, "viewBox=\""), *end = strchr (tag, '>');
  const char *quote = begin != NULL ? strchr (begin + strlen ("viewBox=\""), '"') : NULL;

  if (quote != NULL && quote < end)
    g_string_append_len (text, begin, quote + 1 - begin);
}

static void
append_words (GString    *text,
              const char *element,
              const char *words)
{
  g_autofree char *shown = th_printable_line (words);
  g_autofree char *line = g_markup_printf_escaped ("<%s>%s</%s>", element, shown, element);

  g_string_append (text, line);
}

void
th_report_append_svg (GString               *text,
                      const GByteArray      *svg,
                      const char            *prefix,
                      const char            *class,
                      const ThReportPicture *picture)
{
  g_autofree char *document = g_strndup ((const char *) svg->data, svg->len);
  char *tag = strstr (document, "<svg "), *body = tag != NULL ? strchr (tag, '>') : NULL;
  char *end = g_strrstr (document, "</svg>");
  g_autoptr(GString) elements = g_string_new (NULL);

  if (body == NULL || end == NULL)
    return;

  g_string_append_printf (text, "<svg class=\"%s\" role=\"img\" ", class);
  append_box (text, tag);
  g_string_append_c (text, '>');
  append_words (text, "title", picture->title);
  append_words (text, "desc", picture->description);
  *end = '\0';
  th_svg_compact (elements, body + 1);
  append_with_prefix (text, elements->str, prefix);
  g_string_append (text, "</svg>\n");
}

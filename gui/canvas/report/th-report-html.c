/* th-report-html.c - a report as one HTML document that needs nothing else
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-color.h"
#include "th-printable.h"
#include "th-report-style.h"
#include "th-report-svg.h"

/* --- text --------------------------------------------------------------- */

static void
append_escaped (GString    *text,
                const char *plain,
                gsize       size)
{
  g_autoptr(GString) shown = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  th_printable_append (shown, plain, size);
  escaped = g_markup_escape_text (shown->str, shown->len);
  g_string_append (text, escaped);
}

static void
append_text (GString    *text,
             const char *plain)
{
  append_escaped (text, plain, strlen (plain));
}

static void
append_element (GString    *text,
                const char *open,
                const char *plain,
                const char *close)
{
  g_string_append (text, open);
  append_text (text, plain);
  g_string_append (text, close);
}

/* --- the parts of a document -------------------------------------------- */

/* The language of the texts around those of the user. */
static void
begin (GString    *text,
       const char *title,
       const char *subtitle)
{
  /* Translators: the code of this language in HTML, like “de” */
  g_string_append_printf (text, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n"
                          "<meta charset=\"utf-8\">\n"
                          "<meta name=\"viewport\" content=\"width=device-width, "
                          "initial-scale=1\">\n", C_("language code", "en"));
  append_element (text, "<title>", title, "</title>\n<style>\n" TH_REPORT_STYLE
                  "</style>\n</head>\n<body>\n<header>\n");
  append_element (text, "<p class=\"kind\">", _("Report"), "</p>\n");
  append_element (text, "<h1>", title, "</h1>\n");
  append_element (text, "<p class=\"subtitle\">", subtitle, "</p>\n</header>\n<main>\n");
}

static void
heading (GString    *text,
         guint       level,
         const char *title)
{
  g_string_append_printf (text, "<h%u>", level);
  append_text (text, title);
  g_string_append_printf (text, "</h%u>\n", level);
}

static void
paragraph (GString    *text,
           const char *words)
{
  append_element (text, "<p>", words, "</p>\n");
}

static void
list (GString   *text,
      GPtrArray *lines)
{
  g_string_append (text, "<ul>\n");
  for (guint i = 0; i < lines->len; i++)
    append_element (text, "<li>", g_ptr_array_index (lines, i), "</li>\n");
  g_string_append (text, "</ul>\n");
}

static void
figures (GString           *text,
         const ThTextTable *table)
{
  g_string_append (text, "<ul class=\"figures\">\n");
  for (guint row = 0; row < th_text_table_get_n_rows (table); row++)
    {
      append_element (text, "<li><b>", th_text_table_get_cell (table, row, 0), "</b> ");
      append_element (text, "<span>", th_text_table_get_cell (table, row, 1), "</span></li>\n");
    }
  g_string_append (text, "</ul>\n");
}

/* A box that scrolls, by keyboard, too. */
static void
begin_box (GString    *text,
           const char *class,
           const char *title)
{
  g_string_append_printf (text, "<div class=\"box %s\"", class);
  append_element (text, " role=\"region\" tabindex=\"0\" aria-label=\"", title,
                  "\">");
}

static void
append_cell (GString           *text,
             const ThTextTable *table,
             guint              row,
             guint              column,
             ThReportShape      shape)
{
  gboolean is_title = shape == TH_REPORT_ROWS ? row == 0 : column == 0;
  const char *cell = th_text_table_get_cell (table, row, column);
  /* An empty title is no title. */
  const char *element = is_title && *cell != '\0' ? "th" : "td";

  g_string_append_printf (text, "<%s", element);
  if (strcmp (element, "th") == 0)
    g_string_append_printf (text, " scope=\"%s\"", shape == TH_REPORT_ROWS ? "col" : "row");
  g_string_append (text, th_text_table_is_right (table, column) ? " class=\"right\">" : ">");
  append_text (text, cell);
  g_string_append_printf (text, "</%s>", element);
}

static void
append_pictures (GString               *text,
                 const ThReportPicture *picture)
{
  g_autofree char *light = g_strdup_printf ("p%u-", picture->id);
  g_autofree char *dark = g_strdup_printf ("d%u-", picture->id);

  th_report_append_svg (text, picture->light, light, "light", picture);
  th_report_append_svg (text, picture->dark, dark, "dark", picture);
}

/* The cell of row @row for the column of pictures, if there is one. */
static void
append_picture_cell (GString            *text,
                     const ThReportRows *rows,
                     guint               row)
{
  if (rows == NULL || rows->pictures == NULL)
    return;

  if (row == 0)
    {
      append_element (text, "<th scope=\"col\">", rows->title, "</th>");
      return;
    }
  g_string_append (text, "<td class=\"drawn\">");
  if (row - 1 < rows->pictures->len)
    append_pictures (text, &g_array_index (rows->pictures, ThReportPicture, row - 1));
  g_string_append (text, "</td>");
}

/* The cell for what is written about the row, if the table has one. */
static void
append_notes_cell (GString            *text,
                   const ThReportRows *rows,
                   guint               row)
{
  const GPtrArray *notes = rows != NULL && rows->notes != NULL && row > 0
                           ? g_ptr_array_index (rows->notes, row - 1) : NULL;

  if (rows == NULL || rows->notes == NULL)
    return;

  append_element (text, row == 0 ? "<th scope=\"col\">" : "<td>", row == 0 ? _("Notes") : "", "");
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      g_autofree char *name = th_report_name_note (g_ptr_array_index (notes, i));
      g_autofree char *words = th_report_dup_link (g_ptr_array_index (notes, i));

      g_string_append_printf (text, "%s<a href=\"#%s\">", i > 0 ? "<br>" : "", name);
      append_element (text, "", words, "</a>");
    }
  g_string_append (text, row == 0 ? "</th>" : "</td>");
}

static void
begin_row (GString            *text,
           const ThReportRows *rows,
           guint               row)
{
  if (rows != NULL && rows->ids != NULL && row > 0)
    append_element (text, "<tr id=\"", g_ptr_array_index (rows->ids, row - 1), "\">");
  else
    g_string_append (text, "<tr>");
}

static void
table (GString            *text,
       const ThTextTable  *table,
       ThReportShape       shape,
       const char         *title,
       const ThReportRows *rows)
{
  begin_box (text, shape == TH_REPORT_ROWS ? "rows" : "pairs", title);
  append_element (text, "<table><caption>", title, "</caption>\n");
  for (guint row = 0; row < th_text_table_get_n_rows (table); row++)
    {
      begin_row (text, rows, row);
      for (guint column = 0; column < th_text_table_get_n_columns (table); column++)
        if (shape == TH_REPORT_PAIRS || !th_text_table_is_empty (table, column))
          append_cell (text, table, row, column, shape);
      append_notes_cell (text, rows, row);
      append_picture_cell (text, rows, row);
      g_string_append (text, "</tr>\n");
    }
  g_string_append (text, "</table></div>\n");
}

static void
append_color (GString    *text,
              const char *name,
              ThColor     color)
{
  g_string_append_printf (text, "--%s:#%06x;", name, th_color_pack (color) & 0xffffffu);
}

static void
legend (GString *text,
        GArray  *keys)
{
  g_string_append (text, "<ul class=\"legend\">\n");
  for (guint i = 0; i < keys->len; i++)
    {
      const ThReportKey *key = &g_array_index (keys, ThReportKey, i);

      g_string_append (text, "<li style=\"");
      append_color (text, "light", key->colors[0]);
      append_color (text, "dark", key->colors[1]);
      append_element (text, "\">", key->name, "</li>\n");
    }
  g_string_append (text, "</ul>\n");
}

static void
picture (GString               *text,
         const ThReportPicture *picture)
{
  g_string_append (text, "<figure>");
  begin_box (text, "picture", picture->title);
  g_string_append_c (text, '\n');
  append_pictures (text, picture);
  append_element (text, "</div><figcaption>", picture->description, "</figcaption></figure>\n");
}

/* --- notes -------------------------------------------------------------- */

static void
note_begin (GString      *text,
            const ThNote *note,
            const char   *subject)
{
  g_autofree char *name = th_report_name_note (note);
  g_autofree char *number = g_strdup_printf ("<article class=\"note\" id=\"%s\">\n"
                                             "<header><h3>%u. ", name, note->number);
  g_autofree char *state = th_report_dup_state (note);

  append_element (text, number, subject != NULL ? subject : _("Note"), "</h3>");
  for (guint i = 0; i < note->labels->len; i++)
    append_element (text, " <span class=\"label\">", g_ptr_array_index (note->labels, i),
                    "</span>");
  if (note->resolved == NULL)
    append_element (text, " <span class=\"open\">", state, "</span></header>\n");
  else
    append_element (text, " <span class=\"done\">✓ ", state, "</span></header>\n");
}

static void
append_span (GString      *text,
             ThReportSpan  kind,
             const char   *bytes,
             gsize         size,
             const char   *target)
{
  if (kind == TH_REPORT_CODE)
    g_string_append (text, "<code>");
  else if (kind == TH_REPORT_LINK)
    g_string_append_printf (text, "<a href=\"#%s\">", target);
  append_escaped (text, bytes, size);
  g_string_append (text, kind == TH_REPORT_CODE ? "</code>"
                         : kind == TH_REPORT_LINK ? "</a>" : "");
}

static const char *
get_list (const ThNoteBlock *block)
{
  static const char *const elements[] = { NULL, "ul", "ol" };

  return block != NULL ? elements[block->kind] : NULL;
}

/* Ends the list of the block before and begins that of @block, unless they are the same. */
static void
change_list (GString           *text,
             const ThNoteBlock *before,
             const ThNoteBlock *block)
{
  const char *old = get_list (before), *new = get_list (block);

  if (g_strcmp0 (old, new) == 0)
    return;
  if (old != NULL)
    g_string_append_printf (text, "</%s>\n", old);
  if (new != NULL && block->kind == TH_NOTE_BLOCK_NUMBERED)
    g_string_append_printf (text, "<ol start=\"%u\">\n", block->number);
  else if (new != NULL)
    g_string_append (text, "<ul>\n");
}

static void
append_body (GString             *text,
             const char          *plain,
             const ThReportLinks *links)
{
  g_autoptr(GArray) blocks = th_note_text_list_blocks (plain);
  g_autoptr(GArray) spans = th_note_text_list_spans (plain);
  const ThNoteBlock *before = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);
      const char *element = get_list (block) != NULL ? "li" : "p";
      g_autoptr(GString) body = g_string_new (NULL);

      th_report_append_block (body, plain, spans, block, links, append_span);
      g_string_replace (body, "\n", "<br>\n", 0);
      change_list (text, before, block);
      g_string_append_printf (text, "<%s>%s</%s>\n", element, body->str, element);
      before = block;
    }
  change_list (text, before, NULL);
}

static void
reference (GString    *text,
           const char *words,
           const char *target)
{
  g_string_append_printf (text, "<p><a href=\"#%s\">", target);
  append_element (text, "", words, "</a></p>\n");
}

static void
entry (GString             *text,
       const ThNote        *entry,
       const ThReportLinks *links)
{
  g_autofree char *author = th_report_dup_author (entry), *date = th_report_dup_date (entry);

  append_element (text, "<div class=\"entry\">\n<p class=\"meta\"><b>", author, "</b> ");
  append_element (text, "", date, "</p>\n");
  append_body (text, th_report_get_text (entry), links);
  g_string_append (text, "</div>\n");
}

static void
note_end (GString *text)
{
  g_string_append (text, "</article>\n");
}

static void
end (GString *text)
{
  g_autofree char *words = th_report_dup_end ();

  append_element (text, "</main>\n<footer>", words, "</footer>\n</body>\n</html>\n");
}

const ThReportFormat th_report_html = {
  ".html", FALSE, begin, heading, paragraph, list, figures, table, legend, picture,
  note_begin, reference, entry, note_end, end
};

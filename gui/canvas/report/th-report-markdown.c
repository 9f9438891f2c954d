/* th-report-markdown.c - a report as Markdown, for a ticket, with pictures beside it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-printable.h"
#include "th-report-format.h"

/* --- text --------------------------------------------------------------- */

/* Escapes what could be markup, and mentions, wherever it stands. */
static void
append_escaped (GString    *text,
                const char *plain,
                gsize       size)
{
  g_autoptr(GString) shown = g_string_new (NULL);

  th_printable_append (shown, plain, size);
  for (const char *c = shown->str; *c != '\0'; c++)
    {
      if (strchr ("\\`*_{}[]<>()#!|~&@+-=.:", *c) != NULL &&
          (strchr ("+-=.:", *c) == NULL || c == shown->str || c[-1] == '\n'))
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
}

static void
append_text (GString    *text,
             const char *plain)
{
  g_autofree char *line = th_printable_line (plain);

  append_escaped (text, line, strlen (line));
}

static void
append_line (GString    *text,
             const char *before,
             const char *plain,
             const char *after)
{
  g_string_append (text, before);
  append_text (text, plain);
  g_string_append (text, after);
}

/* --- the parts of a document -------------------------------------------- */

static void
begin (GString    *text,
       const char *title,
       const char *subtitle)
{
  append_line (text, "# ", title, "\n\n");
  append_line (text, "", subtitle, "\n");
}

static void
heading (GString    *text,
         guint       level,
         const char *title)
{
  append_line (text, level == 2 ? "\n## " : "\n### ", title, "\n");
}

static void
paragraph (GString    *text,
           const char *words)
{
  append_line (text, "\n", words, "\n");
}

static void
list (GString   *text,
      GPtrArray *lines)
{
  g_string_append_c (text, '\n');
  for (guint i = 0; i < lines->len; i++)
    append_line (text, "- ", g_ptr_array_index (lines, i), "\n");
}

static void
figures (GString           *text,
         const ThTextTable *table)
{
  g_string_append_c (text, '\n');
  for (guint row = 0; row < th_text_table_get_n_rows (table); row++)
    {
      append_line (text, "- **", th_text_table_get_cell (table, row, 0), "** ");
      append_line (text, "", th_text_table_get_cell (table, row, 1), "\n");
    }
}

/* Columns without any value are left out. */
static gboolean
has_column (const ThTextTable *table,
            ThReportShape      shape,
            guint              column)
{
  return shape == TH_REPORT_PAIRS || !th_text_table_is_empty (table, column);
}

static void
append_notes (GString            *text,
              const ThReportRows *rows,
              guint               row)
{
  const GPtrArray *notes = row > 0 ? g_ptr_array_index (rows->notes, row - 1) : NULL;
  g_autoptr(GString) words = g_string_new (row == 0 ? _("Notes") : "");

  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      g_autofree char *link = th_report_dup_link (g_ptr_array_index (notes, i));

      g_string_append_printf (words, "%s%s", i > 0 ? "; " : "", link);
    }
  append_line (text, "| ", words->str, " ");
}

static void
append_row (GString            *text,
            const ThTextTable  *table,
            ThReportShape       shape,
            guint               row,
            const ThReportRows *rows)
{
  for (guint column = 0; column < th_text_table_get_n_columns (table); column++)
    if (has_column (table, shape, column))
      append_line (text, "| ", th_text_table_get_cell (table, row, column), " ");
  if (rows != NULL && rows->notes != NULL)
    append_notes (text, rows, row);
  g_string_append (text, "|\n");
}

/* A table of Markdown must have titles; those of pairs are empty. */
static void
table (GString            *text,
       const ThTextTable  *table,
       ThReportShape       shape,
       const char         *title,
       const ThReportRows *rows)
{
  guint n = th_text_table_get_n_columns (table);

  append_line (text, "\n**", title, "**\n\n");
  if (shape == TH_REPORT_ROWS)
    append_row (text, table, shape, 0, rows);
  else
    g_string_append (text, "| | |\n");
  for (guint i = 0; i < n; i++)
    if (has_column (table, shape, i))
      g_string_append (text, th_text_table_is_right (table, i) ? "| ---: " : "| --- ");
  g_string_append (text, rows != NULL && rows->notes != NULL ? "| --- |\n" : "|\n");
  for (guint row = shape == TH_REPORT_ROWS ? 1 : 0; row < th_text_table_get_n_rows (table); row++)
    append_row (text, table, shape, row, rows);
}

/* The pictures in tables are left out, and so is their legend. */
static void
legend (GString *text,
        GArray  *keys)
{
}

static void
picture (GString               *text,
         const ThReportPicture *picture)
{
  g_autofree char *uri = g_uri_escape_string (picture->file, NULL, FALSE);
  g_autofree char *after = g_strdup_printf ("](%s)\n", uri);

  append_line (text, "\n![", picture->title, after);
  append_line (text, "\n", picture->description, "\n");
}

/* --- notes -------------------------------------------------------------- */

static void
note_begin (GString      *text,
            const ThNote *note,
            const char   *subject)
{
  g_autofree char *state = th_report_dup_state (note);

  g_string_append_printf (text, "\n### %u\\. ", note->number);
  append_line (text, "", subject != NULL ? subject : _("Note"), "\n\n");
  append_line (text, note->resolved != NULL ? "✓ **" : "**", state, "**");
  for (guint i = 0; i < note->labels->len; i++)
    append_line (text, " \\[", g_ptr_array_index (note->labels, i), "\\]");
  g_string_append_c (text, '\n');
}

/* Code has no backticks itself.  Links would lead nowhere: a page of Markdown has no names that all
 * programs agree on. */
static void
append_span (GString      *text,
             ThReportSpan  kind,
             const char   *bytes,
             gsize         size,
             const char   *target)
{
  if (kind != TH_REPORT_CODE)
    {
      append_escaped (text, bytes, size);
      return;
    }
  g_string_append_c (text, '`');
  th_printable_append (text, bytes, size);
  g_string_append_c (text, '`');
}

/* A quotation, so that nothing in a note can look like a part of the report. */
static void
append_body (GString             *text,
             const char          *plain,
             const ThReportLinks *links)
{
  g_autoptr(GArray) blocks = th_note_text_list_blocks (plain);
  g_autoptr(GArray) spans = th_note_text_list_spans (plain);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);
      g_autoptr(GString) body = g_string_new (NULL);

      th_report_append_block (body, plain, spans, block, links, append_span);
      g_string_replace (body, "\n", "\\\n> ", 0);
      g_string_append (text, block->kind == TH_NOTE_BLOCK_PARAGRAPH ? ">\n> " : "> ");
      if (block->kind == TH_NOTE_BLOCK_BULLET)
        g_string_append (text, "- ");
      else if (block->kind == TH_NOTE_BLOCK_NUMBERED)
        g_string_append_printf (text, "%u. ", block->number);
      g_string_append_printf (text, "%s\n", body->str);
    }
}

static void
reference (GString    *text,
           const char *words,
           const char *target)
{
  append_line (text, "\n", words, "\n");
}

static void
entry (GString             *text,
       const ThNote        *entry,
       const ThReportLinks *links)
{
  g_autofree char *author = th_report_dup_author (entry), *date = th_report_dup_date (entry);

  append_line (text, "\n> **", author, "** ");
  append_line (text, "", date, "\n");
  append_body (text, th_report_get_text (entry), links);
}

static void
note_end (GString *text)
{
}

static void
end (GString *text)
{
  g_autofree char *words = th_report_dup_end ();

  append_line (text, "\n", words, "\n");
}

const ThReportFormat th_report_markdown = {
  ".md", TRUE, begin, heading, paragraph, list, figures, table, legend, picture,
  note_begin, reference, entry, note_end, end
};

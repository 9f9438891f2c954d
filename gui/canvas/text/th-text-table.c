/* th-text-table.c - aligned columns of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-text-table.h"
#include "th-printable.h"

struct _ThTextTable
{
  char       *alignment;
  guint       n_columns;
  GPtrArray  *cells;
};

ThTextTable *
th_text_table_new (const char *alignment)
{
  ThTextTable *self = g_new0 (ThTextTable, 1);

  self->alignment = g_strdup (alignment);
  self->n_columns = strlen (alignment);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
th_text_table_free (ThTextTable *self)
{
  g_ptr_array_unref (self->cells);
  g_free (self->alignment);
  g_free (self);
}

static guint
text_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_iszerowidth (g_utf8_get_char (p)))
      width += g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;

  return width;
}

void
th_text_table_take (ThTextTable *self,
                    char       *text)
{
  th_text_table_add (self, text);
  g_free (text);
}

void
th_text_table_add (ThTextTable *self,
                   const char *text)
{
  g_ptr_array_add (self->cells, th_printable_line (text));
}

guint
th_text_table_get_n_columns (const ThTextTable *self)
{
  return self->n_columns;
}

guint
th_text_table_get_n_rows (const ThTextTable *self)
{
  return self->cells->len / self->n_columns;
}

const char *
th_text_table_get_cell (const ThTextTable *self,
                        guint             row,
                        guint             column)
{
  return self->cells->pdata[row * self->n_columns + column];
}

gboolean
th_text_table_is_right (const ThTextTable *self,
                        guint             column)
{
  return self->alignment[column] == 'r';
}

gboolean
th_text_table_is_empty (const ThTextTable *self,
                        guint             column)
{
  for (guint row = 1; row < th_text_table_get_n_rows (self); row++)
    if (*th_text_table_get_cell (self, row, column) != '\0')
      return FALSE;

  return TRUE;
}

static void
append_spaces (GString *text,
               guint    n)
{
  while (n-- > 0)
    g_string_append_c (text, ' ');
}

static void
append_cell (ThTextTable *self,
             GString    *text,
             guint       column,
             const char *cell,
             guint       width)
{
  guint pad = width - text_width (cell);

  append_spaces (text, 2);
  if (self->alignment[column] == 'r')
    append_spaces (text, pad);
  g_string_append (text, cell);
  if (self->alignment[column] == 'l')
    append_spaces (text, pad);
}

static void
end_row (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);

  g_string_append_c (text, '\n');
}

void
th_text_table_append (ThTextTable *self,
                      GString    *text)
{
  g_autofree guint *widths = g_new0 (guint, self->n_columns);

  for (guint i = 0; i < self->cells->len; i++)
    widths[i % self->n_columns] = MAX (widths[i % self->n_columns],
                                       text_width (self->cells->pdata[i]));

  for (guint i = 0; i < self->cells->len; i++)
    {
      append_cell (self, text, i % self->n_columns, self->cells->pdata[i],
                   widths[i % self->n_columns]);
      if ((i + 1) % self->n_columns == 0)
        end_row (text);
    }
}

/* th-print-fields.c - a record as name=value, with or without its print format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-print-fields.h"
#include "th-print-output.h"
#include "th-print-program.h"
#include "th-print-run.h"
#include "th-print-tree.h"

static gboolean
is_printable (const guint8 *bytes,
              gsize         size)
{
  for (gsize i = 0; i < size && bytes[i] != '\0'; i++)
    if (!g_ascii_isprint (bytes[i]) && !g_ascii_isspace (bytes[i]) && bytes[i] != '\v')
      return FALSE;

  return TRUE;
}

static void
print_array (ThRun               *self,
             const ThFormatField *field)
{
  gsize offset = MIN (field->offset, self->size);
  gsize length = MIN (field->size, self->size - offset);

  if (field->flags & TH_FORMAT_FIELD_DYNAMIC)
    th_run_locate (self, field, &offset, &length);

  if (field->flags & TH_FORMAT_FIELD_STRING && !g_hash_table_contains (self->no_texts, field))
    {
      const char *text = (const char *) self->data + offset;

      if (is_printable (self->data + offset, length))
        {
          th_output_bytes (&self->out, text, strnlen (text, self->size - offset));
          return;
        }
      /* from now on it is printed as bytes, as in libtraceevent */
      g_hash_table_add (self->no_texts, (gpointer) field);
    }

  th_output_string (&self->out, "ARRAY[");
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0)
        th_output_bytes (&self->out, ", ", 2);
      th_output_hex_byte (&self->out, self->data[offset + i], FALSE);
    }
  th_output_char (&self->out, ']');
}

static void
print_signed (ThRun               *self,
              const ThFormatField *field,
              guint64              value)
{
  ThPiece piece = { .conversion = 'd', .precision = -1, .flags = TH_SPEC_PLAIN, .length = 2 };

  if (field->size == 4 && field->flags & TH_FORMAT_FIELD_LONG)
    {
      /* a long is usually an address */
      th_output_bytes (&self->out, "0x", 2);
      th_output_hex (&self->out, (guint32) value);
      return;
    }
  if (field->size == 2)
    {
      piece.width = 2;
      piece.flags = 0;
    }
  if (field->size <= 4)
    piece.length = field->size == 4 ? 0 : field->size == 2 ? -1 : -2;
  th_output_number (&self->out, &piece, (gint64) value, 0);
}

/* Prints the field without the print format. */
static void
print_plain (ThRun               *self,
             const ThFormatField *field)
{
  guint64 value;

  if (field->flags & TH_FORMAT_FIELD_ARRAY)
    {
      print_array (self, field);
      return;
    }

  value = th_run_read (self, field->offset, field->size);
  if (field->flags & TH_FORMAT_FIELD_SIGNED && !(field->flags & TH_FORMAT_FIELD_POINTER))
    print_signed (self, field, value);
  else if (field->flags & (TH_FORMAT_FIELD_POINTER | TH_FORMAT_FIELD_LONG))
    {
      th_output_bytes (&self->out, "0x", 2);
      th_output_hex (&self->out, value);
    }
  else
    th_output_decimal (&self->out, value);
}

static gboolean
shows_field (const ThPiece       *piece,
             const ThFormatField *field)
{
  const ThNode *node = piece->arg;

  while (node != NULL && node->type == TH_NODE_CAST)
    node = node->left;

  return node != NULL && node->type == TH_NODE_FIELD && node->field == field;
}

/* Prints the field like the print format does, searching its pieces cyclically from *@next
 * on.  After the last piece libtraceevent does not wrap around, so neither does this. */
static gboolean
print_by_format (ThRun               *self,
                 const ThProgram     *program,
                 const ThFormatField *field,
                 guint               *next)
{
  guint n = program->n_pieces;
  gboolean has_0x = FALSE;

  if (*next >= n || field->flags & (TH_FORMAT_FIELD_ARRAY | TH_FORMAT_FIELD_STRING))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      guint at = (*next + i) % n;
      const ThPiece *piece = &program->pieces[at];

      if (piece->kind == TH_PIECE_TEXT)
        has_0x = piece->length > 1 && memcmp (piece->text + piece->length - 2, "0x", 2) == 0;
      else if (shows_field (piece, field))
        {
          if (has_0x)
            th_output_bytes (&self->out, "0x", 2);
          th_run_piece (self, piece);
          *next = at + 1;
          return TRUE;
        }
      else
        has_0x = FALSE;
    }

  return FALSE;
}

void
th_run_fields (ThRun               *self,
               const ThEventFormat *event,
               gboolean             failed)
{
  guint next = 0;

  for (guint i = event->n_common; i < event->n_fields && !self->out.full; i++)
    {
      const ThFormatField *field = &event->fields[i];

      th_output_char (&self->out, ' ');
      th_output_string (&self->out, field->name);
      th_output_char (&self->out, '=');
      if (failed || event->program == NULL || !print_by_format (self, event->program, field, &next))
        print_plain (self, field);
    }
}

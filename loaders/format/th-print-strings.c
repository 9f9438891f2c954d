/* th-print-strings.c - what %s prints: texts, flags, masks, dumps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-formats-private.h"
#include "th-print-output.h"
#include "th-print-program.h"
#include "th-print-strings.h"
#include "th-print-tree.h"
#include "th-print-values.h"
#include "th-printk-formats.h"

/* Prints the text from @offset to the first NUL or the end of the record. */
static void
print_text (ThRun         *self,
            const ThPiece *piece,
            gsize          offset,
            gsize          room,
            int            star)
{
  const char *text;

  offset = MIN (offset, self->size);
  room = MIN (room, self->size - offset);
  text = (const char *) self->data + offset;
  th_output_text (&self->out, piece, text, strnlen (text, room), star);
}

static void
print_field (ThRun         *self,
             const ThPiece *piece,
             const ThNode  *node,
             int            star)
{
  const ThFormatField *field = node->field;
  guint64 address;
  const ThPrintks *printks;
  const char *text;

  if (field == NULL)
    return;
  /* otherwise it has the size of a pointer: the address of a text in the kernel */
  if (field->flags & TH_FORMAT_FIELD_ARRAY || field->size != self->long_size)
    {
      print_text (self, piece, field->offset, field->size ? field->size : G_MAXSIZE, star);
      return;
    }

  address = th_run_read (self, field->offset, field->size);
  printks = th_formats_get_printks (self->formats);
  text = printks != NULL ? th_printks_find (printks, address) : NULL;
  if (text != NULL)
    th_output_string (&self->out, text);
  else
    th_output_hex (&self->out, address);
}

static void
print_unnamed (ThRun   *self,
               guint64  value)
{
  th_output_bytes (&self->out, "0x", 2);
  th_output_hex (&self->out, value);
}

static void
print_name (ThRun             *self,
            const ThPiece     *piece,
            const ThNodeValue *value,
            int                star)
{
  th_output_text (&self->out, piece, value->name, strlen (value->name), star);
}

static void
print_flags (ThRun         *self,
             const ThPiece *piece,
             const ThNode  *node,
             int            star)
{
  gint64 value = (gint64) th_run_eval (self, node->left);
  gboolean printed = FALSE;

  for (guint i = 0; i < node->n_values; i++)
    {
      const ThNodeValue *flag = &node->values[i];

      if (value == 0 && flag->value < 0)
        {
          print_name (self, piece, flag, star);
          break;
        }
      if (flag->value > 0 && (value & flag->value) == flag->value)
        {
          if (printed && node->text != NULL)
            th_output_string (&self->out, node->text);
          print_name (self, piece, flag, star);
          printed = TRUE;
          value &= ~flag->value;
        }
    }
  if (value == 0)
    return;
  if (printed && node->text != NULL)
    th_output_string (&self->out, node->text);
  print_unnamed (self, (guint64) value);
}

static void
print_symbolic (ThRun         *self,
                const ThPiece *piece,
                const ThNode  *node,
                int            star)
{
  gint64 value = (gint64) th_run_eval (self, node->left);

  for (guint i = 0; i < node->n_values; i++)
    if (node->values[i].value == value)
      {
        print_name (self, piece, &node->values[i], star);
        return;
      }
  print_unnamed (self, (guint64) value);
}

/* Finds the start of a dump; FALSE if there is nothing to dump. */
static gboolean
dump_start (ThRun        *self,
            const ThNode *array,
            gsize        *offset)
{
  gsize length;

  if (array->type == TH_NODE_DYNAMIC_ARRAY)
    th_run_locate (self, array->field, offset, &length);
  else if (array->field != NULL)
    *offset = array->field->offset;
  else
    return FALSE;

  return *offset <= self->size;
}

static void
print_hex (ThRun        *self,
           const ThNode *node)
{
  gsize offset;
  gsize n;

  if (!dump_start (self, node->left, &offset))
    return;
  n = (guint32) th_run_eval (self, node->right);
  n = MIN ((gint32) n < 0 ? 0 : n, self->size - offset);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && node->type == TH_NODE_HEX)
        th_output_char (&self->out, ' ');
      th_output_hex_byte (&self->out, self->data[offset + i], FALSE);
    }
}

static void
print_bad_size (ThRun  *self,
                gint32  size)
{
  th_output_string (&self->out, "BAD SIZE:");
  if (size < 0)
    th_output_char (&self->out, '-');
  th_output_decimal (&self->out, size < 0 ? -(guint64) size : (guint64) size);
  th_output_char (&self->out, ' ');
}

/* Prints numbers in decimal and without braces like libtraceevent 1.7, unlike the kernel and
 * newer versions. */
static void
print_array (ThRun        *self,
             const ThNode *node)
{
  gsize offset;
  gsize n, size;
  gboolean good;

  if (!dump_start (self, node->left, &offset))
    return;
  n = (guint32) th_run_eval (self, node->right);
  size = (guint32) th_run_eval (self, node->third);
  good = size == 1 || size == 2 || size == 4 || size == 8;
  n = (gint32) n < 0 ? 0 : MIN (n, (self->size - offset) / (good ? size : 1));

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0)
        th_output_char (&self->out, ' ');
      if (good)
        th_output_decimal (&self->out, th_run_read (self, offset, size));
      else
        {
          print_bad_size (self, (gint32) size);
          print_unnamed (self, th_run_read (self, offset, 1));
          good = TRUE;
          size = 1;
        }
      offset += size;
    }
}

/* Prints "00000000,000000ff": groups of 32 bits, the highest first. */
static void
print_bitmask (ThRun         *self,
               const ThPiece *piece,
               const guint8  *bytes,
               gsize          size,
               int            star)
{
  g_autoptr(GString) text = g_string_sized_new (size * 3);

  for (gsize i = size; i-- > 0;)
    {
      guint8 byte = bytes[self->big_endian ? size - 1 - i : i];

      g_string_append_c (text, "0123456789abcdef"[byte >> 4]);
      g_string_append_c (text, "0123456789abcdef"[byte & 15]);
      if (i > 0 && i % 4 == 0)
        g_string_append_c (text, ',');
    }
  th_output_text (&self->out, piece, text->str, text->len, star);
}

/* Prints "0-3,7". */
static void
print_cpumask (ThRun         *self,
               const ThPiece *piece,
               const guint8  *bytes,
               gsize          size,
               int            star)
{
  g_autoptr(GString) text = g_string_sized_new (32);
  gssize first = -1;

  for (gsize bit = 0; bit <= size * 8; bit++)
    {
      gsize i = bit / 8;
      gboolean set = i < size && bytes[self->big_endian ? size - 1 - i : i] >> bit % 8 & 1;

      if (set && first < 0)
        first = (gssize) bit;
      else if (!set && first >= 0)
        {
          g_string_append_printf (text, text->len ? ",%d" : "%d", (int) first);
          if ((gssize) bit - 1 > first)
            g_string_append_printf (text, "-%d", (int) bit - 1);
          first = -1;
        }
    }
  th_output_text (&self->out, piece, text->str, text->len, star);
}

static void
print_mask (ThRun         *self,
            const ThPiece *piece,
            const ThNode  *node,
            int            star)
{
  gsize offset, length;

  if (node->field == NULL)
    return;
  th_run_locate (self, node->field, &offset, &length);
  if (node->type == TH_NODE_BITMASK)
    print_bitmask (self, piece, self->data + offset, length, star);
  else
    print_cpumask (self, piece, self->data + offset, length, star);
}

static void
print_argument (ThRun         *self,
                const ThPiece *piece,
                const ThNode  *node,
                int            star)
{
  const ThRunArg *arg;
  char number[24];

  if (node->value >= self->n_args)
    return;
  arg = &self->args[node->value];
  if (arg->is_text)
    th_output_text (&self->out, piece, arg->text, arg->size, star);
  else
    {
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, (gint64) arg->value);
      th_output_text (&self->out, piece, number, strlen (number), star);
    }
}

void
th_run_string (ThRun         *self,
               const ThPiece *piece,
               const ThNode  *node,
               int            star)
{
  gsize offset, length;

  switch ((ThNodeType) node->type)
    {
    case TH_NODE_ATOM:
      th_output_text (&self->out, piece, node->text, strlen (node->text), star);
      break;

    case TH_NODE_FIELD:
      print_field (self, piece, node, star);
      break;

    case TH_NODE_FLAGS:
      print_flags (self, piece, node, star);
      break;

    case TH_NODE_SYMBOL:
      print_symbolic (self, piece, node, star);
      break;

    case TH_NODE_HEX:
    case TH_NODE_HEX_STR:
      print_hex (self, node);
      break;

    case TH_NODE_INT_ARRAY:
      print_array (self, node);
      break;

    case TH_NODE_STRING:
      th_run_locate (self, node->field, &offset, &length);
      if (length > 0)
        print_text (self, piece, offset, G_MAXSIZE, star);
      break;

    case TH_NODE_BITMASK:
    case TH_NODE_CPUMASK:
      print_mask (self, piece, node, star);
      break;

    case TH_NODE_OP:
      if (node->op == TH_OP_CONDITION && node->right != NULL && node->right->left != NULL &&
          node->right->right != NULL)
        th_run_string (self, piece, th_run_eval (self, node->left) ? node->right->left
                                                                   : node->right->right, star);
      break;

    case TH_NODE_ARGUMENT:
      print_argument (self, piece, node, star);
      break;

    case TH_NODE_NULL:
    case TH_NODE_CAST:
    case TH_NODE_BSTRING:
    case TH_NODE_DYNAMIC_ARRAY:
    case TH_NODE_DYNAMIC_ARRAY_LEN:
    case TH_NODE_FUNC:
    default:
      break; /* libtraceevent prints nothing for these */
    }
}

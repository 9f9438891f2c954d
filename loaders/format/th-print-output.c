/* th-print-output.c - appends numbers and texts to a GString, fast
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes are written directly into the string's buffer and the result is made valid
 * UTF-8 once at the end.  The output of one record is limited.
 */
#include "config.h"

#include <string.h>

#include "th-print-output.h"
#include "th-print-program.h"

static const char digit_pairs[] =
  "00010203040506070809101112131415161718192021222324"
  "25262728293031323334353637383940414243444546474849"
  "50515253545556575859606162636465666768697071727374"
  "75767778798081828384858687888990919293949596979899";

static void
output_reach (ThOutput *self)
{
  self->next = self->text->str + self->text->len;
  self->end = self->text->str + self->text->allocated_len - 1;
}

void
th_output_begin (ThOutput *self,
                 GString  *text)
{
  self->text = text;
  self->start = text->len;
  self->full = FALSE;
  output_reach (self);
}

gboolean
th_output_grow_slow (ThOutput *self,
                     gsize     size)
{
  gsize used = self->next - self->text->str;

  if (used - self->start + size > TH_FORMAT_MAX_OUTPUT)
    {
      self->full = TRUE;
      return FALSE;
    }

  self->text->len = used;
  g_string_set_size (self->text, used + MAX (size, 256));
  self->text->len = used;
  output_reach (self);

  return TRUE;
}

void
th_output_string (ThOutput   *self,
                  const char *string)
{
  th_output_bytes (self, string, strlen (string));
}

void
th_output_char (ThOutput *self,
                char      c)
{
  if (th_output_grow (self, 1))
    *self->next++ = c;
}

/* Writes the digits of @value backwards from @end; returns the first one. */
static char *
format_decimal (char    *end,
                guint64  value)
{
  while (value >= 100)
    {
      end -= 2;
      memcpy (end, digit_pairs + value % 100 * 2, 2);
      value /= 100;
    }
  if (value >= 10)
    {
      end -= 2;
      memcpy (end, digit_pairs + value * 2, 2);
    }
  else
    *--end = (char) ('0' + value);

  return end;
}

static char *
format_power (char    *end,
              guint64  value,
              guint    bits,
              gboolean upper)
{
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  guint64 mask = (1u << bits) - 1;

  do
    *--end = digits[value & mask];
  while (value >>= bits);

  return end;
}

void
th_output_decimal (ThOutput *self,
                   guint64   value)
{
  char buffer[24];
  char *p = format_decimal (buffer + sizeof buffer, value);

  th_output_bytes (self, p, buffer + sizeof buffer - p);
}

void
th_output_hex (ThOutput *self,
               guint64   value)
{
  guint n = value ? (guint) (67 - __builtin_clzll (value)) / 4 : 1;

  if (!th_output_grow (self, n))
    return;
  for (guint shift = n * 4; shift > 0; shift -= 4)
    *self->next++ = "0123456789abcdef"[value >> (shift - 4) & 15];
}

void
th_output_hex_byte (ThOutput *self,
                    guint8    value,
                    gboolean  upper)
{
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";

  th_output_char (self, digits[value >> 4]);
  th_output_char (self, digits[value & 15]);
}

static void
output_fill (ThOutput *self,
             char      c,
             gssize    n)
{
  if (n <= 0 || !th_output_grow (self, n))
    return;
  memset (self->next, c, n);
  self->next += n;
}

/* Returns width, precision and alignment of @piece, with @star for a `*`. */
static void
resolve_star (const ThPiece *piece,
              int            star,
              gint32        *width,
              gint32        *precision,
              gboolean      *left)
{
  *width = piece->width;
  *precision = piece->precision;
  *left = (piece->flags & TH_SPEC_MINUS) != 0;
  if (piece->flags & TH_SPEC_STAR_WIDTH)
    {
      *left |= star < 0;
      *width = star < 0 ? (star < -TH_FORMAT_MAX_WIDTH ? TH_FORMAT_MAX_WIDTH : -star)
                        : MIN (star, TH_FORMAT_MAX_WIDTH);
    }
  if (piece->flags & TH_SPEC_STAR_PRECISION)
    *precision = star < 0 ? -1 : MIN (star, TH_FORMAT_MAX_OUTPUT);
}

/* Appends the sign or "0x", the digits, and padding. */
static void
output_padded (ThOutput      *self,
               const ThPiece *piece,
               int            star,
               const char    *prefix,
               const char    *digits,
               gsize          n_digits)
{
  gint32 width, precision;
  gssize zeros, spaces;
  gsize n_prefix = strlen (prefix);
  gboolean left;

  resolve_star (piece, star, &width, &precision, &left);
  precision = MIN (precision, TH_FORMAT_MAX_WIDTH);
  zeros = MAX (precision - (gssize) n_digits, 0);
  spaces = MAX (width - (gssize) (n_prefix + n_digits) - zeros, 0);
  if (piece->flags & TH_SPEC_ZERO && !left && precision < 0)
    {
      zeros = spaces;
      spaces = 0;
    }

  if (!left)
    output_fill (self, ' ', spaces);
  th_output_bytes (self, prefix, n_prefix);
  output_fill (self, '0', zeros);
  th_output_bytes (self, digits, n_digits);
  if (left)
    output_fill (self, ' ', spaces);
}

static gint64
narrow (gint64 value,
        gint   length)
{
  switch (length)
    {
    case -2: return (gint8) value;
    case -1: return (gint16) value;
    case 0:  return (gint32) value;
    default: return value;
    }
}

static guint64
narrow_unsigned (gint64 value,
                 gint   length)
{
  switch (length)
    {
    case -2: return (guint8) value;
    case -1: return (guint16) value;
    case 0:  return (guint32) value;
    default: return (guint64) value;
    }
}

static void
output_signed (ThOutput      *self,
               const ThPiece *piece,
               gint64         value,
               int            star)
{
  char buffer[24];
  char *end = buffer + sizeof buffer;
  char *p = format_decimal (end, value < 0 ? -(guint64) value : (guint64) value);

  if (piece->flags == TH_SPEC_PLAIN)
    {
      if (value < 0)
        *--p = '-';
      th_output_bytes (self, p, end - p);
    }
  else
    output_padded (self, piece, star, value < 0 ? "-" : piece->flags & TH_SPEC_PLUS ? "+" : "", p,
                   end - p);
}

static void
output_unsigned (ThOutput      *self,
                 const ThPiece *piece,
                 guint64        value,
                 int            star)
{
  char buffer[24];
  char *end = buffer + sizeof buffer;
  const char *prefix = "";
  char *p;

  if (piece->conversion == 'u')
    p = format_decimal (end, value);
  else if (piece->conversion == 'o')
    p = format_power (end, value, 3, FALSE);
  else
    p = format_power (end, value, 4, piece->conversion == 'X');

  if (piece->flags & TH_SPEC_ALTERNATE && value != 0)
    {
      if (piece->conversion == 'o')
        *--p = '0';
      else if (piece->conversion != 'u')
        prefix = piece->conversion == 'X' ? "0X" : "0x";
    }

  if (piece->flags == TH_SPEC_PLAIN)
    th_output_bytes (self, p, end - p);
  else
    output_padded (self, piece, star, prefix, p, end - p);
}

/* Whether the value has no digits: a zero with the precision 0. */
static gboolean
is_nothing (const ThPiece *piece,
            gint64         value,
            int            star)
{
  gint32 precision = piece->flags & TH_SPEC_STAR_PRECISION ? star : piece->precision;

  return value == 0 && precision == 0;
}

void
th_output_number (ThOutput      *self,
                  const ThPiece *piece,
                  gint64         value,
                  int            star)
{
  char c;

  switch (piece->conversion)
    {
    case 'c':
      c = (char) value;
      th_output_text (self, piece, &c, c != '\0', star);
      break;

    case 'd':
    case 'i':
      value = narrow (value, piece->length);
      if (is_nothing (piece, value, star))
        output_padded (self, piece, star, piece->flags & TH_SPEC_PLUS ? "+" : "", "", 0);
      else
        output_signed (self, piece, value, star);
      break;

    case 'x':
      if (G_LIKELY (piece->flags == TH_SPEC_PLAIN))
        {
          th_output_hex (self, narrow_unsigned (value, piece->length));
          break;
        }
      G_GNUC_FALLTHROUGH;
    default:
      value = (gint64) narrow_unsigned (value, piece->length);
      if (is_nothing (piece, value, star))
        output_padded (self, piece, star, "", "", 0);
      else
        output_unsigned (self, piece, (guint64) value, star);
      break;
    }
}

/* @bytes contains no NUL. */
void
th_output_text (ThOutput      *self,
                const ThPiece *piece,
                const char    *bytes,
                gsize          size,
                int            star)
{
  gint32 width, precision;
  gboolean left;

  if (G_LIKELY (piece->flags == TH_SPEC_PLAIN))
    {
      th_output_bytes (self, bytes, size);
      return;
    }

  resolve_star (piece, star, &width, &precision, &left);
  if (precision >= 0 && piece->conversion == 's')
    size = MIN (size, (gsize) precision);
  if (!left)
    output_fill (self, ' ', width - (gssize) size);
  th_output_bytes (self, bytes, size);
  if (left)
    output_fill (self, ' ', width - (gssize) size);
}

/* --- */

static gboolean
is_ascii (const char *p,
          const char *end)
{
  guint64 word;

  for (; end - p >= 8; p += 8)
    {
      memcpy (&word, p, 8);
      if (word & G_GUINT64_CONSTANT (0x8080808080808080))
        return FALSE;
    }
  for (; p < end; p++)
    if (*p & 0x80)
      return FALSE;

  return TRUE;
}

static void
replace_invalid (GString *text,
                 gsize    start)
{
  g_autofree char *copy = g_strndup (text->str + start, text->len - start);
  const char *p = copy;
  const char *end;
  gsize left = text->len - start;

  if (g_utf8_validate (copy, left, NULL))
    return;

  g_string_truncate (text, start);
  while (!g_utf8_validate (p, left, &end))
    {
      g_string_append_len (text, p, end - p);
      g_string_append (text, "\357\277\275");
      left -= end - p + 1;
      p = end + 1;
    }
  g_string_append_len (text, p, left);
}

void
th_output_end (ThOutput *self)
{
  const char *start = self->text->str + self->start;

  *self->next = '\0';
  self->text->len = self->next - self->text->str;
  if (!is_ascii (start, self->next))
    replace_invalid (self->text, self->start);
}

/* th-print-compile.c - compiles a print string and its arguments to pieces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Conversions are delimited like in libtraceevent: "%px" is "%p" and an "x".
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-pool.h"
#include "th-print-compile.h"
#include "th-print-parse.h"
#include "th-print-program.h"
#include "th-print-tree.h"

typedef struct
{
  ThPool        *pool;
  ThNode *const *args;
  guint          n_args;
  guint          next;
  GArray        *pieces;
  const char    *why;
  ThParseResult  result;
} ThCompiler;

static void
compiler_fail (ThCompiler   *self,
               ThParseResult result,
               const char   *why)
{
  if (self->result == TH_PARSE_OK)
    {
      self->result = result;
      self->why = why;
    }
}

static void
add_text (ThCompiler *self,
          const char *text,
          gsize       length)
{
  ThPiece piece = { .kind = TH_PIECE_TEXT };

  piece.length = (gint32) strnlen (text, length);
  piece.text = th_pool_strndup (self->pool, text, piece.length);
  g_array_append_val (self->pieces, piece);
}

static ThNode *
next_arg (ThCompiler *self)
{
  if (self->next < self->n_args)
    return self->args[self->next++];
  compiler_fail (self, TH_PARSE_FAILED, "more conversions than arguments");

  return NULL;
}

/* Compiles text up to the next conversion, and resolves escapes. */
static const char *
compile_text (ThCompiler *self,
              const char *p)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (; *p != '\0'; p++)
    {
      char c = *p;

      if (c == '%')
        {
          if (p[1] != '%')
            break;
          p++;
        }
      else if (c == '\\' && p[1] != '\0')
        {
          p++;
          c = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p == 'r' ? '\r' : *p;
        }
      g_string_append_c (text, c);
    }
  add_text (self, text->str, text->len);

  return p;
}

/* Returns the length of the extension after "%p". */
static guint
pointer_extension (const char *p)
{
  guint n;

  switch (*p)
    {
    case 'F': case 'f': case 'S': case 's':
      return 1;
    case 'M': case 'm':
      return p[1] == 'R' || p[1] == 'F' ? 2 : 1;
    case 'U':
      return p[1] != '\0' && strchr ("LlBb", p[1]) ? 2 : 1;
    case 'h':
      return p[1] != '\0' && strchr ("CDN", p[1]) ? 2 : 1;
    case 'I': case 'i':
      n = 0;
      if (p[1] == 'S')
        while (p[2 + n] != '\0' && strchr ("pfs", p[2 + n]))
          n++;
      if (p[1] == '4' || p[1] == 'S')
        {
          guint at = 2 + n;

          if (p[at] != '\0' && strchr ("hnlb", p[at]))
            {
              n++;
              at++;
            }
          if (p[1] == '4')
            return n + 2;
          return n + (p[at] == 'c') + 2;
        }
      if (p[1] == '6')
        return (p[2] == 'c') + 2;
      return 1;
    default:
      return 0;
    }
}

static gint32
read_width (const char **p)
{
  gint32 width = 0;

  for (; **p >= '0' && **p <= '9'; (*p)++)
    width = MIN (width * 10 + (**p - '0'), TH_FORMAT_MAX_WIDTH);

  return width;
}

/* Parses "-08.3ll" like printf(); FALSE if that is not valid for printf(). */
static gboolean
read_spec (const char *p,
           const char *end,
           ThPiece    *piece)
{
  static const char flags[] = "-+#0";

  for (; p < end && *p != '\0' && strchr (flags, *p); p++)
    piece->flags |= 1 << (strchr (flags, *p) - flags);
  if (*p == '*')
    {
      piece->flags |= TH_SPEC_STAR_WIDTH;
      p++;
    }
  else
    piece->width = read_width (&p);
  if (*p == '.')
    {
      p++;
      if (*p == '*')
        {
          piece->flags |= TH_SPEC_STAR_PRECISION;
          piece->precision = 0;
          p++;
        }
      else
        piece->precision = read_width (&p);
    }
  while (p < end && strchr ("hlLzZ", *p))
    p++;

  if (piece->flags == 0 && piece->width == 0 && piece->precision < 0)
    piece->flags = TH_SPEC_PLAIN;

  return p == end;
}

/* Compiles one conversion.  @start is at its '%', @p at its letter. */
static const char *
compile_conversion (ThCompiler *self,
                    const char *start,
                    const char *p,
                    ThPiece    *piece)
{
  guint extension = *p == 'p' ? pointer_extension (p + 1) : 0;

  piece->conversion = *p;
  piece->precision = -1;
  piece->arg = next_arg (self);
  if (piece->arg == NULL)
    return p;
  if (p + 1 + extension - start > 30)
    compiler_fail (self, TH_PARSE_FAILED, "a conversion that is too long");
  if (!read_spec (start + 1, p, piece) && *p != 'p')
    compiler_fail (self, TH_PARSE_UNSAFE, "a conversion that printf() does not know");
  if ((*p == 's' || *p == 'c') && piece->length != 0)
    compiler_fail (self, TH_PARSE_UNSAFE, "wide characters");

  if (*p == 'p')
    {
      piece->kind = TH_PIECE_POINTER;
      piece->text = th_pool_strndup (self->pool, p + 1, extension);
    }
  else if (*p == 's')
    piece->kind = TH_PIECE_STRING;
  else
    {
      piece->kind = TH_PIECE_NUMBER;
      if (piece->length < -2 || piece->length > 2)
        compiler_fail (self, TH_PARSE_FAILED, "a conversion of an unknown size");
    }
  g_array_append_val (self->pieces, *piece);

  return p + 1 + extension;
}

/* Compiles one conversion.  @start is at its '%'. */
static const char *
compile_format (ThCompiler *self,
                const char *start)
{
  ThPiece piece = { 0 };
  char odd[4];

  for (const char *p = start + 1; *p != '\0'; p++)
    {
      switch (*p)
        {
        case '#': case '.': case '-': case '+': case '0' ... '9':
          break;
        case 'h':
          piece.length--;
          break;
        case 'l':
          piece.length++;
          break;
        case 'L':
          piece.length = 2;
          break;
        case 'z': case 'Z':
          piece.length = 1;
          break;

        case '*':
          if (piece.star != NULL)
            compiler_fail (self, TH_PARSE_FAILED, "a second * in a conversion");
          piece.star = next_arg (self);
          break;

        case 'p': case 'c': case 'd': case 'u': case 'i': case 'x': case 'X': case 'o': case 's':
          return compile_conversion (self, start, p, &piece);

        default:
          odd[0] = '>';
          odd[1] = *p;
          odd[2] = '<';
          odd[3] = '\0';
          add_text (self, odd, 3);
          return p + 1;
        }
      if (self->result != TH_PARSE_OK)
        return p;
    }

  return start + strlen (start);
}

ThParseResult
th_program_compile (ThPool        *pool,
                    const char    *format,
                    ThNode *const *args,
                    guint          n_args,
                    ThProgram     *program,
                    const char   **why)
{
  ThCompiler self = { .pool = pool, .args = args, .n_args = n_args };
  const char *p = format;

  self.pieces = g_array_new (FALSE, FALSE, sizeof (ThPiece));
  while (*p != '\0' && self.result == TH_PARSE_OK)
    {
      if (self.pieces->len > TH_FORMAT_MAX_PIECES)
        compiler_fail (&self, TH_PARSE_UNSAFE, "the print format is too long");
      p = p[0] == '%' && p[1] != '%' ? compile_format (&self, p) : compile_text (&self, p);
    }

  program->n_pieces = self.pieces->len;
  program->pieces = th_pool_alloc (pool, self.pieces->len * sizeof (ThPiece));
  if (self.pieces->len > 0)
    memcpy (program->pieces, self.pieces->data, self.pieces->len * sizeof (ThPiece));
  g_array_unref (self.pieces);
  if (why != NULL)
    *why = self.why;

  return self.result;
}

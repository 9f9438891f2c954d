/* th-txt-stack.c - stacks printed as lines, and the symbols in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   perf script:  "\tffffffff896e19d2 try_to_wake_up+0x2d2 ([kernel.kallsyms])"
 *   trace-cmd:    "=> try_to_wake_up+0x2d2 (ffffffff896e19d2)"
 *   ftrace:       " => try_to_wake_up"
 */
#include "config.h"

#include <string.h>

#include "th-kernel-symbols.h"
#include "th-strings.h"
#include "th-txt-file.h"
#include "th-txt-stack.h"
#include "th-txt-token.h"

#define MAX_FRAMES 512
#define MAX_SYMBOL 1024
typedef struct
{
  guint64     address;
  const char *name;
  guint64     offset;
} Symbol;

static void
learn (ThTxtFile  *file,
       guint64     address,
       const char *name,
       guint64     offset)
{
  Symbol *symbol;

  if (g_hash_table_contains (file->symbols, &address))
    return;
  symbol = g_new (Symbol, 1);
  *symbol = (Symbol) { address, name, offset };
  g_hash_table_insert (file->symbols, symbol, symbol);
}

static guint64
make_address (ThTxtFile  *file,
              const char *name)
{
  guint64 *known = g_hash_table_lookup (file->made, name);
  guint64 address;

  if (known != NULL)
    return *known;
  address = TH_ADDRESS_MADE_UP + g_hash_table_size (file->made) * 0x10000u;
  learn (file, address, name, 0);
  g_hash_table_insert (file->made, (gpointer) name, g_hash_table_lookup (file->symbols, &address));
  return address;
}

/* Parses name and offset of "name+0x2d2/0x300"; NULL if there is no name. */
static const char *
parse_symbol (ThTxtFile  *file,
              const char *at,
              const char *end,
              guint64    *offset)
{
  const char *plus = memrchr (at, '+', (gsize) (end - at));

  *offset = 0;
  if (plus != NULL && end - plus > 3 && plus[1] == '0' && plus[2] == 'x')
    {
      *offset = g_ascii_strtoull (plus + 3, NULL, 16);
      end = plus;
    }
  if (at >= end || (end - at == 9 && memcmp (at, "[unknown]", 9) == 0))
    return NULL;

  return th_strings_take (file->names, g_utf8_make_valid (at, MIN (end - at, MAX_SYMBOL)));
}

static gboolean
parse_address (const char **at,
               const char  *end,
               guint64     *address)
{
  const char *p = *at;
  guint64 sum = 0;

  for (; p < end && g_ascii_isxdigit (*p) && p - *at < 16; p++)
    sum = sum << 4 | (guint64) g_ascii_xdigit_value (*p);
  if (p == *at || (p < end && *p != ' ' && *p != ')'))
    return FALSE;
  *at = p;
  *address = sum;
  return TRUE;
}

static gboolean
parse_arrow (ThTxtFile  *file,
             const char *at,
             const char *end,
             ThFrame    *frame)
{
  const char *bracket;
  const char *name;
  guint64 offset;

  at = th_txt_skip_blanks (at + 2, end);
  bracket = memmem (at, (gsize) (end - at), " (", 2);
  name = parse_symbol (file, at, bracket != NULL ? bracket : end, &offset);
  if (bracket != NULL)
    bracket += 2;
  if (bracket != NULL && parse_address (&bracket, end, &frame->address))
    {
      if (name != NULL)
        learn (file, frame->address, name, offset);
    }
  else if (name != NULL)
    frame->address = make_address (file, name);
  else
    return FALSE;
  frame->user = FALSE;
  return TRUE;
}

static gboolean
parse_frame (ThTxtFile  *file,
             const char *at,
             const char *end,
             ThFrame    *frame)
{
  const char *bracket;
  const char *name;
  guint64 offset;

  at = th_txt_skip_blanks (at, end);
  while (end > at && (end[-1] == '\r' || end[-1] == ' '))
    end--;
  if (end - at > 3 && memcmp (at, "=>", 2) == 0)
    return parse_arrow (file, at, end, frame);
  if (!parse_address (&at, end, &frame->address) || at >= end || *at != ' ')
    return FALSE;

  at++;
  bracket = memrchr (at, '(', (gsize) (end - at));
  name = parse_symbol (file, at, bracket != NULL && bracket > at ? bracket - 1 : end, &offset);
  if (name != NULL)
    learn (file, frame->address, name, offset);
  frame->user = frame->address < G_GUINT64_CONSTANT (1) << 63;
  return TRUE;
}

gboolean
th_txt_parse_stack (ThTxtFile  *file,
                    const char *text,
                    gsize       size,
                    GArray     *frames)
{
  const char *end = text + size;
  guint n = frames->len;

  g_mutex_lock (&file->symbol_lock);
  while (text < end && frames->len - n < MAX_FRAMES)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));
      ThFrame frame = { 0, FALSE };

      line_end = line_end != NULL ? line_end : end;
      if (line_end > text && parse_frame (file, text, line_end, &frame))
        g_array_append_val (frames, frame);
      text = line_end + 1;
    }
  g_mutex_unlock (&file->symbol_lock);
  return frames->len > n;
}

/* The symbols that the user gave, for addresses without a name in the text. */
static ThSymbols *
get_given (ThTxtFile *file)
{
  g_autofree char *doubt = NULL;
  gsize size;
  char *text;

  if (!file->asked_given)
    {
      file->asked_given = TRUE;
      text = th_kernel_symbols_dup (NULL, &size, &doubt);
      file->given = text != NULL ? th_symbols_new (text, size) : NULL;
    }
  return file->given;
}

const char *
th_txt_find_symbol (ThTxtFile *file,
                    guint64    address,
                    guint64   *offset)
{
  const Symbol *symbol;
  ThSymbols *given;

  g_mutex_lock (&file->symbol_lock);
  symbol = g_hash_table_lookup (file->symbols, &address);
  given = (symbol == NULL || th_kernel_symbols_are_first ()) && !th_address_is_made_up (address)
          ? get_given (file) : NULL;
  g_mutex_unlock (&file->symbol_lock);
  if (given != NULL)
    return th_symbols_find (given, address, offset);
  if (symbol == NULL)
    return NULL;
  *offset = symbol->offset;
  return symbol->name;
}

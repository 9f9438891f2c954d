/* fuzz-format.c - compiles the format of an event type and prints a payload with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Input: a byte that chooses byte order and word size, the text of the format,
 * a NUL, the record.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-format.h"

#define BIG_ENDIAN_BIT 1
#define SHORT_LONG_BIT 2
/* The maximum text of one event, with three bytes for each invalid one. */
#define MAX_TEXT (6 * (64 << 10))

static char *
get_symbols (gpointer  data,
             gsize    *size)
{
  static const char text[] = "ffffffff81000000 T start\nffffffff82000000 T end\n";

  *size = strlen (text);
  return g_strdup (text);
}

static char *
get_printks (gpointer  data,
             gsize    *size)
{
  static const char text[] =
    "0xffffffff81000100 : \"%s %d of %pS\\n\"\n0xffffffff81000200 : \"text\"\n";

  *size = strlen (text);
  return g_strdup (text);
}

static void
print (ThFormats       *formats,
       guint            id,
       const ThPayload *payload)
{
  g_autoptr(ThFormatter) formatter = th_formatter_new (formats);
  g_autoptr(GString) text = g_string_new (NULL);
  const ThFieldTable *fields = th_formats_get_fields (formats, id);

  g_assert_nonnull (fields);
  th_formats_get_kind (formats, id, NULL);
  th_formatter_print (formatter, id, payload, text);
  g_assert_cmpuint (text->len, <=, MAX_TEXT);
  th_formatter_print_raw (formatter, id, payload, text);
  g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(ThFormats) formats = NULL;
  g_autofree guint8 *record = NULL;
  const guint8 *nul;
  ThPayload payload;
  gsize length;
  gint id;

  if (size == 0)
    return 0;

  nul = memchr (data + 1, 0, size - 1);
  length = nul != NULL ? (gsize) (nul - data - 1) : size - 1;
  formats = th_formats_new ((data[0] & BIG_ENDIAN_BIT) != 0,
                            (data[0] & SHORT_LONG_BIT) != 0 ? 4 : 8);
  th_formats_set_kallsyms (formats, get_symbols, NULL);
  th_formats_set_printk (formats, get_printks, NULL);
  id = th_formats_add (formats, "ftrace", (const char *) data + 1, length);
  if (id < 0)
    return 0;

  payload.size = nul != NULL ? size - length - 2 : 0;
  /* The data have an allocation of exactly their size, so that any overrun is detected. */
  payload.data = record = g_malloc (MAX (payload.size, 1));
  memcpy (record, data + size - payload.size, payload.size);
  payload.big_endian = (data[0] & BIG_ENDIAN_BIT) != 0;
  print (formats, (guint) id, &payload);
  return 0;
}

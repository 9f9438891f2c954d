/* fuzz-symbols.c - kallsyms and the printk formats of a recording, and mangled names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first byte chooses which of them the rest is.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-demangle.h"
#include "th-kernel-modules.h"
#include "th-printk-formats.h"
#include "th-symbols.h"

static void
read_symbols (char  *text,
              gsize  size)
{
  g_autoptr(ThSymbols) symbols = th_symbols_new (text, size);

  for (guint bit = 0; bit < 64; bit++)
    {
      guint64 offset, address = G_GUINT64_CONSTANT (1) << bit;
      const char *name = th_symbols_find (symbols, address, &offset);

      if (name != NULL)
        g_assert_true (offset <= address && th_symbols_find_address (symbols, name) <= G_MAXUINT64);
      th_symbols_find_module (symbols, address);
    }
}

static void
count_bytes (gpointer    data,
             guint64     address,
             const char *format)
{
  *(gsize *) data += strlen (format);
}

static void
read_printks (char  *text,
              gsize  size)
{
  ThPrintks *printks = th_printks_new (text, size);
  gsize n = 0;

  th_printks_foreach (printks, count_bytes, &n);
  g_assert_cmpuint (n, <=, size);
  th_printks_find (printks, 0);
  th_printks_free (printks);
}

static void
keep_modules (char  *text,
              gsize  size)
{
  static const ThModulePlace modules[] = {
    { "[e1000]", 0xffffffffc0001000, 0xffffffffc0005000 }, { "[m]", 0x1000, 0x9000 },
  };
  g_autofree char *kept = text;

  g_assert_cmpuint (th_kernel_modules_keep (kept, modules, G_N_ELEMENTS (modules)), ==,
                    strlen (kept));
  g_assert_cmpuint (strlen (kept), <=, size);
}

static void
read_name (char *text)
{
  g_autofree char *shown = th_demangle (text);

  g_assert_true (shown == NULL || g_utf8_validate (shown, -1, NULL));
  g_free (text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  char *text;

  if (size == 0)
    return 0;

  /* The text has an allocation of exactly its size, so that any overrun is detected. */
  text = g_malloc (size);
  memcpy (text, data + 1, size - 1);
  text[size - 1] = '\0';
  if (data[0] == 'D')
    read_name (text);
  else if (data[0] == 'M')
    keep_modules (text, size - 1);
  else if (data[0] % 2 == 0)
    read_symbols (text, size - 1);
  else
    read_printks (text, size - 1);
  return 0;
}

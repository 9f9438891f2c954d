/* th-literals.c - parses and formats times and lists of CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-literals.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* More CPUs than any machine has, but few enough to list. */
#define MAX_CPU 65535

/* A longer text is not a time. */
#define MAX_TEXT 64

typedef struct
{
  const char *suffix;
  guint64     ns;
} Unit;

static const Unit units[] = {
  { "", 1000000000 },
  { "s", 1000000000 },
  { "ms", 1000000 },
  { "us", 1000 },
  { "µs", 1000 }, /* MICRO SIGN */
  { "μs", 1000 }, /* GREEK SMALL LETTER MU */
  { "ns", 1 },
};

static guint64
find_unit (const char *suffix)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (suffix, units[i].suffix) == 0)
      return units[i].ns;

  return 0;
}

/* Without blanks, except between letters and what follows them: "1 s 2" is invalid. */
static gboolean
squeeze (const char *text,
         char       *into)
{
  gboolean lettered = FALSE;
  gsize n = 0;

  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);
      gsize length = g_utf8_next_char (text) - text;

      if (g_unichar_isspace (c))
        continue;
      if (c == 0x2212) /* MINUS SIGN */
        c = '-', text += length - 1, length = 1;
      if (n + length >= MAX_TEXT || (lettered && g_unichar_isdigit (c)))
        return FALSE;
      lettered = g_unichar_isalpha (c);
      if (c == '-')
        into[n] = '-';
      else
        memcpy (into + n, text, length);
      n += length;
    }
  into[n] = '\0';

  return TRUE;
}

/* "12.5ms" to 12500000. */
static gboolean
parse_amount (const char *text,
              gboolean    ticks,
              gint64     *amount)
{
  gsize n_digits = strspn (text, "0123456789");
  const char *rest = text + n_digits;
  gsize n_decimals = *rest == '.' ? strspn (rest + 1, "0123456789") : 0;
  const char *suffix = *rest == '.' ? rest + 1 + n_decimals : rest;
  guint64 scale = ticks ? (*rest == '\0') : find_unit (suffix);
  guint64 sum = 0;

  if (n_digits + n_decimals == 0 || scale == 0)
    return FALSE;

  for (gsize i = 0; i < n_digits; i++)
    if (!g_uint64_checked_mul (&sum, sum, 10) || !g_uint64_checked_add (&sum, sum, text[i] - '0'))
      return FALSE;

  if (!g_uint64_checked_mul (&sum, sum, scale))
    return FALSE;

  for (gsize i = 0; i < n_decimals && scale > 1; i++)
    {
      scale /= 10;
      if (!g_uint64_checked_add (&sum, sum, (rest[1 + i] - '0') * scale))
        return FALSE;
    }

  *amount = sum;
  return sum <= G_MAXINT64;
}

gboolean
th_time_parse (const char *text,
               gboolean    ticks,
               gint64      zero,
               gint64     *time)
{
  char plain[MAX_TEXT];
  gboolean later, earlier;
  gint64 amount;

  if (!squeeze (text, plain))
    return FALSE;

  later = plain[0] == '+';
  earlier = plain[0] == '-';
  if (!parse_amount (plain + (later || earlier), ticks, &amount))
    return FALSE;
  if (later && zero > 0 && amount > G_MAXINT64 - zero)
    return FALSE;

  *time = later ? zero + amount : earlier ? -amount : amount;
  return TRUE;
}

/* --- CPUs --------------------------------------------------------------- */

static gboolean
parse_cpu_range (const char *text,
                 GArray     *cpus)
{
  g_auto(GStrv) ends = g_strsplit (text, "-", 2);
  guint64 low, high;

  if (ends[0] == NULL || !g_ascii_string_to_unsigned (ends[0], 10, 0, MAX_CPU, &low, NULL))
    return FALSE;

  high = low;
  if (ends[1] != NULL && !g_ascii_string_to_unsigned (ends[1], 10, low, MAX_CPU, &high, NULL))
    return FALSE;

  for (guint cpu = low; cpu <= high; cpu++)
    g_array_append_val (cpus, cpu);

  return TRUE;
}

GArray *
th_cpus_parse (const char  *text,
               GError     **error)
{
  g_autoptr(GArray) cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto(GStrv) ranges = g_strsplit (text, ",", 1024);

  for (guint i = 0; ranges[i] != NULL; i++)
    if (!parse_cpu_range (ranges[i], cpus) || cpus->len > 2 * MAX_CPU)
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     _("“%s” is not a list of CPUs: use a form like 0,2-3"), text);
        return NULL;
      }

  if (cpus->len == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s",
                   _("the list of CPUs is empty"));
      return NULL;
    }

  return g_steal_pointer (&cpus);
}

char *
th_cpus_format (const GArray *cpus)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0, last; i < cpus->len; i = last + 1)
    {
      guint first = g_array_index (cpus, guint, i);

      for (last = i; last + 1 < cpus->len; last++)
        if (g_array_index (cpus, guint, last + 1) != first + last + 1 - i)
          break;
      g_string_append_printf (text, "%s%u", i > 0 ? "," : "", first);
      if (last > i)
        g_string_append_printf (text, "-%u", first + last - i);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
th_offset_format (gint64   offset,
                  gboolean ticks)
{
  guint64 ns = offset < 0 ? -(guint64) offset : (guint64) offset;
  g_autofree char *text = NULL;
  gsize length;

  if (ticks)
    return g_strdup_printf ("%s%" G_GINT64_FORMAT, offset > 0 ? "+" : "", offset);

  text = g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT,
                          offset > 0 ? "+" : offset < 0 ? "-" : "",
                          ns / 1000000000, ns % 1000000000);
  for (length = strlen (text); text[length - 1] == '0'; length--)
    ;
  text[text[length - 1] == '.' ? length - 1 : length] = '\0';

  return g_strconcat (text, " s", NULL);
}

/* th-cli-time.c - times and CPUs on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-time.h"

/* More CPUs than any machine has, few enough to list. */
#define MAX_CPU 65535

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

/* "12.5ms" to 12500000; what is finer than a nanosecond is cut off. */
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
th_cli_parse_time (const char  *text,
                   gboolean     ticks,
                   gint64       first,
                   gint64      *time,
                   GError     **error)
{
  gboolean relative = text[0] == '+';
  gboolean negative = text[0] == '-';
  gint64 amount;

  if (!parse_amount (text + (relative || negative), ticks, &amount) ||
      (relative && first > 0 && amount > G_MAXINT64 - first))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   ticks ? _("“%s” is no time of this recording: its clock counts ticks, so give a whole number, "
                             "like 1284031 or +500")
                         : _("“%s” is no time: give it like 188.024, 188.024s, 12ms or +12ms"),
                   text);
      return FALSE;
    }

  *time = relative ? first + amount : negative ? -amount : amount;
  return TRUE;
}

gboolean
th_cli_parse_span (ThRecording *recording,
                   const char  *from,
                   const char  *to,
                   gint64      *begin,
                   gint64      *end,
                   GError     **error)
{
  gboolean ticks = th_recording_get_n_streams (recording) > 0 &&
                   th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks;
  gint64 first = 0;
  gint64 last = 0;

  th_recording_get_range (recording, &first, &last);
  *begin = first;
  *end = last == G_MAXINT64 ? last : last + 1;

  return (from == NULL || th_cli_parse_time (from, ticks, first, begin, error)) &&
         (to == NULL || th_cli_parse_time (to, ticks, first, end, error));
}

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
th_cli_parse_cpus (const char  *text,
                   GError     **error)
{
  g_autoptr(GArray) cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto(GStrv) ranges = g_strsplit (text, ",", 1024);

  for (guint i = 0; ranges[i] != NULL; i++)
    if (!parse_cpu_range (ranges[i], cpus) || cpus->len > 2 * MAX_CPU)
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     _("“%s” is no list of CPUs: give it like 0,2-3"), text);
        return NULL;
      }

  if (cpus->len == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s", _("the list of CPUs is empty"));
      return NULL;
    }

  return g_steal_pointer (&cpus);
}

/* fuzz-counters.c - the counters beside a recording, texts of the kernel, and outputs of tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first line says what the rest is: "data", as it is stored beside a recording; "tools", two
 * outputs with a zero byte between them; or else the name of a text of the kernel.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-counter-events.h"
#include "th-counter-texts.h"
#include "th-counters.h"

static void
check_counter (const ThCounter *counter)
{
  g_autofree char *filter = NULL;

  g_assert_true (g_utf8_validate (counter->source, -1, NULL));
  g_assert_true (g_utf8_validate (counter->item, -1, NULL));
  g_assert_true (g_utf8_validate (counter->name, -1, NULL));
  g_assert_true (counter->bits == 64 || counter->value <= G_MAXUINT32);
  if (th_counter_get_events (counter, &filter) == TH_COUNTER_EVENTS_NONE)
    g_assert_null (filter);
  th_counter_get_weight (counter);
}

static void
check_changes (ThCounters *counters,
               GError     *error)
{
  guint n_moved = 0;

  g_assert_true ((counters == NULL) == (error != NULL));
  if (counters == NULL)
    return;

  for (guint i = 0; i < th_counters_get_n (counters); i++)
    {
      const ThCounterChange *change = th_counters_get (counters, i);

      check_counter (change->counter);
      n_moved += change->state != TH_COUNTER_SAME;
    }
  g_assert_cmpuint (n_moved, ==, th_counters_get_n_moved (counters));
  g_assert_true (th_counters_is_complete (counters) || th_counters_get_n (counters) == 0);
  g_assert_cmpfloat (th_counters_get_seconds (counters), >=, 0);
  th_counters_unref (counters);
}

static void
read_data (const char *data,
           gsize       size)
{
  g_autoptr(GError) error = NULL;
  ThCounters *counters = th_counters_new_from_data ((const guint8 *) data, size, &error);

  check_changes (counters, error);
}

static void
read_tools (const char *data,
            gsize       size)
{
  const char *end = memchr (data, '\0', size);
  gsize length = end != NULL ? (gsize) (end - data) : size;
  g_autofree char *before = g_utf8_make_valid (data, length);
  const char *rest = data + MIN (length + 1, size);
  g_autofree char *after = g_utf8_make_valid (rest, data + size - rest);
  g_autoptr(GError) error = NULL;
  ThCounters *counters = th_counters_new_from_tools (before, after, NULL, 1, &error);

  check_changes (counters, error);
}

static void
read_text (const char *name,
           const char *data,
           gsize       size)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();
  g_autofree char *text = g_utf8_make_valid (data, size);

  th_counter_text_read (set, name, text);
  for (guint i = 0; i < th_counter_set_get_n (set); i++)
    {
      const ThCounter *counter = th_counter_set_get (set, i);

      check_counter (counter);
      g_assert_true (th_counter_set_find (set, counter->source, counter->item, counter->name) ==
                     counter);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *text = (const char *) data;
  const char *end = memchr (text, '\n', size);
  g_autofree char *first = end != NULL ? g_utf8_make_valid (text, end - text) : NULL;
  gsize rest;

  if (end == NULL)
    return 0;

  rest = size - (end + 1 - text);
  if (g_str_equal (first, "data"))
    read_data (end + 1, rest);
  else if (g_str_equal (first, "tools"))
    read_tools (end + 1, rest);
  else
    read_text (first, end + 1, rest);
  return 0;
}

/* th-compare-counters.c - what the counters of the machine counted during a run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-take-private.h"
#include "th-counter-texts.h"
#include "th-counters.h"
#include "th-printable.h"

/* A socket has no counterpart in another run, and a level is not a count. */
static gboolean
is_comparable (const ThCounterChange *change)
{
  return (change->state == TH_COUNTER_MOVED || change->state == TH_COUNTER_NEW) &&
         change->counter->text == NULL && change->change > 0 &&
         !g_str_equal (change->counter->source, TH_COUNTER_SOCKETS);
}

static void
take_change (const ThCounterChange *change,
             GArray                *counts)
{
  const ThCounter *counter = change->counter;
  g_autofree char *name = g_strconcat (counter->item, counter->item[0] != '\0' ? " " : "",
                                       counter->name, NULL);

  th_compare_counts_add (counts, &(ThCompareCount) {
    th_printable_line (counter->source), th_printable_line (name), .is_listed = TRUE,
    .count = change->change
  });
}

/* The counters cover the whole recording, so that they say nothing about a span. */
void
th_compare_counters_take (const Taking *taking,
                          ThCompareRun *run)
{
  gboolean is_whole = taking->from == TH_TIME_NONE && taking->to == G_MAXINT64;
  GBytes *bytes = th_recording_get_attachment (taking->recording, "counters");
  g_autoptr(ThCounters) counters = NULL;
  const guint8 *data;
  gsize size;

  if (!is_whole || bytes == NULL)
    return;

  data = g_bytes_get_data (bytes, &size);
  counters = th_counters_new_from_data (data, size, NULL);
  if (counters == NULL || th_counters_get_seconds (counters) <= 0)
    return;

  run->counter_seconds = th_counters_get_seconds (counters);
  for (guint i = 0; i < th_counters_get_n (counters); i++)
    if (is_comparable (th_counters_get (counters, i)))
      take_change (th_counters_get (counters, i), run->counters);
}

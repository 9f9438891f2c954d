/* th-counter-explain.c - the events of a recording that a counter stands for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-counter-explain.h"
#include "th-filter.h"
#include "th-rows.h"

void
th_counter_explain (const ThCounter      *counter,
                    ThRecording          *recording,
                    ThCounterExplanation *explanation)
{
  g_autoptr(ThFilter) filter = NULL;
  g_autoptr(ThRows) rows = NULL;
  guint begin, end;

  *explanation = (ThCounterExplanation) { 0 };
  explanation->how = th_counter_get_events (counter, &explanation->filter);
  if (recording == NULL || explanation->filter == NULL ||
      !(filter = th_filter_new (recording, explanation->filter, &begin, &end, NULL)))
    {
      g_clear_pointer (&explanation->filter, g_free);
      return;
    }
  rows = th_rows_new (recording);
  th_filter_evaluate (filter, rows, NULL, 1, NULL);
  explanation->n = th_rows_get_n (rows);
}

void
th_counter_explanation_clear (ThCounterExplanation *self)
{
  g_clear_pointer (&self->filter, g_free);
}

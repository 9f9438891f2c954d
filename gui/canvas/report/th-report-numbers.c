/* th-report-numbers.c - the sections of a report with the numbers of the analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-text-values.h"
#include "th-drops-table.h"
#include "th-measures-table.h"
#include "th-flow-set.h"
#include "th-recording-summary.h"
#include "th-report-private.h"

/* --- the summary -------------------------------------------------------- */

static void
add_figure (ThTextTable *table,
            char       *value,
            const char *name)
{
  th_text_table_take (table, value);
  th_text_table_add (table, name);
}

static guint
count_packets (const ThFlowSet *flows)
{
  guint n = 0;

  for (guint32 row = 0; row < th_flows_get_n (flows->flows); row++)
    n += (th_flows_get (flows->flows, row)->flags & TH_FLOW_PART) == 0;

  return n;
}

static void
add_packets (const ThFlowSet *flows,
             ThTextTable       *table)
{
  guint n = count_packets (flows);

  if (n == 0)
    return;

  add_figure (table, g_strdup_printf ("%u", n), _("packets followed"));
  for (guint i = 0; i < th_results_get_n_measures (flows->results); i++)
    {
      ThMeasure *measure = th_results_get_measure (flows->results, i);
      ThSummary summary;

      if (!th_measure_get_info (measure)->is_whole_flow || th_measure_get_n (measure) == 0)
        continue;
      th_measure_summarize (measure, &summary);
      add_figure (table, th_text_format_duration (flows->recording, summary.p50),
                  _("p50 of the total"));
      add_figure (table, th_text_format_duration (flows->recording, summary.p99),
                  _("p99 of the total"));
      add_figure (table, th_text_format_duration (flows->recording, summary.max),
                  _("slowest packet"));
    }
}

static char *
format_losses (const ThLosses *losses)
{
  g_autofree char *known = g_strdup_printf ("%" G_GUINT64_FORMAT, losses->n_known);

  if (!losses->has_unknown)
    return g_steal_pointer (&known);

  return losses->n_known > 0 ? g_strdup_printf (_("%s or more"), known) : g_strdup (_("some"));
}

static void
add_figures (ThReport               *self,
             const ThNotesRecording *loaded)
{
  g_autoptr(ThTextTable) table = th_text_table_new ("rl");
  ThRecording *recording = loaded->recording;
  g_auto(ThFlowSet) flows = { 0 };
  ThLosses losses;
  ThDrops drops;

  add_figure (table, g_strdup_printf ("%" G_GUINT64_FORMAT, th_recording_get_n_events (recording)),
              _("events"));
  th_recording_sum_losses (recording, &losses);
  add_figure (table, format_losses (&losses), _("events lost"));
  if (th_flow_set_init (&flows, recording, loaded->results, "packet"))
    add_packets (&flows, table);
  if (th_drops_find (&drops, recording, loaded->results) && th_table_get_n (drops.table) > 0)
    {
      gint64 n;
      G_GNUC_UNUSED g_autoptr(ThTextTable) lines = th_drops_make_table (&drops, FALSE, &n);

      add_figure (table, g_strdup_printf ("%" G_GINT64_FORMAT, n), _("packets dropped"));
    }
  th_report_add_name (self, loaded);
  self->format->figures (self->text, table);
}

void
th_report_add_summary (ThReport *self)
{
  if (self->about->recordings->len == 0)
    return;

  self->format->heading (self->text, 2, _("Summary"));
  for (guint i = 0; i < self->about->recordings->len; i++)
    add_figures (self, th_report_get_recording (self, i));
}

/* --- tables ------------------------------------------------------------- */

void
th_report_add_drops (ThReport *self)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < self->about->recordings->len; i++)
    {
      const ThNotesRecording *loaded = th_report_get_recording (self, i);
      g_autoptr(ThTextTable) dropped = NULL, purged = NULL;
      gint64 n_dropped, n_purged;
      ThDrops drops;

      if (!th_drops_find (&drops, loaded->recording, loaded->results))
        continue;
      dropped = th_drops_make_table (&drops, FALSE, &n_dropped);
      purged = th_drops_make_table (&drops, TRUE, &n_purged);
      if (n_dropped + n_purged == 0)
        continue;
      th_report_begin (self, loaded, _("Drops"), &begun);
      if (n_dropped > 0)
        self->format->table (self->text, dropped, TH_REPORT_ROWS,
                             _("Packets that were dropped, by reason and place"), NULL);
      if (n_purged > 0)
        self->format->table (self->text, purged, TH_REPORT_ROWS,
                             _("Packets freed with the queue of a closed socket, which is not a "
                               "drop"), NULL);
    }
}

void
th_report_add_measures (ThReport *self)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < self->about->recordings->len; i++)
    {
      const ThNotesRecording *loaded = th_report_get_recording (self, i);
      gboolean named = FALSE;

      for (guint j = 0; j < loaded->results->len; j++)
        {
          ThResults *results = g_ptr_array_index (loaded->results, j);
          g_autoptr(ThTextTable) table = th_measures_make_table (loaded->recording, results);

          if (table == NULL)
            continue;
          if (!named)
            th_report_begin (self, loaded, _("Measures"), &begun);
          named = TRUE;
          self->format->table (self->text, table, TH_REPORT_ROWS,
                               th_results_get_title (results), NULL);
        }
    }
}

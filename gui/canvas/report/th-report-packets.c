/* th-report-packets.c - the slowest packets in a report, with bars of their stages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-journey.h"
#include "th-packets-table.h"
#include "th-path.h"
#include "th-report-figure.h"
#include "th-report-targets.h"

#define BAR_WIDTH_PX 240
#define BAR_HEIGHT_PX 12

typedef struct
{
  const ThFlows *flows;
  guint32        row;
} Bar;

static double
paint_bar (gconstpointer    data,
           ThTheme         *theme,
           cairo_t         *cr,
           ThRenderBackend  backend)
{
  const Bar *bar = data;

  if (cr != NULL)
    th_path_draw_bar (theme, bar->flows, th_flows_get (bar->flows, bar->row), BAR_WIDTH_PX,
                      BAR_HEIGHT_PX, cr);
  return BAR_HEIGHT_PX;
}

static GArray *
draw_bars (ThReport        *self,
           const ThFlowSet *flows,
           GArray          *rows)
{
  GArray *pictures = g_array_new (FALSE, FALSE, sizeof (ThReportPicture));

  g_array_set_clear_func (pictures, (GDestroyNotify) th_report_picture_clear);
  for (guint i = 0; i < rows->len && !th_report_is_over (self); i++)
    {
      Bar bar = { flows->flows, g_array_index (rows, guint32, i) };
      g_autofree char *id = th_journey_dup_id (th_flows_get (bar.flows, bar.row));
      g_autofree char *stages = th_packets_describe_stages (flows->recording, bar.flows, bar.row);
      ThReportPicture picture;

      th_report_draw_cell (self, &(ThReportFigure) { paint_bar, &bar, BAR_WIDTH_PX, id,
                                                     *stages != '\0' ? stages
                                                     : _("No stage is known.") }, &picture);
      g_array_append_val (pictures, picture);
    }

  return pictures;
}

/* The stages of the packets of @rows, in the order of stages. */
static void
add_legend (ThReport      *self,
            const ThFlows *flows,
            GArray        *rows)
{
  guint n_stages = th_flows_get_info (flows)->n_stages;
  g_autofree gboolean *seen = g_new0 (gboolean, n_stages + 1);
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (ThReportKey));

  for (guint i = 0; i < rows->len; i++)
    {
      const ThFlow *flow = th_flows_get (flows, g_array_index (rows, guint32, i));
      g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);

      for (guint j = 0; j < legs->len; j++)
        seen[MIN (g_array_index (legs, ThLeg, j).stage, n_stages)] = TRUE;
    }
  for (guint stage = 0; stage <= n_stages; stage++)
    {
      ThReportKey key = { .name = th_flows_get_stage_title (flows, stage) };

      for (guint theme = 0; theme < G_N_ELEMENTS (key.colors); theme++)
        key.colors[theme] = th_path_get_color (self->themes[theme], flows, stage);
      if (seen[stage])
        g_array_append_val (keys, key);
    }
  self->format->legend (self->text, keys);
}

static void
add_table (ThReport  *self,
           ThFlowSet *flows,
           guint      index,
           GArray    *rows)
{
  g_autoptr(ThTextTable) table = th_packets_make_table (flows, rows);
  g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GArray) bars = self->format->has_files ? NULL : draw_bars (self, flows, rows);
  ThReportRows drawn = { _("Stages"), bars, ids };

  for (guint i = 0; i < rows->len; i++)
    g_ptr_array_add (ids, th_report_name_packet (index, g_array_index (rows, guint32, i)));
  self->format->table (self->text, table, TH_REPORT_ROWS,
                       _("Packets by their total, the slowest first"), &drawn);
  add_legend (self, flows->flows, rows);
}

void
th_report_add_slowest (ThReport *self)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < self->about->recordings->len; i++)
    {
      const ThNotesRecording *loaded = th_report_get_recording (self, i);
      g_auto(ThFlowSet) flows = { 0 };
      g_autoptr(GArray) rows = NULL;

      if (!th_flow_set_init (&flows, loaded->recording, loaded->results, "packet"))
        continue;
      rows = th_packets_list_slowest (flows.results, TH_REPORT_N_SLOWEST);
      if (rows->len == 0)
        continue;
      th_report_begin (self, loaded, _("Slowest Packets"), &begun);
      add_table (self, &flows, i, rows);
    }
}

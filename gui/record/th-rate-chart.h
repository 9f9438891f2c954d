/* th-rate-chart.h - events per second since the beginning of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_RATE_CHART (th_rate_chart_get_type ())
G_DECLARE_FINAL_TYPE (ThRateChart, th_rate_chart, TH, RATE_CHART, GtkWidget)

/* Copies @rates (double), each of which lasts equally long. */
void th_rate_chart_set_rates (ThRateChart  *self,
                              const GArray *rates);

G_END_DECLS

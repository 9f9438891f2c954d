/* th-fill-bars.h - how full the ring buffer of each CPU is, as a row of small bars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows as many CPUs as there is room for, those with the fullest buffers if there is not room for
 * all.  A screen reader hears the percentages as its description.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-capture.h"

G_BEGIN_DECLS

#define TH_TYPE_FILL_BARS (th_fill_bars_get_type ())
G_DECLARE_FINAL_TYPE (ThFillBars, th_fill_bars, TH, FILL_BARS, GtkWidget)

/* Copies what it needs; %NULL for none. */
void th_fill_bars_set_status (ThFillBars            *self,
                              const ThCaptureStatus *status);

G_END_DECLS

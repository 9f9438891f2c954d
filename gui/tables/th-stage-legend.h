/* th-stage-legend.h - which colour is which stage, above bars of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

/* The stages of @results' flows that something took time in, as far as is known;
 * hidden while there are none.  It keeps up with the results and the theme. */
GtkWidget *th_stage_legend_new (ThDocument *document,
                                ThResults  *results);

G_END_DECLS

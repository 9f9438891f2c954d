/* th-stage-legend.h - the legend of the colors of stages, above a table with bars of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

/* Creates a legend of the stages in which flows of @results spent time; hidden while there are
 * none.  It follows the results and the theme. */
GtkWidget *th_stage_legend_new (ThDocument *document,
                                ThResults  *results);

G_END_DECLS

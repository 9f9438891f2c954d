/* th-stage-table.h - where the time of a flow went, stage by stage
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A bar, and below it a row for each stage: a swatch of its colour, its name, its
 * time and share, and the 99th percentile of that stage in the whole recording.
 * That one is counted on a worker, and comes a moment later.  Below a stage in
 * which somebody waits stands who ran meanwhile.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_STAGE_TABLE (th_stage_table_get_type ())
G_DECLARE_FINAL_TYPE (ThStageTable, th_stage_table, TH, STAGE_TABLE, GtkWidget)

/* Shows flow @row of @results; NULL @results: nothing.  Both are lent until the
 * next call. */
void       th_stage_table_show    (ThStageTable *self,
                                   ThDocument   *document,
                                   ThResults    *results,
                                   guint32       row);
/* Whether percentiles are still to come. */
gboolean   th_stage_table_is_busy (ThStageTable *self);

G_END_DECLS

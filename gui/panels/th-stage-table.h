/* th-stage-table.h - the time that a flow spent in each stage
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Below a bar there is a row for each stage: its color, its name, its time and share, and
 * the 99th percentile of that stage in the whole recording, which a worker thread computes.
 * Below a stage in which the flow waits, lines name the tasks that ran in that time.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_STAGE_TABLE (th_stage_table_get_type ())
G_DECLARE_FINAL_TYPE (ThStageTable, th_stage_table, TH, STAGE_TABLE, GtkWidget)

/* Shows flow @row of @results; nothing if @results is NULL.  @document and @results must stay
 * valid until the next call. */
void       th_stage_table_show    (ThStageTable *self,
                                   ThDocument   *document,
                                   ThResults    *results,
                                   guint32       row);
/* Returns whether the percentiles are still being computed. */
gboolean   th_stage_table_is_busy (ThStageTable *self);

G_END_DECLS

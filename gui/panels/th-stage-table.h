/* th-stage-table.h - where the time of a flow went, stage by stage
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Below a bar there is a row for each stage: its colour, its name, its time and share, and
 * the 99th percentile of that stage in the whole recording, which a worker thread computes
 * and which appears a moment later.  Below a stage in which the flow waits, a line names
 * who ran meanwhile.
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
/* Whether the percentiles are still being computed. */
gboolean   th_stage_table_is_busy (ThStageTable *self);

G_END_DECLS

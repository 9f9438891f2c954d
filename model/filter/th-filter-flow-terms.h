/* th-filter-flow-terms.h - evaluates tests of flows, as in packet.total > 1ms
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-arith-eval.h"

G_BEGIN_DECLS

/* Lists the FilterFlowColumn of all analyses whose flows have @operand. */
GArray  *filter_flow_list      (ThFilter               *self,
                                const FilterOperand    *operand);
/* Lists one FilterFlowColumn for each analysis that has all values of the arithmetic of
 * @leaf. */
GArray  *filter_flow_list_arith (ThFilter         *self,
                                 const FilterLeaf *leaf);

/* Returns the cell of flow @row, or TH_CELL_NONE. */
gint64   filter_flow_get_cell  (const FilterFlowColumn *column,
                                guint32                 row);
/* Returns the text of a column of texts; NULL if there is none.  Free with g_free(). */
char    *filter_flow_dup_text  (ThFilter               *self,
                                const FilterFlowColumn *column,
                                ThColumnKind            kind,
                                guint32                 row);
/* A FilterReadFunc for the flow whose row (guint32 *) @data points to. */
gboolean filter_flow_read_step (const FilterStep       *step,
                                __int128               *value,
                                gpointer                data);
/* Whether flow @row passes the test of @leaf. */
gboolean filter_flow_test      (ThFilter               *self,
                                const FilterLeaf       *leaf,
                                const FilterFlowColumn *column,
                                guint32                 row);

/* Finds the events of the flows that pass.  Returns FALSE while an analysis has not found all
 * its flows, and after *@cancelled was set. */
gboolean filter_flow_prepare   (ThFilter               *self,
                                gint                   *cancelled);
/* Returns the bits of the 64 rows from @row of a CPU, after filter_flow_prepare(). */
guint64  filter_flow_bits      (ThFilter               *self,
                                const FilterLeaf       *leaf,
                                guint                   stream,
                                guint                   cpu,
                                guint32                 row);

G_END_DECLS

/* th-filter-flow-names.h - resolves names of analysis results, as in packet.total
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-ast.h"
#include "th-flows.h"
#include "th-table.h"

G_BEGIN_DECLS

/* What precedes the id of a stage, as in packet.stage.wakeup. */
#define FILTER_FLOW_STAGE "stage."

typedef struct _FilterArithTest FilterArithTest;

/* The value that a test reads from the flows of one analysis. */
typedef struct
{
  ThResults     *results;
  ThFlows       *flows;
  ThTable       *table;
  gint           column;  /* of the table; -1: none */
  gint           stage;   /* -1: none */
  gboolean       is_id;
  FilterArithTest *arith;     /* instead of a column; owned */
} FilterFlowColumn;

/* Whether the events of the type are frames of captures. */
gboolean    filter_flow_is_frame    (ThRecording         *recording,
                                     guint                type);
/* Returns the part of @text after the noun of @results, or NULL if the noun is another one.  With
 * @of_flows the noun may be missing. */
const char *filter_flow_get_name    (ThResults           *results,
                                     const char          *text,
                                     gboolean             of_flows);
/* Finds the column, the stage or the id that is called @name.  The result refers to @results,
 * without owning it. */
gboolean    filter_flow_find_column (ThResults           *results,
                                     const char          *name,
                                     FilterFlowColumn    *found,
                                     ThColumnKind        *kind);
/* Combines both for a @text with a noun. */
gboolean    filter_flow_find        (ThResults           *results,
                                     const char          *text,
                                     FilterFlowColumn    *found,
                                     ThColumnKind        *kind);
/* Finds the numeric value that @operand refers to in @results; FALSE if there is none. */
gboolean    filter_flow_find_number (ThResults           *results,
                                     const FilterOperand *operand,
                                     FilterFlowColumn    *found);
/* Whether @operand names a value of flows; if so, sets its subject, field and column. */
gboolean    filter_flow_resolve     (ThFilter            *self,
                                     FilterOperand       *operand);
gboolean    filter_flow_is_text     (ThColumnKind         kind);

G_END_DECLS

/* th-evidence-cell.h - the evidence for a row of a comparison, as a cell of a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-evidence-strip.h"

G_BEGIN_DECLS

#define TH_TYPE_EVIDENCE_CELL (th_evidence_cell_get_type ())
G_DECLARE_FINAL_TYPE (ThEvidenceCell, th_evidence_cell, TH, EVIDENCE_CELL, GtkWidget)

GtkWidget *th_evidence_cell_new      (void);
/* Shows row @index of @comparison; nothing if @comparison is NULL.  The tooltip of a dot names its
 * run and has its value. */
void       th_evidence_cell_bind     (ThEvidenceCell     *self,
                                      ThComparison       *comparison,
                                      const ThFactorAxis *axis,
                                      guint               index);

G_END_DECLS

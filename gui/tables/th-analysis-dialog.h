/* th-analysis-dialog.h - asks for an analysis that needs parameters, and adds it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is built from the list of analyses and their parameters alone.  It lists the
 * analyses that were added, each with a button that removes it.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_ANALYSIS_DIALOG (th_analysis_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThAnalysisDialog, th_analysis_dialog, TH, ANALYSIS_DIALOG, GtkWindow)

/* Over @parent; presented by the caller.  @document must have a recording. */
ThAnalysisDialog *th_analysis_dialog_new   (GtkWindow        *parent,
                                            ThDocument       *document);
/* Sets a parameter as typing does; FALSE if there is no such analysis or parameter. */
gboolean          th_analysis_dialog_set   (ThAnalysisDialog *self,
                                            const char       *analysis,
                                            const char       *param,
                                            const char       *value);
/* Adds the analysis as its button does; FALSE if it was refused. */
gboolean          th_analysis_dialog_add   (ThAnalysisDialog *self,
                                            const char       *analysis);
/* Why the last analysis was refused; "" if it was accepted. */
const char       *th_analysis_dialog_get_error (ThAnalysisDialog *self);

G_END_DECLS

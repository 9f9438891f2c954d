/* th-analysis-dialog.h - asks for an analysis that needs parameters, and adds it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is built only from the list of analyses and their parameters: each analysis has a page,
 * and each parameter an entry or a check button whose name is the id of the parameter.  It
 * lists the analyses that were added, each with a button that removes it.
 * Action "analysis.add" (s): adds the analysis of that id with the values of its page, or
 * says below the page why it cannot.
 * Action "analysis.remove" (s): removes the analysis that was added under that id.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_ANALYSIS_DIALOG (th_analysis_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThAnalysisDialog, th_analysis_dialog, TH, ANALYSIS_DIALOG, GtkWindow)

/* Transient for @parent; presented by the caller.  @document must have a recording. */
ThAnalysisDialog *th_analysis_dialog_new (GtkWindow  *parent,
                                          ThDocument *document);

G_END_DECLS

/* th-problem-bar.h - says above the lanes what is wrong with a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One bar shows the problems of the load, clocks that cannot be compared, recordings that
 * do not overlap, missing symbols and missing parts of the session, with buttons for the
 * remedies.  A second one says that the file has changed on disk.  Both are hidden while
 * they have no text.
 * Properties: "document" (ThDocument), "missing" (string: parts of the session that are
 * gone, one per line), "lacks-symbols" (boolean: kernel functions are shown as addresses);
 * read-only "text": all sentences of the first bar, NULL while it is hidden.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_PROBLEM_BAR (th_problem_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThProblemBar, th_problem_bar, TH, PROBLEM_BAR, GtkBox)

void        th_problem_bar_set_document      (ThProblemBar *self,
                                              ThDocument   *document);
void        th_problem_bar_set_lacks_symbols (ThProblemBar *self,
                                              gboolean      lacks);
/* Hides the bar until another recording is opened. */
void        th_problem_bar_set_closed        (ThProblemBar *self,
                                              gboolean      closed);
/* Updates the text after a change for which the document has no signal. */
void        th_problem_bar_update            (ThProblemBar *self);

G_END_DECLS

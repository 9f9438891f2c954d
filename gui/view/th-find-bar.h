/* th-find-bar.h - the entry that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Its text is the search text of the document (th-expression-bar.h).  After it come the
 * number of the selected hit, the number of all hits, and how many more the filter hides.
 * Enter goes to the next hit, Shift+Enter to the previous one.
 */
#pragma once

#include "th-expression-bar.h"

G_BEGIN_DECLS

#define TH_TYPE_FIND_BAR (th_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThFindBar, th_find_bar, TH, FIND_BAR, ThExpressionBar)

/* Applies the text of the entry at once; if the document searches for it already, goes to
 * the next hit. */
void th_find_bar_step (ThFindBar *self,
                       gboolean   backward);

G_END_DECLS

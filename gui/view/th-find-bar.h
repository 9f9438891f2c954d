/* th-find-bar.h - the entry that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Its text is what the document searches for (th-expression-bar.h).  Behind it
 * stands how many hits there are, which of them is selected, and how many more the
 * filter hides.  Enter goes to the next hit, Shift+Enter to the previous one.
 */
#pragma once

#include "th-expression-bar.h"

G_BEGIN_DECLS

#define TH_TYPE_FIND_BAR (th_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThFindBar, th_find_bar, TH, FIND_BAR, ThExpressionBar)

/* Takes what is in the entry at once; if that is being searched for already, goes
 * to the next hit. */
void th_find_bar_step (ThFindBar *self,
                       gboolean   backward);

G_END_DECLS

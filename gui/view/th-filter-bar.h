/* th-filter-bar.h - the entry of the filter, with its chips and its menu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Its text is the filter of the document (th-expression-bar.h).  The conditions of the
 * filter are chips before the text; the number of matching events follows it.  A filter
 * that is in use for some seconds is added to the recent filters.
 */
#pragma once

#include "th-expression-bar.h"

G_BEGIN_DECLS

#define TH_TYPE_FILTER_BAR (th_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterBar, th_filter_bar, TH, FILTER_BAR, ThExpressionBar)

/* Sets chips and text.  Shows a text with a mistake, too, so that the user can correct it. */
void th_filter_bar_set_state (ThFilterBar   *self,
                              ThFilterState *state);
/* Whether the entry says that it filters both sides of a comparison. */
void th_filter_bar_set_for_both (ThFilterBar *self,
                                 gboolean     for_both);

G_END_DECLS

/* th-shown-row.h - the row of a table that is shown: its span, and who had the CPU meanwhile
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread only.
 */
#pragma once

#include "th-document.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* Selects the event and the span of a row of @results, and fits the span into the view
 * with a margin; a row without a span only leads to its event. */
void             th_document_show_row      (ThDocument      *self,
                                            ThResults       *results,
                                            const ThRowSpan *row);
/* The one that was shown last, while its event and its span are what is selected;
 * else NULL.  Lent until another is shown. */
const ThRowSpan *th_document_get_shown_row (ThDocument      *self);
/* Whose row that is; lent likewise. */
ThResults       *th_document_get_shown_results (ThDocument  *self);

G_END_DECLS

/* th-shown-row.h - shows a row of a table: selects its span and fits it into the view
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
/* The row that was shown last, while its event and its span are selected, or else NULL.  Owned by
 * @self; valid until another row is shown. */
const ThRowSpan *th_document_get_shown_row (ThDocument      *self);
/* The results of the row that was shown last, or NULL; owned by @self. */
ThResults       *th_document_get_shown_results (ThDocument  *self);

G_END_DECLS

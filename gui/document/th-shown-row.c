/* th-shown-row.c - shows a row of a table: selects its span and fits it into the view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shown-row.h"

#include "th-document-private.h"

/* The margin before and after the span, as a fraction of it. */
#define MARGIN 0.15
/* The minimum margin, for a span of a few ns. */
#define MIN_MARGIN 20

static void
fit (ThDocument *self,
     gint64      from,
     gint64      to)
{
  gint64 margin = MAX ((gint64) (((double) to - (double) from) * MARGIN), MIN_MARGIN);
  gint64 begin, end;

  if (__builtin_sub_overflow (from, margin, &begin) || __builtin_add_overflow (to, margin, &end))
    return;

  th_document_set_view (self, begin, end);
}

/* Sets the view first: the selection is then already in view, and nothing else moves the view. */
void
th_document_show_row (ThDocument      *self,
                      ThResults       *results,
                      const ThRowSpan *row)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (row->from == TH_TIME_NONE)
    {
      th_document_lead_to (self, row->anchor);
      return;
    }

  th_selection_set_row (self->selection, results, row);
  fit (self, row->from, row->to);
  th_document_select (self, row->anchor);
  th_document_select_span (self, row->from, row->to);
}

const ThRowSpan *
th_document_get_shown_row (ThDocument *self)
{
  return th_selection_get_row (self->selection);
}

ThResults *
th_document_get_shown_results (ThDocument *self)
{
  return th_selection_get_row_results (self->selection);
}

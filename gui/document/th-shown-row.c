/* th-shown-row.c - the row of a table that is shown: its span, and who had the CPU meanwhile
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shown-row.h"

#include "th-document-private.h"

/* What is seen before and behind the span, as a share of it. */
#define MARGIN 0.15
/* A span of few ns has something around it, too. */
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

/* The view first: what is selected is in it by then, so nobody else moves it. */
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

  th_results_ref (results);
  th_document_forget_row (self);
  self->shown_results = results;
  self->shown_row = *row;
  fit (self, row->from, row->to);
  th_document_select (self, row->anchor);
  th_document_select_span (self, row->from, row->to);
}

const ThRowSpan *
th_document_get_shown_row (ThDocument *self)
{
  const ThRowSpan *row = &self->shown_row;

  return row->from != TH_TIME_NONE && row->from == self->span_from && row->to == self->span_to &&
         th_ref_equal (row->anchor, self->selected) ? row : NULL;
}

ThResults *
th_document_get_shown_results (ThDocument *self)
{
  return self->shown_results;
}

void
th_document_forget_row (ThDocument *self)
{
  self->shown_row.from = TH_TIME_NONE;
  g_clear_pointer (&self->shown_results, th_results_unref);
}

/* th-document-queries.c - the document's public functions for its filter, color rules and
 * Find
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

/* --- filter -------------------------------------------------------------- */

void
th_document_set_filter_state (ThDocument    *self,
                              ThFilterState *state)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_filter_set_state (self->filter, state);
}

ThFilterState *
th_document_get_filter_state (ThDocument *self)
{
  return th_event_filter_get_state (self->filter);
}

void
th_document_set_filter (ThDocument *self,
                        const char *text)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_filter_set_text (self->filter, text);
}

const char *
th_document_get_filter (ThDocument *self)
{
  return th_event_filter_get_text (self->filter);
}

const char *
th_document_get_filter_error (ThDocument *self,
                              guint      *begin,
                              guint      *end)
{
  return th_event_filter_get_error (self->filter, begin, end);
}

void
th_document_set_filter_ways (ThDocument    *self,
                             gboolean       hides,
                             ThFilterScope  scope)
{
  th_event_filter_set_ways (self->filter, hides, scope);
}

ThRows *
th_document_get_rows (ThDocument *self)
{
  return th_event_filter_get_rows (self->filter);
}

ThRows *
th_document_get_listed_rows (ThDocument *self)
{
  return th_event_filter_get_listed_rows (self->filter);
}

gboolean
th_document_is_dimmed (ThDocument *self,
                       ThRef       ref)
{
  return th_event_filter_is_dimmed (self->filter, ref);
}

void
th_document_set_only_span (ThDocument *self,
                           gboolean    only_span)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->only_span == only_span)
    return;

  self->only_span = only_span;
  th_document_notify (self, PROP_ONLY_SPAN);
}

/* Whether only the span is listed, and @ref is outside. */
static gboolean
is_outside (ThDocument *self,
            ThRef       ref)
{
  gint64 from, to, time;

  if (!self->only_span || !th_selection_has_event (self->selection, ref) ||
      !th_document_get_span (self, &from, &to))
    return FALSE;

  time = th_recording_get_time (th_document_get_recording (self), ref);
  return time < from || time >= to;
}

ThUnlisted
th_document_get_unlisted (ThDocument *self,
                          ThRef       ref)
{
  if (th_event_filter_is_hidden (self->filter, ref))
    return TH_UNLISTED_BY_FILTER;

  return is_outside (self, ref) ? TH_UNLISTED_BY_SPAN : TH_IS_LISTED;
}

gboolean
th_document_is_filtering (ThDocument *self)
{
  return th_event_filter_is_running (self->filter);
}

/* --- colour rules -------------------------------------------------------- */

void
th_document_set_rules (ThDocument *self,
                       GPtrArray  *rules)
{
  th_event_coloring_set_rules (self->coloring, rules);
}

/* --- Find ---------------------------------------------------------------- */

void
th_document_set_find (ThDocument *self,
                      const char *text)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_search_set_text (self->search, text);
}

void
th_document_find_events (ThDocument *self,
                         ThRows     *events,
                         const char *label)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_search_set_events (self->search, events, label);
}

const char *
th_document_get_find_label (ThDocument *self)
{
  return th_event_search_get_label (self->search);
}

void
th_document_clear_find (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_search_clear (self->search);
}

const char *
th_document_get_find (ThDocument *self)
{
  return th_event_search_get_text (self->search);
}

void
th_document_step_find (ThDocument *self,
                       gboolean    backward)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_event_search_step (self->search, backward);
}

ThRows *
th_document_get_hits (ThDocument *self)
{
  return th_event_search_get_hits (self->search);
}

guint
th_document_get_find_serial (ThDocument *self)
{
  return th_event_search_get_serial (self->search);
}

gboolean
th_document_is_finding (ThDocument *self)
{
  return th_event_search_is_running (self->search);
}

guint64
th_document_get_n_hidden_hits (ThDocument *self)
{
  return th_event_search_get_n_hidden (self->search);
}

gboolean
th_document_is_counting_hidden (ThDocument *self)
{
  return th_event_search_is_counting_hidden (self->search);
}

guint64
th_document_get_hit_number (ThDocument *self)
{
  return th_event_search_get_number (self->search);
}

const char *
th_document_get_find_error (ThDocument *self,
                            guint      *begin,
                            guint      *end)
{
  return th_event_search_get_error (self->search, begin, end);
}

guint
th_document_get_find_given_up (ThDocument *self)
{
  return th_event_search_get_n_given_up (self->search);
}

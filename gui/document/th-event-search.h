/* th-event-search.h - finding events of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is sought stays until it is cleared; its hits are a bit per event, decided
 * on a worker, over what the filter lets through.  The signal "find-changed"
 * tells of another text, of more hits, and of the end.  A step goes on a worker,
 * too, as long as not all is decided.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/* As in th-text-search.h, TH_FIND_ENTRY; "" ends it.  A wrong text changes nothing but
 * the error.  Goes to the first hit at or behind the selection, or in view. */
void        th_document_set_find       (ThDocument *self,
                                        const char *text);
/* What is sought; "" for nothing. */
const char *th_document_get_find       (ThDocument *self);
/* Selects the next hit, or the one before, of the selected event, or of the view;
 * from the last the first follows. */
void        th_document_step_find      (ThDocument *self,
                                        gboolean    backward);
/* Lent; NULL where nothing is sought. */
ThRows     *th_document_get_hits       (ThDocument *self);
/* Another number for each search; its rows may lie where those of the last one did. */
guint       th_document_get_find_serial (ThDocument *self);
gboolean    th_document_is_finding     (ThDocument *self);
/* How many events the search would find, but the filter does not let through: so far,
 * and while th_document_is_counting_hidden() there may come more. */
guint64     th_document_get_n_hidden_hits  (ThDocument *self);
gboolean    th_document_is_counting_hidden (ThDocument *self);
/* Whether a step is under way. */
gboolean    th_document_is_stepping    (ThDocument *self);
/* Which of the hits the selected event is, from 1; 0 if it is none, or while that
 * is not known. */
guint64     th_document_get_hit_number (ThDocument *self);
/* What is wrong with the last text, and where (bytes); NULL if nothing is. */
const char *th_document_get_find_error (ThDocument *self,
                                        guint      *begin,
                                        guint      *end);
/* On how many events a regular expression gave up. */
guint       th_document_get_find_given_up (ThDocument *self);

G_END_DECLS

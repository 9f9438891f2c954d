/* th-record-length.h - chooses how long to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Until the user stops; for a time; until an event matches a filter, and for a time after it; or as
 * a ring that keeps the last megabytes, until the user or an event stops it.
 *
 * Signal: "changed".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-record-plan.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORD_LENGTH (th_record_length_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordLength, th_record_length, TH, RECORD_LENGTH, GtkWidget)

/* Offers the events of the target for the filter.  To be called before the functions below. */
void th_record_length_set_facts (ThRecordLength      *self,
                                 const ThTargetFacts *facts);
/* What is wrong with the filter; NULL if it can be used, or is not asked for. */
const char *th_record_length_get_problem (ThRecordLength *self);
/* Shows the choices of @plan, or stores the present ones in it. */
void th_record_length_load  (ThRecordLength     *self,
                             const ThRecordPlan *plan);
void th_record_length_store (ThRecordLength     *self,
                             ThRecordPlan       *plan);

G_END_DECLS

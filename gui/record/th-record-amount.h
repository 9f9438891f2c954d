/* th-record-amount.h - chooses buffer and clock, and measures how large a recording will be
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signals: "changed"; "measure", when the user asks for a measurement.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-capture.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORD_AMOUNT (th_record_amount_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordAmount, th_record_amount, TH, RECORD_AMOUNT, GtkWidget)

/* Offers the clocks of the target, and its default buffer. */
void th_record_amount_set_facts  (ThRecordAmount        *self,
                                  const ThTargetFacts   *facts);
/* Shows the choices of @plan, or stores the present ones in it.  @preset_kb: the buffer that the
 * preset asks for; 0: the target's default. */
void th_record_amount_load       (ThRecordAmount        *self,
                                  const ThRecordPlan    *plan,
                                  guint                  preset_kb);
void th_record_amount_store      (ThRecordAmount        *self,
                                  ThRecordPlan          *plan);
/* Shows that a measurement has begun. */
void th_record_amount_begin      (ThRecordAmount        *self);
/* Shows the result of a measurement; NULL if it is no longer valid because the plan has changed.
 * @seconds: how long the recording will last; 0: unknown. */
void th_record_amount_set_status (ThRecordAmount        *self,
                                  const ThCaptureStatus *status,
                                  double                 seconds);

G_END_DECLS

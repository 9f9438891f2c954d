/* th-filter-evaluator.h - evaluates parts of an expression for one event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The public functions of the evaluator are in th-filter.h.
 */
#pragma once

#include "th-filter-eval-state.h"

G_BEGIN_DECLS

/* Makes @ref the row of the evaluator, until filter_evaluator_leave(). */
void     filter_evaluator_enter       (ThFilterEvaluator *self,
                                       ThRef              ref);
void     filter_evaluator_leave       (ThFilterEvaluator *self);
/* Makes tests of flows look up the single flow with the event's key, instead of evaluating all
 * flows in advance. */
void     filter_evaluator_set_by_key  (ThFilterEvaluator *self);

G_END_DECLS

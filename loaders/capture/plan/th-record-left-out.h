/* th-record-left-out.h - whether an agent records what a user has asked for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a preset wants is recorded as far as the target can.  An event that the user has named is
 * the reason for the recording: without it, there is none.
 */
#pragma once

#include "th-record-plan.h"

G_BEGIN_DECLS

/* A sentence about the first of @self->events of which the target would record nothing: it has none
 * of these events, or its kernel refuses the filter for each of them.  NULL if there is none; free
 * with g_free().  @configured: the dictionary of TH_WIRE_CONFIGURED. */
char *th_record_plan_find_left_out (const ThRecordPlan  *self,
                                    const ThTargetFacts *facts,
                                    GVariant            *configured);

G_END_DECLS

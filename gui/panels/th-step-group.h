/* th-step-group.h - the steps that share a row of the step list, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A group is a fold of th_journey_list_folds(), or a single step.  It borrows the document
 * and the results; it is a value, so it is taken again after the flows have grown.
 */
#pragma once

#include "th-document.h"
#include "th-journey.h"

G_BEGIN_DECLS

/**
 * ThStepGroup:
 * @step: the first step
 * @last: the last step
 * @resolution: how precisely times are known; in ticks they have no unit
 */
typedef struct
{
  ThResults    *results;
  ThFlows      *flows;
  const ThFlow *flow;
  ThFold        fold;
  ThStep        step;
  ThStep        last;
  ThResolution  resolution;
} ThStepGroup;

/* Returns the group of @fold in flow @row of @results. */
ThStepGroup  th_step_group_get             (ThDocument        *document,
                                            ThResults         *results,
                                            guint32            row,
                                            const ThFold      *fold);
guint32      th_step_group_get_length      (const ThStepGroup *group);
gboolean     th_step_group_contains        (const ThStepGroup *group,
                                            guint              step);
/* Returns the stage of the first step; TH_FLOW_NO_STAGE if it has none.  The first step of a
 * flow has the stage of the leg that it begins. */
guint        th_step_group_get_stage       (const ThStepGroup *group);
/* Returns the lowest confidence of the steps. */
ThConfidence th_step_group_get_confidence  (const ThStepGroup *group);

/* --- texts; free with g_free() ------------------------------------------- */

/* Returns names like "skb_copy_datagram_iovec, sys_exit_recvfrom ×5". */
char        *th_step_group_dup_name        (const ThStepGroup *group);
/* Returns the detail and the CPU if all steps share them; may be empty. */
char        *th_step_group_dup_detail      (const ThStepGroup *group);
/* Returns the time since the first step of the flow. */
char        *th_step_group_dup_time        (const ThStepGroup *group);
/* Returns the time since the previous step or, if the steps are repeated, the time of the
 * last one.  NULL if there is no previous step. */
char        *th_step_group_dup_second_time (const ThStepGroup *group);
/* Returns name, time, stage, confidence and rule.  @ends_longest: the longest leg ends here. */
char        *th_step_group_dup_tooltip     (const ThStepGroup *group,
                                            gboolean           ends_longest);
/* Returns the accessible text of what the row shows by position, color and sign. */
char        *th_step_group_dup_label       (const ThStepGroup *group);

G_END_DECLS

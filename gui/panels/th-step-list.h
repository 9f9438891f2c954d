/* th-step-list.h - the list of the steps of a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each row has a dot in the colour of the stage, the name of the step, its detail and CPU,
 * the time since the first step and below it the time since the previous step, and a sign
 * for the certainty; the tooltip names the rule.  Successive steps that repeat share one
 * row, which a click or Enter expands.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-follow.h"

G_BEGIN_DECLS

#define TH_TYPE_STEP_LIST (th_step_list_get_type ())
G_DECLARE_FINAL_TYPE (ThStepList, th_step_list, TH, STEP_LIST, GtkWidget)

/* Shows flow @row of @results; NULL @results empties the list.  Rows beyond the first ones
 * are added while idle.  @document and @results are lent until the next call. */
void       th_step_list_show     (ThStepList   *self,
                                  ThDocument   *document,
                                  ThResults    *results,
                                  guint32       row);
/* Marks @step as selected; G_MAXUINT32: none.  Returns FALSE if it was selected already. */
gboolean   th_step_list_select   (ThStepList   *self,
                                  guint32       step);
/* Whether rows are still being added. */
gboolean   th_step_list_is_busy  (ThStepList   *self);

G_END_DECLS

/* th-step-list.h - the list of the steps of a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A dot and a line in the colour of the stage, name, what and where, the time since
 * the first step and below it since the step before, and a sign for how sure it
 * is; the tooltip names the rule.  Steps in a row that tell the same are one row,
 * which opens by a click or Enter.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-follow.h"

G_BEGIN_DECLS

#define TH_TYPE_STEP_LIST (th_step_list_get_type ())
G_DECLARE_FINAL_TYPE (ThStepList, th_step_list, TH, STEP_LIST, GtkWidget)

/* Shows flow @row of @results; NULL @results: nothing.  Of many steps those that
 * one does not see come later. */
void       th_step_list_show     (ThStepList   *self,
                                  ThDocument   *document,
                                  ThResults    *results,
                                  guint32       row);
/* Marks the step that is selected; G_MAXUINT32: none.  Tells whether it is
 * another one. */
gboolean   th_step_list_select   (ThStepList   *self,
                                  guint32       step);
/* Whether steps are still to come. */
gboolean   th_step_list_is_busy  (ThStepList   *self);

G_END_DECLS

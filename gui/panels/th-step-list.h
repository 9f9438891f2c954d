/* th-step-list.h - the list of the steps of a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each row has a dot in the color of the stage, the name of the step, its detail and CPU,
 * the time since the first step and, below it, the time since the previous step, and a sign
 * for the confidence; the tooltip names the rule.  Repeated steps share one row, which a
 * click or Enter expands.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_STEP_LIST (th_step_list_get_type ())
G_DECLARE_FINAL_TYPE (ThStepList, th_step_list, TH, STEP_LIST, GtkWidget)

/* Shows flow @row of @results; empties the list if @results is NULL.  Further rows are added
 * while idle.  @document and @results must stay valid until the next call. */
void       th_step_list_show     (ThStepList   *self,
                                  ThDocument   *document,
                                  ThResults    *results,
                                  guint32       row);
/* Selects @step; none if it is G_MAXUINT32.  Returns FALSE if it was already selected. */
gboolean   th_step_list_select   (ThStepList   *self,
                                  guint32       step);
/* Returns whether rows are still being added. */
gboolean   th_step_list_is_busy  (ThStepList   *self);

G_END_DECLS

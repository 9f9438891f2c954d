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

#define TH_TYPE_LADDER (th_ladder_get_type ())
G_DECLARE_FINAL_TYPE (ThLadder, th_ladder, TH, LADDER, GtkWidget)

GtkWidget *th_ladder_new      (void);
/* Shows flow @row of @results; NULL @results: nothing.  Of many steps those that
 * one does not see come later. */
void       th_ladder_show     (ThLadder   *self,
                               ThDocument *document,
                               ThResults  *results,
                               guint32     row);
/* Marks the step that is selected; G_MAXUINT32: none.  Tells whether it is
 * another one. */
gboolean   th_ladder_select   (ThLadder   *self,
                               guint32     step);
/* Whether steps are still to come. */
gboolean   th_ladder_is_busy  (ThLadder   *self);

G_END_DECLS

/* th-failure-page.h - why a target cannot be recorded, and what to do about it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the error of a ThTargetLink in FAILED: what happened, what to do, what the programs on the
 * way there wrote, and a button for the remedy if there is one.
 *
 * Signals
 *   "retry"
 *   "install": the agent is to be copied to the target
 *   "use-target" (ThTarget): another way to the same machine is to be tried
 */
#pragma once

#include <gtk/gtk.h>

#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_FAILURE_PAGE (th_failure_page_get_type ())
G_DECLARE_FINAL_TYPE (ThFailurePage, th_failure_page, TH, FAILURE_PAGE, GtkWidget)

/* @link: in FAILED. */
void th_failure_page_show        (ThFailurePage *self,
                                  ThTargetLink  *link);
/* Shows @text instead of what to do; while @busy the buttons are insensitive. */
void th_failure_page_set_message (ThFailurePage *self,
                                  const char    *text,
                                  gboolean       busy);

G_END_DECLS

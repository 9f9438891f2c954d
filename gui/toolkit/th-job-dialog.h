/* th-job-dialog.h - a dialog that shows how much of a job is done
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-progress.h"

G_BEGIN_DECLS

#define TH_TYPE_JOB_DIALOG (th_job_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThJobDialog, th_job_dialog, TH, JOB_DIALOG, GtkWindow)

/* @parent may be NULL. */
ThJobDialog *th_job_dialog_new    (GtkWindow   *parent,
                                   const char  *title,
                                   const char  *text);
/* Shows @part, 0 … 1, or that it is unknown, for 0. */
void         th_job_dialog_update (ThJobDialog *self,
                                   double       part);

G_END_DECLS

/* th-record-dialog.h - chooses where, what, how long and how much to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signal: "recording" (ThCapture, const ThRecordPlan *, ThHeldCommand, ThCompanions): the recording
 * has begun; the dialog closes itself afterwards.  The receiver stops the recording when the plan
 * says so, releases the plan's command, which is NULL if there is none, and begins to record the
 * further targets, which are connecting; NULL if there are none.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-capture.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORD_DIALOG (th_record_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordDialog, th_record_dialog, TH, RECORD_DIALOG, GtkWindow)

/* The caller presents it. */
ThRecordDialog *th_record_dialog_new (GtkWindow *parent);

G_END_DECLS

/* th-capture-report.h - the reports of an agent, and the rates between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An agent reports totals four times a second (TH_WIRE_STATUS); rates are averages over about one
 * second.  For one thread.
 */
#pragma once

#include "th-capture.h"

G_BEGIN_DECLS

typedef struct _ThCaptureReport ThCaptureReport;

/* @cpus: their numbers; copied. */
ThCaptureReport *th_capture_report_new  (const guint            *cpus,
                                         guint                   n_cpus,
                                         gint64                  start_us);
void             th_capture_report_free (ThCaptureReport        *self);
/* Takes the dictionary of a STATUS or END that arrived at @now_us, when @n_line_bytes had been
 * received.  Returns FALSE, and changes nothing, if its arrays do not fit these CPUs. */
gboolean         th_capture_report_add  (ThCaptureReport        *self,
                                         GVariant               *message,
                                         gint64                  now_us,
                                         guint64                 n_line_bytes);
/* The CPUs in it are valid until the next report. */
const ThCaptureStatus *th_capture_report_get (ThCaptureReport   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCaptureReport, th_capture_report_free)

G_END_DECLS

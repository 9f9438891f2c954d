/* th-printk.h - prints records of trace_printk()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-values.h"

G_BEGIN_DECLS

/* Prints a record of the event bprint, whose format is in kernel memory. */
void th_run_bprint (ThRun               *self,
                    const ThEventFormat *event);

G_END_DECLS

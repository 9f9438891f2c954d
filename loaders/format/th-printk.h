/* th-printk.h - formats of trace_printk()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-run.h"

G_BEGIN_DECLS

typedef struct _ThPrintks ThPrintks;

ThPrintks  *th_printks_new  (char            *text,
                             gsize            size);
void        th_printks_free (ThPrintks       *self);
const char *th_printks_find (const ThPrintks *self,
                             guint64          address);
void        th_printks_foreach (const ThPrintks *self,
                                void           (*func) (gpointer    data,
                                                        guint64     address,
                                                        const char *format),
                                gpointer         data);

/* Prints a record of the event bprint, whose format is in kernel memory. */
void th_run_bprint (ThRun               *self,
                    const ThEventFormat *event);

G_END_DECLS

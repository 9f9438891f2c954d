/* th-printk-formats.h - the formats of trace_printk(), by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

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

G_END_DECLS

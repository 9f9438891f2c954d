/* th-printk-formats.h - the formats of trace_printk(), by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Immutable, so any thread may read them.  The text has a line for each format, as in the file
 * printk_formats of tracefs: 0xffffffff82f03a5c : "format\n".  Lines without a colon are skipped.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThPrintks ThPrintks;

/* Takes @text, of @size bytes, which may lack a NUL. */
ThPrintks  *th_printks_new  (char            *text,
                             gsize            size);
void        th_printks_free (ThPrintks       *self);
/* The format at @address, without quotes and a final line feed, or NULL. */
const char *th_printks_find (const ThPrintks *self,
                             guint64          address);
/* For tests. */
void        th_printks_foreach (const ThPrintks *self,
                                void           (*func) (gpointer    data,
                                                        guint64     address,
                                                        const char *format),
                                gpointer         data);

G_END_DECLS

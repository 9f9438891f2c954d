/* th-printable.h - text of strangers, made fit to be printed or shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names and messages of a recording can hold bytes that steer a terminal (it may
 * not even be ours: the output of today is in the pager of tomorrow), or that turn
 * around the text beside them.  Here these are written out: control characters and
 * bytes that are no UTF-8 as \x1b, C1 controls and the marks that set the direction
 * of text as \u202e.  What is clean stays as it is, byte by byte.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of several lines: tabs and line feeds stay, and what CSV has before these. */
gboolean th_printable_is_clean (const char *text,
                                gsize       size);
void     th_printable_append   (GString    *out,
                                const char *text,
                                gsize       size);
char    *th_printable_dup      (const char *text);
/* Of one line: these are written as \t and \n. */
char    *th_printable_line     (const char *text);
/* Those characters beyond ASCII that are written out. */
gboolean th_printable_steers   (gunichar    c);

G_END_DECLS

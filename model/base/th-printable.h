/* th-printable.h - makes untrusted text safe to print and to show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names and messages of a recording can contain escape sequences, which control the
 * terminal (also later, when saved output is viewed in a pager), and characters that
 * change the direction of the text around them.  These are made visible: control
 * characters and invalid UTF-8 as \x1b, C1 controls and bidirectional controls as
 * \u202e.  Clean text is returned unchanged.
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

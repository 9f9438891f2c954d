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

/* For text of several lines: tabs, line feeds and CR LF stay as they are. */
gboolean th_printable_is_clean (const char *text,
                                gsize       size);
void     th_printable_append   (GString    *out,
                                const char *text,
                                gsize       size);
char    *th_printable_dup      (const char *text);
/* For one line: tabs and line feeds become \t and \n. */
char    *th_printable_line     (const char *text);
/* Whether @c is a character beyond ASCII that is escaped. */
gboolean th_printable_steers   (gunichar    c);

G_END_DECLS

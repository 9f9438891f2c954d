/* th-json-lex.h - checks JSON text before it is given to a parser
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json-glib reads more than JSON (comments, strings in single quotes, escapes cut
 * short) and recurses for each list and object, so a file of brackets overflows the
 * stack.  The nesting depth can only be checked by a lexer that agrees with the parser,
 * so only tokens of standard JSON are accepted, on which both agree.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE if @text consists of the tokens of JSON alone, in any order, and lists and
 * objects are nested at most @max_depth deep. */
gboolean th_json_is_safe (const char *text,
                          gsize       length,
                          guint       max_depth);

G_END_DECLS

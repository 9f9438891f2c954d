/* th-json-lex.h - what may safely be given to a JSON parser
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json-glib reads more than JSON (comments, strings in single quotes, escapes cut
 * short) and calls itself for each list and object, so a file of brackets would use
 * up the stack.  How deep a text is can only be told by who reads it as the parser
 * does; the tokens of JSON proper are read in one way only.
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

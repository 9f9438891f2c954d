/* th-json-lex.h - checks JSON text before it is given to a parser
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json-glib reads more than JSON (comments, strings in single quotes, escapes cut
 * short) and recurses for each list and object, so a file of brackets overflows the
 * stack.  The nesting depth can only be checked by a lexer that agrees with the parser,
 * so only tokens of standard JSON are accepted, on which both agree.
 *
 * The members of an object are in a hash table whose function json-glib fixes.  Names that all have
 * the same hash are easily made, and then each is compared with all before it.  No object of our
 * formats has many members, so their number is bounded.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_JSON_MAX_DEPTH 64u
#define TH_JSON_MAX_MEMBERS 256u /* of one object */

/* TRUE if @text consists of the tokens of JSON alone, in any order, lists and objects are nested at
 * most @max_depth (up to TH_JSON_MAX_DEPTH) deep, and no object has too many members. */
gboolean th_json_is_safe (const char *text,
                          gsize       length,
                          guint       max_depth);

G_END_DECLS

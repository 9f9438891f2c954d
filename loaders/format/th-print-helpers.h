/* th-print-helpers.h - helpers like __print_flags() in print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-parser.h"

G_BEGIN_DECLS

/* Parses a call of the helper @name.  The lexer is at the parenthesis after it. */
gboolean th_print_parse_call (ThPrintParser *self,
                              ThNode        *node,
                              const char    *name);

G_END_DECLS

/* th-print-helpers.h - helpers like __print_flags() in print formats, and constants
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-parse.h"

G_BEGIN_DECLS

gboolean      th_print_parse_call (ThPrintParser *self,
                                   ThNode        *node,
                                   const char    *name);
/* Folds the constants in @node. */
void          th_node_fold        (ThPrintParser *self,
                                   ThNode        *node);

G_END_DECLS

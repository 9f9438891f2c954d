/* th-print-constants.h - constants in print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A constant is kept as its text, as in libtraceevent.
 */
#pragma once

#include "th-pool.h"
#include "th-print-tree.h"

G_BEGIN_DECLS

/* Folds operators with constant operands in @node. */
void        th_node_fold      (ThPool       *pool,
                               ThNode       *node);
/* Returns the text of a constant; NULL if @node is not constant. */
const char *th_print_constant (ThPool       *pool,
                               const ThNode *node);
const char *th_print_number   (ThPool       *pool,
                               gint64        value);
/* Sets the number of a value with a name from its text, which may be a constant that kernels left
 * unexpanded. */
void        th_node_value_set (ThNodeValue  *value,
                               const char   *text);

G_END_DECLS

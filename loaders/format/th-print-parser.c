/* th-print-parser.c - the state of the parser of print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pool.h"
#include "th-print-parser.h"

gboolean
th_print_fail (ThPrintParser *self,
               const char    *why)
{
  if (self->why == NULL)
    self->why = why;

  return FALSE;
}

ThNode *
th_print_node (ThPrintParser *self,
               ThNodeType     type)
{
  ThNode *node = th_pool_alloc (self->lexer.pool, sizeof *node);

  node->type = type;
  if (++self->n_nodes > TH_FORMAT_MAX_NODES)
    self->unsafe = TRUE;

  return node;
}

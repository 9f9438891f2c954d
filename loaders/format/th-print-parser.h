/* th-print-parser.h - the state of the parser of print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-lex.h"
#include "th-print-tree.h"

G_BEGIN_DECLS

/* Limits for untrusted formats. */
#define TH_FORMAT_MAX_TYPE    256
#define TH_FORMAT_MAX_DEPTH   256
#define TH_FORMAT_MAX_NODES   16384

typedef struct _ThPrintParser ThPrintParser;

struct _ThPrintParser
{
  const ThEventFormat *event;
  guint                long_size;

  ThLexer              lexer;
  guint                depth;
  guint                n_nodes;
  gboolean             unsafe;
  const char          *why;

  const char          *format;
  GPtrArray           *args; /* of ThNode */

  /* The grammar of operands, which th_print_parse() sets.  An operand may be a helper, whose
   * parameters are operands in turn: th-print-helpers.c parses these through here, below
   * th-print-parse.c.  The lexer is before an operand, or at an operator after one. */
  gboolean           (*parse_arg) (ThPrintParser *self,
                                   ThNode        *node);
  gboolean           (*parse_op)  (ThPrintParser *self,
                                   ThNode        *node);
};

ThNode   *th_print_node (ThPrintParser *self,
                         ThNodeType     type);
/* Notes the first error in @why; returns FALSE. */
gboolean  th_print_fail (ThPrintParser *self,
                         const char    *why);

G_END_DECLS

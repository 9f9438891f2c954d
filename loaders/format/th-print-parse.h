/* th-print-parse.h - the parser of print formats
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

typedef enum
{
  TH_PARSE_OK,
  TH_PARSE_FAILED, /* libtraceevent prints [FAILED TO PARSE] */
  TH_PARSE_UNSAFE  /* exceeds our limits, or would crash libtraceevent */
} ThParseResult;

typedef struct
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
} ThPrintParser;

/* Parses `print fmt:` and the rest of the text. */
ThParseResult th_print_parse  (ThPrintParser *self);
ThNode       *th_print_node   (ThPrintParser *self,
                               ThNodeType     type);

/* Parsers of parts, for th-print-helpers.c.  On FALSE the error is in @why. */
gboolean      th_print_parse_arg  (ThPrintParser *self,
                                   ThNode        *node);
gboolean      th_print_parse_op   (ThPrintParser *self,
                                   ThNode        *node);
gboolean      th_print_fail       (ThPrintParser *self,
                                   const char    *why);

G_END_DECLS

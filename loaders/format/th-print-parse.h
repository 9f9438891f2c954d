/* th-print-parse.h - the parser of print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-parser.h"

G_BEGIN_DECLS

typedef enum
{
  TH_PARSE_OK,
  TH_PARSE_FAILED, /* libtraceevent prints [FAILED TO PARSE] */
  TH_PARSE_UNSAFE  /* exceeds our limits, or would crash libtraceevent */
} ThParseResult;

/* Parses `print fmt:` and the rest of the text.  The error is in @why. */
ThParseResult th_print_parse (ThPrintParser *self);

G_END_DECLS

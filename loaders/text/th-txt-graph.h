/* th-txt-graph.h - lines of the function_graph tracer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-line.h"

G_BEGIN_DECLS

/**
 * ThTxtCall:
 * @function: with its module: "e1000_intr [e1000]"; empty if the line does not name it
 * @arguments: between the parentheses
 * @result: what the function returned: "0x5", "-4"; empty if it was not recorded
 * @leaf: the line is a whole call
 *
 * What print_graph_retval() in kernel/trace/trace_functions_graph.c prints (6.5 to 6.16):
 *
 *   fn [module](arguments) {
 *   fn [module]();  // = 0x0
 *   fn [module](arguments);  // <-caller+0x5e/0xd0 ret=-4
 *   }  // fn [module] = 0x5
 *   }  // fn [module] ret=0x5
 *
 * where // stands for a C comment.
 */
typedef struct
{
  ThTxtPart function;
  ThTxtPart arguments;
  ThTxtPart result;
  guint     depth;
  gboolean  leaf;
} ThTxtCall;

/* FALSE if the line is not one of function_graph. */
gboolean th_txt_parse_graph (const char *text,
                             const char *end,
                             ThTxtLine  *line);
/* Splits "+ 36.465 us  |  }" into its duration in ns (-1: none) and its body; FALSE if
 * @info is not of that form. */
gboolean th_txt_split_graph (ThTxtPart   info,
                             gint64     *duration,
                             ThTxtPart  *body);
ThTxtCall th_txt_split_call (ThTxtPart  body);

G_END_DECLS

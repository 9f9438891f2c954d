/* th-txt-graph.h - lines of the function_graph tracer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-line.h"

G_BEGIN_DECLS

/* FALSE if the line is not one of function_graph. */
gboolean th_txt_parse_graph (const char *text,
                             const char *end,
                             ThTxtLine  *line);
/* Splits "+ 36.465 us  |  }" into its duration in ns (-1: none) and its body; FALSE if
 * @info is not of that form. */
gboolean th_txt_split_graph (ThTxtPart   info,
                             gint64     *duration,
                             ThTxtPart  *body);

G_END_DECLS

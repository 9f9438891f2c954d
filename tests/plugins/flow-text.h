/* flow-text.h - the flows of results as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* Each flow a line, in the order of rows: "a00#1: label@time", a step behind
 * the first with "/stage" ("/-" for none); a letter behind it where the joint
 * is not exact: i(nferred), a(mbiguous), b(roken), o(pen).  Then " <gro a00#2"
 * for the parent, its candidates in brackets, and [part], [lost], [clock]. */
char *test_flows (ThResults *results);

G_END_DECLS

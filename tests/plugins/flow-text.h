/* flow-text.h - the flows of results as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* One line per flow, in the order of rows: "a00#1: label@time", for steps after the first with
 * "/stage" ("/-" for none), and with a letter if the link is not exact: i(nferred), a(mbiguous),
 * b(roken), o(pen).  Then " <gro a00#2" for the parent, its candidates in parentheses, and [part],
 * [lost], [clock]. */
char *test_flows (ThResults *results);

G_END_DECLS

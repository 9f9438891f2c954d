/* th-compare-sides.h - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-compare-run.h"

G_BEGIN_DECLS

/* Marks "--" in @argv, so that options are options on both sides of it; before
 * th_cli_parse(), which would take it away. */
void     th_compare_sides_mark  (int                argc,
                                 char             **argv);

/* Splits the remaining @arguments at the mark; two files without one are a side each.
 * Either side may come out empty. */
void     th_compare_sides_split (char             **arguments,
                                 GStrv             *a,
                                 GStrv             *b);

/* Loads the files one after the other and adds what is compared of each to @runs
 * (element-type ThCompareRun).  A baseline adds all of its runs; "FILE@FROM..TO" is a
 * span of a recording, with times as th_cli_parse_span() takes them. */
ThExit   th_compare_sides_load  (char             **files,
                                 char             **with,
                                 GPtrArray         *runs);

G_END_DECLS

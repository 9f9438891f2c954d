/* th-compare-sides.h - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-compare-run.h"

G_BEGIN_DECLS

/* Replaces the first "--" in @argv by a mark, so that options are accepted on both sides
 * of it.  Call it before th_cli_parse(), which would remove "--". */
void     th_compare_sides_mark  (int                argc,
                                 char             **argv);

/* Splits the remaining @arguments at the mark; without a mark, two files are a side each.
 * Either side may be empty. */
void     th_compare_sides_split (char             **arguments,
                                 GStrv             *a,
                                 GStrv             *b);

/* Loads the files one by one and adds the run of each to @runs (element-type
 * ThCompareRun).  A baseline adds all of its runs; "FILE@FROM..TO" is a span of a
 * recording, with times for th_time_span_parse().  Errors are reported. */
ThExit   th_compare_sides_load  (char             **files,
                                 char             **with,
                                 GPtrArray         *runs);

G_END_DECLS

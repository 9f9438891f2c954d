/* th-compare-sides.h - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-compare-run.h"

G_BEGIN_DECLS

/* Loads the files one by one and adds the run of each to @runs (element-type
 * ThCompareRun).  A baseline adds all of its runs; "FILE@FROM..TO" is a span of a
 * recording, with times for th_time_span_parse().  Errors are reported. */
ThExit   th_compare_sides_load  (char             **files,
                                 char             **with,
                                 GPtrArray         *runs);

G_END_DECLS

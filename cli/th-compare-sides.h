/* th-compare-sides.h - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-comparison.h"
#include "th-recording.h"
#include "th-verdict.h"

G_BEGIN_DECLS

/**
 * ThComparedRecording:
 * @recording: a recording; NULL if there is none
 * @all: (element-type ThResults): the results of its analyses, without call trees
 * @run: the run that was made of it
 * @from, @to: the span that is compared, as from th_time_span_parse_range()
 */
typedef struct
{
  ThRecording  *recording;
  GPtrArray    *all;
  ThCompareRun *run;
  gint64        from;
  gint64        to;
} ThComparedRecording;

void     th_compared_recording_clear (ThComparedRecording *self);

/* Loads the files of A, then those of B, and adds the run of each to @a and @b (element-type
 * ThCompareRun).  Two recordings at a time are analyzed at once, and freed before the next
 * ones are loaded.  A baseline adds all of its runs; "FILE@FROM..TO" is a span of a
 * recording, with times for th_time_span_parse().  Errors are reported, mistakes as those of
 * @command; nothing is loaded after TH_EXIT_REFUSED or TH_EXIT_USAGE.
 *
 * @kept: NULL, or two of them, which are empty: they get the first recording of A and of B,
 * which are not freed then. */
ThExit   th_compare_sides_load  (const char          *command,
                                 char               **files_a,
                                 char               **files_b,
                                 char               **with,
                                 GPtrArray           *a,
                                 GPtrArray           *b,
                                 ThComparedRecording *kept);

/* Loads the files of both sides and compares them, as @verdict says.  @files, @runs and @kept are
 * two of each.  *@comparison stays NULL after an error, which the function reports. */
ThExit   th_compare_sides_compare_files (const char             *command,
                                         char                  **with,
                                         const ThVerdictOptions *verdict,
                                         GStrv                  *files,
                                         GPtrArray             **runs,
                                         ThComparedRecording    *kept,
                                         ThComparison          **comparison);

G_END_DECLS

/* th-commands.h - the commands of `thresh`, and how they end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A command is called like a separate program: argv[0] is its name, the return value
 * is the exit status.  It prints results on standard output and everything else on
 * standard error.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exit status, for scripts. */
typedef enum
{
  TH_EXIT_WHOLE   = 0,  /* every file was read completely */
  TH_EXIT_FAILED  = 1,  /* a condition of `compare` is not met, or a command of
                         * `experiment` or `record` failed */
  TH_EXIT_REFUSED = 2,  /* a file could not be read, or the result could not be written */
  TH_EXIT_PART    = 3,  /* a file was read partially; its problems were reported; or
                         * `experiment` was interrupted, or the line of `record` broke */
  TH_EXIT_UNKNOWN = 4,  /* `compare` cannot tell whether a condition is met */
  TH_EXIT_USAGE   = 64  /* invalid command line */
} ThExit;

int th_info_main     (int    argc,
                      char **argv);
int th_events_main   (int    argc,
                      char **argv);
int th_find_main     (int    argc,
                      char **argv);
int th_span_main     (int    argc,
                      char **argv);
int th_tables_main   (int    argc,
                      char **argv);
int th_table_main    (int    argc,
                      char **argv);
int th_measures_main (int    argc,
                      char **argv);
int th_stacks_main   (int    argc,
                      char **argv);
int th_packets_main  (int    argc,
                      char **argv);
int th_journey_main  (int    argc,
                      char **argv);
int th_export_main   (int    argc,
                      char **argv);
int th_drops_main    (int    argc,
                      char **argv);
int th_path_main     (int    argc,
                      char **argv);
int th_frames_main   (int    argc,
                      char **argv);
int th_sockets_main  (int    argc,
                      char **argv);
int th_requests_main (int    argc,
                      char **argv);
int th_transits_main (int    argc,
                      char **argv);
int th_counters_main (int    argc,
                      char **argv);
int th_cut_main      (int    argc,
                      char **argv);
int th_sanitize_main (int    argc,
                      char **argv);
int th_compare_main  (int    argc,
                      char **argv);
int th_experiment_main (int    argc,
                      char **argv);
int th_record_main   (int    argc,
                      char **argv);
int th_notes_main    (int    argc,
                      char **argv);
int th_review_main   (int    argc,
                      char **argv);
int th_report_main   (int    argc,
                      char **argv);
int th_render_main   (int    argc,
                      char **argv);

G_END_DECLS

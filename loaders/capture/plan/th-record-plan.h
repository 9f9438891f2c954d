/* th-record-plan.h - what a user has chosen to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `thresh record` fills this struct from its options, the window from its dialog.  Each can write
 * it as a command line, so that a choice in one can be repeated in the other; th-known-targets.h
 * stores it in that form.
 *
 * A plan is plain data of its owner.  Strings and lists are NULL if nothing was chosen; lists end
 * with NULL.  Change a string by freeing the old one.
 */
#pragma once

#include "th-target.h"
#include "th-target-facts.h"

G_BEGIN_DECLS

/* How long an agent waits for another connection when one was lost. */
#define TH_RECORD_RESUME_SECONDS 60u

/**
 * ThRecordPlan:
 * @presets: ids
 * @events: "system:event", with patterns, or followed by "/filter"
 * @pids: processes by number or name (th-record-processes.h): record only these and what they fork
 * @functions: globs of the kernel, for the function tracers
 * @tracer: "function" or "function_graph"; NULL: what the preset says, or function_graph if there
 *   are functions
 * @max_depth: of function_graph; 0: what the preset says
 * @clock: NULL: mono
 * @buffer_kb: of each CPU; 0: what the preset or the agent says
 * @ring_mb: keep only this many of the last MiB, of all CPUs together; 0: keep everything
 * @seconds: how long to record; 0: until stopped
 * @until: the event that ends the recording; NULL: none.  Of a ring, which the kernel stops,
 *   "system:event" with "/filter" after it; otherwise a filter as in th-filter.h
 * @after_seconds: how long to go on after the event of @until, unless it is that of a ring
 * @limit_mb: the most MiB of pages; 0: no limit
 * @no_counters: do not read the machine's counters before and after
 * @hold: keep everything on the target until the end, so that sending it is not recorded
 * @command: for the shell of the target; the recording lasts as long as it runs
 * @only_command: record only @command and what it forks
 * @path: the file; NULL: see th_record_plan_dup_path()
 */
typedef struct
{
  char   **presets;
  char   **events;
  char   **pids;
  char   **functions;
  char    *tracer;
  int      max_depth;
  char    *clock;
  int      buffer_kb;
  int      ring_mb;
  double   seconds;
  char    *until;
  double   after_seconds;
  int      limit_mb;
  gboolean no_counters;
  gboolean hold;
  char    *command;
  gboolean only_command;
  char    *path;
} ThRecordPlan;

ThRecordPlan *th_record_plan_new   (void);
ThRecordPlan *th_record_plan_copy  (const ThRecordPlan  *self);
void          th_record_plan_free  (ThRecordPlan        *self);

/* --- as a command line ----------------------------------------------------- */

/* The options of `thresh record` that fill @self, which must outlive the group.  Those of a list
 * may be repeated, or have several values between commas (events excepted). */
GOptionGroup *th_record_plan_add_options (ThRecordPlan       *self);
/* Reads what th_record_plan_dup_settings() wrote; NULL and @error for anything else. */
ThRecordPlan *th_record_plan_parse       (const char         *settings,
                                          GError            **error);
/* The options as one line, words quoted for a shell; without @path and @command, which belong to
 * one recording.  "" if nothing was chosen. */
char         *th_record_plan_dup_settings (const ThRecordPlan *self);
/* "thresh record --preset packets --for 10s -o web-3.dat ssh://root@web-3" */
char         *th_record_plan_dup_command (const ThRecordPlan *self,
                                          ThTarget           *target);
/* The same for several targets, which are recorded at once. */
char         *th_record_plan_dup_command_for (const ThRecordPlan *self,
                                              ThTarget *const    *targets,
                                              guint               n_targets);

/* Whether the options fit together, whatever the target has; a sentence if not. */
gboolean      th_record_plan_check       (const ThRecordPlan *self,
                                          ThPresets          *presets,
                                          GError            **error);

/* --- for a target ---------------------------------------------------------- */

/* NULL and a sentence if the plan cannot be carried out: nothing was chosen, a preset does not
 * exist or needs a process, or the target does not have an event, a clock or a tracer. */
ThPresetMatch *th_record_plan_match (const ThRecordPlan   *self,
                                     ThPresets            *presets,
                                     const ThTargetFacts  *facts,
                                     GError              **error);
/* Whether the target has the processes of the plan; a sentence if not. */
gboolean       th_record_plan_check_processes   (const ThRecordPlan   *self,
                                                 const ThTargetFacts  *facts,
                                                 GError              **error);
/* Whether the plan can be carried out on several targets at once.  A sentence if it names processes
 * that exist on one of them only: by number, or the command. */
gboolean       th_record_plan_check_several     (const ThRecordPlan  *self,
                                                 ThPresets           *presets,
                                                 GError             **error);
/* Whether only the command is recorded: this was chosen, or a preset needs a process and no other
 * is named.  Then th_record_plan_dup_configuration() needs its pid. */
gboolean       th_record_plan_traces_command    (const ThRecordPlan  *self,
                                                 ThPresets           *presets);
/* For th_capture_start(): the dictionary of TH_WIRE_CONFIGURE, with TH_CAPTURE_ORIGIN; floating.
 * The plan has been checked.  @command: the pid of
 * a command to record alone; 0: none. */
GVariant      *th_record_plan_dup_configuration (const ThRecordPlan  *self,
                                                 const ThPresetMatch *match,
                                                 const ThTargetFacts *facts,
                                                 ThTarget            *target,
                                                 GPid                 command);
/* HOST-DATE-TIME.dat in @folder, a name that does not exist there. */
char          *th_record_plan_dup_path (const ThTargetFacts *facts,
                                        const char          *folder);
/* The file of one of several targets whose files are to be called @path: "x-HOST.dat" for
 * "x.dat". */
char          *th_record_plan_dup_path_of (const ThTargetFacts *facts,
                                           const char          *path);
/* Where the window keeps recordings: Recordings in the home of the user. */
char          *th_record_plan_dup_folder (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRecordPlan, th_record_plan_free)

G_END_DECLS

/* th-cli-joined.h - loads several recordings on one timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

typedef struct _ThCliJoined ThCliJoined;

/* @path and the files of @appended, each with its "@OFFSET". */
ThCliJoined *th_cli_joined_new        (const char        *path,
                                       const char *const *appended);
void         th_cli_joined_free       (ThCliJoined       *self);

/* Opens and completely reads all files, so that none grows later.  Reports a file that cannot
 * be opened (TH_EXIT_REFUSED), and what is not an offset (TH_EXIT_USAGE). */
ThExit       th_cli_joined_open_files (ThCliJoined       *self);
/* Returns a new recording with the parts declared, or reports why not and returns NULL. */
ThRecording *th_cli_joined_open       (ThCliJoined       *self);
void         th_cli_joined_load       (ThCliJoined       *self,
                                       ThRecording       *whole);
/* Computes the shifts that depend on the contents of the recordings.  TRUE: they changed, so
 * open and load @whole again. */
gboolean     th_cli_joined_align      (ThCliJoined       *self,
                                       ThRecording       *whole);
/* Reports clocks that do not match and, with @overlap, recordings that do not overlap. */
void         th_cli_joined_report     (ThCliJoined       *self,
                                       ThRecording       *whole,
                                       gboolean           overlap);

/* Replaces *@recording by its part @only, a name or a number from 1; if there is none, reports
 * that, sets *@recording to NULL and returns TH_EXIT_USAGE. */
ThExit       th_cli_joined_select     (ThRecording      **recording,
                                       const char        *only);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCliJoined, th_cli_joined_free)

G_END_DECLS

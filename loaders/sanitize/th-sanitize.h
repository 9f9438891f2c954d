/* th-sanitize.h - removes personal data from recordings, or renames it consistently
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * First everything that belongs together is surveyed: recordings, and the texts about them.  Then
 * choices are made, by what was found.  Then each recording is written, and each text converted;
 * all of them have the same new names.
 *
 * The result of a trace.dat is a trace.dat of version 7, not compressed, with the same events,
 * times, tasks, CPUs and lost events, and the statistics of its CPUs.  Names keep their lengths,
 * and so do texts.  Left out are events that cannot be read, and what lies between the
 * fields of events.  What belongs to the kernel stays: formats, symbols, names of events, printk
 * formats; so do names of network devices, pids, and times.
 *
 * One thread at a time; any.
 */
#pragma once

#include "th-progress.h"
#include "th-renames.h"

G_BEGIN_DECLS

typedef struct _ThSanitizer ThSanitizer;

/* @key: see th_renames_new(). */
ThSanitizer     *th_sanitizer_new         (const char          *key);
/* Uses @renames, which it takes over. */
ThSanitizer     *th_sanitizer_new_taking  (ThRenames           *renames);
void             th_sanitizer_free        (ThSanitizer         *self);

/* Finds the personal data of the recording at @path.  FALSE without an error if it was cancelled.
 * Errors: TH_LOADER_ERROR, also for recordings of other kinds.  @progress is of the
 * file that is being read; it may be NULL. */
gboolean         th_sanitizer_survey      (ThSanitizer         *self,
                                           const char          *path,
                                           ThProgress          *progress,
                                           GError             **error);
/* The same for a text about it: a note, a filter. */
void             th_sanitizer_survey_text (ThSanitizer         *self,
                                           const char          *text);
/* The same for the name of a file about it. */
void             th_sanitizer_survey_name (ThSanitizer         *self,
                                           const char          *name);

/* What was found, and the choices, which are renaming at first.  Choose after the survey. */
ThRenames       *th_sanitizer_get_renames (ThSanitizer         *self);

/* Writes the recording at @path, which was surveyed, to @target, which is replaced once it is
 * complete; on error it is not touched.  It may not be @path itself.  The first call ends the
 * survey and the choices. */
gboolean         th_sanitizer_write       (ThSanitizer         *self,
                                           const char          *path,
                                           const char          *target,
                                           ThProgress          *progress,
                                           GError             **error);
/* The same for a text and for the name of a file.  Free with g_free(). */
char            *th_sanitizer_dup_text    (ThSanitizer         *self,
                                           const char          *text);
char            *th_sanitizer_dup_name    (ThSanitizer         *self,
                                           const char          *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSanitizer, th_sanitizer_free)

G_END_DECLS

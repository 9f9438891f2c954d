/* th-notes-subject.h - what a note of `thresh notes add` is about, and where others are
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-notes-recording.h"
#include "th-notes.h"
#include "th-review.h"

G_BEGIN_DECLS

/* The options of `add`, each of which may be NULL; @cpu is -1 for none. */
typedef struct
{
  char  *file;   /* of the recordings of the review: its path, or the end of it */
  char  *packet;
  char  *at;
  int    cpu;
  char  *from;
  char  *to;
  char **lanes;
  char  *row;    /* of a comparison */
} ThNotesSubject;

/* Finds the subject in the recordings of @review; *@anchor is NULL if no option names one.  Errors
 * are reported. */
ThExit th_notes_find_subject (const ThNotesSubject *options,
                              ThReview             *review,
                              ThNoteAnchor        **anchor);

/* Loads all recordings that are present and unchanged, and reports the others as @command.  The
 * keys belong to @review.  Free with g_array_unref(). */
GArray     *th_notes_load     (const char              *command,
                               ThReview                *review,
                               ThExit                  *status);
G_END_DECLS

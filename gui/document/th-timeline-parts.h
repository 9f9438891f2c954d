/* th-timeline-parts.h - which recordings lie on one timeline, and where
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There are two lists: the requested files in addition to the opened one, and the files of the
 * current recording, which lags behind until the requested ones are loaded.  Files are compared
 * as objects, because the same file may be there twice.  Each change of the requests increments
 * the serial.
 */
#pragma once

#include <gio/gio.h>

#include "th-align.h"
#include "th-bytes.h"

G_BEGIN_DECLS

/* A file and where it shall lie. */
typedef struct
{
  GFile  *file;
  ThAlign align;
  gint64  shift;  /* where that is TH_ALIGN_SHIFT; later what it came to */
} ThAppendedFile;

/* Takes a reference of @file. */
ThAppendedFile *th_appended_file_new            (GFile       *file,
                                                 ThAlign      align,
                                                 gint64       shift);
void      th_appended_file_free           (ThAppendedFile    *append);
/* That @part, from 1 on, is a guest of the first recording or its host, and how
 * their clocks stand to each other; NULL if it is neither.  *@aligned: that is
 * known, or the user moved it.  Free with g_free(). */
char     *th_appended_file_describe_guest (ThRecording *recording,
                                           guint        part,
                                           gboolean    *aligned);

typedef struct
{
  GPtrArray *wanted;  /* ThAppendedFile: the requested files besides the first */
  GPtrArray *files;   /* GFile of all parts of the recording; or NULL */
  GPtrArray *bytes;   /* their ThBytes: a pipe cannot be read twice */
  guint      serial;  /* of @wanted */
  guint      opened;  /* the serial of what was opened last */
} ThTimelineParts;

void      th_timeline_parts_init       (ThTimelineParts *self);
void      th_timeline_parts_clear      (ThTimelineParts *self);
/* @files and @bytes are those of the recording that is shown now. */
void      th_timeline_parts_set_shown  (ThTimelineParts *self,
                                        GPtrArray       *files,
                                        GPtrArray       *bytes);
/* What is wanted of @part, from 1 on, as it is shown; one that is not shown yet: by its
 * place among the wanted.  Lent; NULL: it is about to go. */
ThAppendedFile *th_timeline_parts_get        (ThTimelineParts *self,
                                              guint            part);
/* Lent; NULL: @file is not shown. */
ThBytes  *th_timeline_parts_find_bytes (ThTimelineParts *self,
                                        GFile           *file);
/* Whether @recording is of all that is wanted, where it is wanted. */
gboolean  th_timeline_parts_are_shown  (ThTimelineParts *self,
                                        ThRecording     *recording);
/* Places what is wanted by what is in @recording.  Returns whether something is to
 * move; *@error, or NULL, says of which nothing is known.  Free it with g_free(). */
gboolean  th_timeline_parts_settle     (ThTimelineParts *self,
                                        ThRecording     *recording,
                                        char           **error);

G_END_DECLS

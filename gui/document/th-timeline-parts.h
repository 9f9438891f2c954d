/* th-timeline-parts.h - the recordings on a timeline, and their offsets
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

/* A requested file and how its times are aligned. */
typedef struct
{
  GFile  *file;
  ThAlign align;
  gint64  shift;  /* offset of its times; final once @align is TH_ALIGN_SHIFT */
} ThAppendedFile;

/* Takes a reference to @file. */
ThAppendedFile *th_appended_file_new            (GFile       *file,
                                                 ThAlign      align,
                                                 gint64       shift);
void      th_appended_file_free           (ThAppendedFile    *append);
/* A sentence that @part, which counts from 1, is a guest or the host of the first recording, and
 * how their clocks relate; NULL if it is neither.  Sets *@aligned if the relation is known or the
 * user moved the part.  Free with g_free(). */
char     *th_appended_file_describe_guest (ThRecording *recording,
                                           guint        part,
                                           gboolean    *aligned);

typedef struct
{
  GPtrArray *wanted;  /* ThAppendedFile: the requested files besides the first */
  GPtrArray *files;   /* GFile of all parts of the recording; or NULL */
  GPtrArray *bytes;   /* their ThBytes: a pipe cannot be read twice */
  guint      serial;  /* incremented by each change of @wanted */
  guint      opened;  /* the serial of what was opened last */
} ThTimelineParts;

void      th_timeline_parts_init       (ThTimelineParts *self);
void      th_timeline_parts_clear      (ThTimelineParts *self);
/* Sets the files and bytes of the recording that is shown now. */
void      th_timeline_parts_set_shown  (ThTimelineParts *self,
                                        GPtrArray       *files,
                                        GPtrArray       *bytes);
/* The request for @part, which counts from 1, as in the current recording; a pending file is
 * addressed by its place in the list.  NULL if the file is about to be removed.  Owned by @self. */
ThAppendedFile *th_timeline_parts_get        (ThTimelineParts *self,
                                              guint            part);
/* NULL if @file is not shown.  Owned by @self. */
ThBytes  *th_timeline_parts_find_bytes (ThTimelineParts *self,
                                        GFile           *file);
/* Whether @recording consists of the requested files at the requested offsets. */
gboolean  th_timeline_parts_are_shown  (ThTimelineParts *self,
                                        ThRecording     *recording);
/* Replaces each requested alignment, but for TH_ALIGN_PACKETS, by an offset, found in @recording.
 * Returns whether a part has to move.  Sets *@error if an offset cannot be found, or else to NULL;
 * free with g_free(). */
gboolean  th_timeline_parts_settle     (ThTimelineParts *self,
                                        ThRecording     *recording,
                                        char           **error);
/* The first part of @recording that is to be aligned by packets, which the caller does now; 0 if
 * there is none. */
guint     th_timeline_parts_take_by_packets (ThTimelineParts *self,
                                             ThRecording     *recording);

G_END_DECLS

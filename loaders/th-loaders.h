/* th-loaders.h - from a file to a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Content decides which loader reads a file, never its name.  Opening reads
 * the header only (buffers, CPUs, types, facts) and is quick; loading fills
 * the recording from worker threads and returns when it ended.  A recording
 * may be shown while it loads.
 *
 * Wrappers (gzip, xz, zstd, atrace -z, UTF-16; at most one in another) are looked through, and a
 * pipe is as good as a file.  Such bytes grow while they are read: text and
 * perf's pipe format are opened by their beginning and loaded as they come,
 * what has sections is awaited whole, by open.  The end of a pipe is the end
 * of the load; th_bytes_stop() ends either from outside.
 *
 * What cannot be read at all is a GError of the domain TH_LOADER_ERROR whose
 * message is for the user, translated: what it is, where in the file, what to
 * do.  What could be read in part ends in the recording's problems.
 */
#pragma once

#include "th-loader.h"

G_BEGIN_DECLS

/* All loaders, NULL-terminated, in the order that decides among equal probes. */
const ThLoader *const *th_loaders_list (void);

/**
 * th_loader_open:
 * @path: a file, a pipe, or "-"
 * @loader: (out): who read it, to be given to th_loader_load()
 *
 * Finds the loader for the content of @path and opens it, after waiting for
 * all of it: nothing grows then.
 *
 * th_loader_open_bytes() waits only as long as it must.  What it opens may be
 * outgrown by its load (th_recording_is_outgrown()): then open the bytes again.
 */
ThRecording    *th_loader_open       (const char      *path,
                                      const ThLoader **loader,
                                      GError         **error);
ThRecording    *th_loader_open_bytes (ThBytes         *bytes,
                                      const ThLoader **loader,
                                      GError         **error);

/* What is inside of @bytes: a new reference, also on @bytes itself. */
ThBytes        *th_loader_unwrap     (ThBytes         *bytes,
                                      GError         **error);

/**
 * ThLoaderPart:
 * @bytes: lent
 * @name: what to call it
 * @shift: what is added to all of its times
 *
 * One of several sources on one timeline.  th_loader_open_parts() opens all of
 * them into one joined recording; @failed says which could not be.
 * th_loader_load_parts() loads them, each by its own loader; @loaders has one
 * for each.
 */
typedef struct
{
  ThBytes    *bytes;
  const char *name;
  gint64      shift;
} ThLoaderPart;

/* What to call them: the last part of each path, with a number behind it where
 * two are the same.  @paths is NULL-terminated; free with g_strfreev(). */
char          **th_loader_name_parts (char              **paths);
ThRecording    *th_loader_open_parts (const ThLoaderPart *parts,
                                      guint               n_parts,
                                      const ThLoader    **loaders,
                                      guint              *failed,
                                      GError            **error);
void            th_loader_load_parts (const ThLoader *const *loaders,
                                      ThRecording     *recording);

/**
 * th_loader_load:
 *
 * Loads on the calling thread and its workers.  Problems land in the
 * recording, so there is no error to return.
 */
void            th_loader_load       (const ThLoader  *loader,
                                      ThRecording     *recording);

G_END_DECLS

/* th-loaders.h - from a file to a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The content of a file decides which loader reads it, never its name.  Opening reads
 * only the header (buffers, CPUs, types, facts) and is quick.  Loading fills the recording
 * from worker threads and returns at the end of the load.  A recording may be shown while
 * it loads.
 *
 * Loaders see the contents of wrappers (gzip, xz, zstd, atrace -z, UTF-16; at most two,
 * one inside the other), and a pipe works like a file.  Such bytes grow while they are
 * read.  Text and perf's pipe format are opened as soon as their beginning is there and
 * loaded as they arrive; a format with sections is opened once all of it is there.  The
 * load ends with the pipe; th_bytes_stop() ends both early.
 *
 * A file that cannot be read at all causes a GError of the domain TH_LOADER_ERROR.  Its
 * message is translated and tells the user what is wrong, where in the file, and what to
 * do.  If a part of the file could be read, the recording's problems say what is missing.
 */
#pragma once

#include "th-loader.h"

G_BEGIN_DECLS

/* All loaders, NULL-terminated.  Among equal probes the first one wins. */
const ThLoader *const *th_loaders_list (void);

/* Returns all bytes of @path, a file, a pipe or "-", unwrapped: waits for the last one.  NULL on
 * an error. */
ThBytes        *th_loader_await_bytes (const char      *path,
                                       GError         **error);

/**
 * th_loader_open:
 * @path: a file, a pipe, or "-"
 * @loader: (out): the loader that opened it, for th_loader_load()
 *
 * Waits for all of @path, finds the loader for its content and opens it.  The bytes do not
 * grow any more, and the load does not outgrow what was opened.
 *
 * th_loader_open_bytes() waits only as long as the loader needs.  Its load may outgrow what
 * was opened (th_recording_is_outgrown()), if the bytes grow or th_bytes_set_may_outgrow()
 * allows it; then open the bytes again.
 */
ThRecording    *th_loader_open       (const char      *path,
                                      const ThLoader **loader,
                                      GError         **error);
ThRecording    *th_loader_open_bytes (ThBytes         *bytes,
                                      const ThLoader **loader,
                                      GError         **error);

/* Opens a file that is being written, for what its header says: its events are not loaded. */
ThRecording    *th_loader_open_head  (const char      *path,
                                      ThFeed          *feed,
                                      GError         **error);

/* Returns the contents of @bytes, as a new reference; of @bytes itself if they are not
 * wrapped. */
ThBytes        *th_loader_unwrap     (ThBytes         *bytes,
                                      GError         **error);

/**
 * ThLoaderPart:
 * @bytes: borrowed
 * @name: how to name the part
 * @shift: ns that are added to all of its times
 *
 * One part of a timeline.  th_loader_open_parts() opens all parts into one recording; on
 * error @failed is the index of the part that could not be opened.
 * th_loader_load_parts() loads each part with its own loader of @loaders.
 */
typedef struct
{
  ThBytes    *bytes;
  const char *name;
  gint64      shift;
} ThLoaderPart;

/* Names for the parts: the base name of each path, followed by a number where two are
 * equal.  @paths is NULL-terminated; free the result with g_strfreev(). */
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
 * Loads on the calling thread and its workers.  The recording collects the problems, so
 * there is no error to return.
 */
void            th_loader_load       (const ThLoader  *loader,
                                      ThRecording     *recording);

G_END_DECLS

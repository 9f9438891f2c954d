/* th-loader.h - from a file to a recording
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

#include "th-bytes.h"
#include "th-recording.h"

G_BEGIN_DECLS

#define TH_LOADER_ERROR (th_loader_error_quark ())
GQuark th_loader_error_quark (void);

typedef enum
{
  TH_LOADER_ERROR_EMPTY,       /* no bytes at all */
  TH_LOADER_ERROR_UNKNOWN,     /* no loader knows this content */
  TH_LOADER_ERROR_UNSUPPORTED, /* known, but not readable by us: says why */
  TH_LOADER_ERROR_DAMAGED,     /* its header cannot be right */
  TH_LOADER_ERROR_NO_EVENTS,   /* sound so far, but there is no event data in it */
  TH_LOADER_ERROR_READ         /* the operating system says no */
} ThLoaderError;

typedef enum
{
  TH_PROBE_NO,
  TH_PROBE_MAYBE, /* no magic number, but it looks like it */
  TH_PROBE_YES
} ThProbe;

/* How much of the beginning a probe may look at. */
#define TH_PROBE_SIZE 4096

/**
 * ThLoader:
 * @id: stable; for tests and settings
 * @name: N_(), for the user
 * @patterns: for the file dialog only, never to detect
 * @probe: whether these first bytes are of this kind
 * @open: reads the header into @recording, which is empty.  The recording's
 *   source keeps a reference on @bytes
 * @load: fills @recording, which this loader has opened; returns when it
 *   ended, th_recording_finish() included.  Call it once, from any thread but
 *   the main one; stop it with th_recording_cancel()
 */
typedef struct
{
  const char         *id;
  const char         *name;
  const char *const  *patterns;

  ThProbe      (*probe) (const guint8  *head,
                         gsize          size);
  gboolean     (*open)  (ThBytes       *bytes,
                         ThRecording   *recording,
                         GError       **error);
  void         (*load)  (ThRecording   *recording);
} ThLoader;

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

/* For loaders, at the end of a load: what went wrong with the bytes. */
void            th_loader_note_bytes (ThRecording     *recording,
                                      ThBytes         *bytes);

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

/* How many workers a load uses: min (cores, 8), or what was set (0: default). */
void            th_loader_set_n_threads (guint n_threads);
guint           th_loader_get_n_threads (void);

/* At so many bytes of columns a load stops and keeps what it has: a quarter of
 * the machine's memory, or what was set (0: default). */
void            th_loader_set_memory_limit (gsize bytes);
gsize           th_loader_get_memory_limit (void);

/**
 * ThLoaderNotes:
 * @TH_LOADER_NOTES_LOST: losses and throttling, which are gaps besides
 * @TH_LOADER_NOTES_TASKS: tasks that begin, end, or get a name
 * @TH_LOADER_NOTES_MMAPS: files that processes map
 *
 * What perf.data notes beside its samples.  It serves names, processes and gaps
 * in any case; in a recording opened from now on it is events as well if asked for.
 */
typedef enum
{
  TH_LOADER_NOTES_LOST  = 1 << 0,
  TH_LOADER_NOTES_TASKS = 1 << 1,
  TH_LOADER_NOTES_MMAPS = 1 << 2
} ThLoaderNotes;

void            th_loader_set_notes  (ThLoaderNotes notes);
ThLoaderNotes   th_loader_get_notes  (void);

G_END_DECLS

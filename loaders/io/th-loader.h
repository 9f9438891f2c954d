/* th-loader.h - the contract of a loader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One loader reads one kind of file.  th-loaders.h finds the loader for a file
 * and calls it; th-load-options.h holds what the user set for all of them.
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

/* Whether bytes are missing that the file may well have: it is not the file that is
 * truncated. */
gboolean        th_loader_is_cut_by_us (ThProblemKind  kind);
/* At the end of a load: adds what went wrong with the bytes to the problems. */
void            th_loader_note_bytes (ThRecording     *recording,
                                      ThBytes         *bytes);

G_END_DECLS

/* th-loader.h - the contract of a loader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A loader reads one kind of file.  th-loaders.h finds the loader for a file and calls it;
 * th-load-options.h holds the settings of all loads.
 *
 * A file that cannot be read at all causes a GError of the domain TH_LOADER_ERROR.  Its
 * message is translated and tells the user what is wrong, where in the file, and what to
 * do.  If a part of the file could be read, the recording's problems say what is missing.
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
  TH_LOADER_ERROR_UNSUPPORTED, /* a known format that we cannot read; the message says why */
  TH_LOADER_ERROR_DAMAGED,     /* its header is invalid */
  TH_LOADER_ERROR_NO_EVENTS,   /* valid, but without event data */
  TH_LOADER_ERROR_READ         /* an I/O error */
} ThLoaderError;

typedef enum
{
  TH_PROBE_NO,
  TH_PROBE_MAYBE, /* it has no magic number, but looks like this kind */
  TH_PROBE_YES
} ThProbe;

/* How much of the beginning a probe may look at. */
#define TH_PROBE_SIZE 4096

/**
 * ThLoader:
 * @id: stable; for tests and settings
 * @name: N_(), for the user
 * @patterns: for the file dialog only, never to detect
 * @probe: whether the first bytes of a file are of this kind
 * @open: reads the header into @recording, which is empty.  The recording's
 *   source keeps a reference on @bytes
 * @load: fills @recording, which this loader has opened, and returns after
 *   th_recording_finish().  Call it once, from any thread but the main one;
 *   th_recording_cancel() stops it
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

/* Whether a problem means that we stopped reading early, rather than that the file is
 * truncated. */
gboolean        th_loader_is_cut_by_us (ThProblemKind  kind);
/* When the columns of a recording reach this many bytes, the load stops: the limit of
 * th-load-options.h if one is set.  Otherwise it is a quarter of the machine's memory, and
 * for a file at most 128 MiB plus 16 times its size, packed.  An event takes 12 to 14 bytes
 * of columns, and real files have at most four times as many columns as packed bytes; but
 * 3.4 MB of gzip can hold 40 million short lines, which would take 500 MB. */
gsize           th_loader_get_memory_limit (ThBytes   *bytes);
/* The same without regard to the user's limit. */
gsize           th_loader_get_usual_memory_limit (ThBytes *bytes);
/* At the end of a load, adds the I/O errors of the bytes to the problems. */
void            th_loader_note_bytes (ThRecording     *recording,
                                      ThBytes         *bytes);

G_END_DECLS

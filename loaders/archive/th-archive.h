/* th-archive.h - a review as one file: NAME.review.tar.zst
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A tar archive (GNU or pax), compressed with zstd, of one folder NAME.review with these files, in
 * this order and sorted by name:
 *   review.json         the manifest (th-review.h)
 *   .gitattributes
 *   notes/NAME.jsonl    up to TH_NOTE_MAX_FILE bytes each
 *   sessions/NAME.thresher   up to TH_SHARED_SESSION_MAX_BYTES each
 *   recordings/NAME
 * The same contents make the same archive: owners, times and permissions of the files are not kept.
 *
 * An archive is untrusted.  One with anything but files and folders, with an absolute path or a
 * "..", with a name twice, or with more or larger members than allowed, is refused as a whole.
 * Other files than those above are skipped.  Whatever goes wrong, nothing is left behind.
 *
 * Functions block on the disk: call them on a worker.
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

#define TH_ARCHIVE_SUFFIX ".review.tar.zst"
#define TH_ARCHIVE_MAX_BYTES (G_GUINT64_CONSTANT (64) << 30) /* unpacked, unless raised */
#define TH_ARCHIVE_MAX_MEMBERS 4096u

#define TH_ARCHIVE_ERROR (th_archive_error_quark ())
GQuark th_archive_error_quark (void);

/* The messages are translated and say what to do. */
typedef enum
{
  TH_ARCHIVE_ERROR_DAMAGED,   /* no archive of a review, or an unreadable one */
  TH_ARCHIVE_ERROR_REFUSED,   /* it has something that no review has */
  TH_ARCHIVE_ERROR_TOO_LARGE, /* it has more than the limit */
  TH_ARCHIVE_ERROR_NO_ROOM,   /* the disk has not enough room */
  TH_ARCHIVE_ERROR_EXISTS,    /* the folder exists already */
  TH_ARCHIVE_ERROR_FILE       /* an I/O error */
} ThArchiveError;

/* Called about once per MiB with bytes of @total; return FALSE to cancel. */
typedef gboolean (*ThArchiveProgress) (guint64  done,
                                       guint64  total,
                                       gpointer data);

/* --- packing ------------------------------------------------------------ */

typedef enum
{
  TH_ARCHIVE_MANIFEST,
  TH_ARCHIVE_ATTRIBUTES,
  TH_ARCHIVE_NOTES,
  TH_ARCHIVE_SESSION,
  TH_ARCHIVE_RECORDING,
  TH_ARCHIVE_N_KINDS
} ThArchiveKind;

typedef enum
{
  TH_ARCHIVE_KEPT,     /* @path goes in */
  TH_ARCHIVE_REPLACED, /* @replacement goes in */
  TH_ARCHIVE_CUT,      /* so does it; it is a part of the recording, and the manifest says so */
  TH_ARCHIVE_LEFT_OUT, /* nothing does; only a recording can be left out */
  TH_ARCHIVE_FAILED    /* @error is set, or it was cancelled */
} ThArchiveReplaced;

/* Called for each file on its way into the archive, recordings first; the caller may write another
 * one to @replacement, which does not exist yet and is deleted afterwards.  A session arrives here
 * with the places and keys that its recordings have in the archive. */
typedef ThArchiveReplaced (*ThArchiveReplace) (ThArchiveKind   kind,
                                               const char     *path,
                                               const char     *replacement,
                                               gpointer        data,
                                               GError        **error);

/**
 * ThArchivePacking:
 * @replace, @progress: (nullable): see above; @data is their last argument
 * @n_files, @n_bytes: out: what the archive has, before compression
 * @left_out: out: (element-type filename): the recordings that are missing, unreadable or changed,
 *   or that @replace left out; the manifest names them, so that they can be found elsewhere.  Free
 *   with th_archive_packing_clear().
 */
typedef struct
{
  ThArchiveReplace  replace;
  ThArchiveProgress progress;
  gpointer          data;
  guint             n_files;
  guint64           n_bytes;
  GPtrArray        *left_out;
} ThArchivePacking;

/* Writes @review with its recordings, wherever they are, to the file @target, which is replaced
 * once the archive is complete.  FALSE without an error if it was cancelled. */
gboolean th_archive_pack          (const ThReview    *review,
                                   const char        *target,
                                   ThArchivePacking  *packing,
                                   GError           **error);
void     th_archive_packing_clear (ThArchivePacking  *packing);

/* --- unpacking ---------------------------------------------------------- */

/**
 * ThArchiveUnpacking:
 * @max_bytes: refuse archives with more; 0: TH_ARCHIVE_MAX_BYTES
 * @without_recordings: leaves those out
 * @progress: (nullable): counts bytes of the archive
 * @n_files, @n_bytes: out: what was unpacked
 * @n_skipped: out: files that do not belong to a review
 */
typedef struct
{
  guint64           max_bytes;
  gboolean          without_recordings;
  ThArchiveProgress progress;
  gpointer          data;
  guint             n_files;
  guint64           n_bytes;
  guint             n_skipped;
} ThArchiveUnpacking;

/* The name of the folder that @path is usually unpacked to: "slow.review".  Free with g_free(). */
char    *th_archive_make_name     (const char          *path);
/* Unpacks @path as the folder @folder, which must not exist.  FALSE without an error if it was
 * cancelled. */
gboolean th_archive_unpack        (const char          *path,
                                   const char          *folder,
                                   ThArchiveUnpacking  *unpacking,
                                   GError             **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThArchivePacking, th_archive_packing_clear)

G_END_DECLS

/* th-unpack.h - unpacks the wrappers of a recording, piece by piece
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Formats: RFC 1952 (gzip), the .xz file format 1.1, RFC 8878 (zstd).  As in the programs
 * of those names, consecutive members or frames form one stream, and zeros may follow the
 * last one.
 *
 * atrace -z: output of the command, the line “TRACE:” and a zlib stream (RFC 1950).  Only
 * the contents of the stream are kept.  UTF-16, which Windows shells write when they
 * redirect: either byte order, recognized by the byte-order mark or by ASCII characters at
 * the beginning, and converted to UTF-8.
 *
 * Memory: at most 256 MiB for xz, a window of 128 MiB for zstd; a stream that needs more
 * counts as damaged.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_WRAPPER_NONE,
  TH_WRAPPER_GZIP,
  TH_WRAPPER_XZ,
  TH_WRAPPER_ZSTD,
  TH_WRAPPER_ATRACE,
  TH_WRAPPER_UTF16_LE,
  TH_WRAPPER_UTF16_BE
} ThWrapper;

/* Recognizes a wrapper by the first bytes of a file; give some thousand if there are. */
ThWrapper   th_wrapper_probe    (const guint8    *head,
                                 gsize            size);
/* "gzip" */
const char *th_wrapper_get_name (ThWrapper        self);

typedef struct _ThUnpack ThUnpack;

ThUnpack   *th_unpack_new       (ThWrapper        wrapper);
void        th_unpack_free      (ThUnpack        *self);

/**
 * th_unpack_run:
 * @in: (inout): the next packed bytes; advanced past those that were used
 * @out: receives unpacked bytes
 * @n_out: (inout): the room in @out, then the number of bytes written
 *
 * Unpacks until @in is used up or @out is full.
 *
 * Returns: %FALSE if the next bytes are damaged; those in @out are good
 */
gboolean    th_unpack_run       (ThUnpack        *self,
                                 const guint8   **in,
                                 gsize           *n_in,
                                 guint8          *out,
                                 gsize           *n_out);
/* Whether the packed bytes may end here. */
gboolean    th_unpack_is_whole  (const ThUnpack  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThUnpack, th_unpack_free)

G_END_DECLS

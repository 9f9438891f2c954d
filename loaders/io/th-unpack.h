/* th-unpack.h - what a recording may be wrapped in, piece by piece
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Formats: RFC 1952 (gzip), the .xz file format 1.1, RFC 8878 (zstd).  Members
 * and frames one after the other are one stream, as the programs of those
 * names have it; so is padding with zeros behind the last.
 *
 * atrace -z: what the command says, the line “TRACE:”, and a zlib stream (RFC
 * 1950); what is around the stream is left out.  UTF-16, as shells of Windows
 * write what they redirect: either byte order, told by its mark or, without one,
 * by ASCII at the beginning; it comes out as UTF-8.
 *
 * Memory: at most 256 MiB for xz, a window of 128 MiB for zstd; what asks for
 * more counts as damaged.
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

/* From the first bytes of a file, some thousand if there are. */
ThWrapper   th_wrapper_probe    (const guint8    *head,
                                 gsize            size);
/* "gzip" */
const char *th_wrapper_get_name (ThWrapper        self);

typedef struct _ThUnpack ThUnpack;

ThUnpack   *th_unpack_new       (ThWrapper        wrapper);
void        th_unpack_free      (ThUnpack        *self);

/**
 * th_unpack_run:
 * @in: (inout): what comes next of the packed bytes; moves behind what was used
 * @out: where unpacked bytes go
 * @n_out: (inout): room there; then how many came
 *
 * Goes on until @in is used up and nothing more comes of it, or @out is full.
 * %FALSE: what follows is damaged; what came is good.
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

/* th-session-key.h - the identity of a recording: its content
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording is identified by its content, regardless of location and name: the SHA-256 of its
 * size (8 bytes, little-endian) and of these pieces in this order: the first 64 KiB, the last
 * 64 KiB, and six of 16 KiB between them, evenly spread.  A file of up to 224 KiB is one piece.
 * So at most 224 KiB are read and hashed, about a millisecond, of a file of any size.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThSessionPiece:
 * @offset: of a file, in bytes
 * @length: in bytes
 */
typedef struct
{
  guint64 offset;
  gsize   length;
} ThSessionPiece;

#define TH_SESSION_MAX_PIECES 8u

/* The number of pieces. */
guint      th_session_list_pieces (guint64           size,
                                   ThSessionPiece    pieces[TH_SESSION_MAX_PIECES]);
/* Returns 64 hexadecimal digits; @bytes are those of all pieces, concatenated.  Free with
 * g_free(). */
char      *th_session_make_key    (guint64           size,
                                   const guint8     *bytes,
                                   gsize             n_bytes);

G_END_DECLS

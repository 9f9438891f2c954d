/* th-session-key.c - the identity of a recording: its content
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-key.h"

#define END_PIECE    (64u * 1024)
#define MIDDLE_PIECE (16u * 1024)
#define N_MIDDLE     6u

guint
th_session_list_pieces (guint64        size,
                        ThSessionPiece pieces[TH_SESSION_MAX_PIECES])
{
  guint64 room;

  if (size <= 2 * END_PIECE + N_MIDDLE * MIDDLE_PIECE)
    {
      pieces[0] = (ThSessionPiece) { 0, size };
      return 1;
    }

  pieces[0] = (ThSessionPiece) { 0, END_PIECE };
  pieces[1] = (ThSessionPiece) { size - END_PIECE, END_PIECE };
  /* The gaps before the first and after the last middle piece equal those between two. */
  room = size - 2 * END_PIECE - N_MIDDLE * MIDDLE_PIECE;
  for (guint i = 0; i < N_MIDDLE; i++)
    pieces[2 + i] =
      (ThSessionPiece) { END_PIECE + room / (N_MIDDLE + 1) * (i + 1) + i * MIDDLE_PIECE,
                         MIDDLE_PIECE };

  return 2 + N_MIDDLE;
}

char *
th_session_make_key (guint64       size,
                     const guint8 *bytes,
                     gsize         n_bytes)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint64 little = GUINT64_TO_LE (size);

  g_checksum_update (checksum, (const guchar *) &little, sizeof little);
  g_checksum_update (checksum, bytes, n_bytes);

  return g_strdup (g_checksum_get_string (checksum));
}

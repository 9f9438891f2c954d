/* th-byte-cursor.h - reads numbers and texts of a file's header in sequence
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shared by trace.dat and perf.data: handles both byte orders, and never reads
 * beyond the end.  For one thread.
 */
#pragma once

#include "th-bytes.h"

G_BEGIN_DECLS

static inline guint32
th_bytes_u32 (const guint8 *p,
              gboolean      big_endian)
{
  guint32 v;

  __builtin_memcpy (&v, p, sizeof v);
  return big_endian ? GUINT32_FROM_BE (v) : GUINT32_FROM_LE (v);
}

static inline guint64
th_bytes_u64 (const guint8 *p,
              gboolean      big_endian)
{
  guint64 v;

  __builtin_memcpy (&v, p, sizeof v);
  return big_endian ? GUINT64_FROM_BE (v) : GUINT64_FROM_LE (v);
}

static inline guint16
th_bytes_u16 (const guint8 *p,
              gboolean      big_endian)
{
  guint16 v;

  __builtin_memcpy (&v, p, sizeof v);
  return big_endian ? GUINT16_FROM_BE (v) : GUINT16_FROM_LE (v);
}

/* Reads numbers in sequence; after the first one beyond @end, everything reads as 0 and
 * @failed stays set. */
typedef struct
{
  ThBytes *bytes; /* borrowed */
  guint64  pos;
  guint64  end;
  gboolean big_endian;
  gboolean failed;
} ThByteCursor;

void          th_byte_cursor_read (ThByteCursor *self,
                                   void         *buffer,
                                   gsize         size);
void          th_byte_cursor_skip (ThByteCursor *self,
                                   guint64       size);
guint64       th_byte_cursor_uint (ThByteCursor *self,
                                   guint         size);
/* Returns a NUL-terminated copy, or NULL; free with g_free(). */
char         *th_byte_cursor_dup  (ThByteCursor *self,
                                   guint64       size);
/* Reads up to and including the next NUL, at most @max bytes; or returns NULL. */
char         *th_byte_cursor_text (ThByteCursor *self,
                                   gsize         max);

G_END_DECLS

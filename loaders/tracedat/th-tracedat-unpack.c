/* th-tracedat-unpack.c - unpacks zlib and zstd
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <zlib.h>
#include <zstd.h>

#include "th-aligned.h"
#include "th-tracedat-unpack.h"

struct _ThTdUnpacker
{
  ThTdCompression compression;
  ZSTD_DCtx      *zstd;
};

ThTdUnpacker *
th_td_unpacker_new (ThTdCompression compression)
{
  ThTdUnpacker *self = g_new0 (ThTdUnpacker, 1);

  self->compression = compression;
  if (compression == TH_TD_ZSTD)
    self->zstd = ZSTD_createDCtx ();
  return self;
}

void
th_td_unpacker_free (ThTdUnpacker *self)
{
  if (self == NULL)
    return;

  ZSTD_freeDCtx (self->zstd);
  g_free (self);
}

static gssize
unpack_zlib (const guint8 *packed,
             gsize         packed_size,
             guint8       *raw,
             gsize         raw_size)
{
  uLongf size = raw_size;

  return uncompress (raw, &size, packed, packed_size) == Z_OK ? (gssize) size : -1;
}

static gssize
unpack_zstd (ZSTD_DCtx    *context,
             const guint8 *packed,
             gsize         packed_size,
             guint8       *raw,
             gsize         raw_size)
{
  gsize size = context != NULL ? ZSTD_decompressDCtx (context, raw, raw_size, packed, packed_size)
                               : (gsize) -1;

  return ZSTD_isError (size) ? -1 : (gssize) size;
}

gssize
th_td_unpacker_run (ThTdUnpacker *self,
                    const guint8 *packed,
                    gsize         packed_size,
                    guint8       *raw,
                    gsize         raw_size)
{
  switch (self->compression)
    {
    case TH_TD_ZLIB:
      return unpack_zlib (packed, packed_size, raw, raw_size);
    case TH_TD_ZSTD:
      return unpack_zstd (self->zstd, packed, packed_size, raw, raw_size);
    case TH_TD_NONE:
    case TH_TD_UNKNOWN:
    default:
      return -1;
    }
}

static gboolean
peek_zlib (const guint8 *packed,
           gsize         packed_size,
           guint8       *raw,
           gsize         size)
{
  z_stream stream = { .next_in = (Bytef *) packed, .avail_in = packed_size, .next_out = raw,
                      .avail_out = size };

  if (inflateInit (&stream) != Z_OK)
    return FALSE;

  inflate (&stream, Z_SYNC_FLUSH);
  inflateEnd (&stream);
  return stream.avail_out == 0;
}

static gboolean
peek_zstd (ZSTD_DCtx    *context,
           const guint8 *packed,
           gsize         packed_size,
           guint8       *raw,
           gsize         size)
{
  ZSTD_inBuffer in = { packed, packed_size, 0 };
  ZSTD_outBuffer out = { raw, size, 0 };
  gsize result;

  ZSTD_DCtx_reset (context, ZSTD_reset_session_only);
  do
    {
      gsize before = in.pos;

      result = ZSTD_decompressStream (context, &out, &in);
      if (ZSTD_isError (result) || (in.pos == before && out.pos < size))
        break;
    }
  while (out.pos < size && in.pos < in.size);
  ZSTD_DCtx_reset (context, ZSTD_reset_session_only);
  return out.pos == size;
}

gboolean
th_td_unpacker_peek (ThTdUnpacker *self,
                     const guint8 *packed,
                     gsize         packed_size,
                     guint8       *raw,
                     gsize         size)
{
  if (self->compression == TH_TD_ZLIB)
    return peek_zlib (packed, packed_size, raw, size);
  return self->zstd != NULL && peek_zstd (self->zstd, packed, packed_size, raw, size);
}

gboolean
th_td_reserve (guint8 **buffer,
               gsize   *capacity,
               gsize    size)
{
  if (size <= *capacity)
    return TRUE;

  g_free (*buffer);
  *buffer = th_aligned_try_alloc (size);
  *capacity = *buffer != NULL ? size : 0;
  return *buffer != NULL;
}

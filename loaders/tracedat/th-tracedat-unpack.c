/* th-tracedat-unpack.c - zlib and zstd
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <zlib.h>
#include <zstd.h>

#include "th-tracedat.h"

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
  gsize size = context != NULL ? ZSTD_decompressDCtx (context, raw, raw_size, packed, packed_size) : (gsize) -1;

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

/* th-unpack.c - gzip, xz and zstd, piece by piece
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "th-unpack.h"

#define MAX_XZ_MEMORY (256u << 20)
#define MAX_ZSTD_WINDOW 27
#define MAX_STEP (1u << 30) /* zlib counts in 32 bits */

struct _ThUnpack
{
  ThWrapper     wrapper;
  gboolean      whole;   /* a member has just ended */
  gboolean      padding; /* nothing but zeros may follow */
  z_stream      gzip;
  lzma_stream   xz;
  ZSTD_DStream *zstd;
};

/* One step of a library: FALSE where it says that the bytes are damaged. */
typedef gboolean (*Step) (ThUnpack      *self,
                          const guint8 **in,
                          gsize         *n_in,
                          guint8       **out,
                          gsize         *n_out);

/* --- which one --------------------------------------------------------- */

ThWrapper
th_wrapper_probe (const guint8 *head,
                  gsize         size)
{
  /* A deflated stream, without a reserved flag. */
  if (size >= TH_WRAPPER_HEAD && memcmp (head, "\x1f\x8b\x08", 3) == 0 && (head[3] & 0xe0) == 0)
    return TH_WRAPPER_GZIP;
  if (size >= 6 && memcmp (head, "\xfd" "7zXZ", 6) == 0)
    return TH_WRAPPER_XZ;
  /* A frame, or one to be skipped, which pzstd begins with. */
  if (size >= 4 && (memcmp (head, "\x28\xb5\x2f\xfd", 4) == 0 ||
                    ((head[0] & 0xf0) == 0x50 && memcmp (head + 1, "\x2a\x4d\x18", 3) == 0)))
    return TH_WRAPPER_ZSTD;
  return TH_WRAPPER_NONE;
}

const char *
th_wrapper_get_name (ThWrapper self)
{
  static const char *const names[] = { "", "gzip", "xz", "zstd" };

  return names[self];
}

/* --- gzip -------------------------------------------------------------- */

static gboolean
gzip_step (ThUnpack      *self,
           const guint8 **in,
           gsize         *n_in,
           guint8       **out,
           gsize         *n_out)
{
  guint given_in = MIN (*n_in, MAX_STEP), given_out = MIN (*n_out, MAX_STEP);
  int result;

  if (self->whole && given_in > 0)
    {
      self->padding |= **in == 0;
      if (self->padding)
        {
          gboolean zero = **in == 0;

          *in += zero;
          *n_in -= zero;
          return zero;
        }
      inflateReset (&self->gzip);
      self->whole = FALSE;
    }

  self->gzip.next_in = (Bytef *) *in;
  self->gzip.avail_in = given_in;
  self->gzip.next_out = *out;
  self->gzip.avail_out = given_out;
  result = inflate (&self->gzip, Z_NO_FLUSH);
  *in += given_in - self->gzip.avail_in;
  *n_in -= given_in - self->gzip.avail_in;
  *out += given_out - self->gzip.avail_out;
  *n_out -= given_out - self->gzip.avail_out;
  self->whole = result == Z_STREAM_END;
  return result == Z_OK || result == Z_BUF_ERROR || result == Z_STREAM_END;
}

/* --- xz ---------------------------------------------------------------- */

static gboolean
xz_step (ThUnpack      *self,
         const guint8 **in,
         gsize         *n_in,
         guint8       **out,
         gsize         *n_out)
{
  lzma_ret result;

  if (self->whole && *n_in > 0)
    {
      /* Padding comes in fours; a file that breaks the rule is still read. */
      if (**in == 0)
        {
          (*in)++;
          (*n_in)--;
          return TRUE;
        }
      if (lzma_stream_decoder (&self->xz, MAX_XZ_MEMORY, 0) != LZMA_OK)
        return FALSE;
      self->whole = FALSE;
    }

  self->xz.next_in = *in;
  self->xz.avail_in = *n_in;
  self->xz.next_out = *out;
  self->xz.avail_out = *n_out;
  result = lzma_code (&self->xz, LZMA_RUN);
  *in = self->xz.next_in;
  *n_in = self->xz.avail_in;
  *out = self->xz.next_out;
  *n_out = self->xz.avail_out;
  self->whole = result == LZMA_STREAM_END;
  return result == LZMA_OK || result == LZMA_BUF_ERROR || result == LZMA_STREAM_END;
}

/* --- zstd -------------------------------------------------------------- */

static gboolean
zstd_step (ThUnpack      *self,
           const guint8 **in,
           gsize         *n_in,
           guint8       **out,
           gsize         *n_out)
{
  ZSTD_inBuffer from = { *in, *n_in, 0 };
  ZSTD_outBuffer to = { *out, *n_out, 0 };
  gsize result;

  if (*n_in > 0 && self->whole && (**in == 0 || self->padding))
    {
      self->padding = TRUE;
      if (**in != 0)
        return FALSE;
      (*in)++;
      (*n_in)--;
      return TRUE;
    }

  result = ZSTD_decompressStream (self->zstd, &to, &from);
  *in += from.pos;
  *n_in -= from.pos;
  *out += to.pos;
  *n_out -= to.pos;
  self->whole = result == 0;
  return !ZSTD_isError (result);
}

/* --- all --------------------------------------------------------------- */

ThUnpack *
th_unpack_new (ThWrapper wrapper)
{
  g_autoptr(ThUnpack) self = g_new0 (ThUnpack, 1);

  self->wrapper = wrapper;
  switch (wrapper)
    {
    case TH_WRAPPER_GZIP:
      return inflateInit2 (&self->gzip, MAX_WBITS + 16) == Z_OK ? g_steal_pointer (&self) : NULL;

    case TH_WRAPPER_XZ:
      return lzma_stream_decoder (&self->xz, MAX_XZ_MEMORY, 0) == LZMA_OK ? g_steal_pointer (&self) : NULL;

    case TH_WRAPPER_ZSTD:
      self->zstd = ZSTD_createDStream ();
      if (self->zstd != NULL)
        ZSTD_DCtx_setParameter (self->zstd, ZSTD_d_windowLogMax, MAX_ZSTD_WINDOW);
      return self->zstd != NULL ? g_steal_pointer (&self) : NULL;

    case TH_WRAPPER_NONE:
    default:
      g_return_val_if_reached (NULL);
    }
}

void
th_unpack_free (ThUnpack *self)
{
  if (self->wrapper == TH_WRAPPER_GZIP)
    inflateEnd (&self->gzip);
  if (self->wrapper == TH_WRAPPER_XZ)
    lzma_end (&self->xz);
  ZSTD_freeDStream (self->zstd);
  g_free (self);
}

gboolean
th_unpack_run (ThUnpack      *self,
               const guint8 **in,
               gsize         *n_in,
               guint8        *out,
               gsize         *n_out)
{
  static const Step steps[] = { NULL, gzip_step, xz_step, zstd_step };
  gsize room = *n_out, left = room;
  gboolean good = TRUE;

  /* Behind the last member the libraries must not be asked again. */
  while (good && left > 0 && !(self->whole && *n_in == 0))
    {
      gsize n_before = *n_in, left_before = left;

      good = steps[self->wrapper] (self, in, n_in, &out, &left);
      if (*n_in == n_before && left == left_before)
        break;
    }

  *n_out = room - left;
  return good;
}

gboolean
th_unpack_is_whole (const ThUnpack *self)
{
  return self->whole;
}

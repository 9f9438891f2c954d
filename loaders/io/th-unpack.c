/* th-unpack.c - unpacks the wrappers of a recording, piece by piece
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
#define GZIP_HEADER 10
#define ATRACE_LINE "TRACE:\n"
#define ATRACE_LENGTH (sizeof ATRACE_LINE - 1)
#define UTF16_SURE 12       /* number of bytes that are checked if there is no mark */
#define MAX_UTF8 4

struct _ThUnpack
{
  ThWrapper     wrapper;
  gboolean      whole;   /* a member has just ended */
  gboolean      padding; /* only zeros may follow */
  z_stream      gzip;
  lzma_stream   xz;
  ZSTD_DStream *zstd;
  guint         n_matched; /* characters matched of ATRACE_LINE */
  guint8        half[2];   /* an incomplete unit of UTF-16 */
  guint         n_half;
  gunichar      lead;      /* the first unit of a surrogate pair, or 0 */
};

/* Unpacks some bytes with a library; FALSE if they are damaged. */
typedef gboolean (*Step) (ThUnpack      *self,
                  const guint8 **in,
                  gsize         *n_in,
                  guint8       **out,
                  gsize         *n_out);

/* --- recognizing ------------------------------------------------------- */

static gboolean
is_text (const guint8 *text,
         gsize         size)
{
  for (gsize i = 0; i < size; i++)
    if (text[i] < 0x20 && strchr ("\t\r\n", text[i]) == NULL)
      return FALSE;
  return memchr (text, '\0', size) == NULL;
}

/* Recognizes a zlib header after the line: a window of 32 KiB and one of the four levels. */
static gboolean
probe_atrace (const guint8 *head,
              gsize         size)
{
  const guint8 *line = memmem (head, size, ATRACE_LINE, ATRACE_LENGTH);
  const guint8 *stream = line != NULL ? line + ATRACE_LENGTH : NULL;

  return stream != NULL && head + size - stream >= 2 && is_text (head, line - head) &&
         stream[0] == 0x78 && stream[1] != '\0' &&
         strchr ("\x01\x5e\x9c\xda", stream[1]) != NULL;
}

/* Whether every other byte, from @first on, is ASCII text and the others are 0. */
static gboolean
is_wide_ascii (const guint8 *head,
               gsize         size,
               guint         first)
{
  if (size < UTF16_SURE)
    return FALSE;

  for (guint i = 0; i < UTF16_SURE; i++)
    if (i % 2 == first ? head[i] >= 0x7f || !is_text (head + i, 1) : head[i] != 0)
      return FALSE;
  return TRUE;
}

static ThWrapper
probe_utf16 (const guint8 *head,
             gsize         size)
{
  if (size >= 2 && ((head[0] == 0xff && head[1] == 0xfe) || is_wide_ascii (head, size, 0)))
    return TH_WRAPPER_UTF16_LE;
  if (size >= 2 && ((head[0] == 0xfe && head[1] == 0xff) || is_wide_ascii (head, size, 1)))
    return TH_WRAPPER_UTF16_BE;
  return TH_WRAPPER_NONE;
}

ThWrapper
th_wrapper_probe (const guint8 *head,
                  gsize         size)
{
  /* The method must be deflate, and the reserved flags 0. */
  if (size >= GZIP_HEADER && memcmp (head, "\x1f\x8b\x08", 3) == 0 && (head[3] & 0xe0) == 0)
    return TH_WRAPPER_GZIP;
  if (size >= 6 && memcmp (head, "\xfd" "7zXZ", 6) == 0)
    return TH_WRAPPER_XZ;
  /* A frame, or a skippable frame, with which the output of pzstd begins. */
  if (size >= 4 && (memcmp (head, "\x28\xb5\x2f\xfd", 4) == 0 ||
                    ((head[0] & 0xf0) == 0x50 && memcmp (head + 1, "\x2a\x4d\x18", 3) == 0)))
    return TH_WRAPPER_ZSTD;
  return probe_atrace (head, size) ? TH_WRAPPER_ATRACE : probe_utf16 (head, size);
}

const char *
th_wrapper_get_name (ThWrapper self)
{
  static const char *const names[] = { "", "gzip", "xz", "zstd", "atrace -z", "UTF-16", "UTF-16" };

  return names[self];
}

/* --- zlib -------------------------------------------------------------- */

static gboolean
inflate_step (ThUnpack      *self,
              const guint8 **in,
              gsize         *n_in,
              guint8       **out,
              gsize         *n_out)
{
  guint given_in = MIN (*n_in, MAX_STEP), given_out = MIN (*n_out, MAX_STEP);
  int result;

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

static gboolean
gzip_step (ThUnpack      *self,
           const guint8 **in,
           gsize         *n_in,
           guint8       **out,
           gsize         *n_out)
{
  if (self->whole && *n_in > 0)
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

  return inflate_step (self, in, n_in, out, n_out);
}

/* A simple matcher is enough, as ATRACE_LINE has no repeated prefix. */
static void
match_line (ThUnpack *self,
            guint8    byte)
{
  self->n_matched = byte == ATRACE_LINE[self->n_matched] ? self->n_matched + 1
                                                         : byte == ATRACE_LINE[0];
}

static gboolean
atrace_step (ThUnpack      *self,
             const guint8 **in,
             gsize         *n_in,
             guint8       **out,
             gsize         *n_out)
{
  for (; *n_in > 0 && (self->n_matched < ATRACE_LENGTH || self->whole); (*in)++, (*n_in)--)
    if (!self->whole)
      match_line (self, **in);

  return *n_in == 0 || inflate_step (self, in, n_in, out, n_out);
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
      /* Padding must be a multiple of four bytes, but accept any. */
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

/* --- UTF-16 ------------------------------------------------------------ */

static void
put_character (gunichar   character,
               guint8   **out,
               gsize     *n_out)
{
  guint n = g_unichar_to_utf8 (character, (char *) *out);

  *out += n;
  *n_out -= n;
}

/* Writes the character of @unit.  Half of a surrogate pair becomes U+FFFD. */
static void
put_unit (ThUnpack *self,
          gunichar  unit,
          guint8  **out,
          gsize    *n_out)
{
  gboolean is_lead = unit >= 0xd800 && unit < 0xdc00, is_trail = unit >= 0xdc00 && unit < 0xe000;

  if (self->lead != 0 && is_trail)
    put_character (0x10000 + ((self->lead - 0xd800) << 10) + (unit - 0xdc00), out, n_out);
  else if (self->lead != 0 || is_trail)
    put_character (0xfffd, out, n_out);
  if (!is_lead && !is_trail && unit != 0xfeff)
    put_character (unit, out, n_out);
  self->lead = is_lead ? unit : 0;
}

static gboolean
utf16_step (ThUnpack      *self,
            const guint8 **in,
            gsize         *n_in,
            guint8       **out,
            gsize         *n_out)
{
  guint high = self->wrapper == TH_WRAPPER_UTF16_BE ? 0 : 1;

  /* UTF-16 may end anywhere; the text loader notices truncated text. */
  self->whole = TRUE;
  while (*n_in > 0 && *n_out >= 2 * MAX_UTF8)
    {
      self->half[self->n_half++] = *(*in)++;
      (*n_in)--;
      if (self->n_half == 2)
        put_unit (self, self->half[high] << 8 | self->half[!high], out, n_out);
      self->n_half %= 2;
    }
  return TRUE;
}

/* --- all wrappers ------------------------------------------------------ */

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
      return lzma_stream_decoder (&self->xz, MAX_XZ_MEMORY, 0) == LZMA_OK ? g_steal_pointer (&self)
                                                                          : NULL;

    case TH_WRAPPER_ZSTD:
      self->zstd = ZSTD_createDStream ();
      if (self->zstd != NULL)
        ZSTD_DCtx_setParameter (self->zstd, ZSTD_d_windowLogMax, MAX_ZSTD_WINDOW);
      return self->zstd != NULL ? g_steal_pointer (&self) : NULL;

    case TH_WRAPPER_ATRACE:
      return inflateInit (&self->gzip) == Z_OK ? g_steal_pointer (&self) : NULL;

    case TH_WRAPPER_UTF16_LE:
    case TH_WRAPPER_UTF16_BE:
      return g_steal_pointer (&self);

    case TH_WRAPPER_NONE:
    default:
      g_return_val_if_reached (NULL);
    }
}

void
th_unpack_free (ThUnpack *self)
{
  if (self->wrapper == TH_WRAPPER_GZIP || self->wrapper == TH_WRAPPER_ATRACE)
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
  static const Step steps[] = { NULL, gzip_step, xz_step, zstd_step, atrace_step, utf16_step,
                                utf16_step };
  gsize room = *n_out, left = room;
  gboolean good = TRUE;

  /* The libraries must not be called again after the last member. */
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

/* th-perfdata-walk.c - walks the records of a perf.data, including compressed ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Compressed records are pieces of one zstd stream, whose records may cross the boundary
 * of two pieces.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include <zstd.h>

#include "th-aligned.h"
#include "th-perfdata-file.h"
#include "th-perfdata-record.h"
#include "th-perfdata-walk.h"

/* Four of the longest records, and small enough to stay in the processor's cache. */
#define WINDOW (1 << 18)
#define UNPACK_ROOM (1 << 18)
#define LOOK_MS 100

typedef struct
{
  ThPfFile       *file;
  ThPfRecordFunc  func;
  ThPfSamplesFunc samples;
  gpointer        data;

  ZSTD_DStream   *stream;
  guint8         *unpacked;  /* TH_PF_MAX_RECORD + UNPACK_ROOM */
  gsize           n;         /* number of bytes in @unpacked, which begins with a record */
  guint64         base;      /* offset of @unpacked in the spool */
  guint64         out;       /* number of bytes unpacked so far */
  gboolean        broken;    /* the rest of the stream cannot be unpacked */
  gboolean        stopped;   /* by the user: remaining bytes are not a problem */
} Walk;

static void
complain (Walk          *self,
          ThProblemKind  kind,
          guint64        offset)
{
  /* A truncated file was reported when it was opened. */
  if (kind != TH_PROBLEM_TRUNCATED || !self->file->cut)
    th_recording_add_problem (self->file->base.recording, kind, 1, offset, NULL);
}

/* Passes the samples at *@at to the callback for them, and advances *@at.  FALSE ends the walk. */
static inline gboolean
take_samples (Walk         *self,
              const guint8 *records,
              gsize         n,
              gsize        *at,
              guint64       place)
{
  gsize taken;

  if (self->samples == NULL)
    return TRUE;

  taken = self->samples (self->data, records + *at, n - *at, place + *at);
  if (taken == TH_PF_STOP)
    return FALSE;
  *at += taken;
  return TRUE;
}

/* Which problem it is if a record extends past the end of the data.  perf writes the size of the
 * data last, and a pipe has none; without a size, the data may just have been cut. */
static ThProblemKind
past_end (const Walk *self)
{
  return self->file->cut || self->file->pipe ? TH_PROBLEM_TRUNCATED : TH_PROBLEM_BAD_RECORD;
}

/* --- after a damaged record -------------------------------------------- */

#define N_PLAUSIBLE 4

static gboolean
is_plausible (const guint8 *record,
              guint32       size,
              gboolean      big_endian)
{
  guint32 type = th_pf_record_type (record, big_endian);

  return size >= TH_PF_HEADER && size % 8 == 0 &&
         ((type >= 1 && type <= 31) || (type >= 64 && type <= 95));
}

/* A record of the wrong size may have led into the middle of another one.  All records are aligned
 * to 8 bytes, except in a file with compressed ones, which may have any size. */
static gsize
aligned (const Walk *self,
         gsize       at)
{
  return self->file->compressed ? at : at - at % 8;
}

/* Returns the offset of the first of several plausible records in a row after the invalid one at
 * @at, or the end of the window.  Records are aligned to 8 bytes. */
static gsize
find_next (const guint8 *window,
           gsize         n,
           gsize         at,
           gboolean      big_endian)
{
  for (at += 8; at < n; at += 8)
    {
      gsize next = at;
      guint i;

      for (i = 0; i < N_PLAUSIBLE && next < n && n - next >= TH_PF_HEADER; i++)
        {
          guint32 size = th_pf_record_size (window + next, big_endian);

          if (!is_plausible (window + next, size, big_endian))
            break;
          next += size;
        }
      if (i == N_PLAUSIBLE || (i > 0 && next == n))
        return at;
    }
  return MIN (at, n);
}

/* --- compressed -------------------------------------------------------- */

static void
break_off (Walk          *self,
           ThProblemKind  kind,
           guint64        offset)
{
  self->broken = TRUE;
  complain (self, kind, offset);
}

/* Reports that unpacked data cannot be stored; errno is the reason. */
static void
fill_up (Walk    *self,
         guint64  offset)
{
  const ThSpool *spool = self->file->spool;

  self->broken = TRUE;
  th_recording_add_problem (self->file->base.recording, TH_PROBLEM_SPOOL, 1, (gint64) offset,
                            spool != NULL ? th_spool_explain (spool, errno) : g_strerror (errno));
}

static gboolean
prepare (Walk *self)
{
  if (self->stream != NULL)
    return TRUE;

  self->stream = ZSTD_createDStream ();
  self->unpacked = g_try_malloc (TH_PF_MAX_RECORD + UNPACK_ROOM);
  /* perf does not use a larger window. */
  return self->stream != NULL && self->unpacked != NULL &&
         !ZSTD_isError (ZSTD_DCtx_setParameter (self->stream, ZSTD_d_windowLogMax, 27));
}

/* Returns FALSE if the callback ended the walk. */
static gboolean
walk_unpacked (Walk    *self,
               guint64  offset)
{
  gboolean big_endian = self->file->big_endian;
  gsize at = 0;

  while (TRUE)
    {
      const guint8 *record;
      guint32 size;

      if (!take_samples (self, self->unpacked, self->n, &at, TH_PF_SPOOLED + self->base))
        return FALSE;
      if (self->n - at < TH_PF_HEADER)
        break;
      record = self->unpacked + at;
      size = th_pf_record_size (record, big_endian);
      if (size < TH_PF_HEADER)
        {
          complain (self, TH_PROBLEM_BAD_RECORD, offset);
          at = find_next (self->unpacked, self->n, at, big_endian);
          continue;
        }
      if (size > self->n - at)
        break;
      if (!self->func (self->data, record, size, TH_PF_SPOOLED + self->base + at))
        return FALSE;
      at += size;
    }

  memmove (self->unpacked, self->unpacked + at, self->n - at);
  self->n -= at;
  self->base += at;
  return TRUE;
}

static gboolean
unpack (Walk         *self,
        const guint8 *packed,
        gsize         size,
        guint64       offset)
{
  ZSTD_inBuffer in = { packed, size, 0 };
  gboolean full = TRUE;

  if (self->broken)
    return TRUE;
  if (self->file->spool == NULL && (self->file->spool = th_spool_new ()) == NULL)
    {
      fill_up (self, offset);
      return TRUE;
    }
  if (!prepare (self))
    {
      break_off (self, TH_PROBLEM_MEMORY, offset);
      return TRUE;
    }

  /* If the output buffer is full, there may be more output even without more input. */
  while ((in.pos < in.size || full) && !self->broken)
    {
      ZSTD_outBuffer out = { self->unpacked + self->n, UNPACK_ROOM, 0 };
      gsize before = in.pos;

      if (ZSTD_isError (ZSTD_decompressStream (self->stream, &out, &in)))
        {
          break_off (self, TH_PROBLEM_BAD_CHUNK, offset);
          return TRUE;
        }
      full = out.pos == out.size;
      self->out += out.pos;
      if (self->out > th_bytes_get_unpack_bound (self->file->base.bytes))
        break_off (self, TH_PROBLEM_EXPANSION, offset);
      else if (!th_spool_write (self->file->spool, self->unpacked + self->n, out.pos))
        fill_up (self, offset);
      else
        {
          self->n += out.pos;
          if (!walk_unpacked (self, offset))
            return FALSE;
        }
      if (in.pos == before && out.pos == 0)
        break;
    }
  return TRUE;
}

/* --- plain ------------------------------------------------------------- */

/* Returns the number of bytes of data that follow the record. */
static guint64
appendix (const guint8 *record,
          guint32       type,
          guint32       size,
          gboolean      big_endian)
{
  if (type == TH_PF_TRACING_DATA && size >= 12)
    return ((guint64) th_bytes_u32 (record + 8, big_endian) + 7) & ~(guint64) 7;
  if (type == TH_PF_AUXTRACE && size >= 16)
    return th_bytes_u64 (record + 8, big_endian);
  return 0;
}

static gboolean
take (Walk         *self,
      const guint8 *record,
      guint32       type,
      guint32       size,
      guint64       place,
      gboolean      unpacking)
{
  if (unpacking && type == TH_PF_COMPRESSED)
    return unpack (self, record + TH_PF_HEADER, size - TH_PF_HEADER, place);
  if (unpacking && type == TH_PF_COMPRESSED2 && size >= 16)
    return unpack (self, record + 16,
                   MIN (th_bytes_u64 (record + 8, self->file->big_endian), size - 16u), place);

  return self->func (self->data, record, size, place);
}

/* Returns the number of bytes walked; 0 if there is no complete record, G_MAXUINT64 if the
 * walk has ended. */
static guint64
walk_window (Walk         *self,
             const guint8 *window,
             gsize         n,
             guint64       offset,
             guint64       end,
             gboolean      unpacking)
{
  gboolean big_endian = self->file->big_endian;
  gsize at = 0;

  while (at < n)
    {
      const guint8 *record;
      guint32 type, size;
      guint64 more;

      if (!take_samples (self, window, n, &at, offset))
        return G_MAXUINT64;
      if (n - at < TH_PF_HEADER)
        break;
      record = window + at;
      type = th_pf_record_type (record, big_endian);
      size = th_pf_record_size (record, big_endian);
      if (size < TH_PF_HEADER ||
          (size > end - offset - at && past_end (self) == TH_PROBLEM_BAD_RECORD))
        {
          complain (self, TH_PROBLEM_BAD_RECORD, offset + at);
          at = find_next (window, n, aligned (self, at), big_endian);
          continue;
        }
      if (size > n - at)
        break;
      if (!take (self, record, type, size, offset + at, unpacking))
        return G_MAXUINT64;
      at += size;
      more = appendix (record, type, size, big_endian);
      if (more > end - offset - at)
        {
          complain (self, past_end (self), offset + at);
          return G_MAXUINT64;
        }
      at += more;
    }
  return at;
}

/* Waits for more input after the @n bytes at @offset, which are not a complete record; FALSE
 * if no more will follow. */
static gboolean
await (Walk    *self,
       guint64  offset,
       gsize    n)
{
  ThBytes *bytes = self->file->base.bytes;

  if (n == WINDOW || !th_bytes_is_growing (bytes))
    return n < WINDOW && th_bytes_get_size (bytes) > offset + n;
  if (!self->func (self->data, NULL, 0, offset) ||
      th_recording_is_cancelled (self->file->base.recording))
    {
      self->stopped = TRUE;
      return FALSE;
    }

  th_bytes_wait (bytes, offset + n + 1, LOOK_MS);
  return TRUE;
}

/* Reports the @n bytes at @offset that remain at the end without a complete record. */
static void
check_end (Walk    *self,
           guint64  offset,
           gssize   n,
           guint64  end)
{
  /* A read error is reported with the bytes. */
  if (n < 0)
    return;
  if (end != TH_PF_UNTIL_END && n == 0)
    complain (self, TH_PROBLEM_CHANGED, offset);
  else if (n > 0 || offset > th_bytes_get_size (self->file->base.bytes))
    complain (self, past_end (self), offset);
}

void
th_pf_walk (ThPfFile       *file,
            guint64         offset,
            guint64         end,
            gboolean        unpacking,
            ThPfRecordFunc  func,
            ThPfSamplesFunc samples,
            gpointer        data)
{
  Walk self = { .file = file, .func = func, .samples = samples, .data = data };
  g_autofree guint8 *window = th_aligned_alloc (WINDOW);
  guint64 came = 0;

  while (offset < end && came != G_MAXUINT64)
    {
      gssize n = th_bytes_read (file->base.bytes, offset, window, MIN (WINDOW, end - offset));

      came = n > 0 ? walk_window (&self, window, n, offset, end, unpacking) : 0;
      if (came == 0 && n >= 0 && end == TH_PF_UNTIL_END && await (&self, offset, n))
        continue;
      if (came == 0 && !self.stopped)
        check_end (&self, offset, n, end);
      if (came == 0 || came == G_MAXUINT64)
        break;
      offset += came;
      th_recording_set_progress (file->base.recording, offset,
                                 end == TH_PF_UNTIL_END
                                 ? th_bytes_guess_total (file->base.bytes) : end);
    }

  if (self.n > 0 && !self.broken && !self.stopped && came != G_MAXUINT64)
    complain (&self, past_end (&self), offset);
  ZSTD_freeDStream (self.stream);
  g_free (self.unpacked);
}

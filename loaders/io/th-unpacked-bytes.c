/* th-unpacked-bytes.c - bytes that a reader thread unpacks from others
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "th-aligned.h"
#include "th-reader-thread.h"
#include "th-unpacked-bytes.h"

#define PIECE (256 * 1024)
#define LOOK_MS 100

typedef struct
{
  ThReaderThread *thread;
  ThBytes        *packed; /* borrowed: the unpacked bytes own it, and stop the thread first */
  ThUnpack       *unpack;
  guint64         at;     /* the next packed byte to be read */
  guint64         used;   /* packed bytes that were unpacked */
  guint8         *in;     /* PIECE packed bytes */
  guint8         *out;    /* PIECE unpacked bytes */
} Unpacker;

static gboolean
fail (Unpacker      *self,
      ThProblemKind  kind,
      const char    *detail)
{
  return th_reader_thread_fail (self->thread, kind, self->used, detail);
}

/* Unpacks the @n bytes in @in. */
static gboolean
unpack_piece (Unpacker *self,
              gsize     n)
{
  const guint8 *at = self->in;
  gsize came;

  do
    {
      gsize before = n;
      guint64 left;
      gboolean good;

      came = PIECE;
      good = th_unpack_run (self->unpack, &at, &n, self->out, &came);
      self->used += before - n;
      th_reader_thread_set_used (self->thread, self->used);
      left = th_bytes_get_unpack_bound (self->packed) - th_reader_thread_get_size (self->thread);
      if (!th_reader_thread_append (self->thread, self->out, MIN (came, left)))
        return th_reader_thread_fail_full (self->thread, self->used);
      if (came > left)
        return fail (self, TH_PROBLEM_EXPANSION, NULL);
      if (!good)
        return fail (self, TH_PROBLEM_BAD_WRAPPER, _("damaged"));
    }
  while ((n > 0 || came == PIECE) && !th_reader_thread_is_stopped (self->thread));
  return TRUE;
}

/* Whether the packed bytes may end here. */
static gboolean
may_end (Unpacker *self)
{
  return th_unpack_is_whole (self->unpack) || th_bytes_is_stopped (self->packed) ||
         th_reader_thread_is_stopped (self->thread);
}

static gboolean
unpack_next (Unpacker *self)
{
  /* Check this before reading: bytes that arrive in between are read the next time. */
  gboolean growing = th_bytes_is_growing (self->packed);
  gssize n;

  if (growing)
    th_bytes_wait (self->packed, self->at + 1, LOOK_MS);
  n = th_bytes_read (self->packed, self->at, self->in, PIECE);
  if (n < 0)
    return fail (self, TH_PROBLEM_READ, g_strerror (errno));
  if (n == 0)
    return growing || may_end (self) ? growing
                                     : fail (self, TH_PROBLEM_BAD_WRAPPER, _("truncated"));

  self->at += n;
  return unpack_piece (self, n);
}

static void
unpack_all (ThReaderThread *thread,
            gpointer        data)
{
  Unpacker *self = data;

  self->thread = thread;
  self->in = th_aligned_alloc (PIECE);
  self->out = th_aligned_alloc (PIECE);
  while (!th_reader_thread_is_stopped (thread) && unpack_next (self))
    continue;
  g_clear_pointer (&self->in, g_free);
  g_clear_pointer (&self->out, g_free);
  /* Otherwise an endless pipe would fill the disk although nobody needs its bytes. */
  th_bytes_abandon (self->packed);
}

static void
unpacker_free (gpointer data)
{
  Unpacker *self = data;

  th_unpack_free (self->unpack);
  g_free (self);
}

ThBytes *
th_unpacked_bytes_new (ThBytes   *packed,
                       ThWrapper  wrapper,
                       GError   **error)
{
  Unpacker *unpacker = g_new0 (Unpacker, 1);
  ThReaderThread *thread;

  unpacker->packed = packed;
  unpacker->unpack = th_unpack_new (wrapper);
  thread = th_reader_thread_new (unpack_all, unpacker, unpacker_free, error);
  return thread != NULL ? th_bytes_new_growing (thread, packed, wrapper) : NULL;
}

/* th-feed.c - how far a file that is being recorded has been written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-feed.h"

typedef struct
{
  guint64 offset;  /* where it was written */
  guint64 place;   /* where it is now */
  guint64 removed; /* bytes at its begin that are gone */
  guint64 pending; /* size that was set; only for the writer */
  guint64 size;    /* size that was published; under the lock */
} Region;

struct _ThFeed
{
  gint     ref_count; /* atomic */
  guint    n_cpus;
  Region  *regions;

  GRWLock  layout;    /* protects the places of the regions and the bytes there */

  GMutex   lock;      /* protects the rest */
  GCond    changed;
  guint    serial;
  gint64   pending_until;
  gint64   until;
  guint    pending_texts;
  guint    n_texts;
  gboolean closed;
};

ThFeed *
th_feed_new (guint          n_cpus,
             const guint64 *offsets)
{
  ThFeed *self = g_new0 (ThFeed, 1);

  self->ref_count = 1;
  self->n_cpus = n_cpus;
  self->regions = g_new0 (Region, n_cpus);
  for (guint i = 0; i < n_cpus; i++)
    self->regions[i].offset = self->regions[i].place = offsets[i];
  self->until = self->pending_until = G_MININT64;
  g_rw_lock_init (&self->layout);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  return self;
}

ThFeed *
th_feed_ref (ThFeed *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
th_feed_unref (ThFeed *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_rw_lock_clear (&self->layout);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->regions);
  g_free (self);
}

/* --- reading ----------------------------------------------------------- */

guint
th_feed_get_n_cpus (ThFeed *self)
{
  return self->n_cpus;
}

guint64
th_feed_get_offset (ThFeed *self,
                    guint   cpu)
{
  g_return_val_if_fail (cpu < self->n_cpus, 0);

  return self->regions[cpu].offset;
}

guint64
th_feed_get_size (ThFeed *self,
                  guint   cpu)
{
  guint64 size;

  g_return_val_if_fail (cpu < self->n_cpus, 0);

  g_mutex_lock (&self->lock);
  size = self->regions[cpu].size;
  g_mutex_unlock (&self->lock);
  return size;
}

gint64
th_feed_get_until (ThFeed *self)
{
  gint64 until;

  g_mutex_lock (&self->lock);
  until = self->until;
  g_mutex_unlock (&self->lock);
  return until;
}

guint
th_feed_get_n_texts (ThFeed *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_texts;
  g_mutex_unlock (&self->lock);
  return n;
}

gboolean
th_feed_is_closed (ThFeed *self)
{
  gboolean closed;

  g_mutex_lock (&self->lock);
  closed = self->closed;
  g_mutex_unlock (&self->lock);
  return closed;
}

guint
th_feed_wait (ThFeed *self,
              guint   serial,
              gint    timeout_ms)
{
  gint64 end = g_get_monotonic_time () + timeout_ms * (gint64) 1000;

  g_mutex_lock (&self->lock);
  while (self->serial == serial && !self->closed)
    if (timeout_ms < 0)
      g_cond_wait (&self->changed, &self->lock);
    else if (!g_cond_wait_until (&self->changed, &self->lock, end))
      break;
  serial = self->serial;
  g_mutex_unlock (&self->lock);
  return serial;
}

void
th_feed_wake (ThFeed *self)
{
  g_mutex_lock (&self->lock);
  self->serial++;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* --- writing ----------------------------------------------------------- */

void
th_feed_set_size (ThFeed  *self,
                  guint    cpu,
                  guint64  size)
{
  g_return_if_fail (cpu < self->n_cpus);

  self->regions[cpu].pending = size;
}

void
th_feed_set_until (ThFeed *self,
                   gint64  until)
{
  self->pending_until = until;
}

void
th_feed_add_texts (ThFeed *self)
{
  self->pending_texts++;
}

void
th_feed_publish (ThFeed *self)
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->n_cpus; i++)
    self->regions[i].size = self->regions[i].pending;
  self->until = self->pending_until;
  self->n_texts = self->pending_texts;
  self->serial++;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
th_feed_close (ThFeed *self)
{
  g_mutex_lock (&self->lock);
  self->closed = TRUE;
  self->serial++;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* --- places ------------------------------------------------------------ */

/* Returns the last region that begins at or before @offset, or NULL. */
static const Region *
find_region (const ThFeed *self,
             guint64       offset)
{
  guint low = 0, high = self->n_cpus;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->regions[middle].offset <= offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? &self->regions[low - 1] : NULL;
}

guint64
th_feed_lock (ThFeed  *self,
              guint64  offset)
{
  const Region *region = find_region (self, offset);

  g_rw_lock_reader_lock (&self->layout);
  if (region == NULL)
    return offset;
  if (offset - region->offset < region->removed)
    return G_MAXUINT64;
  return offset - region->offset - region->removed + region->place;
}

void
th_feed_unlock (ThFeed *self)
{
  g_rw_lock_reader_unlock (&self->layout);
}

void
th_feed_move (ThFeed        *self,
              const guint64 *offsets,
              const guint64 *removed,
              void         (*move) (gpointer data),
              gpointer       data)
{
  g_rw_lock_writer_lock (&self->layout);
  move (data);
  for (guint i = 0; i < self->n_cpus; i++)
    {
      self->regions[i].place = offsets[i];
      self->regions[i].removed = removed != NULL ? removed[i] : 0;
    }
  g_rw_lock_writer_unlock (&self->layout);
}

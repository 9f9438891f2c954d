/* th-column-cache.c - the slots of the column cache, and which of them is reused
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A hand goes round the slots.  It skips those that are pinned, and those that were used
 * since it came by last.  It stays at the slot that it reused last: unless that is used again or
 * still pinned, that slot is the next to be reused, too.  So a walk over many units reuses
 * a single slot, which stays in the caches of the processor, and leaves all others alone.
 *
 * A load reuses the slots that it has just written, for the same reason, and because clearing
 * the memory of more slots would take as long as the rest of the load.
 */
#include "config.h"

#include <unistd.h>

#include "th-column-slots.h"
#include "th-recording-testing.h"

#define LEAST_USUAL (32u << 20)
#define MEMORY_SHARE 64

static gsize usual_limit_set; /* atomic */

typedef struct
{
  Columns *columns;  /* NULL: a unit keeps them */
  Unit    *unit;     /* NULL: free */
} Slot;

struct _ThColumnCache
{
  ThArena *arena;
  gsize    limit;    /* atomic */
  guint64  n_filled; /* atomic */

  GMutex   lock;
  GCond    filled;
  guint    n_waiting; /* readers that wait for @filled */
  GArray  *slots;    /* Slot */
  GArray  *spare;    /* guint: slots that a writer gave back, unless they have a unit again */
  guint    hand;
};

static gsize
usual_limit (void)
{
  gsize set = __atomic_load_n (&usual_limit_set, __ATOMIC_RELAXED);
  glong pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);

  if (set != 0)
    return set;
  if (pages <= 0 || size <= 0)
    return LEAST_USUAL;

  return MAX ((gsize) pages / MEMORY_SHARE * (gsize) size, LEAST_USUAL);
}

void
th_column_cache_set_usual_limit (gsize bytes)
{
  __atomic_store_n (&usual_limit_set, bytes, __ATOMIC_RELAXED);
}

ThColumnCache *
th_column_cache_new (ThArena *arena)
{
  ThColumnCache *self = g_new0 (ThColumnCache, 1);

  self->arena = arena;
  self->limit = usual_limit ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->filled);
  self->slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->spare = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

void
th_column_cache_free (ThColumnCache *self)
{
  g_array_unref (self->slots);
  g_array_unref (self->spare);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->filled);
  g_free (self);
}

void
th_column_cache_set_limit (ThColumnCache *self,
                           gsize          bytes)
{
  __atomic_store_n (&self->limit, bytes, __ATOMIC_RELAXED);
}

gsize
th_column_cache_get_limit (ThColumnCache *self)
{
  return __atomic_load_n (&self->limit, __ATOMIC_RELAXED);
}

guint64
th_column_cache_get_n_filled (ThColumnCache *self)
{
  return __atomic_load_n (&self->n_filled, __ATOMIC_RELAXED);
}

/* --- slots: all under the lock ----------------------------------------- */

static Slot *
cache_slot (ThColumnCache *self,
            guint          index)
{
  return &g_array_index (self->slots, Slot, index);
}

guint
th_column_cache_get_n_pinned (ThColumnCache *self)
{
  guint n = 0;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->slots->len; i++)
    {
      const Unit *unit = cache_slot (self, i)->unit;

      n += unit != NULL && (__atomic_load_n (&unit->state, __ATOMIC_RELAXED) & UNIT_PINS) != 0;
    }
  g_mutex_unlock (&self->lock);

  return n;
}

/* Takes the slot from its unit, unless that is in use. */
static gboolean
slot_clear (Slot *slot)
{
  guint32 idle = UNIT_RESIDENT, state;

  if (slot->unit == NULL)
    return TRUE;

  state = __atomic_load_n (&slot->unit->state, __ATOMIC_RELAXED);
  if (state == (UNIT_RESIDENT | UNIT_REFERENCED))
    {
      __atomic_fetch_and (&slot->unit->state, ~UNIT_REFERENCED, __ATOMIC_RELAXED);
      return FALSE;
    }
  /* Acquire: the slot must not be overwritten before its last reader has given it back. */
  if (state != UNIT_RESIDENT ||
      !__atomic_compare_exchange_n (&slot->unit->state, &idle, 0, FALSE, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
    return FALSE;

  slot->unit = NULL;
  return TRUE;
}

static gboolean
is_full (ThColumnCache *self)
{
  return self->slots->len >= MAX (th_column_cache_get_limit (self) / columns_size (TH_PLACE_U16X4),
                                  1);
}

static guint
add_slot (ThColumnCache *self)
{
  g_array_append_val (self->slots, ((Slot) { NULL, NULL }));
  return self->slots->len - 1;
}

/* Returns the slot @wanted if it is spare, otherwise the spare slot that was given back last, and
 * G_MAXUINT if there is no spare slot. */
static guint
take_spare (ThColumnCache *self,
            guint          wanted)
{
  for (guint i = self->spare->len; i > 0; i--)
    if (g_array_index (self->spare, guint, i - 1) == wanted)
      {
        g_array_remove_index_fast (self->spare, i - 1);
        if (cache_slot (self, wanted)->unit == NULL)
          return wanted;
      }

  while (self->spare->len > 0)
    {
      guint index = g_array_index (self->spare, guint, self->spare->len - 1);

      g_array_set_size (self->spare, self->spare->len - 1);
      if (cache_slot (self, index)->unit == NULL)
        return index;
    }
  return G_MAXUINT;
}

/* Two rounds, as the first one may only find that all slots were used. */
static guint
find_slot (ThColumnCache *self,
           guint          wanted)
{
  guint n = self->slots->len, spare = take_spare (self, wanted);

  if (spare != G_MAXUINT)
    return spare;
  if (!is_full (self))
    return add_slot (self);

  for (guint i = 0; i < 2 * n; i++)
    {
      if (slot_clear (cache_slot (self, self->hand)))
        return self->hand;
      self->hand = (self->hand + 1) % n;
    }
  return add_slot (self);
}

/* Returns whether the memory of the slot is new. */
static gboolean
give_slot (ThColumnCache *self,
           Unit          *unit,
           guint          wanted)
{
  gboolean is_new;
  Slot *slot;

  unit->slot = find_slot (self, wanted);
  slot = cache_slot (self, unit->slot);
  slot->unit = unit;
  /* Not in huge pages, because a zoom may need few blocks of many slots, and clearing a huge page
   * takes longer than decoding them. */
  is_new = slot->columns == NULL;
  if (is_new)
    slot->columns = th_arena_alloc (self->arena, TH_ARENA_SMALL, columns_size (TH_PLACE_U16X4));
  /* pyramid_prefetch_blocks() reads it without a pin. */
  __atomic_store_n (&unit->columns, slot->columns, __ATOMIC_RELAXED);
  return is_new;
}

/* --- units ------------------------------------------------------------- */

void
th_column_cache_lend (ThColumnCache *self,
                      Unit          *unit,
                      guint          wanted)
{
  g_mutex_lock (&self->lock);
  give_slot (self, unit, wanted);
  __atomic_store_n (&unit->filled, G_MAXUINT64, __ATOMIC_RELAXED);
  __atomic_store_n (&unit->state, UNIT_RESIDENT | 1, __ATOMIC_RELEASE);
  g_mutex_unlock (&self->lock);
}

void
th_column_cache_keep (ThColumnCache *self,
                      Unit          *unit)
{
  g_mutex_lock (&self->lock);
  *cache_slot (self, unit->slot) = (Slot) { NULL, NULL };
  __atomic_fetch_or (&unit->state, UNIT_KEPT, __ATOMIC_RELEASE);
  g_mutex_unlock (&self->lock);
}

void
th_column_cache_return (ThColumnCache *self,
                        Unit          *unit)
{
  __atomic_fetch_sub (&unit->state, 1, __ATOMIC_RELEASE);

  g_mutex_lock (&self->lock);
  if ((__atomic_load_n (&unit->state, __ATOMIC_RELAXED) & UNIT_RESIDENT) &&
      cache_slot (self, unit->slot)->unit == unit && slot_clear (cache_slot (self, unit->slot)))
    g_array_append_val (self->spare, unit->slot);
  g_mutex_unlock (&self->lock);
}

Columns *
th_column_cache_begin (ThColumnCache *self,
                       Unit          *unit,
                       guint          block)
{
  gboolean is_new = FALSE;
  Columns *columns = NULL;
  guint32 state;

  g_mutex_lock (&self->lock);
  while (unit->filling)
    {
      self->n_waiting++;
      g_cond_wait (&self->filled, &self->lock);
      self->n_waiting--;
    }
  state = __atomic_load_n (&unit->state, __ATOMIC_RELAXED);
  if (!(state & (UNIT_RESIDENT | UNIT_KEPT)))
    {
      is_new = give_slot (self, unit, G_MAXUINT);
      __atomic_store_n (&unit->filled, 0, __ATOMIC_RELAXED);
      __atomic_fetch_or (&unit->state, UNIT_RESIDENT, __ATOMIC_RELEASE);
    }
  if (!(state & UNIT_KEPT) && !(unit->filled >> block & 1))
    {
      unit->filling = TRUE;
      columns = unit->columns;
    }
  g_mutex_unlock (&self->lock);

  /* Others need not wait for the kernel. */
  if (is_new)
    th_arena_populate (columns, columns_size (TH_PLACE_U16X4));
  return columns;
}

void
th_column_cache_end (ThColumnCache *self,
                     Unit          *unit,
                     guint64        filled)
{
  __atomic_fetch_add (&self->n_filled, __builtin_popcountll (filled), __ATOMIC_RELAXED);
  g_mutex_lock (&self->lock);
  __atomic_fetch_or (&unit->filled, filled, __ATOMIC_RELEASE);
  unit->filling = FALSE;
  /* A broadcast is a system call even if nobody waits. */
  if (self->n_waiting > 0)
    g_cond_broadcast (&self->filled);
  g_mutex_unlock (&self->lock);
}

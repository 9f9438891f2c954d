/* th-arena.c - memory that is allocated in pieces and freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "th-arena.h"

#define ALIGNMENT 64
#define LARGE_PAGE (2u << 20)
#define SMALL_CHUNK (1u << 20)
#define MAX_CHUNK (64u << 20)
#define MUCH (8u << 20)
/* The kernel clears a whole huge page when it is first touched, which takes longer than it takes to
 * load a small recording.  So the first memory of an arena does without. */
#define WITHOUT_HUGE_PAGES (1u << 20)
/* A dense arena asks for huge pages in mappings of at least this size; only its first one is
 * smaller. */
#define DENSE_CHUNK (2u << 20)

typedef struct
{
  guint8 *base;
  gsize   size;
} Mapping;

typedef struct
{
  guint8 *next;
  gsize   left;
  gsize   chunk_size;  /* of the next mapping; doubles */
} Pool;

struct _ThArena
{
  GMutex  lock;
  GArray *mappings;
  Pool    pools[2];
  gsize   used;
  gboolean is_dense;
};

ThArena *
th_arena_new (void)
{
  ThArena *self = g_new0 (ThArena, 1);

  g_mutex_init (&self->lock);
  self->mappings = g_array_new (FALSE, FALSE, sizeof (Mapping));
  self->pools[TH_ARENA_SMALL].chunk_size = SMALL_CHUNK;
  self->pools[TH_ARENA_LARGE].chunk_size = LARGE_PAGE;

  return self;
}

ThArena *
th_arena_new_dense (void)
{
  ThArena *self = th_arena_new ();

  self->is_dense = TRUE;
  return self;
}

static gpointer
arena_unmap (gpointer data)
{
  ThArena *self = data;

  for (guint i = 0; i < self->mappings->len; i++)
    {
      const Mapping *mapping = &g_array_index (self->mappings, Mapping, i);

      munmap (mapping->base, mapping->size);
    }

  g_array_unref (self->mappings);
  g_mutex_clear (&self->lock);
  g_free (self);

  return NULL;
}

/* Unmapping a GiB takes the kernel 100 ms, during which a window would freeze. */
void
th_arena_free (ThArena *self)
{
  GThread *thread = self->used >= MUCH ? g_thread_try_new ("th-unmap", arena_unmap, self, NULL)
                                       : NULL;

  if (thread != NULL)
    g_thread_unref (thread);
  else
    arena_unmap (self);
}

static gpointer
th_arena_map (ThArena *self,
              gsize    size)
{
  Mapping mapping = { NULL, size };

  mapping.base = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping.base == MAP_FAILED)
    g_error ("Out of address space for %" G_GSIZE_FORMAT " bytes", size);

  g_array_append_val (self->mappings, mapping);
  return mapping.base;
}

/* Adds a mapping; large ones are aligned to huge pages, as only whole aligned ones can
 * be backed by one. */
static void
th_arena_refill (ThArena     *self,
                 ThArenaKind  kind,
                 gsize        size)
{
  Pool *pool = &self->pools[kind];
  gsize chunk = MAX (pool->chunk_size, size);

  if (kind == TH_ARENA_SMALL && !(self->is_dense && chunk >= DENSE_CHUNK))
    {
      pool->next = th_arena_map (self, chunk);
      pool->left = chunk;
    }
  else
    {
      guint8 *base;
      gsize skip;

      chunk = (chunk + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
      base = th_arena_map (self, chunk + LARGE_PAGE);
      skip = (LARGE_PAGE - (gsize) base % LARGE_PAGE) % LARGE_PAGE;
      madvise (base + skip, chunk, MADV_HUGEPAGE);
      pool->next = base + skip;
      pool->left = chunk;
    }

  pool->chunk_size = MIN (pool->chunk_size * 2, MAX_CHUNK);
}

gpointer
th_arena_alloc (ThArena     *self,
                ThArenaKind  kind,
                gsize        size)
{
  Pool *pool;
  gpointer memory;

  size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

  g_mutex_lock (&self->lock);
  if (self->used < WITHOUT_HUGE_PAGES)
    kind = TH_ARENA_SMALL;
  pool = &self->pools[kind];
  if (pool->left < size)
    th_arena_refill (self, kind, size);
  memory = pool->next;
  pool->next += size;
  pool->left -= size;
  self->used += size;
  g_mutex_unlock (&self->lock);

  return memory;
}

void
th_arena_populate (gpointer memory,
                   gsize    size)
{
#ifdef MADV_POPULATE_WRITE
  gsize page = (gsize) sysconf (_SC_PAGESIZE), before = (gsize) memory % page;

  madvise ((guint8 *) memory - before, before + size, MADV_POPULATE_WRITE);
#endif
}

gsize
th_arena_get_used (ThArena *self)
{
  gsize used;

  g_mutex_lock (&self->lock);
  used = self->used;
  g_mutex_unlock (&self->lock);

  return used;
}

/* th-lazy-elf.c - an ELF file that is opened when a symbol of it is first needed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-lazy-elf.h"
#include "th-load-options.h"

struct _ThLazyElf
{
  GMutex        lock;      /* held while the file is being opened */
  gint          is_tried;  /* atomic */
  gint          is_queued; /* atomic */
  gboolean      is_module;
  ThElfRecorded recorded;  /* owns the path; of a module only path and build id are set */
  ThElf        *elf;       /* valid if @is_tried */
};

static void
lazy_elf_clear (gpointer data)
{
  ThLazyElf *self = data;

  g_clear_pointer (&self->elf, th_elf_free);
  g_mutex_clear (&self->lock);
  g_free ((char *) self->recorded.path);
}

ThLazyElf *
th_lazy_elf_new (const ThElfRecorded *recorded)
{
  ThLazyElf *self = g_atomic_rc_box_new0 (ThLazyElf);

  g_mutex_init (&self->lock);
  self->recorded = *recorded;
  self->recorded.path = g_strdup (recorded->path);
  return self;
}

ThLazyElf *
th_lazy_elf_new_module (const char   *path,
                        const guint8 *id,
                        gsize         size)
{
  ThElfRecorded recorded = { .path = path };
  ThLazyElf *self;

  recorded.id_size = MIN (size, sizeof recorded.id);
  memcpy (recorded.id, id, recorded.id_size);
  self = th_lazy_elf_new (&recorded);
  self->is_module = TRUE;
  return self;
}

void
th_lazy_elf_unref (ThLazyElf *self)
{
  g_atomic_rc_box_release_full (self, lazy_elf_clear);
}

/* A module is found by its build id alone. */
static gboolean
can_exist (const ThLazyElf *self)
{
  return !self->is_module || self->recorded.id_size > 0;
}

static void
open_file (ThLazyElf *self)
{
  g_mutex_lock (&self->lock);
  if (!g_atomic_int_get (&self->is_tried))
    self->elf = !can_exist (self) ? NULL : !self->is_module
                ? th_elf_open_recorded (&self->recorded)
                : th_elf_open_module (self->recorded.path, self->recorded.id,
                                      self->recorded.id_size);
  g_atomic_int_set (&self->is_tried, TRUE);
  g_mutex_unlock (&self->lock);
}

static void
open_worker (gpointer data,
             gpointer user_data G_GNUC_UNUSED)
{
  ThLazyElf *self = data;

  open_file (self);
  th_load_options_symbols_came ();
  th_lazy_elf_unref (self);
}

/* One after the other: a tooltip may need several, and the disk is slower than a thread. */
static void
open_later (ThLazyElf *self)
{
  static gsize pool;

  if (!g_atomic_int_compare_and_exchange (&self->is_queued, FALSE, TRUE))
    return;
  if (g_once_init_enter (&pool))
    g_once_init_leave (&pool, (gsize) g_thread_pool_new (open_worker, NULL, 1, FALSE, NULL));
  g_thread_pool_push ((GThreadPool *) pool, g_atomic_rc_box_acquire (self), NULL);
}

const ThElf *
th_lazy_elf_get (ThLazyElf *self)
{
  if (g_atomic_int_get (&self->is_tried))
    return self->elf;

  if (can_exist (self) && th_load_options_get_symbols_later ())
    {
      open_later (self);
      return NULL;
    }

  open_file (self);
  return self->elf;
}

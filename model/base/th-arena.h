/* th-arena.h - the memory of one recording, freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns grow, are read without locks while they grow, and all die together
 * with their recording.  So their memory comes from one arena that only ever
 * hands out and gives everything back at the end.  What is handed out is
 * zeroed, does not move, and costs real memory only where it is touched.
 *
 * Large pages are asked for (madvise, MADV_HUGEPAGE) where #TH_ARENA_LARGE is
 * given: first-touch faults on 4 KiB pages cost more than decoding an event.
 * Small and uncertain needs do without, so that an idle CPU costs pages and
 * not megabytes.
 *
 * Any thread may allocate.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThArena ThArena;

typedef enum
{
  TH_ARENA_SMALL,
  TH_ARENA_LARGE
} ThArenaKind;

ThArena *th_arena_new      (void);
void     th_arena_free     (ThArena     *self);

/* Never fails and never returns memory twice; aborts as g_malloc() does when
 * the machine has no address space left.  Aligned to 64 bytes. */
gpointer th_arena_alloc    (ThArena     *self,
                            ThArenaKind  kind,
                            gsize        size);

/* Bytes handed out so far. */
gsize    th_arena_get_used (ThArena     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThArena, th_arena_free)

G_END_DECLS

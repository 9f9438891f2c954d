/* th-arena.h - the memory of one recording, freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns are read without locks while they grow, and they are all freed together with
 * their recording.  So their memory comes from one arena, which frees everything at the end
 * and nothing before.  Allocated memory is zeroed, does not move, and takes physical memory
 * only where it is touched.
 *
 * With #TH_ARENA_LARGE the arena asks for huge pages (madvise, MADV_HUGEPAGE), since
 * first-touch faults on 4 KiB pages cost more than decoding an event.  Small allocations
 * and those of unknown use do without, so that an idle CPU costs pages and not megabytes.  In a
 * dense arena, nearly all of whose memory is touched, they have huge pages, too.  But the first
 * MiB of any arena does without, since many recordings need no more.
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
ThArena *th_arena_new_dense (void);
void     th_arena_free     (ThArena     *self);

/* Allocates memory aligned to 64 bytes.  Like g_malloc() it never fails, but aborts when no
 * address space is left. */
gpointer th_arena_alloc    (ThArena     *self,
                            ThArenaKind  kind,
                            gsize        size);

/* Touches @size bytes of @memory in one system call, if the kernel has it (since Linux 5.14).  On
 * some virtual machines a page fault takes 14 µs, but populating a page 0.7 µs. */
void     th_arena_populate (gpointer     memory,
                            gsize        size);

/* The number of bytes allocated so far. */
gsize    th_arena_get_used (ThArena     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThArena, th_arena_free)

G_END_DECLS

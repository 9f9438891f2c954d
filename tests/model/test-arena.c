/* test-arena.c - when the memory of an arena gets pages, huge or not
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sys/mman.h>

#include "th-arena.h"

#define HUGE_PAGE (2u << 20)
#define PAGE 4096u

static gboolean
is_resident (const guint8 *memory)
{
  guint8 *page = (guint8 *) ((guintptr) memory & ~(guintptr) (PAGE - 1));
  unsigned char resident = 0;

  g_assert_cmpint (mincore (page, 1, &resident), ==, 0);
  return resident & 1;
}

/* A small recording touches only the memory that it needs. */
static void
test_small (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  guint8 *first = th_arena_alloc (arena, TH_ARENA_LARGE, 16 * PAGE);

  first[0] = 1;
  g_assert_true (is_resident (first));
  g_assert_false (is_resident (first + 8 * PAGE));
}

/* The memory of a large recording begins at a huge page. */
static void
test_large (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  guint8 *memory;

  th_arena_alloc (arena, TH_ARENA_LARGE, 1 << 20);
  memory = th_arena_alloc (arena, TH_ARENA_LARGE, HUGE_PAGE);
  g_assert_cmpuint ((guintptr) memory % HUGE_PAGE, ==, 0);
  g_assert_cmpuint (th_arena_get_used (arena), ==, (1 << 20) + HUGE_PAGE);
}

/* Only what was asked for gets memory; it is zeroed as usual. */
static void
test_populate (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  guint8 *memory = th_arena_alloc (arena, TH_ARENA_SMALL, 32 * PAGE);

  th_arena_populate (memory + PAGE / 2, 4 * PAGE);
  if (!is_resident (memory))
    {
      g_test_skip ("this kernel does not populate memory");
      return;
    }
  for (guint i = 0; i < 5; i++)
    g_assert_true (is_resident (memory + i * PAGE));
  g_assert_false (is_resident (memory + 6 * PAGE));
  g_assert_cmpuint (memory[4 * PAGE], ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/arena/small", test_small);
  g_test_add_func ("/model/arena/large", test_large);
  g_test_add_func ("/model/arena/populate", test_populate);

  return g_test_run ();
}

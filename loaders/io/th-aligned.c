/* th-aligned.c - buffers that begin at a page boundary
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "th-aligned.h"

gpointer
th_aligned_try_alloc (gsize size)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  void *room = NULL;

  /* The alignment of a buffer smaller than a page does not matter. */
  if (size < page)
    return g_try_malloc (size);
  return posix_memalign (&room, page, size) == 0 ? room : NULL;
}

gpointer
th_aligned_alloc (gsize size)
{
  gpointer room = th_aligned_try_alloc (size);

  if (room == NULL && size > 0)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes", size);
  return room;
}

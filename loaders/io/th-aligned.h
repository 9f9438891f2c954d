/* th-aligned.h - buffers that begin at a page boundary
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * malloc() places a large block 16 bytes past a page boundary, and on some processors the
 * kernel copies to that offset at a quarter of its usual speed.  Every buffer that is
 * filled from a file comes from here.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Free with g_free().  A buffer smaller than a page is not aligned. */
gpointer th_aligned_alloc     (gsize size);
/* Returns NULL if there is not enough memory. */
gpointer th_aligned_try_alloc (gsize size);

G_END_DECLS

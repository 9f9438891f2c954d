/* th-pool.h - memory of the syntax trees of a format, freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For one thread.  Allocation aborts like g_malloc().  (A ThArena is for columns, which other
 * threads read while they grow.)
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThPool ThPool;

ThPool  *th_pool_new     (void);
void     th_pool_free    (ThPool     *self);
/* Returns zeroed memory, aligned to 16 bytes. */
gpointer th_pool_alloc   (ThPool     *self,
                          gsize       size);
char    *th_pool_strndup (ThPool     *self,
                          const char *text,
                          gsize       length);
/* The three texts in a row. */
char    *th_pool_concat  (ThPool     *self,
                          const char *first,
                          const char *between,
                          const char *second);

G_END_DECLS

/* th-pool.h - memory that is freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThPool ThPool;

ThPool  *th_pool_new     (void);
void     th_pool_free    (ThPool     *self);
/* Returns zeroed memory. */
gpointer th_pool_alloc   (ThPool     *self,
                          gsize       size);
char    *th_pool_strndup (ThPool     *self,
                          const char *text,
                          gsize       length);
char    *th_pool_concat  (ThPool     *self,
                          const char *first,
                          const char *between,
                          const char *second);

G_END_DECLS

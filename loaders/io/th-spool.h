/* th-spool.h - a file without a name, for what was unpacked or came through a pipe
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It lies in $TMPDIR where that is set, else in the user's cache folder, else
 * in the system's folder for such files; it has no name there, so it goes with
 * us however we end.  It takes at most half of what was free on that disk when
 * it was made.
 *
 * One thread writes; what th_spool_write() has returned from may be read by
 * any thread at any offset.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThSpool ThSpool;

/* NULL where no file can be made; errno is set. */
ThSpool *th_spool_new   (void);
void     th_spool_free  (ThSpool    *self);
/* All of it behind what is there.  FALSE: errno is ENOSPC or EDQUOT where the
 * disk is full, EFBIG at the bound; what was there stays, and what of this
 * there was room for. */
gboolean th_spool_write (ThSpool    *self,
                         const void *data,
                         gsize       size);
/* What errno @code of a write says, for the user: static. */
const char *th_spool_explain (const ThSpool *self,
                              int            code);
guint64  th_spool_get_size (const ThSpool *self);
/* As th_read_at(). */
gssize   th_spool_read  (ThSpool    *self,
                         guint64     offset,
                         void       *buffer,
                         gsize       size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSpool, th_spool_free)

G_END_DECLS

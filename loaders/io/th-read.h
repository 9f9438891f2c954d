/* th-read.h - reading at an offset of a file, and what could not be read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An error of the disk must not look like the end of a file or like damage in
 * it.  Who reads tells its own error where it can; th_read_get_n_failed() counts
 * all of them, for whoever ends by saying whether everything was read.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Up to @size bytes at @offset of @fd, fewer only at its end; -1 on an error,
 * which is counted, with errno set. */
gssize  th_read_at           (int      fd,
                              guint64  offset,
                              void    *buffer,
                              gsize    size);

/* Counts an error of a read that went another way.  Leaves errno as it is. */
void    th_read_note_failed  (void);
/* Of all reads of this process so far.  Any thread. */
guint   th_read_get_n_failed (void);

G_END_DECLS

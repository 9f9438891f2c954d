/* th-read.h - pread() that counts its errors, and recordings that changed after their load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An I/O error must not look like the end of a file or like damage in it.  A caller reports
 * its own error where it can; th_read_get_n_failed() counts all errors, for a final check
 * whether everything was read.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads up to @size bytes at @offset of @fd; fewer only at its end.  Returns -1 on an error,
 * which it counts, with errno set. */
gssize  th_read_at           (int      fd,
                              guint64  offset,
                              void    *buffer,
                              gsize    size);

/* Returns all of a regular file or a pipe, followed by a NUL that is not counted.  NULL and a
 * message for the user if it cannot be read, is something else, or has more than @max bytes: a
 * device might never end.  Counts errors of reading. */
char   *th_read_all          (const char *path,
                              guint       max,
                              gsize      *size,
                              GError    **error);

/* Counts an error of another kind of read.  Keeps errno. */
void    th_read_note_failed  (void);
/* How many reads of this process have failed so far.  Any thread. */
guint   th_read_get_n_failed (void);

/* A recording had been loaded when its file turned out to have changed.  Any thread. */
void    th_read_note_changed (void);
/* How many recordings of this process these are so far.  Any thread. */
guint   th_read_get_n_changed (void);

G_END_DECLS

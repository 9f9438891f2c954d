/* th-atomic-file.h - a file that gets its name once it is complete
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For contents that are written piece by piece; g_file_set_contents_full() serves for those that
 * are in memory.  The target stays as it was until th_atomic_file_commit().  Where the file system
 * can do that, the new file has no name until then, so nothing is left behind if the program is
 * killed; elsewhere it is beside the target and has a random name.
 *
 *   g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
 *
 *   if (!th_atomic_file_begin (&file, path) || !th_write_all (file.fd, data, size) ||
 *       !th_atomic_file_commit (&file))
 *     return th_atomic_file_fail (path, errno, error);
 *
 * Functions return FALSE with errno set.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char    *path;
  char    *part; /* NULL: the unfinished file has no name */
  int      fd;
  gboolean is_direct; /* the target is no regular file, and is what @fd writes */
} ThAtomicFile;

#define TH_ATOMIC_FILE_INIT { NULL, NULL, -1, FALSE }

/* Whatever is at @path will be replaced; a link is not followed. */
gboolean th_atomic_file_begin  (ThAtomicFile *self,
                                const char   *path);
/* Likewise for a name that the user has given, but a device, a pipe or an open file, such as
 * /dev/null, /dev/stdout or /dev/fd/3, is written directly instead of replaced. */
gboolean th_atomic_file_begin_output (ThAtomicFile *self,
                                      const char   *path);
/* Writes the contents to the disk, without a name. */
gboolean th_atomic_file_sync   (ThAtomicFile *self);
/* Does the same and replaces the target. */
gboolean th_atomic_file_commit (ThAtomicFile *self);
/* Sets @error, and returns FALSE, if @path is the file @source, which must not be lost. */
gboolean th_atomic_file_spares (const char   *path,
                                const char   *source,
                                GError      **error);
/* For functions that replace files in another way: sets @error, and returns FALSE, if @path is
 * there and is not a regular file. */
gboolean th_atomic_file_may_replace (const char *path,
                                     GError    **error);
/* Sets @error to “PATH cannot be written: …” for the errno @code.  Returns FALSE. */
gboolean th_atomic_file_fail   (const char   *path,
                                int           code,
                                GError      **error);
/* Removes what was not committed. */
void     th_atomic_file_clear  (ThAtomicFile *self);

/* Writes the entry of @path in its folder to the disk, as far as that is possible: the name of a
 * new file must survive a crash, too. */
void     th_sync_name          (const char   *path);
/* Writes all of it at the position of @fd. */
gboolean th_write_all          (int           fd,
                                const void   *data,
                                gsize         size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThAtomicFile, th_atomic_file_clear)

G_END_DECLS

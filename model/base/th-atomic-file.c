/* th-atomic-file.c - a file that gets its name once it is complete
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-atomic-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-printable.h"

/* Where the kernel names open files, even those without a name. */
#define OPEN_FILES "/proc/self/fd"
#define MAX_TRIES 100
#define MAX_LINKS 40

/* Opens a file without a name; -1 if the file system has none. */
static int
open_nameless (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return access (OPEN_FILES, X_OK) == 0
         ? open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666) : -1;
}

gboolean
th_atomic_file_begin (ThAtomicFile *self,
                      const char   *path)
{
  g_autofree char *part = NULL;

  self->fd = open_nameless (path);
  if (self->fd < 0)
    {
      part = g_strconcat (path, ".XXXXXX", NULL);
      self->fd = g_mkstemp_full (part, O_RDWR | O_CLOEXEC, 0666);
    }
  if (self->fd < 0)
    return FALSE;

  self->path = g_strdup (path);
  self->part = g_steal_pointer (&part);
  return TRUE;
}

/* Whether both names lead to the same folder. */
static gboolean
is_same_folder (const char *a,
                const char *b)
{
  struct stat first, second;

  return stat (a, &first) == 0 && stat (b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* The number of the open file of this process that @path leads to, as /dev/stdout does; -1 if it
 * leads to none. */
static int
find_open_file (const char *path)
{
  g_autofree char *at = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *folder = g_path_get_dirname (at), *name = g_path_get_basename (at);
      g_autofree char *to = g_file_read_link (at, NULL);
      guint64 number;

      if (to == NULL)
        return -1;
      if (is_same_folder (folder, OPEN_FILES))
        return g_ascii_string_to_unsigned (name, 10, 0, G_MAXINT, &number, NULL) ? (int) number
                                                                                 : -1;
      g_free (at);
      at = g_path_is_absolute (to) ? g_steal_pointer (&to) : g_build_filename (folder, to, NULL);
    }

  return -1;
}

static gboolean
is_device_or_pipe (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode);
}

gboolean
th_atomic_file_begin_output (ThAtomicFile *self,
                             const char   *path)
{
  int number = find_open_file (path);

  if (number < 0 && !is_device_or_pipe (path))
    return th_atomic_file_begin (self, path);

  /* Opening an open file again would write at its beginning. */
  self->fd = number >= 0 ? fcntl (number, F_DUPFD_CLOEXEC, 0) : open (path, O_WRONLY | O_CLOEXEC);
  if (self->fd < 0)
    return FALSE;

  self->path = g_strdup (path);
  self->is_direct = TRUE;
  return TRUE;
}

/* Gives a file without a name a random one, as a link cannot replace a file. */
static gboolean
give_name (ThAtomicFile *self)
{
  g_autofree char *open_file = g_strdup_printf (OPEN_FILES "/%d", self->fd);

  for (guint i = 0; i < MAX_TRIES && self->part == NULL; i++)
    {
      g_autofree char *part = g_strdup_printf ("%s.%08x", self->path, g_random_int ());

      if (linkat (AT_FDCWD, open_file, AT_FDCWD, part, AT_SYMLINK_FOLLOW) == 0)
        self->part = g_steal_pointer (&part);
      else if (errno != EEXIST)
        return FALSE;
    }

  return self->part != NULL;
}

gboolean
th_write_all (int         fd,
              const void *data,
              gsize       size)
{
  const guint8 *bytes = data;

  while (size > 0)
    {
      gssize n = write (fd, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      bytes += n;
      size -= (gsize) n;
    }

  return TRUE;
}

void
th_sync_name (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

gboolean
th_atomic_file_sync (ThAtomicFile *self)
{
  /* Devices and pipes have no disk. */
  return fsync (self->fd) == 0 || (self->is_direct && errno == EINVAL);
}

gboolean
th_atomic_file_commit (ThAtomicFile *self)
{
  if (!th_atomic_file_sync (self))
    return FALSE;
  if (self->is_direct)
    return close (g_steal_fd (&self->fd)) == 0;
  if (!give_name (self))
    return FALSE;
  if (close (g_steal_fd (&self->fd)) != 0 || g_rename (self->part, self->path) != 0)
    return FALSE;

  g_clear_pointer (&self->part, g_free);
  th_sync_name (self->path);
  return TRUE;
}

gboolean
th_atomic_file_spares (const char *path,
                       const char *source,
                       GError    **error)
{
  struct stat target, kept;

  if (stat (path, &target) != 0 || stat (source, &kept) != 0 || !S_ISREG (kept.st_mode) ||
      target.st_dev != kept.st_dev || target.st_ino != kept.st_ino)
    return TRUE;

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
               _("“%s” would replace the recording itself: choose another name"), path);
  return FALSE;
}

gboolean
th_atomic_file_may_replace (const char *path,
                            GError    **error)
{
  struct stat status;

  if (stat (path, &status) != 0 || S_ISREG (status.st_mode))
    return TRUE;

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("%s is not a regular file"), path);
  return FALSE;
}

gboolean
th_atomic_file_fail (const char *path,
                     int         code,
                     GError    **error)
{
  g_autofree char *shown = g_filename_display_name (path), *name = th_printable_line (shown);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
               _("“%s” cannot be written: %s"), name, g_strerror (code));
  return FALSE;
}

void
th_atomic_file_clear (ThAtomicFile *self)
{
  int code = errno;

  if (self->fd >= 0)
    close (self->fd);
  if (self->part != NULL)
    g_unlink (self->part);
  g_clear_pointer (&self->part, g_free);
  g_clear_pointer (&self->path, g_free);
  self->fd = -1;
  errno = code;
}

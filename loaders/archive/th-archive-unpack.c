/* th-archive-unpack.c - unpacks an archive of a review into a folder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-archive-name.h"
#include "th-scratch-folder.h"
#include "th-atomic-file.h"
#include "th-note-file.h"
#include "th-printable.h"
#include "th-shared-session.h"

#define STEP (1u << 20)
#define SPARE (G_GUINT64_CONSTANT (16) << 20) /* bytes of the disk that are left free */

typedef struct
{
  const char         *path;
  const char         *folder;  /* the temporary one */
  struct archive     *archive;
  guint64             size;    /* of the archive */
  guint64             n_bytes; /* of all members so far, those that are skipped included */
  guint64             max_bytes;
  guint               n_members;
  char               *top;
  guint8             *buffer;
  ThArchiveUnpacking *unpacking;
} Unpack;

/* The largest size of each kind of file; a manifest that is larger cannot be read anyway. */
static const guint64 max_sizes[TH_ARCHIVE_N_KINDS] = {
  [TH_ARCHIVE_MANIFEST] = TH_REVIEW_MAX_MANIFEST,
  [TH_ARCHIVE_ATTRIBUTES] = 64 << 10,
  [TH_ARCHIVE_NOTES] = TH_NOTE_MAX_FILE,
  [TH_ARCHIVE_SESSION] = TH_SHARED_SESSION_MAX_BYTES,
  [TH_ARCHIVE_RECORDING] = G_MAXINT64,
};

/* --- errors ------------------------------------------------------------- */

static gboolean
fail_file (GError    **error,
           const char *path,
           int         code)
{
  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_FILE,
               _("Nothing was unpacked: “%s”: %s"), path, g_strerror (code));
  return FALSE;
}

/* A file that is neither compressed nor a tar is no archive, even a damaged one. */
static gboolean
is_other_file (Unpack *self)
{
  return archive_file_count (self->archive) == 0 && archive_format (self->archive) == 0 &&
         archive_filter_code (self->archive, 0) == ARCHIVE_FILTER_NONE;
}

static gboolean
fail_damaged (Unpack  *self,
              GError **error)
{
  const char *reason = archive_error_string (self->archive);

  if (is_other_file (self))
    {
      g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_DAMAGED,
                   _("Nothing was unpacked: “%s” is not the archive of a review"), self->path);
      return FALSE;
    }

  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_DAMAGED,
               _("Nothing was unpacked: “%s” is damaged or not the archive of a review (%s). Ask "
                 "for another copy"), self->path, reason != NULL ? reason : _("it ends too early"));
  return FALSE;
}

static gboolean
refuse (Unpack     *self,
        const char *member,
        const char *what,
        GError    **error)
{
  g_autofree char *shown = th_printable_line (member);

  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_REFUSED,
               /* Translators: a name, the path of an archive, and “is a link” or the like */
               _("Nothing was unpacked: “%s” in “%s” %s. No review has that: do not trust its "
                 "sender"), shown, self->path, what);
  return FALSE;
}

/* --- bounds ------------------------------------------------------------- */

static gboolean
check_total (Unpack  *self,
             guint64  size,
             GError **error)
{
  g_autofree char *limit = NULL;

  if (size <= self->max_bytes - self->n_bytes)
    {
      self->n_bytes += size;
      return TRUE;
    }

  limit = g_format_size_full (self->max_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_TOO_LARGE,
               _("Nothing was unpacked: “%s” has more than the limit of %s. Raise the limit if you "
                 "expect that much"), self->path, limit);
  return FALSE;
}

static gboolean
check_room (Unpack  *self,
            guint64  size,
            GError **error)
{
  struct statvfs facts;
  guint64 room;
  g_autofree char *needed = NULL;

  if (statvfs (self->folder, &facts) != 0)
    return fail_file (error, self->folder, errno);
  room = (guint64) facts.f_bavail * facts.f_frsize;
  if (size + SPARE <= room)
    return TRUE;

  needed = g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_NO_ROOM,
               _("Nothing was unpacked: the disk of “%s” has no room for a file of %s. Free some "
                 "space, or unpack elsewhere"), self->folder, needed);
  return FALSE;
}

static gboolean
check_member (Unpack               *self,
              struct archive_entry *entry,
              const char           *path,
              GError              **error)
{
  mode_t type = archive_entry_filetype (entry);

  if (++self->n_members > TH_ARCHIVE_MAX_MEMBERS)
    return refuse (self, path, _("is one file too many"), error);
  if (archive_entry_hardlink (entry) != NULL || archive_entry_symlink (entry) != NULL ||
      type == AE_IFLNK)
    return refuse (self, path, _("is a link"), error);
  if (type != AE_IFREG && type != AE_IFDIR)
    return refuse (self, path, _("is not a regular file"), error);
  if ((type == AE_IFREG && !archive_entry_size_is_set (entry)) || archive_entry_size (entry) < 0)
    return refuse (self, path, _("has no size"), error);

  return TRUE;
}

/* --- files -------------------------------------------------------------- */

static gboolean
report_progress (Unpack *self)
{
  ThArchiveProgress progress = self->unpacking->progress;
  gint64 done = archive_filter_bytes (self->archive, -1);

  return progress == NULL ||
         progress (MIN ((guint64) MAX (done, 0), self->size), self->size, self->unpacking->data);
}

/* FALSE without an error: it was cancelled. */
static gboolean
copy_out (Unpack     *self,
          int         fd,
          const char *target,
          guint64     size,
          GError    **error)
{
  guint64 done = 0;

  while (done < size)
    {
      gssize n = archive_read_data (self->archive, self->buffer, MIN (STEP, size - done));

      if (n <= 0)
        return fail_damaged (self, error);
      if (!th_write_all (fd, self->buffer, (gsize) n))
        return fail_file (error, target, errno);
      done += (guint64) n;
      if (!report_progress (self))
        return FALSE;
    }

  return fsync (fd) == 0 || fail_file (error, target, errno);
}

static gboolean
unpack_file (Unpack        *self,
             ThArchiveKind  kind,
             const char    *name,
             guint64        size,
             GError       **error)
{
  const char *sub = th_archive_folders[kind];
  g_autofree char *folder = g_build_filename (self->folder, sub, NULL);
  g_autofree char *target = g_build_filename (folder, name, NULL);
  gboolean done;
  int fd;

  if (sub != NULL && g_mkdir (folder, 0777) != 0 && errno != EEXIST)
    return fail_file (error, folder, errno);
  fd = open (target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST)
    return refuse (self, name, _("is there twice"), error);
  if (fd < 0)
    return fail_file (error, target, errno);

  done = copy_out (self, fd, target, size, error);
  if (close (fd) != 0 && done)
    done = fail_file (error, target, errno);
  self->unpacking->n_files++;
  self->unpacking->n_bytes += size;
  return done;
}

static gboolean
unpack_member (Unpack               *self,
               struct archive_entry *entry,
               GError              **error)
{
  const char *path = archive_entry_pathname (entry), *name;
  guint64 size = (guint64) archive_entry_size (entry);
  ThArchiveKind kind;
  ThArchivePath read;

  if (path == NULL)
    path = archive_entry_pathname_utf8 (entry);
  if (path == NULL)
    return fail_damaged (self, error);
  if (!check_member (self, entry, path, error))
    return FALSE;

  read = th_archive_path_read (path, &self->top, &kind, &name);
  if (read == TH_ARCHIVE_PATH_REFUSED)
    return refuse (self, path, _("lies outside of its folder"), error);
  /* Folders count, too: those of incremental backups have data, which is decompressed to get past
   * it. */
  if (!check_total (self, size, error))
    return FALSE;
  if (archive_entry_filetype (entry) == AE_IFDIR)
    return TRUE;
  if (read == TH_ARCHIVE_PATH_OTHER)
    {
      self->unpacking->n_skipped++;
      return TRUE;
    }
  if (kind == TH_ARCHIVE_RECORDING && self->unpacking->without_recordings)
    return TRUE;
  if (size > max_sizes[kind])
    return refuse (self, path, _("is larger than such a file can be"), error);

  return check_room (self, size, error) && unpack_file (self, kind, name, size, error);
}

static gboolean
unpack_members (Unpack  *self,
                GError **error)
{
  struct archive_entry *entry;
  int status;

  while ((status = archive_read_next_header (self->archive, &entry)) == ARCHIVE_OK ||
         status == ARCHIVE_WARN)
    if (!unpack_member (self, entry, error) || !report_progress (self))
      return FALSE;

  return status == ARCHIVE_EOF || fail_damaged (self, error);
}

/* --- folders ------------------------------------------------------------ */

char *
th_archive_make_name (const char *path)
{
  static const char *const suffixes[] = { TH_ARCHIVE_SUFFIX, ".tar.zst" };
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]) && strlen (name) > strlen (suffixes[i]))
      {
        name[strlen (name) - strlen (suffixes[i])] = '\0';
        break;
      }
  return g_strconcat (name, TH_REVIEW_SUFFIX, NULL);
}

/* --- the archive -------------------------------------------------------- */

static int
open_archive (const char  *path,
              struct stat *facts,
              GError     **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0 || fstat (fd, facts) != 0)
    fail_file (error, path, errno);
  else if (!S_ISREG (facts->st_mode))
    g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_FILE,
                 _("Nothing was unpacked: “%s” is not a regular file"), path);
  else
    return fd;

  if (fd >= 0)
    close (fd);
  return -1;
}

/* The manifest has been unpacked, and can be read. */
static gboolean
check_review (Unpack  *self,
              GError **error)
{
  g_autoptr(ThReview) review = th_review_open (self->folder, NULL);

  if (review != NULL)
    return TRUE;

  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_DAMAGED,
               _("Nothing was unpacked: “%s” is not the archive of a review: its %s is missing, "
                 "damaged or of a later version"), self->path, TH_REVIEW_MANIFEST);
  return FALSE;
}

/* Notes can be added to a review that has none. */
static gboolean
make_notes (Unpack  *self,
            GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, th_archive_folders[TH_ARCHIVE_NOTES],
                                            NULL);

  return g_mkdir (path, 0777) == 0 || fail_file (error, path, errno);
}

/* Until now nobody else could reach the folder; now it gets the permissions that the user gives to
 * new ones, which that of the notes has. */
static gboolean
open_to_others (Unpack  *self,
                GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, th_archive_folders[TH_ARCHIVE_NOTES],
                                            NULL);
  GStatBuf facts;

  return (g_stat (path, &facts) == 0 && g_chmod (self->folder, facts.st_mode & 0777) == 0) ||
         fail_file (error, self->folder, errno);
}

static gboolean
unpack (Unpack     *self,
        int         fd,
        const char *folder,
        GError    **error)
{
  self->archive = archive_read_new ();
  self->buffer = g_malloc (STEP);
  archive_read_support_filter_zstd (self->archive);
  archive_read_support_format_tar (self->archive);

  if (archive_read_open_fd (self->archive, fd, 64 << 10) != ARCHIVE_OK)
    return fail_damaged (self, error);
  if (!make_notes (self, error) || !unpack_members (self, error) || !check_review (self, error) ||
      !open_to_others (self, error))
    return FALSE;

  return g_rename (self->folder, folder) == 0 || fail_file (error, folder, errno);
}

gboolean
th_archive_unpack (const char          *path,
                   const char          *folder,
                   ThArchiveUnpacking  *unpacking,
                   GError             **error)
{
  guint64 max_bytes = unpacking->max_bytes != 0 ? unpacking->max_bytes : TH_ARCHIVE_MAX_BYTES;
  g_autofree char *canonical = g_canonicalize_filename (folder, NULL);
  g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
  Unpack self = { .path = path, .max_bytes = max_bytes, .unpacking = unpacking };
  struct stat facts;
  gboolean done;
  int fd;

  unpacking->n_files = unpacking->n_skipped = 0;
  unpacking->n_bytes = 0;
  if (g_file_test (canonical, G_FILE_TEST_EXISTS) ||
      g_file_test (canonical, G_FILE_TEST_IS_SYMLINK))
    {
      g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_EXISTS,
                   _("Nothing was unpacked: “%s” exists already. Unpack it elsewhere, or merge the "
                     "archive into it"), folder);
      return FALSE;
    }
  if ((fd = open_archive (path, &facts, error)) < 0)
    return FALSE;

  self.size = (guint64) facts.st_size;
  if (th_scratch_folder_make (&scratch, canonical))
    {
      self.folder = scratch.path;
      done = unpack (&self, fd, canonical, error);
    }
  else
    done = fail_file (error, folder, errno);
  if (done) /* it has another name now */
    g_clear_pointer (&scratch.path, g_free);
  g_clear_pointer (&self.archive, archive_read_free);
  g_free (self.buffer);
  g_free (self.top);
  close (fd);
  return done;
}

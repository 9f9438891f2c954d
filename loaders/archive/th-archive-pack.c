/* th-archive-pack.c - packs a review into one file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-archive-members.h"
#include "th-archive-name.h"
#include "th-atomic-file.h"
#include "th-scratch-folder.h"

#define STEP (1u << 20)

typedef struct
{
  const char       *target;
  char             *top;   /* the folder in the archive */
  struct archive   *archive;
  guint64           total;
  guint8           *buffer;
  ThArchivePacking *packing;
} Pack;

static gboolean
fail_read (GError    **error,
           const char *path,
           int         code)
{
  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_FILE,
               _("The review was not packed: “%s” cannot be read: %s"), path, g_strerror (code));
  return FALSE;
}

static gboolean
fail_write (GError    **error,
            const char *path,
            int         code)
{
  g_set_error (error, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_FILE,
               _("The review was not packed: “%s” cannot be written: %s"), path, g_strerror (code));
  return FALSE;
}

/* The file may grow meanwhile: @size bytes of it are written.  FALSE without an error: it was
 * cancelled. */
static gboolean
copy_in (Pack       *self,
         const char *path,
         int         fd,
         guint64     size,
         GError    **error)
{
  for (guint64 done = 0; done < size;)
    {
      gssize n = read (fd, self->buffer, MIN (STEP, size - done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return fail_read (error, path, n < 0 ? errno : EIO);
      if (archive_write_data (self->archive, self->buffer, (gsize) n) != n)
        return fail_write (error, self->target, archive_errno (self->archive));
      done += (guint64) n;
      self->packing->n_bytes += (guint64) n;
      if (self->packing->progress != NULL &&
          !self->packing->progress (MIN (self->packing->n_bytes, self->total), self->total,
                                    self->packing->data))
        return FALSE;
    }

  return TRUE;
}

/* Leaves out owner, time and permissions, so that the archive depends on contents alone. */
static gboolean
write_header (Pack                  *self,
              const ThArchiveMember *member,
              guint64                size)
{
  struct archive_entry *entry = archive_entry_new ();
  const char *folder = th_archive_folders[member->kind];
  g_autofree char *path = folder != NULL ? g_build_filename (self->top, folder, member->name, NULL)
                                         : g_build_filename (self->top, member->name, NULL);
  gboolean done;

  archive_entry_set_pathname (entry, path);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (gint64) size);
  archive_entry_set_mtime (entry, 0, 0);
  done = archive_write_header (self->archive, entry) >= ARCHIVE_WARN;
  archive_entry_free (entry);
  return done;
}

static gboolean
write_open (Pack                  *self,
            const ThArchiveMember *member,
            int                    fd,
            GError               **error)
{
  struct stat facts;

  if (fstat (fd, &facts) != 0)
    return fail_read (error, member->path, errno);
  if (!S_ISREG (facts.st_mode))
    return fail_read (error, member->path, EINVAL);
  if (!write_header (self, member, (guint64) facts.st_size))
    return fail_write (error, self->target, archive_errno (self->archive));

  self->packing->n_files++;
  return copy_in (self, member->path, fd, (guint64) facts.st_size, error);
}

static gboolean
write_member (Pack                  *self,
              const ThArchiveMember *member,
              GError               **error)
{
  int follow = member->kind == TH_ARCHIVE_RECORDING ? 0 : O_NOFOLLOW;
  int fd = open (member->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow);
  gboolean done;

  if (fd < 0)
    return fail_read (error, member->path, errno);

  done = write_open (self, member, fd, error);
  close (fd);
  return done;
}

static gboolean
write_members (Pack      *self,
               int        fd,
               GPtrArray *members,
               GError   **error)
{
  self->archive = archive_write_new ();
  archive_write_add_filter_zstd (self->archive);
  /* GNU tar's format takes names as they are; for pax, libarchive converts them from the character
   * set of the locale, and crashes if that is not possible. */
  archive_write_set_format_gnutar (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  if (archive_write_open_fd (self->archive, fd) != ARCHIVE_OK)
    return fail_write (error, self->target, archive_errno (self->archive));

  for (guint i = 0; i < members->len; i++)
    if (!write_member (self, members->pdata[i], error))
      {
        /* Closing would write the rest of the member. */
        archive_write_fail (self->archive);
        return FALSE;
      }

  return archive_write_close (self->archive) == ARCHIVE_OK ||
         fail_write (error, self->target, archive_errno (self->archive));
}

static void
measure (Pack      *self,
         GPtrArray *members)
{
  for (guint i = 0; i < members->len; i++)
    {
      GStatBuf facts;

      if (g_stat (((ThArchiveMember *) members->pdata[i])->path, &facts) == 0)
        self->total += (guint64) facts.st_size;
    }
}

static gboolean
pack (Pack           *self,
      const ThReview *review,
      const char     *scratch,
      GError        **error)
{
  g_autoptr(GPtrArray) members = th_archive_list_members (review, scratch, self->packing, error);
  g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
  gboolean done;

  if (members == NULL)
    return FALSE;
  if (!th_atomic_file_begin_output (&file, self->target))
    return fail_write (error, self->target, errno);

  measure (self, members);
  self->buffer = g_malloc (STEP);
  done = write_members (self, file.fd, members, error);
  archive_write_free (self->archive);
  g_free (self->buffer);
  return done && (th_atomic_file_commit (&file) || fail_write (error, self->target, errno));
}

/* The top folder of the archive: that of the review, if others can have it. */
static char *
make_top (const ThReview *review)
{
  g_autofree char *name = g_path_get_basename (review->folder);

  return th_archive_name_is_good (TH_ARCHIVE_RECORDING, name) ? g_steal_pointer (&name)
                                                              : g_strdup ("review");
}

gboolean
th_archive_pack (const ThReview   *review,
                 const char       *target,
                 ThArchivePacking *packing,
                 GError          **error)
{
  g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
  g_autofree char *top = make_top (review);
  Pack self = { .target = target, .top = top, .packing = packing };

  th_archive_packing_clear (packing);
  packing->left_out = g_ptr_array_new_with_free_func (g_free);
  packing->n_files = 0;
  packing->n_bytes = 0;
  if (!th_scratch_folder_make (&scratch, target))
    return fail_write (error, target, errno);

  return pack (&self, review, scratch.path, error);
}

void
th_archive_packing_clear (ThArchivePacking *packing)
{
  g_clear_pointer (&packing->left_out, g_ptr_array_unref);
}

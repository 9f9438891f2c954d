/* th-elf-file.c - the files of this machine that a recording refers to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <gelf.h>
#include <linux/fs.h>
#include <sys/sysmacros.h>

#include "th-elf-file.h"

/* --- opening ----------------------------------------------------------- */

/* Opening a pipe or a device might block. */
static int
open_regular (const char *path,
              int         flags)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
  struct stat st;

  if (fd >= 0 && (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode)))
    {
      close (fd);
      errno = EINVAL;
      return -1;
    }
  return fd;
}

int
th_elf_file_open (const char *path)
{
  return open_regular (path, 0);
}

char *
th_elf_file_dup_path (const char   *folder,
                      const guint8 *id,
                      gsize         size,
                      const char   *rest)
{
  g_autoptr(GString) path = g_string_new (folder != NULL ? folder : g_get_home_dir ());

  if (folder == NULL)
    g_string_append (path, "/.debug");
  g_string_append_printf (path, "/.build-id/%02x/", id[0]);
  for (gsize i = 1; i < size; i++)
    g_string_append_printf (path, "%02x", id[i]);
  return g_strconcat (path->str, rest, NULL);
}

/* --- build ids --------------------------------------------------------- */

gsize
th_elf_file_read_build_id (Elf    *elf,
                           guint8 *id)
{
  gsize found = 0;

  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    {
      gsize at = 0, name, contents;
      GElf_Shdr header;
      GElf_Nhdr note;
      Elf_Data *data;

      if (gelf_getshdr (section, &header) == NULL || header.sh_type != SHT_NOTE)
        continue;
      data = elf_getdata (section, NULL);
      while (data != NULL && (at = gelf_getnote (data, at, &note, &name, &contents)) > 0)
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            memcmp ((guint8 *) data->d_buf + name, "GNU", 4) == 0 &&
            note.n_descsz <= TH_ELF_MAX_BUILD_ID)
          {
            found = note.n_descsz;
            memcpy (id, (guint8 *) data->d_buf + contents, found);
          }
    }
  return found;
}

gboolean
th_elf_file_has_build_id (Elf          *elf,
                          const guint8 *id,
                          gsize         size)
{
  guint8 own[TH_ELF_MAX_BUILD_ID];

  return size > 0 && th_elf_file_read_build_id (elf, own) == size && memcmp (own, id, size) == 0;
}

/* --- files of a recording ---------------------------------------------- */

static gboolean
may_open (const char *path)
{
  static const char *const folders[] = { "/proc/", "/sys/", "/dev/", "/net/", "//" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return FALSE;
  return *path == '/' && strstr (path, "/../") == NULL && strstr (path, "/./") == NULL &&
         strstr (path + 1, "//") == NULL;
}

static gboolean
is_of_build_id (int           fd,
                const guint8 *id,
                gsize         size)
{
  gboolean is_it;
  Elf *elf;

  elf_version (EV_CURRENT);
  elf = elf_begin (fd, ELF_C_READ, NULL);
  is_it = elf != NULL && elf_kind (elf) == ELF_K_ELF && th_elf_file_has_build_id (elf, id, size);
  elf_end (elf);
  return is_it;
}

/* The kernel records the generation of the inode; perf, which adds what was mapped before the
 * recording, does not know it.  The time of the last change of the inode is of no use: perf
 * changes it by putting a hard link into ~/.debug. */
static gboolean
is_of_inode (int               fd,
             const ThElfInode *inode,
             gint64            newest)
{
  struct stat st;
  long generation = 0;

  return fstat (fd, &st) == 0 && inode->inode != 0 && st.st_ino == inode->inode &&
         major (st.st_dev) == inode->major && minor (st.st_dev) == inode->minor &&
         st.st_mtim.tv_sec * G_USEC_PER_SEC + st.st_mtim.tv_nsec / 1000 <= newest &&
         (inode->generation == 0 || ioctl (fd, FS_IOC_GETVERSION, &generation) != 0 ||
          (guint32) generation == (guint32) inode->generation);
}

int
th_elf_file_open_recorded (const ThElfRecorded *self)
{
  int fd = may_open (self->path) ? open_regular (self->path, O_NOFOLLOW) : -1;

  if (fd >= 0 && !(self->id_size > 0 ? is_of_build_id (fd, self->id, self->id_size)
                                     : is_of_inode (fd, &self->inode, self->newest)))
    {
      close (fd);
      return -1;
    }
  return fd;
}

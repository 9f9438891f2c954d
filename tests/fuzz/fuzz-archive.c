/* fuzz-archive.c - an archive of a review that a stranger sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "fuzz-target.h"
#include "th-archive.h"
#include "th-scratch-folder.h"

#define MAX_BYTES (1u << 20)
#define SHARED_MEMORY "/dev/shm"
#define BLOCK 512u /* bytes of a header of tar, and what the data of a member is padded to */
#define MAGIC_AT 257u
#define CHECKSUM_AT 148u
#define CHECKSUM_SIZE 8u

/* libFuzzer has this, and calls the other one instead of it. */
gsize LLVMFuzzerMutate        (guint8 *data,
                               gsize   size,
                               gsize   max_size) __attribute__ ((weak));
gsize LLVMFuzzerCustomMutator (guint8 *data,
                               gsize   size,
                               gsize   max_size,
                               guint   seed);

/* --- mutations ---------------------------------------------------------- */

static void
repair_checksum (guint8 *header)
{
  guint sum = 0;

  memset (header + CHECKSUM_AT, ' ', CHECKSUM_SIZE);
  for (guint i = 0; i < BLOCK; i++)
    sum += header[i];
  g_snprintf ((char *) header + CHECKSUM_AT, CHECKSUM_SIZE, "%06o", sum);
}

/* The size stays, so that what follows is still where headers are looked for. */
static void
mutate_block (guint8 *block)
{
  gsize size = LLVMFuzzerMutate (block, BLOCK, BLOCK);

  memset (block + size, 0, BLOCK - size);
}

/* libarchive reads nothing behind a header with a wrong checksum, so checksums are corrected; and
 * every second mutation stays within a block, so that no header is moved. */
gsize
LLVMFuzzerCustomMutator (guint8 *data,
                         gsize   size,
                         gsize   max_size,
                         guint   seed)
{
  if (seed % 2 == 0 && size >= BLOCK)
    mutate_block (data + seed / 2 % (size / BLOCK) * BLOCK);
  else
    size = LLVMFuzzerMutate (data, size, max_size);

  for (gsize at = 0; at + BLOCK <= size; at += BLOCK)
    if (memcmp (data + at + MAGIC_AT, "ustar", strlen ("ustar")) == 0)
      repair_checksum (data + at);
  return size;
}

/* --- the target --------------------------------------------------------- */

/* In memory, if that is possible: each file that is unpacked is synced. */
static char *
make_place (void)
{
  const char *folder = g_access (SHARED_MEMORY, W_OK) == 0 ? SHARED_MEMORY : g_get_tmp_dir ();
  char *place = g_build_filename (folder, "fuzz-archive-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (place));
  return place;
}

/* Returns the size of the files in @folder, which has nothing but regular files and, if @depth is
 * not 0, folders. */
static guint64
check_folder (const char *folder,
              guint       depth)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint64 size = 0;
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat facts;

      g_assert_cmpint (lstat (path, &facts), ==, 0);
      if (S_ISDIR (facts.st_mode))
        {
          g_assert_cmpuint (depth, >, 0);
          size += check_folder (path, depth - 1);
          continue;
        }
      g_assert_true (S_ISREG (facts.st_mode));
      g_assert_cmpuint (facts.st_nlink, ==, 1);
      size += (guint64) facts.st_size;
    }

  return size;
}

static guint
count_names (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *place = make_place (), *folder = g_build_filename (place, "x.review", NULL);
  int fd = memfd_create ("archive", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  ThArchiveUnpacking unpacking = { .max_bytes = MAX_BYTES };
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (write (fd, data, size), ==, size);
  if (th_archive_unpack (path, folder, &unpacking, &error))
    {
      g_assert_no_error (error);
      g_assert_cmpuint (check_folder (folder, 1), ==, unpacking.n_bytes);
      g_assert_cmpuint (unpacking.n_bytes, <=, MAX_BYTES);
      g_assert_cmpuint (count_names (place), ==, 1);
      th_remove_folder (folder);
    }
  else
    g_assert_nonnull (error);

  /* Nothing is left, and the folder can be removed. */
  g_assert_cmpint (g_rmdir (place), ==, 0);
  close (fd);
  return 0;
}

/* failing-reads.c - simulates a disk that fails once or is full, by wrapping libc
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loaded by LD_PRELOAD.  Of the reads from the file FAILING_READS_OF, and from files without a
 * name, number FAILING_READS_AT (from 1; 0: none) ends with an input/output error.  At the end a
 * line goes to the file FAILING_READS_LOG: the number of such reads, and of how many the large
 * block was read into memory 16 bytes after the start of a page.
 *
 * Writes from FAILING_WRITES_FROM bytes on into files without a name fail with “no space left”.
 */
/* Use libc's plain function names, not those for large files. */
#undef _FILE_OFFSET_BITS

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LARGE (64 << 10)
#define PUBLIC __attribute__ ((visibility ("default")))

static long n_reads, n_misplaced;

static int
is_watched (int fd)
{
  const char *wanted = getenv ("FAILING_READS_OF");
  char link[64], path[4096];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, path, sizeof path - 1);
  if (n <= 0 || wanted == NULL)
    return 0;

  path[n] = '\0';
  return strcmp (path, wanted) == 0 ||
         (strstr (path, "/thresher-") != NULL && strstr (path, " (deleted)") != NULL);
}

static int
fails (int       fd,
       uintptr_t buffer,
       size_t    size)
{
  const char *at = getenv ("FAILING_READS_AT");

  if (!is_watched (fd))
    return 0;
  if (size >= LARGE && buffer % 4096 == 16)
    __atomic_add_fetch (&n_misplaced, 1, __ATOMIC_RELAXED);
  if (__atomic_add_fetch (&n_reads, 1, __ATOMIC_RELAXED) != (at != NULL ? atol (at) : 0))
    return 0;

  errno = EIO;
  return 1;
}

PUBLIC ssize_t
read (int    fd,
      void  *buffer,
      size_t size)
{
  return fails (fd, (uintptr_t) buffer, size) ? -1 : syscall (SYS_read, fd, buffer, size);
}

PUBLIC ssize_t
pread (int    fd,
       void  *buffer,
       size_t size,
       off_t  offset)
{
  return fails (fd, (uintptr_t) buffer, size) ? -1
                                              : syscall (SYS_pread64, fd, buffer, size, offset);
}

PUBLIC ssize_t
pread64 (int     fd,
         void   *buffer,
         size_t  size,
         off64_t offset)
{
  return fails (fd, (uintptr_t) buffer, size) ? -1
                                              : syscall (SYS_pread64, fd, buffer, size, offset);
}

static ssize_t
write_at (int         fd,
          const void *buffer,
          size_t      size,
          off64_t     offset)
{
  const char *from = getenv ("FAILING_WRITES_FROM");

  if (from != NULL && is_watched (fd) && offset + (off64_t) size > atol (from))
    {
      if (offset >= atol (from))
        {
          errno = ENOSPC;
          return -1;
        }
      size = (size_t) (atol (from) - offset);
    }
  return syscall (SYS_pwrite64, fd, buffer, size, offset);
}

PUBLIC ssize_t
pwrite (int         fd,
        const void *buffer,
        size_t      size,
        off_t       offset)
{
  return write_at (fd, buffer, size, offset);
}

PUBLIC ssize_t
pwrite64 (int         fd,
          const void *buffer,
          size_t      size,
          off64_t     offset)
{
  return write_at (fd, buffer, size, offset);
}

static void __attribute__ ((destructor))
report (void)
{
  const char *log = getenv ("FAILING_READS_LOG");
  FILE *file = log != NULL ? fopen (log, "we") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%ld %ld\n", n_reads, n_misplaced);
  fclose (file);
}

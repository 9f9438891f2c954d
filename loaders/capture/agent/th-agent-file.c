/* th-agent-file.c - whole files of tracefs and /proc, read and written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "th-agent-file.h"

#define PIECE (16 << 10)

static char *
read_all (int    fd,
          gsize  max,
          gsize *size)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  for (;;)
    {
      guint used = bytes->len;
      gssize got;

      g_byte_array_set_size (bytes, used + PIECE);
      got = read (fd, bytes->data + used, PIECE);
      if (got < 0 && errno != EINTR)
        return NULL;
      g_byte_array_set_size (bytes, used + MAX (got, 0));
      if (got == 0)
        break;
      if (bytes->len > max)
        {
          errno = EFBIG;
          return NULL;
        }
    }
  if (size != NULL)
    *size = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

char *
th_agent_file_read (const char *path,
                    gsize       max,
                    gsize      *size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char *text;
  int reason;

  if (fd < 0)
    return NULL;
  text = read_all (fd, max, size);
  reason = errno;
  close (fd);
  errno = reason;
  return text;
}

char *
th_agent_file_read_in (const char *folder,
                       const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = th_agent_file_read (path, TH_AGENT_MAX_TEXT, NULL);

  return text != NULL ? g_strchomp (text) : NULL;
}

gboolean
th_agent_file_write (const char *path,
                     const char *text,
                     int         flags)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC | flags);
  gssize written;
  int reason;

  if (fd < 0)
    return FALSE;
  written = write (fd, text, strlen (text));
  reason = errno;
  /* Some files of tracefs act when they are closed. */
  if (close (fd) != 0 && written >= 0)
    return FALSE;
  errno = reason;
  return written >= 0;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char **
th_agent_file_list (const char *folder)
{
  g_autoptr(GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  const char *name;

  if (directory == NULL)
    return NULL;
  while ((name = g_dir_read_name (directory)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* th-report-files.c - writes several files, all of them or none
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "th-atomic-file.h"
#include "th-report-files.h"

struct _ThReportFiles
{
  GArray *files; /* ThAtomicFile */
};

static void
file_clear (gpointer data)
{
  th_atomic_file_clear (data);
}

ThReportFiles *
th_report_files_new (void)
{
  ThReportFiles *self = g_new0 (ThReportFiles, 1);

  self->files = g_array_new (FALSE, FALSE, sizeof (ThAtomicFile));
  g_array_set_clear_func (self->files, file_clear);
  return self;
}

void
th_report_files_free (ThReportFiles *self)
{
  g_array_unref (self->files);
  g_free (self);
}

gboolean
th_report_files_add (ThReportFiles *self,
                     const char    *path,
                     gconstpointer  bytes,
                     gsize          size,
                     GError       **error)
{
  ThAtomicFile file = TH_ATOMIC_FILE_INIT;

  if (!th_atomic_file_begin_output (&file, path))
    return th_atomic_file_fail (path, errno, error);

  g_array_append_val (self->files, file);
  return (th_write_all (file.fd, bytes, size) &&
          th_atomic_file_sync (&g_array_index (self->files, ThAtomicFile, self->files->len - 1))) ||
         th_atomic_file_fail (path, errno, error);
}

/* Removes the first @n files, which have their names: without the others they are of no use. */
static void
forget (ThReportFiles *self,
        guint          n)
{
  for (guint i = 0; i < n; i++)
    g_unlink (g_array_index (self->files, ThAtomicFile, i).path);
}

gboolean
th_report_files_finish (ThReportFiles *self,
                        GError       **error)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      ThAtomicFile *file = &g_array_index (self->files, ThAtomicFile, i);

      if (!th_atomic_file_commit (file))
        {
          int code = errno;

          forget (self, i);
          return th_atomic_file_fail (file->path, code, error);
        }
    }

  return TRUE;
}

/* th-trace-state.c - the file of a trace writer, and the first error of writing it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>

#include "th-trace-file.h"
#include "th-trace-writer-private.h"

ThTraceWriter *
th_trace_writer_make (const char *path,
                      int         fd)
{
  ThTraceWriter *self = g_new0 (ThTraceWriter, 1);

  self->path = g_strdup (path);
  self->part = g_strconcat (path, ".part", NULL);
  self->fd = fd;
  return self;
}

gboolean
th_trace_writer_fail (ThTraceWriter *self,
                      int            code)
{
  if (self->error == NULL)
    th_trace_file_set_error (&self->error, self->part, code);
  return FALSE;
}

gboolean
th_trace_writer_report (ThTraceWriter *self,
                        GError       **error)
{
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

gboolean
th_trace_writer_write (ThTraceWriter    *self,
                       guint64           offset,
                       const GByteArray *bytes)
{
  return th_trace_file_write (self->fd, offset, bytes->data, bytes->len, NULL) ||
         th_trace_writer_fail (self, errno);
}

/* th-trace-file.h - the file under a trace writer: complete writes, sparseness, names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions return FALSE with errno set unless they have a GError.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes all of it; *@done (or NULL) is what was written even on an error. */
gboolean th_trace_file_write     (int          fd,
                                  guint64      offset,
                                  const void  *data,
                                  gsize        size,
                                  gsize       *done);
/* Whether extending @fd, which is empty, leaves a hole. */
gboolean th_trace_file_is_sparse (int          fd);
/* Renames @from to @to, which must not exist (EEXIST). */
gboolean th_trace_file_rename    (const char  *from,
                                  const char  *to);
/* Copies @size bytes; the target is written at its beginning or extended. */
gboolean th_trace_file_copy      (int          from,
                                  guint64      offset,
                                  int          to,
                                  guint64      at,
                                  guint64      size);
/* The message for @code of an operation on @path, of the domain TH_TRACE_WRITER_ERROR. */
void     th_trace_file_set_error (GError     **error,
                                  const char  *path,
                                  int          code);

G_END_DECLS

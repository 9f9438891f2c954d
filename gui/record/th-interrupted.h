/* th-interrupted.h - recordings that a crash left unfinished
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file of a recording is called NAME.part until it is finished, and is locked while somebody
 * records to it.  One that is not locked was left behind.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The path is that of the .part; @size is what it occupies on the disk. */
typedef struct
{
  char    *path;
  guint64  size;
} ThInterrupted;

/* Lists the recordings in @folder on a worker.  The callback gets a GPtrArray of ThInterrupted
 * from th_interrupted_list_finish(), newest first; NULL if it was cancelled. */
void       th_interrupted_list_async    (const char           *folder,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              data);
GPtrArray *th_interrupted_list_finish   (GAsyncResult         *result);
/* Finishes the file @path on a worker; it loses its suffix. */
void       th_interrupted_recover_async (const char           *path,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              data);
/* The path of the finished file; NULL and @error if it failed. */
char      *th_interrupted_recover_finish (GAsyncResult        *result,
                                          GError             **error);

G_END_DECLS

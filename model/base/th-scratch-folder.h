/* th-scratch-folder.h - a temporary folder beside the file that is being written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is on the same file system as its target, so finished files can be renamed into place.  Only
 * the user can access it.
 *
 *   g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
 *
 *   if (!th_scratch_folder_make (&scratch, target))
 *     return fail (target, errno);
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @path: NULL if there is none. */
typedef struct
{
  char *path;
} ThScratchFolder;

#define TH_SCRATCH_FOLDER_INIT { NULL }

/* Makes an empty folder in the folder of @target, or FALSE with errno. */
gboolean th_scratch_folder_make  (ThScratchFolder *self,
                                  const char      *target);
/* Deletes it with all that is in it. */
void     th_scratch_folder_clear (ThScratchFolder *self);

/* Deletes the folder @path with all that is in it.  Links are deleted, not followed. */
void     th_remove_folder        (const char      *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThScratchFolder, th_scratch_folder_clear)

G_END_DECLS

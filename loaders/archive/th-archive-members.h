/* th-archive-members.h - lists what goes into the archive of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-archive.h"

G_BEGIN_DECLS

/* A file: its kind and name in the archive, and where it is. */
typedef struct
{
  ThArchiveKind  kind;
  char          *name;
  char          *path;
} ThArchiveMember;

/* Returns (element-type ThArchiveMember) in the order of the archive, or NULL: with @error, or
 * because @packing was cancelled.  The files that are not those of @review are in @scratch, a
 * folder, which the caller deletes.  Sets the left out recordings in @packing.  Free with
 * g_ptr_array_unref(). */
GPtrArray *th_archive_list_members (const ThReview   *review,
                                    const char       *scratch,
                                    ThArchivePacking *packing,
                                    GError          **error);

G_END_DECLS

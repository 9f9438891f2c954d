/* th-archive-name.h - checks the names of the members of an archive
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-archive.h"

G_BEGIN_DECLS

#define TH_ARCHIVE_MAX_NAME 200u /* bytes; leaves room for what is added to a name */

/* The folder of each kind, or NULL for the top one. */
extern const char *const th_archive_folders[TH_ARCHIVE_N_KINDS];

/* Whether @name can be that of a file of this kind: without "/" and control characters, not hidden,
 * UTF-8, and with the right ending. */
gboolean      th_archive_name_is_good (ThArchiveKind  kind,
                                       const char    *name);

typedef enum
{
  TH_ARCHIVE_PATH_FILE,    /* one of a review */
  TH_ARCHIVE_PATH_OTHER,   /* harmless, but not one of a review */
  TH_ARCHIVE_PATH_REFUSED  /* absolute, with "..", or in another top folder than the others */
} ThArchivePath;

/* Reads the path of a member, like "slow.review/notes/ann.jsonl".  *@top is the top folder of all
 * of them, or at first NULL; free it with g_free().  *@name points into @path. */
ThArchivePath th_archive_path_read    (const char     *path,
                                       char          **top,
                                       ThArchiveKind  *kind,
                                       const char    **name);

G_END_DECLS

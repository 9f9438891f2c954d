/* th-agent-file.h - whole files of tracefs and /proc, read and written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files of pseudo file systems have no size, so they are read to their end, within a bound.  All
 * functions leave the reason of a failure in errno.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where things are; another root serves tests. */
typedef struct
{
  char *tracefs; /* the top of tracefs, or NULL if it is not mounted */
  char *proc;    /* "/proc" */
} ThAgentPlaces;

#define TH_AGENT_MAX_TEXT (4 << 20)

/* The text of @path, followed by a NUL; NULL if it cannot be read or is longer than @max (then
 * errno is EFBIG).  @size may be NULL. */
char    *th_agent_file_read       (const char *path,
                                   gsize       max,
                                   gsize      *size);
/* The same, of a path below a folder, and without white space at its end. */
char    *th_agent_file_read_in    (const char *folder,
                                   const char *name);
/* Writes @text with one write(2), as tracefs wants it; @flags are O_TRUNC or O_APPEND. */
gboolean th_agent_file_write      (const char *path,
                                   const char *text,
                                   int         flags);
/* The names in a folder, sorted; NULL if it cannot be read.  Free with g_strfreev(). */
char   **th_agent_file_list       (const char *folder);

G_END_DECLS

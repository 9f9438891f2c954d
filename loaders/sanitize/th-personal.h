/* th-personal.h - the kinds of personal data in a recording, and what to do with each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_PERSONAL_TASKS,     /* names of tasks */
  TH_PERSONAL_COMMANDS,  /* words of command lines */
  TH_PERSONAL_HOSTS,     /* names of machines and guests */
  TH_PERSONAL_BUILD,     /* what the builder of the kernel added to its version */
  TH_PERSONAL_ADDRESSES, /* IPv4, IPv6 and hardware addresses, binary and as text */
  TH_PERSONAL_USERS,     /* user@host, and the folder of a user */
  TH_PERSONAL_PATHS,     /* components of paths of files and cgroups */
  TH_PERSONAL_TEXTS,     /* what programs wrote into the trace */
  TH_PERSONAL_BYTES,     /* buffers and identifiers without a known form */
  TH_PERSONAL_FILES,     /* names of the files of recordings of a review */
  TH_PERSONAL_AUTHORS,   /* of notes */
  TH_PERSONAL_N
} ThPersonalKind;

/**
 * ThPersonalChoice:
 * @TH_PERSONAL_RENAME: each name becomes another one of the same length, the same everywhere.
 *   Texts keep what is not a name.  Bytes become 0, since they have no names, and recordings get
 *   numbers
 * @TH_PERSONAL_REMOVE: all of it becomes x, and addresses become 0
 * @TH_PERSONAL_KEEP: it stays
 */
typedef enum
{
  TH_PERSONAL_RENAME,
  TH_PERSONAL_REMOVE,
  TH_PERSONAL_KEEP
} ThPersonalChoice;

/* "tasks": for command lines and JSON. */
const char *th_personal_get_id    (ThPersonalKind  kind);
/* Translated: "Names of tasks". */
const char *th_personal_get_title (ThPersonalKind  kind);
/* FALSE if no kind has that id. */
gboolean    th_personal_parse     (const char     *id,
                                   ThPersonalKind *kind);

/* --- what identifies nobody, and so stays ------------------------------- */

/* Names of kernel threads, and those of fewer than 2 bytes. */
gboolean    th_personal_keeps_task      (const char *name,
                                         gsize       size);
/* Directories that most systems have, numbers, and names of fewer than 2 bytes. */
gboolean    th_personal_keeps_component (const char *name,
                                         gsize       size);
/* "localhost", and names of fewer than 2 bytes. */
gboolean    th_personal_keeps_host      (const char *name,
                                         gsize       size);
/* Parts of a kernel's version that distributions use: numbers, "amd64", "generic", "rc3". */
gboolean    th_personal_keeps_version   (const char *part,
                                         gsize       size);

G_END_DECLS

/* th-elf-file.h - the files of this machine that a recording refers to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file that is not the one that was recorded would give wrong names and wrong stacks, and the
 * recording is from a stranger.  So a file is used only if
 *
 * - it has the build id of the recording: it is then looked for where perf and debug packages put
 *   files by their build id, and at the path of the recording; or
 * - the build id was not recorded, and at the path of the recording, on the machine of that name,
 *   there is a file with the recorded device, inode and generation that was not written since.
 *   (perf notes build ids only of files that were running when a sample was taken.)
 *
 * Only regular files are opened, and no path below /proc, /sys or /dev, where opening a file may
 * have an effect, or /net, where it may mount one.
 *
 * Sources: GDB's manual, "Debugging Information in Separate Files", for /usr/lib/debug/.build-id;
 * tools/perf/util/build-id.c for ~/.debug; linux/perf_event.h for PERF_RECORD_MMAP2.
 */
#pragma once

#include <glib.h>
#include <libelf.h>

G_BEGIN_DECLS

#define TH_ELF_MAX_BUILD_ID 64
#define TH_ELF_DEBUG_FOLDER "/usr/lib/debug"

/* What is known about a file that was mapped into a process. */
typedef struct
{
  guint32 major, minor; /* of its device */
  guint64 inode;        /* 0: unknown, also the others */
  guint64 generation;   /* of the inode; 0: unknown */
} ThElfInode;

typedef struct
{
  const char *path;
  guint8      id[TH_ELF_MAX_BUILD_ID];
  gsize       id_size;  /* 0: unknown */
  ThElfInode  inode;    /* ignored if the build id is known */
  gint64      newest;   /* µs since 1970: a file that was written later is not that of @inode */
} ThElfRecorded;

/* Returns a descriptor of the regular file at @path, or -1 with errno set. */
int      th_elf_file_open          (const char          *path);
/* Returns a descriptor of the file at the path of the recording, if it is the one of the recording
 * as far as @self tells; else -1. */
int      th_elf_file_open_recorded (const ThElfRecorded *self);
/* Returns the path for a build id, followed by @rest, in @folder/.build-id.  @folder: NULL for the
 * cache of perf, ~/.debug. */
char    *th_elf_file_dup_path      (const char          *folder,
                                    const guint8        *id,
                                    gsize                size,
                                    const char          *rest);
/* Reads the build id into @id, of TH_ELF_MAX_BUILD_ID bytes; 0 if there is none. */
gsize    th_elf_file_read_build_id (Elf                 *elf,
                                    guint8              *id);
/* Whether the file has that build id. */
gboolean th_elf_file_has_build_id  (Elf                 *elf,
                                    const guint8        *id,
                                    gsize                size);

G_END_DECLS

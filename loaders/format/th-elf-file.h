/* th-elf-file.h - the files of this machine that a recording refers to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Recordings come from strangers, and a file that is not the recorded one gives wrong names and
 * wrong stacks.  So a file is used only if
 *
 * - it has the recorded build id: it is looked for where perf and debug packages keep files by
 *   build id, and at the recorded path; or
 * - no build id was recorded, this machine has the name of the recorded one, and the file at the
 *   recorded path has the recorded device, inode and generation, and was not written since.  (perf
 *   records build ids only of files whose code a sample hit.)
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
  gint64      newest;   /* µs since 1970; a file that was written later is not the recorded one */
} ThElfRecorded;

/* Returns a descriptor of the regular file at @path, or -1 with errno set. */
int      th_elf_file_open          (const char          *path);
/* Returns a descriptor of the file at the recorded path, or -1 if it is not the recorded file as
 * far as @self tells. */
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

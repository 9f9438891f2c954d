/* th-perfdata-maps.h - the memory mappings of each process over time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process may map different files of the same path: of another container, or a program that was
 * built again.  They are different modules here, as far as their inodes or build ids tell.  A list
 * of build ids by path alone does not tell which of them it means, so it is then ignored.
 */
#pragma once

#include "th-elf-file.h"

G_BEGIN_DECLS

#define TH_PF_MAX_BUILD_ID 20

typedef struct _ThPfMaps ThPfMaps;

/* A mapping of a part of a file. */
typedef struct
{
  gint64        time;
  gint32        pid;
  guint64       start, size;
  guint64       offset;    /* in the file */
  const guint8 *name;
  gsize         name_size;
  const guint8 *build_id;
  gsize         build_id_size; /* 0: not in this record */
  ThElfInode    inode;     /* of the file; inode 0: not in this record */
} ThPfMapped;

/* The load adds mappings; any thread may look them up. */
ThPfMaps   *th_pf_maps_new            (void);
void        th_pf_maps_free           (ThPfMaps        *self);
void        th_pf_maps_add            (ThPfMaps         *self,
                                       const ThPfMapped *mapped);
void        th_pf_maps_add_build_id   (ThPfMaps        *self,
                                       const guint8    *name,
                                       gsize            name_size,
                                       const guint8    *id,
                                       gsize            size);
/* @id: a buffer of TH_PF_MAX_BUILD_ID bytes; FALSE if there is no build id. */
gboolean    th_pf_maps_get_build_id   (ThPfMaps        *self,
                                       const char      *path,
                                       guint8          *id,
                                       gsize           *size);
void        th_pf_maps_fork           (ThPfMaps        *self,
                                       gint64           time,
                                       gint32           pid,
                                       gint32           parent);
/* Returns a made-up address (TH_ADDRESS_MADE_UP …) that represents the code at @address at
 * that time; @address itself if no mapping is known. */
guint64     th_pf_maps_place          (ThPfMaps        *self,
                                       gint32           pid,
                                       gint64           time,
                                       guint64          address);
/* The recording was made on this machine, and ended at that time, in µs since 1970: files may be
 * found by their path and inode. */
void        th_pf_maps_set_here       (ThPfMaps        *self,
                                       gint64           newest);
/* Fills what is known about the file that a made-up address is in, whose path is owned by @self,
 * the number of that file, and the offset of the address in it.  FALSE if it is in none. */
gboolean    th_pf_maps_get_file       (ThPfMaps        *self,
                                       guint64          made_up,
                                       ThElfRecorded   *recorded,
                                       guint32         *number,
                                       guint64         *offset);
/* Returns the symbol of a made-up address, owned by @self. */
const char *th_pf_maps_find_symbol    (ThPfMaps        *self,
                                       guint64          made_up,
                                       guint64         *offset);

G_END_DECLS

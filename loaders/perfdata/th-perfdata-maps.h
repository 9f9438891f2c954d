/* th-perfdata-maps.h - what lay where in the memory of each process
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_PF_MAX_BUILD_ID 20

typedef struct _ThPfMaps ThPfMaps;

/* A part of a file in the memory of a process. */
typedef struct
{
  gint64        time;
  gint32        pid;
  guint64       start, size;
  guint64       offset;    /* in the file */
  const guint8 *name;
  gsize         name_size;
  const guint8 *build_id;
  gsize         build_id_size; /* 0: not told here */
} ThPfMapped;

/* Filled by the load, asked by any thread. */
ThPfMaps   *th_pf_maps_new            (void);
void        th_pf_maps_free           (ThPfMaps        *self);
void        th_pf_maps_add            (ThPfMaps         *self,
                                       const ThPfMapped *mapped);
void        th_pf_maps_add_build_id   (ThPfMaps        *self,
                                       const guint8    *name,
                                       gsize            name_size,
                                       const guint8    *id,
                                       gsize            size);
/* @id: room for TH_PF_MAX_BUILD_ID; FALSE if there is none. */
gboolean    th_pf_maps_get_build_id   (ThPfMaps        *self,
                                       const char      *path,
                                       guint8          *id,
                                       gsize           *size);
void        th_pf_maps_fork           (ThPfMaps        *self,
                                       gint64           time,
                                       gint32           pid,
                                       gint32           parent);
/* What stands for the code at @address then (TH_ADDRESS_MADE_UP …); @address
 * itself where nothing is known to lie there. */
guint64     th_pf_maps_place          (ThPfMaps        *self,
                                       gint32           pid,
                                       gint64           time,
                                       guint64          address);
/* Of such a place; as long as @self. */
const char *th_pf_maps_find_symbol    (ThPfMaps        *self,
                                       guint64          made_up,
                                       guint64         *offset);

G_END_DECLS

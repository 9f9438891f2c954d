/* th-perfdata-sideband.h - records beside the samples, as events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are mappings, names of tasks, forks, exits, switches and the like.
 */
#pragma once

#include "th-load-options.h"
#include "th-perfdata-file.h"

G_BEGIN_DECLS

#define TH_PF_SIDEBAND_NAME 4096 /* PATH_MAX */

/* What such a record looks like to the model, in our byte order. */
typedef struct
{
  guint32 preempt;
  gint32  pid;  /* of the other one at a switch: only where all of a CPU was recorded */
  gint32  tid;
  gint32  parent_pid, parent_tid;
  guint32 exec; /* its name comes of exec() */
  guint32 prot;
  /* inodes of namespaces; of a loss, the count and the id; of a mapping, address, size and offset
   * */
  guint64 words[7];
  char    name[TH_PF_SIDEBAND_NAME]; /* the last member: only as much of it as is needed counts */
} ThPfSideband;

/* Whether records of this type are shown as events, if those of @sideband are. */
gboolean    th_pf_is_sideband             (guint32    record_type,
                                           ThSideband sideband);

/* Its event type, made when the first comes. */
guint16     th_pf_sideband_type           (ThPfFile     *file,
                                           const guint8 *record);
/* NULL: not one of those types. */
const ThFieldTable *th_pf_sideband_fields (ThPfFile *file,
                                           guint     type);
/* Fills @sideband from @record; returns how many of its bytes that filled. */
gsize       th_pf_sideband_fill           (const ThPfFile *file,
                                           const guint8   *record,
                                           guint32         size,
                                           ThPfSideband   *sideband);
/* Prints @sideband, which th_pf_sideband_fill() made of @record. */
void        th_pf_sideband_print          (const ThPfFile  *file,
                                           const guint8    *record,
                                           const ThPayload *sideband,
                                           GString         *text);

G_END_DECLS

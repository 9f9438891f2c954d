/* th-perfdata-sideband.h - sideband records as events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * These are mappings, names of tasks, forks, exits, switches and the like.
 */
#pragma once

#include "th-load-options.h"
#include "th-perfdata-file.h"

G_BEGIN_DECLS

#define TH_PF_SIDEBAND_NAME 4096 /* PATH_MAX */

/* The record that the model gets, in native byte order. */
typedef struct
{
  guint32 preempt;
  gint32  pid;  /* the other task of a switch; only in system-wide recordings */
  gint32  tid;
  gint32  parent_pid, parent_tid;
  guint32 exec; /* whether the name comes from exec() */
  guint32 prot;
  /* inodes of namespaces; count and id of a loss; address, size and offset of a
   * mapping */
  guint64 words[7];
  char    name[TH_PF_SIDEBAND_NAME]; /* the last member, only partly used */
} ThPfSideband;

/* Whether records of this type are shown as events, if those of @sideband are. */
gboolean    th_pf_is_sideband             (guint32    record_type,
                                           ThSideband sideband);

/* Returns the event type of @record; adds it for the first such record. */
guint16     th_pf_sideband_type           (ThPfFile     *file,
                                           const guint8 *record);
/* Returns NULL if @type is not one of these types. */
const ThFieldTable *th_pf_sideband_fields (ThPfFile *file,
                                           guint     type);
/* Fills @sideband from @record; returns the number of bytes that are valid. */
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

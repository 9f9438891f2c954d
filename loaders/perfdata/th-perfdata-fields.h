/* th-perfdata-fields.h - fields and text of samples without an event format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

#define TH_PF_DSO 4096 /* PATH_MAX */

/* PERF_RECORD_MISC_CPUMODE_MASK, of linux/perf_event.h. */
#define TH_PF_MODE_KERNEL 1
#define TH_PF_MODE_USER 2
#define TH_PF_MODE_GUEST_USER 5

/* The record that the model gets for a sample without a format, in native byte order. */
typedef struct
{
  guint64 sym; /* an address that represents the function; 0: unknown (th-perfdata-code.h) */
  guint64 ip;
  guint64 addr;
  guint64 period;
  gint32  pid;
  gint32  tid;
  guint32 cpu;
  guint32 mode;
  char    dso[TH_PF_DSO]; /* the last member, only partly used */
} ThPfRecord;

const ThFieldTable *th_pf_fields_for  (ThPfFile        *self,
                                       const ThPfAttr  *attr);
/* Appends what was recorded, without function and file. */
void        th_pf_record_print        (const ThPfRecord *record,
                                       const ThPfAttr   *attr,
                                       gboolean          raw,
                                       GString          *text);

G_END_DECLS

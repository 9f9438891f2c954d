/* th-perfdata-fields.h - fields and text of samples without an event format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* The record that the model gets for a sample without a format, in native byte order. */
typedef struct
{
  guint64 ip;
  guint64 addr;
  guint64 period;
  gint32  pid;
  gint32  tid;
  guint32 cpu;
  guint32 mode;
} ThPfRecord;

const ThFieldTable *th_pf_fields_for  (ThPfFile        *self,
                                       const ThPfAttr  *attr);
void        th_pf_record_print        (const ThPfRecord *record,
                                       const ThPfAttr   *attr,
                                       gboolean          raw,
                                       GString          *text);

G_END_DECLS

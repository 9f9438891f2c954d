/* th-perfdata-sample.h - one sample of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-fields.h"
#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* One sample, whose record is all there. */
typedef struct
{
  const ThPfAttr *attr;
  const guint8   *record;
  guint32         size;
  gboolean        big_endian;
} ThPfSample;

/* Whose sample it is, or NULL; its parts of fixed place lie inside. */
static inline ThPfAttr *
th_pf_sample_attr (const ThPfFile *file,
                   const guint8   *record,
                   guint32         size)
{
  ThPfAttr *attr;
  guint8 id;

  if (G_UNLIKELY (file->attrs->len == 0))
    return NULL;

  /* Several events in a file have their id at the same place in all samples. */
  attr = th_pf_file_attr (file, 0);
  id = attr->id;
  if (file->attrs->len > 1 && id != TH_PF_ABSENT)
    {
      if (size < id + 8u)
        return NULL;
      attr = th_pf_file_find_id (file, th_bytes_u64 (record + id, file->big_endian));
    }
  return attr != NULL && size >= attr->fixed ? attr : NULL;
}

void        th_pf_sample_fill         (const ThPfSample *sample,
                                       ThPfRecord       *record);
/* Offset and number of addresses of its call chain, and the raw record. */
gboolean    th_pf_sample_chain        (const ThPfSample *sample,
                                       guint32          *offset,
                                       guint32          *n);
gboolean    th_pf_sample_raw          (const ThPfSample *sample,
                                       guint32          *offset,
                                       guint32          *size);

/* Whose words stand behind a record that is no sample, all of them inside; or
 * NULL: there are none. */
const ThPfAttr *th_pf_trail_attr      (const ThPfFile  *file,
                                       const guint8    *record,
                                       guint32          size);

G_END_DECLS

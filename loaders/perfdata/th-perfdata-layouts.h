/* th-perfdata-layouts.h - where the fixed parts of samples are, for the load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a load needs of an attribute for each of its samples, in eight bytes, so that those of a
 * recording stay in the nearest cache of the processor.  The kernel assigns ids in sequence, so
 * they are an index into the table; th_pf_sample_attr() finds the few that are not in it.
 */
#pragma once

#include "th-perfdata-file.h"
#include "th-perfdata-record.h"

G_BEGIN_DECLS

/* Offsets as in ThPfAttr. */
typedef struct
{
  const ThPfAttr *attr;
  guint16 event_type;
  guint8  time, cpu, tid;
  guint8  fixed;     /* 0: no attribute has this id */
  guint8  is_switch;
  guint8  is_usual;  /* time, CPU and task are recorded */
} ThPfLayout;

typedef struct
{
  ThPfLayout *layouts;  /* of the ids from @first on */
  guint32     n;
  guint64     first;
  guint8      id;       /* offset of the id, or TH_PF_ABSENT: all samples have the first layout */
} ThPfLayouts;

void        th_pf_layouts_init   (ThPfLayouts    *self,
                                  const ThPfFile *file);
void        th_pf_layouts_clear  (ThPfLayouts    *self);
/* Returns the layout of a sample whose id is not in the table; *@made is memory for it.  NULL if
 * its attribute is unknown, or if it is too short. */
const ThPfLayout *
            th_pf_layouts_make   (const ThPfFile *file,
                                  const guint8   *record,
                                  guint32         size,
                                  ThPfLayout     *made);

/* Returns NULL if the record is too short, or if its id is not in the table. */
G_ALWAYS_INLINE static inline const ThPfLayout *
th_pf_layouts_find (const ThPfLayouts *self,
                    const guint8      *record,
                    guint32            size,
                    gboolean           big_endian)
{
  const ThPfLayout *layout;
  guint64 index = 0;

  if (self->id != TH_PF_ABSENT)
    {
      if (G_UNLIKELY (size < self->id + 8u))
        return NULL;
      index = th_bytes_u64 (record + self->id, big_endian) - self->first;
    }
  if (G_UNLIKELY (index >= self->n))
    return NULL;

  layout = &self->layouts[index];
  return G_LIKELY (layout->fixed != 0 && size >= layout->fixed) ? layout : NULL;
}

G_END_DECLS

/* th-perfdata-layouts.c - where the fixed parts of samples are, for the load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-perfdata-layouts.h"
#include "th-perfdata-sample.h"

/* Ids may have gaps; beyond that, and in a file that lists ids at random, the table would be
 * mostly empty. */
#define MAX_ENTRIES (1u << 20)
#define FREE_ENTRIES 1024
#define MAX_SPREAD 4

static ThPfLayout
layout_of_attr (const ThPfAttr *attr)
{
  return (ThPfLayout) { attr, attr->event_type, attr->time, attr->cpu, attr->tid, attr->fixed,
                        attr->is_switch,
                        attr->time != TH_PF_ABSENT && attr->cpu != TH_PF_ABSENT &&
                        attr->tid != TH_PF_ABSENT };
}

static void
fill (ThPfLayouts    *self,
      const ThPfFile *file)
{
  guint64 last = 0;

  self->first = G_MAXUINT64;
  for (guint32 i = 0; i < file->ids_size; i++)
    if (file->ids[i].attr != 0)
      {
        self->first = MIN (self->first, file->ids[i].id);
        last = MAX (last, file->ids[i].id);
      }
  if (self->first > last)
    return;

  self->n = MIN (last - self->first,
                 MIN (FREE_ENTRIES + (guint64) file->n_ids * MAX_SPREAD, MAX_ENTRIES) - 1) + 1;
  self->layouts = g_new0 (ThPfLayout, self->n);
  for (guint32 i = 0; i < file->ids_size; i++)
    if (file->ids[i].attr != 0 && file->ids[i].id - self->first < self->n)
      self->layouts[file->ids[i].id - self->first] =
        layout_of_attr (th_pf_file_attr (file, file->ids[i].attr - 1));
}

void
th_pf_layouts_init (ThPfLayouts    *self,
                    const ThPfFile *file)
{
  *self = (ThPfLayouts) { .id = TH_PF_ABSENT };
  if (file->attrs->len == 0)
    return;

  if (file->attrs->len > 1)
    self->id = th_pf_file_attr (file, 0)->id;
  if (self->id != TH_PF_ABSENT)
    {
      fill (self, file);
      return;
    }

  self->n = 1;
  self->layouts = g_new (ThPfLayout, 1);
  *self->layouts = layout_of_attr (th_pf_file_attr (file, 0));
}

void
th_pf_layouts_clear (ThPfLayouts *self)
{
  g_clear_pointer (&self->layouts, g_free);
}

const ThPfLayout *
th_pf_layouts_make (const ThPfFile *file,
                    const guint8   *record,
                    guint32         size,
                    ThPfLayout     *made)
{
  const ThPfAttr *attr = th_pf_sample_attr (file, record, size);

  if (attr == NULL)
    return NULL;
  *made = layout_of_attr (attr);
  return made;
}

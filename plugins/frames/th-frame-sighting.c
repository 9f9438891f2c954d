/* th-frame-sighting.c - groups sightings of both sides by their keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-sighting.h"
#include "th-hash.h"

/* Returns the number of the group of each sighting, and adds new ones to @numbers. */
static guint32 *
number_keys (ThSightings side,
             GHashTable *numbers)
{
  guint32 *groups = g_new (guint32, MAX (side.n, 1));

  for (guint32 i = 0; i < side.n; i++)
    {
      gint64 *key = (gint64 *) &side.items[i].key;
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, key, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, key, number);
        }
      groups[i] = GPOINTER_TO_UINT (number);
    }
  return groups;
}

/* Sorts rows by group; those of a group stay in order. */
static guint32 *
sort_rows (const guint32 *groups,
           guint32        n,
           guint32        n_groups,
           guint32      **ends)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));
  guint32 before = 0;

  *ends = g_new0 (guint32, n_groups + 1);
  for (guint32 i = 0; i < n; i++)
    (*ends)[groups[i]]++;
  for (guint32 i = 0; i < n_groups; i++)
    {
      guint32 count = (*ends)[i];

      (*ends)[i] = before;
      before += count;
    }
  for (guint32 i = 0; i < n; i++)
    rows[(*ends)[groups[i]]++] = i;
  return rows;
}

ThFrameGroups *
th_frame_groups_new (ThSightings frames,
                     ThSightings packets)
{
  g_autoptr(GHashTable) numbers = g_hash_table_new (th_int64_hash, g_int64_equal);
  g_autofree guint32 *frame_groups = number_keys (frames, numbers);
  g_autofree guint32 *packet_groups = number_keys (packets, numbers);
  ThFrameGroups *self = g_new0 (ThFrameGroups, 1);

  self->n = g_hash_table_size (numbers);
  self->frames = sort_rows (frame_groups, frames.n, self->n, &self->frame_ends);
  self->packets = sort_rows (packet_groups, packets.n, self->n, &self->packet_ends);
  return self;
}

void
th_frame_groups_free (ThFrameGroups *self)
{
  g_free (self->frame_ends);
  g_free (self->frames);
  g_free (self->packet_ends);
  g_free (self->packets);
  g_free (self);
}

ThFrameGroup
th_frame_groups_get (const ThFrameGroups *self,
                     guint32              index)
{
  guint32 frame = index > 0 ? self->frame_ends[index - 1] : 0;
  guint32 packet = index > 0 ? self->packet_ends[index - 1] : 0;

  return (ThFrameGroup) { self->frames + frame, self->frame_ends[index] - frame,
                          self->packets + packet, self->packet_ends[index] - packet };
}

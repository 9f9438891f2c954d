/* th-frame-directions.c - whether frames came to the machine or left it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-match-private.h"

/* Sources whose packets pass in one way at least this often do so always. */
#define SURE_WAY 10

typedef struct
{
  guint32 n[TH_WAY_OUT + 1];
} Ways;

/* The way of the packets that may be the frame; TH_WAY_UNKNOWN if there are both or none. */
static ThFrameWay
find_way (const Matcher      *self,
          const ThFrameGroup *group,
          guint32             frame,
          guint32            *first)
{
  gint64 time = matcher_get_frame_time (self, frame);
  ThFrameWay way = TH_WAY_UNKNOWN;

  while (*first < group->n_packets &&
         self->packet_times[group->packets[*first]] < time + self->clock->low - self->width)
    (*first)++;
  for (guint32 i = *first; i < group->n_packets; i++)
    {
      const ThSighting *packet = &self->packets.items[group->packets[i]];

      if (packet->time > time + self->clock->high + self->width)
        break;
      if (way != TH_WAY_UNKNOWN && way != packet->way)
        return TH_WAY_UNKNOWN;
      way = packet->way;
    }
  return way;
}

static void
count_ways (Matcher             *self,
            const ThFrameGroups *groups,
            GHashTable          *sources)
{
  for (guint32 i = 0; i < groups->n; i++)
    {
      ThFrameGroup group = th_frame_groups_get (groups, i);
      guint32 first = 0;

      for (guint32 j = 0; j < group.n_frames; j++)
        {
          guint32 row = group.frames[j];
          gpointer source = GUINT_TO_POINTER (self->frames.items[row].source);
          ThFrameWay way;
          Ways *ways;

          self->matches[row].way = self->frames.items[row].way;
          if (self->matches[row].way != TH_WAY_UNKNOWN)
            continue;
          way = find_way (self, &group, row, &first);
          if (source == NULL)
            {
              self->matches[row].way = way;
              continue;
            }
          ways = g_hash_table_lookup (sources, source);
          if (ways == NULL)
            {
              ways = g_new0 (Ways, 1);
              g_hash_table_insert (sources, source, ways);
            }
          ways->n[way]++;
        }
    }
}

void
th_frame_ways_find (Matcher             *self,
                    const ThFrameGroups *groups)
{
  g_autoptr(GHashTable) sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  count_ways (self, groups, sources);
  for (guint32 i = 0; i < self->frames.n; i++)
    {
      gpointer source = GUINT_TO_POINTER (self->frames.items[i].source);
      const Ways *ways = g_hash_table_lookup (sources, source);

      if (self->matches[i].way != TH_WAY_UNKNOWN || ways == NULL)
        continue;
      if (ways->n[TH_WAY_IN] > SURE_WAY * ways->n[TH_WAY_OUT])
        self->matches[i].way = TH_WAY_IN;
      else if (ways->n[TH_WAY_OUT] > SURE_WAY * ways->n[TH_WAY_IN])
        self->matches[i].way = TH_WAY_OUT;
    }
}

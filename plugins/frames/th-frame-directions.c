/* th-frame-directions.c - whether frames came to the machine or left it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-match-private.h"

/* If packets of a source pass this many times as often in one direction as in the other, all of
 * them count as passing in that one. */
#define MAJORITY 10

typedef struct
{
  guint32 n[TH_FRAME_OUT + 1];
} Directions;

/* The direction of the packets that may be the frame; TH_FRAME_NO_DIRECTION if there are packets of
 * both directions or none. */
static ThFrameDirection
find_direction (const Matcher      *self,
                const ThFrameGroup *group,
                guint32             frame,
                guint32            *first)
{
  gint64 time = matcher_get_frame_time (self, frame);
  ThFrameDirection direction = TH_FRAME_NO_DIRECTION;

  while (*first < group->n_packets &&
         self->packet_times[group->packets[*first]] < time + self->clock->low - self->width)
    (*first)++;
  for (guint32 i = *first; i < group->n_packets; i++)
    {
      const ThSighting *packet = &self->packets.items[group->packets[i]];

      if (packet->time > time + self->clock->high + self->width)
        break;
      if (direction != TH_FRAME_NO_DIRECTION && direction != packet->direction)
        return TH_FRAME_NO_DIRECTION;
      direction = packet->direction;
    }
  return direction;
}

static void
count_directions (Matcher             *self,
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
          ThFrameDirection direction;
          Directions *directions;

          self->matches[row].direction = self->frames.items[row].direction;
          if (self->matches[row].direction != TH_FRAME_NO_DIRECTION)
            continue;
          direction = find_direction (self, &group, row, &first);
          if (source == NULL)
            {
              self->matches[row].direction = direction;
              continue;
            }
          directions = g_hash_table_lookup (sources, source);
          if (directions == NULL)
            {
              directions = g_new0 (Directions, 1);
              g_hash_table_insert (sources, source, directions);
            }
          directions->n[direction]++;
        }
    }
}

void
th_frame_directions_find (Matcher             *self,
                          const ThFrameGroups *groups)
{
  g_autoptr(GHashTable) sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  count_directions (self, groups, sources);
  for (guint32 i = 0; i < self->frames.n; i++)
    {
      gpointer source = GUINT_TO_POINTER (self->frames.items[i].source);
      const Directions *directions = g_hash_table_lookup (sources, source);

      if (self->matches[i].direction != TH_FRAME_NO_DIRECTION || directions == NULL)
        continue;
      if (directions->n[TH_FRAME_IN] > MAJORITY * directions->n[TH_FRAME_OUT])
        self->matches[i].direction = TH_FRAME_IN;
      else if (directions->n[TH_FRAME_OUT] > MAJORITY * directions->n[TH_FRAME_IN])
        self->matches[i].direction = TH_FRAME_OUT;
    }
}

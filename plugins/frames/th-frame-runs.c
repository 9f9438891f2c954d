/* th-frame-runs.c - which frames are parts of one packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-runs.h"

/* Frames that are tried as the first one of a packet. */
#define MAX_TRIED 4096

typedef struct
{
  const ThFramePart *parts;
  guint32            n_parts;
  const ThFrameBulk *bulks;
  guint32            n_bulks;
  gint64             early, late;
  guint32           *next; /* the part that continues the connection */
} Runs;

static void
find_next (Runs *self)
{
  g_autoptr(GHashTable) lasts = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->n_parts; i++)
    {
      const ThFramePart *part = &self->parts[i];
      gpointer last;

      self->next[i] = TH_FRAME_NO_PACKET;
      if (!part->is_free)
        continue;
      last = g_hash_table_lookup (lasts, GUINT_TO_POINTER (part->connection));
      if (last != NULL)
        {
          guint32 before = GPOINTER_TO_UINT (last) - 1;

          if (self->parts[before].seq + self->parts[before].payload == part->seq &&
              self->parts[before].direction == part->direction)
            self->next[before] = i;
        }
      g_hash_table_insert (lasts, GUINT_TO_POINTER (part->connection), GUINT_TO_POINTER (i + 1));
    }
}

/* Whether the run that begins at @start is the bulk; @taken: the bulk that
 * has each part already, or TH_FRAME_NO_PACKET. */
static gboolean
is_run (const Runs        *self,
        const ThFrameBulk *bulk,
        guint32            start,
        const guint32     *taken)
{
  const ThFramePart *first = &self->parts[start];
  guint64 length = first->header;
  guint32 n = 0;

  if (!first->is_free || first->direction != bulk->direction ||
      (bulk->connection != 0 && first->connection != bulk->connection) ||
      (bulk->gso_size != 0 && first->payload != bulk->gso_size))
    return FALSE;
  for (guint32 i = start; i != TH_FRAME_NO_PACKET && taken[i] == TH_FRAME_NO_PACKET;
       i = self->next[i])
    {
      const ThFramePart *part = &self->parts[i];

      length += part->payload;
      n++;
      if (part->header != first->header || part->payload > first->payload ||
          length > bulk->length)
        return FALSE;
      if (length == bulk->length)
        return n > 1 && (bulk->n_segments == 0 || n == bulk->n_segments);
      if (part->payload < first->payload)
        return FALSE;
    }
  return FALSE;
}

static void
take (const Runs *self,
      guint32     bulk,
      guint32     start,
      guint32    *taken)
{
  guint64 length = self->parts[start].header;

  for (guint32 i = start; length < self->bulks[bulk].length; i = self->next[i])
    {
      length += self->parts[i].payload;
      taken[i] = bulk;
    }
}

/* The first part that is not before @time. */
static guint32
find_time (const Runs *self,
           gint64      time)
{
  guint32 low = 0, high = self->n_parts;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->parts[middle].time < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Gives the packets of one direction the earliest runs, in order, or the latest ones. */
static void
assign (const Runs      *self,
        ThFrameDirection direction,
        gboolean         is_late,
        guint32         *taken)
{
  guint32 least = 0, end = self->n_parts;

  for (guint32 i = 0; i < self->n_bulks; i++)
    {
      guint32 bulk = is_late ? self->n_bulks - 1 - i : i;
      gint64 time = self->bulks[bulk].time;
      guint32 from, to;

      if (self->bulks[bulk].direction != direction)
        continue;
      from = MAX (find_time (self, time - self->late), least);
      to = MIN (find_time (self, time + self->early + 1), end);
      if (from >= to || to - from > MAX_TRIED)
        continue;
      for (guint32 j = 0; j < to - from; j++)
        {
          guint32 start = is_late ? to - 1 - j : from + j;

          if (!is_run (self, &self->bulks[bulk], start, taken))
            continue;
          take (self, bulk, start, taken);
          least = is_late ? 0 : start + 1;
          end = is_late ? start : self->n_parts;
          break;
        }
    }
}

static guint32 *
list_none (guint32 n)
{
  guint32 *list = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    list[i] = TH_FRAME_NO_PACKET;
  return list;
}

static gboolean
is_in (const guint8 *differs,
       guint32       bulk)
{
  return bulk != TH_FRAME_NO_PACKET && differs[bulk];
}

/* Marks all parts of the runs on which @early and @late disagree. */
static void
keep_same (const Runs    *self,
           guint32       *early,
           const guint32 *late)
{
  g_autofree guint8 *differs = g_new0 (guint8, MAX (self->n_bulks, 1));

  for (guint32 i = 0; i < self->n_parts; i++)
    if (early[i] != late[i])
      {
        if (early[i] != TH_FRAME_NO_PACKET)
          differs[early[i]] = TRUE;
        if (late[i] != TH_FRAME_NO_PACKET)
          differs[late[i]] = TRUE;
      }
  for (guint32 i = 0; i < self->n_parts; i++)
    if (is_in (differs, early[i]) || is_in (differs, late[i]))
      early[i] = TH_FRAME_SEVERAL_PACKETS;
}

guint32 *
th_frame_runs_find (const ThFramePart *parts,
                    guint32            n_parts,
                    const ThFrameBulk *bulks,
                    guint32            n_bulks,
                    gint64             early,
                    gint64             late)
{
  g_autofree guint32 *next = g_new (guint32, MAX (n_parts, 1));
  guint32 *first = list_none (n_parts);
  g_autofree guint32 *last = list_none (n_parts);
  Runs self = { parts, n_parts, bulks, n_bulks, early, late, next };

  find_next (&self);
  for (ThFrameDirection direction = TH_FRAME_IN; direction <= TH_FRAME_OUT; direction++)
    {
      assign (&self, direction, FALSE, first);
      assign (&self, direction, TRUE, last);
    }
  keep_same (&self, first, last);
  return first;
}

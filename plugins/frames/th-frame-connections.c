/* th-frame-connections.c - matches frames and packets by connections that are known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The headers of a frame tell its connection, and some events tell that of a packet.  A packet
 * whose connection is known can only match frames of that connection.  If exactly one of them is
 * within the error, and that frame can be no other packet, they match.  If there are several, the
 * frames and packets of the connection are matched by their order, without those of others.
 */
#include "config.h"

#include "th-frame-match-private.h"

/* A frame that may be more packets than this is matched by the order of all frames. */
#define MAX_TRIED 128

/* What is known about the sightings of a group, by their index in it. */
typedef struct
{
  Matcher            *matcher;
  const ThFrameGroup *group;
  guint32            *n_packets; /* by frame: the packets that it can be */
  guint32            *packet;    /* one of them that is of its connection, if there is one */
  guint32            *n_frames;  /* by packet whose connection is known: those it can be */
  gint32             *crowd;     /* by packet: changes of the number of frames that were left out */
  guint8             *is_frame_open;  /* it may be a packet whose connection is not known */
  guint8             *is_packet_open; /* it may be a frame without one, or one that was left out */
  guint8             *is_frame_done, *is_packet_done;
} Candidates;

static guint32
get_connection (const Candidates *self,
                gboolean          is_packet,
                guint32           index)
{
  const Matcher *matcher = self->matcher;

  return is_packet ? matcher->packets.items[self->group->packets[index]].connection
                   : matcher->frames.items[self->group->frames[index]].connection;
}

/* --- which are possible -------------------------------------------------------------- */

static void
candidates_init (Candidates         *self,
                 Matcher            *matcher,
                 const ThFrameGroup *group)
{
  guint32 n = MAX (group->n_frames, 1), m = group->n_packets + 1;

  self->matcher = matcher;
  self->group = group;
  self->n_packets = g_new0 (guint32, n);
  self->packet = g_new (guint32, n);
  self->n_frames = g_new0 (guint32, m);
  self->crowd = g_new0 (gint32, m);
  self->is_frame_open = g_new0 (guint8, n);
  self->is_packet_open = g_new0 (guint8, m);
  self->is_frame_done = g_new0 (guint8, n);
  self->is_packet_done = g_new0 (guint8, m);
}

static void
candidates_clear (Candidates *self)
{
  g_free (self->n_packets);
  g_free (self->packet);
  g_free (self->n_frames);
  g_free (self->crowd);
  g_free (self->is_frame_open);
  g_free (self->is_packet_open);
  g_free (self->is_frame_done);
  g_free (self->is_packet_done);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Candidates, candidates_clear)

static void
count_frame (Candidates *self,
             guint32     frame)
{
  guint32 connection = get_connection (self, FALSE, frame);

  for (guint32 i = self->matcher->from[frame]; i < self->matcher->to[frame]; i++)
    {
      guint32 other = get_connection (self, TRUE, i);

      if (connection != 0 && other != 0 && connection != other)
        continue;
      self->n_packets[frame]++;
      self->is_frame_open[frame] |= other == 0;
      self->is_packet_open[i] |= connection == 0;
      if (other == 0)
        continue;
      self->n_frames[i]++;
      if (connection != 0)
        self->packet[frame] = i;
    }
}

/* The ranges of the frames are set. */
static void
count_all (Candidates *self)
{
  const Matcher *matcher = self->matcher;
  gint32 crowd = 0;

  for (guint32 i = 0; i < self->group->n_frames; i++)
    {
      self->packet[i] = TH_FRAME_NO_PACKET;
      if (matcher->to[i] - matcher->from[i] <= MAX_TRIED)
        {
          count_frame (self, i);
          continue;
        }
      self->is_frame_open[i] = TRUE;
      self->crowd[matcher->from[i]]++;
      self->crowd[matcher->to[i]]--;
    }
  for (guint32 i = 0; i < self->group->n_packets; i++)
    {
      crowd += self->crowd[i];
      self->is_packet_open[i] |= crowd > 0;
    }
}

/* --- frames that can be only one packet ---------------------------------------------- */

static void
match_single (Candidates *self,
              guint32     frame)
{
  Matcher *matcher = self->matcher;
  guint32 packet = self->packet[frame];
  ThFrameMatch *match = &matcher->matches[self->group->frames[frame]];

  if (packet == TH_FRAME_NO_PACKET || self->n_packets[frame] != 1 || self->n_frames[packet] != 1 ||
      self->is_packet_open[packet] ||
      ABS (matcher_get_rest (matcher, self->group, frame, packet)) >
        MAX (4 * matcher->width, TH_FRAME_EARLY_NS))
    return;

  match->packet = self->group->packets[packet];
  match->state = matcher_agrees (matcher, self->group, frame, packet) ? TH_FRAME_EXACT
                                                                      : TH_FRAME_INFERRED;
  self->is_frame_done[frame] = self->is_packet_done[packet] = TRUE;
}

/* --- order within a connection ------------------------------------------------------- */

/* What is left of a connection. */
typedef struct
{
  GArray  *frames, *packets; /* rows */
  gboolean is_open;          /* some may be, or be of, sightings of no known connection */
} Rest;

static void
rest_free (gpointer data)
{
  Rest *rest = data;

  g_array_unref (rest->frames);
  g_array_unref (rest->packets);
  g_free (rest);
}

static Rest *
get_rest (GHashTable *rests,
          guint32     connection)
{
  gpointer key = GUINT_TO_POINTER (connection);
  Rest *rest = g_hash_table_lookup (rests, key);

  if (rest != NULL)
    return rest;
  rest = g_new0 (Rest, 1);
  rest->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  rest->packets = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_hash_table_insert (rests, key, rest);
  return rest;
}

/* By connection; those without one are not in it. */
static GHashTable *
list_rests (Candidates *self)
{
  GHashTable *rests = g_hash_table_new_full (NULL, NULL, NULL, rest_free);

  for (guint32 i = 0; i < self->group->n_packets; i++)
    if (!self->is_packet_done[i] && get_connection (self, TRUE, i) != 0)
      {
        Rest *rest = get_rest (rests, get_connection (self, TRUE, i));

        g_array_append_val (rest->packets, self->group->packets[i]);
        rest->is_open |= self->is_packet_open[i];
      }
  for (guint32 i = 0; i < self->group->n_frames; i++)
    if (!self->is_frame_done[i] && get_connection (self, FALSE, i) != 0)
      {
        Rest *rest = get_rest (rests, get_connection (self, FALSE, i));

        g_array_append_val (rest->frames, self->group->frames[i]);
        rest->is_open |= self->is_frame_open[i];
      }
  return rests;
}

static void
match_rests (Candidates         *self,
             GHashTable         *rests,
             const ThFrameGroup *whole)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, rests);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Rest *rest = value;
      ThFrameGroup group = { (const guint32 *) (gpointer) rest->frames->data, rest->frames->len,
                             (const guint32 *) (gpointer) rest->packets->data,
                             rest->packets->len };

      if (!rest->is_open)
        th_frame_order_match (self->matcher, &group, whole);
    }
}

/* Whether order within its connection decides about the sighting. */
static gboolean
is_in_rest (const Candidates *self,
            GHashTable       *rests,
            gboolean          is_packet,
            guint32           index)
{
  guint32 connection = get_connection (self, is_packet, index);
  const Rest *rest = connection != 0 ? g_hash_table_lookup (rests, GUINT_TO_POINTER (connection))
                                     : NULL;

  return rest != NULL && !rest->is_open;
}

/* --- both ----------------------------------------------------------------------------- */

static gboolean
has_connections (const Matcher      *self,
                 const ThFrameGroup *group)
{
  for (guint32 i = 0; i < group->n_packets; i++)
    if (self->packets.items[group->packets[i]].connection != 0)
      return TRUE;
  return FALSE;
}

void
th_frame_connections_match (Matcher            *self,
                            ThFrameGroup       *group,
                            const ThFrameGroup *whole,
                            guint32            *frames,
                            guint32            *packets)
{
  g_auto(Candidates) candidates = { NULL, };
  g_autoptr(GHashTable) rests = NULL;
  guint32 n_frames = 0, n_packets = 0;

  if (group->n_frames == 0 || !has_connections (self, group))
    return;

  candidates_init (&candidates, self, group);
  th_frame_order_set_ranges (self, group);
  count_all (&candidates);
  for (guint32 i = 0; i < group->n_frames; i++)
    match_single (&candidates, i);
  rests = list_rests (&candidates);
  match_rests (&candidates, rests, whole);

  for (guint32 i = 0; i < group->n_frames; i++)
    if (!candidates.is_frame_done[i] && !is_in_rest (&candidates, rests, FALSE, i))
      frames[n_frames++] = frames[i];
  for (guint32 i = 0; i < group->n_packets; i++)
    if (!candidates.is_packet_done[i] && !is_in_rest (&candidates, rests, TRUE, i))
      packets[n_packets++] = packets[i];
  group->n_frames = n_frames;
  group->n_packets = n_packets;
}

/* th-packet-ends.c - the connection and the addresses of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-ends.h"
#include "th-packet-map.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

static guint32
intern (Packets    *self,
        const char *text)
{
  return text != NULL ? th_results_intern (self->results, text) : TH_FLOW_NO_ADDRESS;
}

static ThFlowEnds
make_ends (Packets            *self,
           const ThConnection *connection,
           Way                 way)
{
  ThFlowEnds ends = { connection->number, TH_FLOW_NO_ADDRESS, TH_FLOW_NO_ADDRESS, 0, 0,
                      intern (self, connection->service) };

  if (way == WAY_UNKNOWN)
    return ends;

  ends.source = intern (self, way == WAY_SENT ? connection->local : connection->remote);
  ends.target = intern (self, way == WAY_SENT ? connection->remote : connection->local);
  ends.source_port = way == WAY_SENT ? connection->local_port : connection->remote_port;
  ends.target_port = way == WAY_SENT ? connection->remote_port : connection->local_port;
  return ends;
}

/* Returns the index of the ends, plus 1.  Ends that become known later have another index. */
static guint32
find_ends (Packets            *self,
           const ThConnection *connection,
           Way                 way)
{
  guint64 known = (connection->local != NULL) | (connection->remote != NULL) << 1 |
                  (connection->local_port != 0) << 2 | (connection->remote_port != 0) << 3 |
                  (connection->service != NULL) << 4;
  guint32 *index = th_packet_map_get (&self->ends, (guint64) connection->number << 8 | known << 2 |
                                      way);
  ThFlowEnds ends;

  if (*index == 0)
    {
      ends = make_ends (self, connection, way);
      *index = th_flows_add_ends (self->flows, &ends) + 1;
    }
  return *index;
}

/* Reads the field with the address of the struct sock; 0 if there is none.  @kinds: those of the
 * packet's events so far: the socket before a packet is received is the one that sent it. */
static guint64
read_socket (const Skb *skb,
             guint      kinds,
             Way       *way)
{
  const ThEvent *event = skb->event;
  guint64 socket = 0;

  if (skb->point != NULL)
    {
      if (skb->point->socket != NULL)
        th_field_read_u64 (skb->point->socket, &event->payload, &socket);
      *way = kinds & KINDS_RX ? WAY_RECEIVED : kinds & KINDS_TX ? WAY_SENT : WAY_UNKNOWN;
      return socket;
    }

  *way = event->subscription == EVENT_RETRANSMIT ? WAY_SENT : WAY_RECEIVED;
  th_event_get_uint (event, FIELD_SOCKET, &socket);
  return socket;
}

void
th_packet_ends_learn (Packets   *self,
                      Life      *life,
                      const Skb *skb)
{
  Way way = WAY_UNKNOWN;
  guint64 socket = read_socket (skb, life->kinds, &way);
  const ThConnection *connection;

  if (self->directory == NULL || (skb->point != NULL && life->ends != 0))
    return;

  connection = th_connections_find (self->directory, skb->event->ref, socket);
  if (connection != NULL)
    life->ends = find_ends (self, connection, way);
}

void
th_packet_ends_copy (Life       *life,
                     const Life *other)
{
  if (life->ends == 0)
    life->ends = other->ends;
}

void
th_packet_ends_set (Packets    *self,
                    const Life *life,
                    guint32     row)
{
  if (life->ends != 0)
    th_flows_set_ends (self->flows, row, life->ends - 1);
}

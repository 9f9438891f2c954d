/* th-socket-data.c - what tasks sent and read, and what sockets dropped
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * These events name a socket by its address alone, so of UDP little else is known.  Since Linux
 * 6.11, kfree_skb names the socket that dropped the packet.  A datagram that does not fit into
 * the queue of its socket has an event with its ports right before its kfree_skb, in the same
 * softirq: __udp_queue_rcv_skb() in net/ipv4/udp.c of Linux.
 */
#include "config.h"

#include <string.h>

#include "th-sockets-private.h"

#define MSG_PEEK 2
#define FAMILY_V4 2
#define FAMILY_V6 10
#define ENOMEM_OF_LINUX 12
#define MAX_CPUS 65536

/* Indices of further fields, after the ends. */
enum
{
  FIELD_PROTOCOL = SOCKET_FIELDS,
  FIELD_RESULT,
  FIELD_LENGTH,
  FIELD_FLAGS,
  FIELD_FAMILY
};

enum
{
  FIELD_SKB = SOCKET_FIELDS,
  FIELD_REASON
};

enum
{
  FIELD_RC = SOCKET_FIELDS,
  FIELD_PORT
};

void
th_socket_data_announce (Sockets       *self,
                         const ThEvent *event,
                         Socket        *socket)
{
  th_connections_set_event (self->directory, event->ref, &socket->connection);
}

/* --- lengths --------------------------------------------------------------------- */

/* Sockets of all families have these events, such as those of the desktop's own messages. */
static gboolean
is_internet (const ThEvent *event)
{
  const char *text;
  guint64 family;
  gsize length;

  if (th_event_get_text (event, FIELD_FAMILY, &text, &length))
    return (length == 7 && memcmp (text, "AF_INET", 7) == 0) ||
           (length == 8 && memcmp (text, "AF_INET6", 8) == 0);

  return th_event_get_uint (event, FIELD_FAMILY, &family) &&
         (family == FAMILY_V4 || family == FAMILY_V6);
}

static gint64
read_result (const ThEvent *event)
{
  gint64 result = -1;

  if (!th_event_get_int (event, FIELD_RESULT, &result))
    th_event_get_int (event, FIELD_LENGTH, &result);
  return result;
}

/* An address that had a socket of another protocol has been used again. */
static Socket *
find_of_protocol (Sockets           *self,
                  const SocketEvent *about,
                  guint              field)
{
  g_autofree char *name = th_socket_event_protocol (about->event, field);
  guint32 protocol = name != NULL ? th_results_intern (self->results, name) + 1 : 0;
  Socket *socket = th_socket_find (self, about);

  if (socket != NULL && socket->protocol != 0 && protocol != 0 && socket->protocol != protocol)
    socket = th_socket_new (self, about);
  if (socket != NULL)
    th_socket_learn_protocol (self, socket, protocol);

  return socket;
}

void
th_socket_data_take_length (Sockets       *self,
                            const ThEvent *event,
                            gboolean       is_sent)
{
  gint64 result = read_result (event), flags = 0;
  SocketEvent about = { .event = event };
  Socket *socket;
  SocketUse *use;

  th_event_get_int (event, FIELD_FLAGS, &flags);
  if (result < 0 || !is_internet (event) || !th_event_get_uint (event, 0, &about.address) ||
      about.address == 0 || (socket = find_of_protocol (self, &about, FIELD_PROTOCOL)) == NULL)
    return;

  th_socket_data_announce (self, event, socket);
  socket->last = event->time;
  if (socket->task == TH_TASK_NONE)
    socket->task = event->task;
  if (!is_sent && flags & MSG_PEEK)
    return;

  use = th_socket_uses_get (socket, event->task);
  if (is_sent)
    {
      socket->n_sends++;
      socket->sent += result;
      use->n_sends++;
      use->sent += result;
    }
  else
    {
      socket->n_reads++;
      socket->read += result;
      use->n_reads++;
      use->read += result;
    }
}

/* --- drops ----------------------------------------------------------------------- */

static UdpFailure *
get_failure (Sockets *self,
             guint    cpu)
{
  if (cpu >= MAX_CPUS)
    return NULL;
  if (cpu >= self->failures->len)
    g_array_set_size (self->failures, cpu + 1);

  return &g_array_index (self->failures, UdpFailure, cpu);
}

/* Whether kfree_skb tells the socket, so that failures to queue are counted there. */
static gboolean
free_names_socket (const Sockets *self)
{
  guint type = th_recording_find_type (self->recording, "skb:kfree_skb");

  return type != TH_TYPE_NONE && !th_recording_is_type_ignored (self->recording, type) &&
         th_field_table_find (th_recording_get_fields (self->recording, type), "rx_sk") != NULL;
}

/* The reason that the kernel gives for the return value. */
static const char *
failure_reason (gint64 rc)
{
  return rc == -ENOMEM_OF_LINUX ? "SOCKET_RCVBUFF" : "PROTO_MEM";
}

/* tcp_check_req() in net/ipv4/tcp_minisocks.c of Linux, since 6.15: the queue was full when the
 * handshake ended.  With a SYN cookie, cookie_v4_check() and cookie_v6_check() say NO_SOCKET. */
static gboolean
is_overflow (const Socket *socket,
             const char   *reason)
{
  return g_strcmp0 (reason, "TCP_LISTEN_OVERFLOW") == 0 ||
         (socket->role == ROLE_LISTENING && g_strcmp0 (reason, "NO_SOCKET") == 0);
}

static void
add_drop (Sockets               *self,
          Socket                *socket,
          const ThEvent         *event,
          guint64                skb,
          const char            *reason,
          const ThSocketAddress *remote)
{
  socket->n_drops++;
  socket->last = event->time;
  if (is_overflow (socket, reason))
    {
      socket->n_overflows++;
      socket->role = ROLE_LISTENING;
    }
  th_socket_rows_drop (self, socket, event, skb, reason, remote);
}

void
th_socket_data_take_drop (Sockets       *self,
                          const ThEvent *event)
{
  SocketEvent about = { .event = event };
  g_autofree char *reason = NULL;
  UdpFailure failure = { FALSE };
  guint64 skb = 0;
  Socket *socket;

  if (!th_event_get_uint (event, 0, &about.address) || about.address == 0)
    return;

  reason = th_socket_event_symbol (event, FIELD_REASON);
  if (event->cpu < self->failures->len)
    {
      UdpFailure *last = get_failure (self, event->cpu);

      failure = *last;
      last->is_set = FALSE;
    }
  failure.is_set &= g_strcmp0 (reason, failure_reason (failure.rc)) == 0;
  about.has_ends = failure.is_set;
  about.local = failure.local;
  socket = th_socket_find (self, &about);
  if (socket == NULL)
    return;

  if (failure.is_set)
    th_socket_learn_protocol (self, socket, self->udp_word);
  th_socket_data_announce (self, event, socket);
  th_event_get_uint (event, FIELD_SKB, &skb);
  add_drop (self, socket, event, skb, reason,
            failure.is_set ? &failure.remote : &socket->remote);
}

/* The addresses are those of the datagram, whose destination is the local end.  Before Linux
 * 6.10 there is only the local port. */
void
th_socket_data_take_failure (Sockets       *self,
                             const ThEvent *event)
{
  UdpFailure *failure = get_failure (self, event->cpu);
  SocketEvent about;
  guint64 port = 0;
  gint64 rc = 0;
  Socket *socket;

  if (failure == NULL || !th_event_get_int (event, FIELD_RC, &rc))
    return;

  th_socket_event_read (&about, event);
  *failure = (UdpFailure) { TRUE, rc, about.remote, about.local };
  if (!about.has_ends && th_event_get_uint (event, FIELD_PORT, &port) && port <= G_MAXUINT16)
    failure->local.port = port;
  if (free_names_socket (self))
    return;

  failure->is_set = FALSE;
  about = (SocketEvent) { .event = event, .has_ends = TRUE };
  about.local.port = failure->local.port;
  if (about.local.port == 0 || (socket = th_socket_find_port (self, &about)) == NULL)
    return;
  th_socket_learn_protocol (self, socket, self->udp_word);
  th_socket_data_announce (self, event, socket);
  add_drop (self, socket, event, 0, failure_reason (rc), &failure->remote);
}

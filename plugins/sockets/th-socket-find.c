/* th-socket-find.c - which socket an event is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event identifies its socket by the address of the struct sock, by its cookie, or by both
 * ends.  Addresses are reused, so one whose ends contradict the event has become another socket,
 * whose beginning was not recorded.  A socket that connects has no port yet, and one that was
 * accepted has no peer yet, in its first event; without an address, the next one finds it among
 * those that are incomplete.
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-sockets-private.h"

/* Limits, as a damaged recording may have any number of sockets. */
#define MAX_SOCKETS (1u << 18)
#define MAX_CLOSED 1024
#define MAX_INCOMPLETE 256

static void
socket_free (gpointer data)
{
  Socket *self = data;

  g_clear_pointer (&self->uses, g_array_unref);
  g_free (self);
}

static guint
ends_hash (gconstpointer key)
{
  const Socket *socket = key;
  guint8 bytes[2 * sizeof (ThSocketAddress)] = { 0 };

  memcpy (bytes, socket->local.bytes, 16);
  memcpy (bytes + 16, socket->remote.bytes, 16);
  memcpy (bytes + 32, &socket->local.port, sizeof socket->local.port);
  memcpy (bytes + 34, &socket->remote.port, sizeof socket->remote.port);
  return th_bytes_hash (bytes, 36) ^ (guint) socket->is_mptcp;
}

static gboolean
ends_equal (gconstpointer a,
            gconstpointer b)
{
  const Socket *x = a, *y = b;

  return x->is_mptcp == y->is_mptcp && th_socket_address_equal (&x->local, &y->local) &&
         th_socket_address_equal (&x->remote, &y->remote);
}

static guint
local_hash (gconstpointer key)
{
  const Socket *socket = key;

  return th_bytes_hash (socket->local.bytes, sizeof socket->local.bytes) ^ socket->local.port;
}

static gboolean
local_equal (gconstpointer a,
             gconstpointer b)
{
  return th_socket_address_equal (&((const Socket *) a)->local, &((const Socket *) b)->local);
}

void
th_socket_find_begin (Sockets *self)
{
  self->sockets = g_hash_table_new_full (NULL, NULL, socket_free, NULL);
  self->by_address = g_hash_table_new (th_int64_hash, g_int64_equal);
  self->by_cookie = g_hash_table_new (th_int64_hash, g_int64_equal);
  self->by_ends = g_hash_table_new (ends_hash, ends_equal);
  self->listeners = g_hash_table_new (local_hash, local_equal);
  self->udp_ports = g_hash_table_new (NULL, NULL);
  g_queue_init (&self->closed);
  g_queue_init (&self->incomplete);
}

void
th_socket_find_clear (Sockets *self)
{
  g_queue_clear (&self->incomplete);
  g_hash_table_unref (self->by_address);
  g_hash_table_unref (self->by_cookie);
  g_hash_table_unref (self->by_ends);
  g_hash_table_unref (self->listeners);
  g_hash_table_unref (self->udp_ports);
  g_hash_table_unref (self->sockets);
}

/* --- tables ---------------------------------------------------------------------- */

static gboolean
is_complete (const Socket *socket)
{
  return socket->local.port != 0 && !th_socket_address_is_any (&socket->local) &&
         socket->remote.port != 0 && !th_socket_address_is_any (&socket->remote);
}

static void
end_learn (ThSocketAddress       *end,
           const ThSocketAddress *seen)
{
  if (end->port == 0)
    end->port = seen->port;
  if (th_socket_address_is_any (end))
    memcpy (end->bytes, seen->bytes, sizeof end->bytes);
}

/* Removes @socket from @table unless a newer one took its place. */
static void
forget (GHashTable    *table,
        gconstpointer  key,
        const Socket  *socket)
{
  if (g_hash_table_lookup (table, key) == socket)
    g_hash_table_remove (table, key);
}

/* Removes @socket from all tables, so that no event finds it. */
static void
socket_hide (Sockets *self,
             Socket  *socket)
{
  forget (self->by_address, &socket->address, socket);
  forget (self->by_cookie, &socket->cookie, socket);
  forget (self->by_ends, socket, socket);
  forget (self->listeners, socket, socket);
  forget (self->udp_ports, GUINT_TO_POINTER (socket->local.port), socket);
  g_queue_remove (&self->incomplete, socket);
  th_connections_remove_socket (self->directory, socket->address, &socket->connection);
  if (socket->is_closed)
    g_queue_unlink (&self->closed, &socket->link);
}

static void
socket_remove (Sockets *self,
               Socket  *socket)
{
  socket_hide (self, socket);
  th_socket_rows_end (self, socket);
  g_hash_table_remove (self->sockets, socket);
}

/* From now on a lookup by these ends finds @socket. */
static void
socket_cover (Sockets *self,
              Socket  *socket)
{
  socket->covered = g_hash_table_lookup (self->by_ends, socket);
  if (socket->covered != NULL)
    socket->covered_number = socket->covered->connection.number;
  g_hash_table_replace (self->by_ends, socket, socket);
}

/* @socket has been closed: a lookup by its ends finds the open socket that it replaced, if any.
 * That happens when two CPUs complete the same handshake, and one of them drops its socket. */
static void
socket_uncover (Sockets *self,
                Socket  *socket)
{
  Socket *other = socket->covered;

  if (other != NULL && g_hash_table_contains (self->sockets, other) &&
      other->connection.number == socket->covered_number && !other->is_closed &&
      g_hash_table_lookup (self->by_ends, socket) == socket)
    g_hash_table_replace (self->by_ends, other, other);
}

/* Adds what the event says about the socket. */
static void
socket_learn (Sockets           *self,
              Socket            *socket,
              const SocketEvent *event)
{
  gboolean was_complete = is_complete (socket);

  if (socket->address == 0 && event->address != 0)
    {
      socket->address = event->address;
      g_hash_table_replace (self->by_address, &socket->address, socket);
      th_connections_set_socket (self->directory, socket->address, &socket->connection);
    }
  if (socket->cookie == 0 && event->cookie != 0)
    {
      socket->cookie = event->cookie;
      g_hash_table_replace (self->by_cookie, &socket->cookie, socket);
    }
  /* A reset that a listening socket sends names the ends of the packet. */
  if (!event->has_ends || was_complete ||
      (socket->role == ROLE_LISTENING && socket->local.port != 0))
    return;

  end_learn (&socket->local, &event->local);
  end_learn (&socket->remote, &event->remote);
  th_socket_rows_name (self, socket);
  if (is_complete (socket))
    {
      g_queue_remove (&self->incomplete, socket);
      socket_cover (self, socket);
    }
}

Socket *
th_socket_new (Sockets           *self,
               const SocketEvent *event)
{
  Socket *socket = event->address == 0 ? NULL
                   : g_hash_table_lookup (self->by_address, &event->address);

  if (socket != NULL)
    socket_remove (self, socket);
  self->is_full |= g_hash_table_size (self->sockets) >= MAX_SOCKETS;
  if (g_hash_table_size (self->sockets) >= MAX_SOCKETS)
    return NULL;

  socket = g_new0 (Socket, 1);
  socket->connection.number = ++self->n_sockets;
  socket->is_mptcp = event->is_mptcp;
  socket->task = TH_TASK_NONE;
  socket->first = socket->last = event->event->time;
  socket->first_ref = event->event->ref;
  socket->since = TH_TIME_NONE;
  socket->since_ref = event->event->ref;
  socket->connecting = socket->counted = socket->backlog = -1;
  socket->congestion = CONGESTION_UNKNOWN;
  socket->link.data = socket;
  g_hash_table_add (self->sockets, socket);
  socket_learn (self, socket, event);
  if (!is_complete (socket))
    g_queue_push_head (&self->incomplete, socket);
  if (self->incomplete.length > MAX_INCOMPLETE)
    g_queue_pop_tail (&self->incomplete);

  return socket;
}

void
th_socket_learn_protocol (Sockets *self,
                          Socket  *socket,
                          guint32  protocol)
{
  if (socket->protocol != 0 || protocol == 0)
    return;

  socket->protocol = protocol;
  th_socket_rows_name (self, socket);
}

void
th_socket_close (Sockets *self,
                 Socket  *socket)
{
  if (socket->is_closed)
    return;

  socket->is_closed = TRUE;
  socket_uncover (self, socket);
  th_connections_remove_socket (self->directory, socket->address, &socket->connection);
  g_queue_push_tail_link (&self->closed, &socket->link);
  if (self->closed.length > MAX_CLOSED)
    socket_remove (self, g_queue_peek_head (&self->closed));
}

/* --- finding --------------------------------------------------------------------- */

static gboolean
agrees (const Socket      *socket,
        const SocketEvent *event)
{
  return !event->has_ends || (th_socket_address_agrees (&socket->local, &event->local) &&
                              th_socket_address_agrees (&socket->remote, &event->remote));
}

/* Namespaces may have sockets with the same ends. */
static gboolean
may_be (const Socket      *socket,
        const SocketEvent *event)
{
  return (socket->address == 0 || event->address == 0 || socket->address == event->address) &&
         (socket->cookie == 0 || event->cookie == 0 || socket->cookie == event->cookie);
}

/* Whether the event can be the one that completes what is known of the ends of @socket. */
static gboolean
may_complete (const Socket      *socket,
              const SocketEvent *event)
{
  if (socket->is_closed || socket->is_mptcp != event->is_mptcp || !agrees (socket, event) ||
      !may_be (socket, event))
    return FALSE;
  if (event->remote.port == 0)
    return socket->role == ROLE_LISTENING;

  return (socket->state == STATE_SYN_SENT && socket->local.port == 0) ||
         (socket->role == ROLE_ACCEPTED && socket->remote.port == 0);
}

static Socket *
find_by_ends (Sockets           *self,
              const SocketEvent *event)
{
  Socket key = { .is_mptcp = event->is_mptcp, .local = event->local, .remote = event->remote };
  Socket *socket = g_hash_table_lookup (self->by_ends, &key);

  if (socket != NULL && may_be (socket, event))
    return socket;
  for (GList *l = self->incomplete.tail; l != NULL; l = l->prev)
    {
      socket = l->data;
      if (may_complete (socket, event))
        return socket;
    }

  return NULL;
}

/* In texts, only some events have the address of the socket.  If a task read or sent before the
 * first of them, @nameless is known by its address alone, and the same socket by its ends alone.
 * Merges both and returns the result, or returns @nameless if there is no other. */
static Socket *
join (Sockets           *self,
      Socket            *nameless,
      const SocketEvent *event)
{
  Socket *named = find_by_ends (self, event);

  if (named == NULL || named == nameless || named->address != 0)
    return nameless;

  th_socket_uses_add (named, nameless);
  named->n_drops += nameless->n_drops;
  if (named->task == TH_TASK_NONE)
    named->task = nameless->task;
  if (named->protocol == 0)
    named->protocol = nameless->protocol;
  socket_hide (self, nameless);
  g_hash_table_remove (self->sockets, nameless);
  return named;
}

static gboolean
is_nameless (const Socket *socket)
{
  return socket->local.port == 0 && socket->remote.port == 0 && !socket->is_closed &&
         socket->role != ROLE_LISTENING && socket->state == STATE_UNKNOWN;
}

Socket *
th_socket_find (Sockets           *self,
                const SocketEvent *event)
{
  Socket *socket = NULL;

  if (event->address != 0)
    socket = g_hash_table_lookup (self->by_address, &event->address);
  if (socket != NULL && !agrees (socket, event))
    {
      socket_remove (self, socket);
      socket = NULL;
    }
  if (socket != NULL && event->has_ends && is_nameless (socket))
    socket = join (self, socket, event);
  if (socket == NULL && event->cookie != 0)
    socket = g_hash_table_lookup (self->by_cookie, &event->cookie);
  if (socket == NULL && event->has_ends)
    socket = find_by_ends (self, event);
  if (socket == NULL && (event->address != 0 || event->has_ends))
    return th_socket_new (self, event);

  if (socket != NULL)
    socket_learn (self, socket, event);
  return socket;
}

Socket *
th_socket_find_listener (Sockets           *self,
                         const SocketEvent *event)
{
  const Socket exact = { .local = event->local }, any = { .local = { .port = event->local.port } };
  Socket *socket = g_hash_table_lookup (self->listeners, &exact);
  SocketEvent seen = { .event = event->event, .has_ends = TRUE, .local = event->local };

  if (event->local.port == 0)
    return NULL;
  if (socket == NULL)
    socket = g_hash_table_lookup (self->listeners, &any);
  if (socket != NULL)
    return socket;

  socket = th_socket_new (self, &seen);
  if (socket != NULL)
    {
      socket->role = ROLE_LISTENING;
      socket->state = STATE_LISTEN;
      th_socket_find_set_listener (self, socket);
    }
  return socket;
}

Socket *
th_socket_find_listening (Sockets           *self,
                          const SocketEvent *event)
{
  SocketEvent named = { .event = event->event, .address = event->address };
  Socket *socket = event->address == 0 ? NULL
                   : g_hash_table_lookup (self->by_address, &event->address);

  if (socket == NULL)
    socket = th_socket_find_listener (self, event);
  /* Namespaces may have several on one port. */
  if (socket == NULL || !may_be (socket, &named))
    socket = th_socket_new (self, &named);
  if (socket == NULL)
    return NULL;

  socket->role = ROLE_LISTENING;
  socket_learn (self, socket, &named);
  return socket;
}

Socket *
th_socket_find_port (Sockets           *self,
                     const SocketEvent *event)
{
  gpointer port = GUINT_TO_POINTER (event->local.port);
  Socket *socket = g_hash_table_lookup (self->udp_ports, port);

  if (socket != NULL)
    return socket;

  socket = th_socket_new (self, event);
  if (socket != NULL)
    g_hash_table_replace (self->udp_ports, port, socket);
  return socket;
}

void
th_socket_find_set_listener (Sockets *self,
                             Socket  *socket)
{
  /* The end does not change any more once it has a port. */
  if (socket->local.port != 0)
    g_hash_table_replace (self->listeners, socket, socket);
}

/* Rows are added in the order in which sockets were first seen. */
static gint
compare_first (gconstpointer a,
               gconstpointer b)
{
  const Socket *x = a, *y = b;

  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->address > y->address) - (x->address < y->address);
}

void
th_socket_find_end (Sockets *self)
{
  g_autoptr(GList) left = g_list_sort (g_hash_table_get_keys (self->sockets), compare_first);

  for (GList *l = left; l != NULL; l = l->next)
    socket_remove (self, l->data);
}

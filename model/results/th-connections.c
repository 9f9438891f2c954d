/* th-connections.c - the connection that an event or a socket belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-connections.h"
#include "th-hash.h"

struct _ThConnections
{
  GHashTable         *sockets; /* address → ThConnection; owns the addresses */
  GHashTable         *timeouts; /* set of events, as 64 bits each */
  ThRef               event;
  const ThConnection *current; /* the connection of @event */
};

ThConnections *
th_connections_new (void)
{
  ThConnections *self = g_new0 (ThConnections, 1);

  self->sockets = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  self->timeouts = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  self->event = TH_REF_NONE;
  return self;
}

void
th_connections_free (ThConnections *self)
{
  g_hash_table_unref (self->timeouts);
  g_hash_table_unref (self->sockets);
  g_free (self);
}

void
th_connections_set_event (ThConnections      *self,
                          ThRef               event,
                          const ThConnection *connection)
{
  self->event = event;
  self->current = connection;
}

void
th_connections_set_socket (ThConnections      *self,
                           guint64             address,
                           const ThConnection *connection)
{
  g_return_if_fail (address != 0);

  g_hash_table_replace (self->sockets, g_memdup2 (&address, sizeof address),
                        (gpointer) connection);
}

void
th_connections_remove_socket (ThConnections      *self,
                              guint64             address,
                              const ThConnection *connection)
{
  if (g_hash_table_lookup (self->sockets, &address) == connection)
    g_hash_table_remove (self->sockets, &address);
  if (self->current == connection)
    self->event = TH_REF_NONE;
}

void
th_connections_add_timeout (ThConnections *self,
                            ThRef          event)
{
  g_hash_table_add (self->timeouts, g_memdup2 (&event, sizeof event));
}

gboolean
th_connections_has_timeout (const ThConnections *self,
                            ThRef                event)
{
  return g_hash_table_contains (self->timeouts, &event);
}

const ThConnection *
th_connections_find (const ThConnections *self,
                     ThRef                event,
                     guint64              address)
{
  if (!th_ref_is_none (event) && th_ref_equal (self->event, event))
    return self->current;

  return address != 0 ? g_hash_table_lookup (self->sockets, &address) : NULL;
}

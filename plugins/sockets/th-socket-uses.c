/* th-socket-uses.c - what each task sent and read on a socket
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sockets-private.h"

/* The tasks of a socket that are counted separately; all others are counted as one. */
#define MAX_USES 64

SocketUse *
th_socket_uses_get (Socket  *socket,
                    guint32  task)
{
  SocketUse use = { .task = task };

  if (socket->uses == NULL)
    socket->uses = g_array_new (FALSE, FALSE, sizeof (SocketUse));
  for (guint i = 0; i < socket->uses->len; i++)
    if (g_array_index (socket->uses, SocketUse, i).task == task)
      return &g_array_index (socket->uses, SocketUse, i);

  if (socket->uses->len < MAX_USES)
    g_array_append_val (socket->uses, use);
  else
    g_array_index (socket->uses, SocketUse, MAX_USES - 1).task = TH_TASK_NONE;
  return &g_array_index (socket->uses, SocketUse, socket->uses->len - 1);
}

void
th_socket_uses_add (Socket       *socket,
                    const Socket *other)
{
  for (guint i = 0; other->uses != NULL && i < other->uses->len; i++)
    {
      const SocketUse *added = &g_array_index (other->uses, SocketUse, i);
      SocketUse *use = th_socket_uses_get (socket, added->task);

      use->n_sends += added->n_sends;
      use->n_reads += added->n_reads;
      use->sent += added->sent;
      use->read += added->read;
    }
  socket->n_sends += other->n_sends;
  socket->n_reads += other->n_reads;
  socket->sent += other->sent;
  socket->read += other->read;
}

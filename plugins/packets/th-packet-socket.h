/* th-packet-socket.h - the queues of sockets, and the packets that wait in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events identify a socket by its address, if they have it.  The datagrams of all other
 * sockets are in one unnamed queue.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _Life Life;
typedef struct _Packets Packets;
typedef struct _SocketQueue SocketQueue;

/* Returns whether a packet has been queued at @socket. */
gboolean th_packet_socket_is_known (Packets *self,
                                    guint64  socket);
/* Queues @life at @socket, or at a socket that the event does not identify. */
void th_packet_socket_push (Packets *self,
                            guint64  socket,
                            Life    *life);
void th_packet_socket_push_unnamed (Packets *self,
                                    Life    *life);
/* Takes the oldest packet that has not been read out of the queue of @socket, or returns
 * NULL. */
Life *th_packet_socket_pop (Packets *self,
                            guint64  socket);
/* Among the datagrams of @bytes bytes in the unnamed queue, the oldest that woke @task, or
 * no task, as the reader was awake.  *@n: the number of candidates. */
Life *th_packet_socket_find_datagram (Packets *self,
                                      guint32  task,
                                      gint64   bytes,
                                      guint   *n);
void th_packet_socket_clear (Packets *self);

G_END_DECLS

/* th-packet-socket.c - the queues of sockets, and the packets that wait in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-socket.h"
#include "th-packet-life.h"
#include "th-packet-map.h"
#include "th-packets-private.h"

#define MAX_SOCKETS 65536
#define MAX_QUEUE 1024

/* The packets that wait in one socket, oldest first; some may have ended meanwhile. */
struct _SocketQueue
{
  GArray *handles;  /* of Handle */
  guint   first;
};

static SocketQueue *
queue_new (void)
{
  SocketQueue *queue = g_new0 (SocketQueue, 1);

  queue->handles = g_array_new (FALSE, FALSE, sizeof (Handle));
  return queue;
}

static void
queue_free (gpointer data)
{
  SocketQueue *queue = data;

  g_array_unref (queue->handles);
  g_free (queue);
}

void
th_packet_socket_clear (Packets *self)
{
  g_clear_pointer (&self->unnamed_queue, queue_free);
  if (self->socket_queues == NULL)
    return;

  g_ptr_array_unref (self->socket_queues);
  th_packet_map_clear (&self->sockets);
}

static SocketQueue *
find_queue (Packets  *self,
            guint64   address,
            gboolean  make)
{
  guint32 *place;
  SocketQueue *queue;

  if (self->socket_queues == NULL)
    {
      self->socket_queues = g_ptr_array_new_with_free_func (queue_free);
      th_packet_map_init (&self->sockets);
    }
  if (!make || self->socket_queues->len >= MAX_SOCKETS)
    {
      guint32 index = th_packet_map_find (&self->sockets, address);

      return index != 0 ? g_ptr_array_index (self->socket_queues, index - 1) : NULL;
    }

  place = th_packet_map_get (&self->sockets, address);
  if (*place != 0)
    return g_ptr_array_index (self->socket_queues, *place - 1);

  queue = queue_new ();
  g_ptr_array_add (self->socket_queues, queue);
  *place = self->socket_queues->len;
  return queue;
}

static void
queue_push (SocketQueue *queue,
            Life        *life)
{
  Handle handle = handle_to (life);

  if (queue->first > MAX_QUEUE / 2 || queue->handles->len >= MAX_QUEUE)
    {
      g_array_remove_range (queue->handles, 0, MAX (queue->first, 1));
      queue->first = 0;
    }
  g_array_append_val (queue->handles, handle);
}

gboolean
th_packet_socket_is_known (Packets *self,
                           guint64  socket)
{
  return find_queue (self, socket, FALSE) != NULL;
}

void
th_packet_socket_push (Packets *self,
                       guint64  socket,
                       Life    *life)
{
  queue_push (find_queue (self, socket, TRUE), life);
}

void
th_packet_socket_push_unnamed (Packets *self,
                               Life    *life)
{
  if (self->unnamed_queue == NULL)
    self->unnamed_queue = queue_new ();
  queue_push (self->unnamed_queue, life);
}

Life *
th_packet_socket_pop (Packets *self,
                      guint64  socket)
{
  SocketQueue *queue = find_queue (self, socket, FALSE);

  while (queue != NULL && queue->first < queue->handles->len)
    {
      Life *life = handle_get (g_array_index (queue->handles, Handle, queue->first++));

      if (life != NULL && life->state == LIFE_LIVE && !life->delivered)
        return life;
    }

  return NULL;
}

/* Returns whether @life has the length of a datagram of @bytes bytes with its IPv4 or IPv6 header.
 * */
static gboolean
fits_datagram (const Life *life,
               gint64      bytes)
{
  return life->length - bytes == 20 + 8 || life->length - bytes == 40 + 8;
}

static gboolean
woke (const Life *life,
      guint32     task)
{
  for (guint i = 0; i < life->n_wakes; i++)
    if (life->wakes[i].task == task)
      return TRUE;
  return FALSE;
}

Life *
th_packet_socket_find_datagram (Packets *self,
                                guint32  task,
                                gint64   bytes,
                                guint   *n)
{
  SocketQueue *queue = self->unnamed_queue;
  Life *first = NULL;

  for (guint i = queue != NULL ? queue->first : 0; queue != NULL && i < queue->handles->len; i++)
    {
      Life *life = handle_get (g_array_index (queue->handles, Handle, i));

      if (life == NULL || life->state != LIFE_LIVE || life->delivered)
        {
          queue->first += i == queue->first;
          continue;
        }
      if (!fits_datagram (life, bytes) || (life->n_wakes > 0 && !woke (life, task)))
        continue;
      first = first != NULL ? first : life;
      (*n)++;
    }
  return first;
}

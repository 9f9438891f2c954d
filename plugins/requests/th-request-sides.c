/* th-request-sides.c - what each socket sent and read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A connection that transfers much in one direction makes many calls in a row, of which only the
 * first ones can matter by themselves.
 */
#include "config.h"

#include <string.h>

#include "th-requests-private.h"

/* So many calls in a row are kept, and all further ones as one. */
#define MAX_RUN 16

Side *
th_request_side_new (const ThConnection *connection)
{
  Side *self = g_new0 (Side, 1);

  self->number = connection->number;
  self->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  return self;
}

void
th_request_side_free (gpointer side)
{
  Side *self = side;

  g_array_unref (self->calls);
  g_free (self);
}

void
th_request_side_learn (Side               *self,
                       const ThConnection *connection)
{
  self->local = connection->local;
  self->remote = connection->remote;
  self->local_port = connection->local_port;
  self->remote_port = connection->remote_port;
  self->opened = connection->opened;
  self->service = connection->service;
}

/* Returns a new call, or the last one, which goes on. */
static Call *
get_call (Side     *self,
          gboolean  is_out)
{
  gint64 position = is_out ? self->sent : self->read;
  Call call = { is_out, TH_TASK_NONE, 0, position, position, };
  Call *last = self->calls->len > 0 ? &g_array_index (self->calls, Call, self->calls->len - 1)
               : NULL;

  if (last != NULL && last->is_out == is_out && self->run >= MAX_RUN)
    return last;

  self->run = last != NULL && last->is_out == is_out ? self->run + 1 : 1;
  self->n_turns += self->run == 1;
  for (guint i = 0; i < N_MARKS; i++)
    call.marks[i] = MARK_NONE;
  g_array_append_val (self->calls, call);
  return &g_array_index (self->calls, Call, self->calls->len - 1);
}

/* --- sending ------------------------------------------------------------------- */

void
th_request_side_send (Side       *self,
                      const Mark *marks,
                      guint32     task,
                      guint64     bytes)
{
  Call *call = get_call (self, TRUE);

  if (call->n++ == 0)
    {
      call->marks[OUT_BEGIN] = marks[OUT_BEGIN];
      call->task = task;
    }
  call->marks[OUT_LEFT] = marks[OUT_LEFT];
  call->marks[OUT_END] = marks[OUT_END];
  self->sent += bytes;
  call->to = self->sent;
}

void
th_request_side_sent_to (Side    *self,
                         guint32  next)
{
  gint32 bytes = (gint32) (next - self->next);

  if (self->has_next && bytes > 0)
    {
      Call *call = get_call (self, TRUE);

      call->n++;
      self->sent += bytes;
      call->to = self->sent;
    }
  if (!self->has_next || bytes > 0)
    self->next = next;
  self->has_next = TRUE;
}

/* --- receiving ----------------------------------------------------------------- */

void
th_request_side_arrive (Side       *self,
                        const Mark *mark,
                        guint32     bytes)
{
  if (self->n_arrivals < MAX_ARRIVALS)
    {
      self->arrivals[self->n_arrivals++] = (Arrival) { *mark, bytes };
      return;
    }

  self->arrivals[MAX_ARRIVALS - 1].mark = *mark;
  if (bytes > G_MAXUINT32 - self->arrivals[MAX_ARRIVALS - 1].bytes)
    self->arrivals[MAX_ARRIVALS - 1].bytes = G_MAXUINT32;
  else
    self->arrivals[MAX_ARRIVALS - 1].bytes += bytes;
}

void
th_request_side_drain (Side *self)
{
  self->n_arrivals = 0;
}

/* Takes what was read from what had arrived.  *@first, *@last: when the first and the last byte of
 * it arrived.  Returns its bytes. */
static guint64
take_arrivals (Side    *self,
               guint64  bytes,
               Mark    *first,
               Mark    *last)
{
  guint64 taken = 0;
  guint n = 0;

  *first = *last = MARK_NONE;
  while (n < self->n_arrivals && taken < bytes)
    {
      Arrival *arrival = &self->arrivals[n];

      if (taken == 0)
        *first = arrival->mark;
      *last = arrival->mark;
      if (arrival->bytes > bytes - taken)
        {
          arrival->bytes -= bytes - taken;
          taken = bytes;
          break;
        }
      taken += arrival->bytes;
      n++;
    }

  self->n_arrivals -= n;
  memmove (self->arrivals, self->arrivals + n, self->n_arrivals * sizeof (Arrival));
  return taken;
}

void
th_request_side_read (Side       *self,
                      const Mark *mark,
                      guint32     task,
                      guint64     bytes)
{
  Call *call = get_call (self, FALSE);
  Mark first, last;
  guint64 taken = take_arrivals (self, bytes, &first, &last);

  if (call->n++ == 0)
    {
      call->marks[IN_FIRST_ARRIVAL] = first;
      call->marks[IN_FIRST_READ] = *mark;
      call->task = task;
    }
  call->marks[IN_LAST_ARRIVAL] = last;
  call->marks[IN_LAST_READ] = *mark;
  self->read += bytes == G_MAXUINT64 ? taken : bytes;
  call->to = self->read;
}

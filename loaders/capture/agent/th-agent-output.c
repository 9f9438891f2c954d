/* th-agent-output.c - the frames that wait to be sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "th-agent-output.h"

#define LOW (1 << 20)
#define PIPE_SIZE (1 << 20)

struct _ThAgentOutput
{
  int         fd;
  int         flags;    /* of the file, restored at the end */
  GByteArray *bytes;
  gsize       sent;     /* bytes at the front that standard output has taken */
  gboolean    broken;
  gboolean    keeps;
  gboolean    detached;
  gsize       kept;     /* where the first frame begins that is not acknowledged */
  guint64     n_arrived; /* frames that are acknowledged */
};

static void
prepare_fd (ThAgentOutput *self)
{
  self->flags = fcntl (self->fd, F_GETFL);
  fcntl (self->fd, F_SETFL, self->flags | O_NONBLOCK);
  /* Only a pipe has a size; other files refuse this. */
  fcntl (self->fd, F_SETPIPE_SZ, PIPE_SIZE);
}

ThAgentOutput *
th_agent_output_new (int fd)
{
  ThAgentOutput *self = g_new0 (ThAgentOutput, 1);

  self->fd = fd;
  prepare_fd (self);
  self->bytes = g_byte_array_new ();
  return self;
}

void
th_agent_output_free (ThAgentOutput *self)
{
  /* Other programs may share the terminal or pipe. */
  fcntl (self->fd, F_SETFL, self->flags);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

GByteArray *
th_agent_output_get_bytes (ThAgentOutput *self)
{
  return self->bytes;
}

int
th_agent_output_get_fd (ThAgentOutput *self)
{
  return self->fd;
}

gsize
th_agent_output_get_waiting (ThAgentOutput *self)
{
  return self->bytes->len - self->sent;
}

gboolean
th_agent_output_is_full (ThAgentOutput *self)
{
  if (self->keeps && self->bytes->len - self->kept >= TH_AGENT_OUTPUT_KEEPS)
    return TRUE;
  return !self->detached && th_agent_output_get_waiting (self) >= TH_AGENT_OUTPUT_FULL;
}

gboolean
th_agent_output_is_flooded (ThAgentOutput *self)
{
  gsize full = self->keeps ? TH_AGENT_OUTPUT_KEEPS : TH_AGENT_OUTPUT_FULL;

  return th_agent_output_get_waiting (self) >= 2 * full;
}

gboolean
th_agent_output_is_low (ThAgentOutput *self)
{
  return th_agent_output_get_waiting (self) < LOW;
}

gboolean
th_agent_output_is_broken (ThAgentOutput *self)
{
  return self->broken;
}

/* Returns how many bytes were written; 0 if standard output would block or is broken. */
static gsize
take_result (ThAgentOutput *self,
             gssize         written)
{
  if (written < 0)
    {
      if (errno != EAGAIN && errno != EINTR)
        self->broken = TRUE;
      return 0;
    }
  return written;
}

static void
forget_sent (ThAgentOutput *self)
{
  gsize n = self->keeps ? MIN (self->sent, self->kept) : self->sent;

  if (n == self->bytes->len)
    g_byte_array_set_size (self->bytes, 0);
  else if (n >= self->bytes->len / 2)
    g_byte_array_remove_range (self->bytes, 0, n);
  else
    return;
  self->sent -= n;
  self->kept -= self->keeps ? n : 0;
}

gboolean
th_agent_output_flush (ThAgentOutput *self)
{
  gsize taken = 1;

  if (self->detached)
    return TRUE;
  while (taken > 0 && !self->broken && self->sent < self->bytes->len)
    {
      taken = take_result (self, write (self->fd, self->bytes->data + self->sent,
                                        self->bytes->len - self->sent));
      self->sent += taken;
    }
  forget_sent (self);
  return !self->broken;
}

void
th_agent_output_send (ThAgentOutput  *self,
                      ThWireFrameType type,
                      GByteArray     *payload,
                      int             level)
{
  guint8 header[TH_WIRE_HEADER_SIZE];
  struct iovec parts[] = { { header, sizeof header }, { payload->data, payload->len } };
  gsize taken;

  if (level > 0 || th_agent_output_get_waiting (self) > 0 || self->broken || self->keeps)
    {
      th_wire_frame_append (self->bytes, type, payload->data, payload->len, level);
      return;
    }

  th_wire_frame_write_header (header, type, payload->len);
  taken = take_result (self, writev (self->fd, parts, G_N_ELEMENTS (parts)));
  if (taken < sizeof header)
    g_byte_array_append (self->bytes, header + taken, sizeof header - taken);
  taken -= MIN (taken, sizeof header);
  if (taken < payload->len)
    g_byte_array_append (self->bytes, payload->data + taken, payload->len - taken);
}

/* --- a connection that may be lost ------------------------------------------------------- */

void
th_agent_output_keep (ThAgentOutput *self,
                      gboolean       keeps)
{
  self->keeps = keeps;
  self->kept = keeps ? self->bytes->len : 0;
  self->n_arrived = 0;
}

/* The end of the frame at @begin; 0 if it has not been sent as a whole. */
static gsize
get_frame_end (ThAgentOutput *self,
               gsize          begin)
{
  guint32 size;

  if (begin + TH_WIRE_HEADER_SIZE > self->sent)
    return 0;
  memcpy (&size, self->bytes->data + begin, sizeof size);
  size = GUINT32_FROM_LE (size);
  return size <= self->sent - begin - TH_WIRE_HEADER_SIZE ? begin + TH_WIRE_HEADER_SIZE + size : 0;
}

gboolean
th_agent_output_acknowledge (ThAgentOutput *self,
                             guint64        n_frames)
{
  gsize end = self->kept;

  if (!self->keeps || n_frames < self->n_arrived)
    return FALSE;
  for (guint64 i = self->n_arrived; i < n_frames; i++)
    if ((end = get_frame_end (self, end)) == 0)
      return FALSE;
  self->n_arrived = n_frames;
  self->kept = end;
  forget_sent (self);
  return TRUE;
}

gboolean
th_agent_output_has_arrived (ThAgentOutput *self)
{
  return self->bytes->len == (self->keeps ? self->kept : self->sent);
}

void
th_agent_output_detach (ThAgentOutput *self)
{
  self->detached = TRUE;
}

gboolean
th_agent_output_is_detached (ThAgentOutput *self)
{
  return self->detached;
}

void
th_agent_output_attach (ThAgentOutput *self)
{
  self->sent = self->kept;
  self->detached = self->broken = FALSE;
  prepare_fd (self);
}

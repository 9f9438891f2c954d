/* th-agent-sink.c - where pages go: to the window, to a file that is held, or nowhere
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "th-agent-sink.h"

#define REMOTE_BATCH (64 << 10)
#define REMOTE_AGE_US (250 * 1000)
#define LOCAL_BATCH (256 << 10)
#define HELD_PIECE (256 << 10)
/* What is left to others on the disk that holds the pages. */
#define LEAST_FREE (G_GUINT64_CONSTANT (64) << 20)

struct _ThAgentSink
{
  ThAgentSinkKind kind;
  ThAgentOutput  *output;
  GByteArray     *batch;
  gint64          since_us; /* when the first page of the batch was read; 0: it has none */
  int             level;
  gboolean        remote;
  int             file;
  guint64         held;     /* bytes in the file */
  guint64         sent;     /* of them */
  char           *error;
};

/* A file without a name vanishes with the agent. */
static int
open_unnamed_in (const char *folder)
{
  g_autofree char *name = NULL;
  int file = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (file >= 0)
    return file;
  name = g_build_filename (folder, "thresher-XXXXXX", NULL);
  file = mkostemp (name, O_CLOEXEC);
  if (file >= 0)
    unlink (name);
  return file;
}

static int
open_unnamed (void)
{
  const char *const folders[] = { g_getenv ("TMPDIR"), "/var/tmp", "/tmp" };
  int file = -1;

  for (guint i = 0; file < 0 && i < G_N_ELEMENTS (folders); i++)
    if (folders[i] != NULL)
      file = open_unnamed_in (folders[i]);
  return file;
}

ThAgentSink *
th_agent_sink_new (ThAgentSinkKind   kind,
                   ThAgentOutput    *output,
                   int               level,
                   gboolean          remote,
                   GError          **error)
{
  g_autoptr(ThAgentSink) self = g_new0 (ThAgentSink, 1);

  self->kind = kind;
  self->output = output;
  self->level = level;
  self->remote = remote;
  self->batch = g_byte_array_sized_new (LOCAL_BATCH + (16 << 10));
  self->file = kind == TH_AGENT_SINK_HOLD ? open_unnamed () : -1;
  if (kind == TH_AGENT_SINK_HOLD && self->file < 0)
    {
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_DISK,
                   "No file can be made to hold the recording: %s", g_strerror (errno));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
th_agent_sink_free (ThAgentSink *self)
{
  if (self->file >= 0)
    close (self->file);
  g_byte_array_unref (self->batch);
  g_free (self->error);
  g_free (self);
}

GByteArray *
th_agent_sink_get_batch (ThAgentSink *self)
{
  return self->batch;
}

const char *
th_agent_sink_get_error (ThAgentSink *self)
{
  return self->error;
}

static void
fail (ThAgentSink *self,
      const char  *reason)
{
  if (self->error == NULL)
    self->error = g_strdup_printf ("The pages can no longer be held there: %s", reason);
}

/* The file holds the frames as they will be sent. */
static void
hold (ThAgentSink *self)
{
  g_autoptr(GByteArray) frame = g_byte_array_new ();
  struct statvfs disk;
  gsize at = 0;

  th_wire_frame_append (frame, TH_WIRE_PAGES, self->batch->data, self->batch->len, self->level);
  if (fstatvfs (self->file, &disk) == 0 &&
      (guint64) disk.f_bavail * disk.f_frsize < LEAST_FREE + frame->len)
    {
      fail (self, "the disk is full");
      return;
    }
  while (at < frame->len)
    {
      gssize written = pwrite (self->file, frame->data + at, frame->len - at, self->held + at);

      if (written < 0 && errno != EINTR)
        {
          fail (self, g_strerror (errno));
          return;
        }
      at += MAX (written, 0);
    }
  self->held += frame->len;
}

void
th_agent_sink_flush (ThAgentSink *self)
{
  if (self->batch->len == 0)
    return;
  if (self->kind == TH_AGENT_SINK_LINE)
    th_agent_output_send (self->output, TH_WIRE_PAGES, self->batch, self->level);
  else if (self->kind == TH_AGENT_SINK_HOLD && self->error == NULL)
    hold (self);
  g_byte_array_set_size (self->batch, 0);
  self->since_us = 0;
}

void
th_agent_sink_added (ThAgentSink *self)
{
  if (self->since_us == 0)
    self->since_us = g_get_monotonic_time ();
  if (self->batch->len >= (self->remote ? REMOTE_BATCH : LOCAL_BATCH))
    th_agent_sink_flush (self);
}

void
th_agent_sink_pause (ThAgentSink *self)
{
  if (!self->remote || g_get_monotonic_time () - self->since_us >= REMOTE_AGE_US)
    th_agent_sink_flush (self);
}

gboolean
th_agent_sink_is_full (ThAgentSink *self)
{
  if (self->error != NULL)
    return TRUE;
  return self->kind == TH_AGENT_SINK_LINE && th_agent_output_is_full (self->output);
}

gboolean
th_agent_sink_send_held (ThAgentSink *self)
{
  GByteArray *bytes = th_agent_output_get_bytes (self->output);

  while (self->sent < self->held && !th_agent_output_is_full (self->output))
    {
      guint used = bytes->len;
      gsize n = MIN (HELD_PIECE, self->held - self->sent);
      gssize got;

      g_byte_array_set_size (bytes, used + n);
      got = pread (self->file, bytes->data + used, n, self->sent);
      g_byte_array_set_size (bytes, used + MAX (got, 0));
      if (got == 0 || (got < 0 && errno != EINTR))
        {
          /* Half a frame may be in the queue, so nothing can follow it. */
          fail (self, got < 0 ? g_strerror (errno) : "the file is cut short");
          return TRUE;
        }
      self->sent += MAX (got, 0);
    }
  return self->sent == self->held;
}

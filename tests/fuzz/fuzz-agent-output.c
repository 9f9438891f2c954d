/* fuzz-agent-output.c - frames of a recording over connections that are lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each byte is a step of the agent, of the connection or of the window.  Whatever the steps are,
 * every frame arrives once and in order.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-target.h"
#include "th-agent-output.h"

typedef struct
{
  ThAgentOutput *output;
  int            line;     /* where the window reads */
  GByteArray    *arrived;  /* what is not yet a frame */
  guint32        n_sent;   /* appended to the output */
  guint32        n_frames; /* that the window has */
} Fuzz;

/* Connects the output's descriptor with a new pipe; -1: makes one. */
static int
connect_line (Fuzz *self,
              int   out)
{
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_NONBLOCK), ==, 0);
  self->line = ends[0];
  if (out < 0)
    return ends[1];
  g_assert_cmpint (dup2 (ends[1], out), ==, out);
  close (ends[1]);
  return out;
}

static void
append (Fuzz *self,
        guint size)
{
  g_autoptr(GByteArray) payload = g_byte_array_new ();

  g_byte_array_set_size (payload, sizeof self->n_sent + size);
  memset (payload->data, 0xff, payload->len);
  memcpy (payload->data, &self->n_sent, sizeof self->n_sent);
  self->n_sent++;
  if (size % 2)
    th_agent_output_send (self->output, TH_WIRE_PAGES, payload, 0);
  else
    th_wire_frame_append (th_agent_output_get_bytes (self->output), TH_WIRE_FILE, payload->data,
                          payload->len, 0);
}

static void
take_frames (Fuzz *self)
{
  while (self->arrived->len >= TH_WIRE_HEADER_SIZE)
    {
      guint32 size, number;

      memcpy (&size, self->arrived->data, sizeof size);
      if (self->arrived->len < TH_WIRE_HEADER_SIZE + size)
        return;
      memcpy (&number, self->arrived->data + TH_WIRE_HEADER_SIZE, sizeof number);
      g_assert_cmpuint (number, ==, self->n_frames);
      self->n_frames++;
      g_byte_array_remove_range (self->arrived, 0, TH_WIRE_HEADER_SIZE + size);
    }
}

static gboolean
receive (Fuzz *self,
         gsize most)
{
  guint8 bytes[4096];
  gssize got = read (self->line, bytes, MIN (most, sizeof bytes));

  if (got <= 0)
    return FALSE;
  g_byte_array_append (self->arrived, bytes, got);
  take_frames (self);
  return TRUE;
}

static void
lose (Fuzz *self)
{
  th_agent_output_detach (self->output);
  close (self->line);
  g_byte_array_set_size (self->arrived, 0);
}

static void
resume (Fuzz *self)
{
  connect_line (self, th_agent_output_get_fd (self->output));
  g_assert_true (th_agent_output_acknowledge (self->output, self->n_frames));
  th_agent_output_attach (self->output);
}

static void
step (Fuzz  *self,
      guint8 byte)
{
  guint argument = byte >> 3;

  switch (byte & 7)
    {
    case 0:
    case 1:
      append (self, argument * argument * 9);
      return;
    case 2:
      th_agent_output_flush (self->output);
      return;
    case 3:
    case 4:
      receive (self, argument * 50 + 1);
      return;
    case 5:
      g_assert_true (th_agent_output_acknowledge (self->output, self->n_frames));
      return;
    case 6:
      g_assert_false (th_agent_output_acknowledge (self->output, self->n_sent + 1 + argument));
      return;
    default:
      lose (self);
      for (guint i = 0; i < argument; i++)
        append (self, i);
      resume (self);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  Fuzz self = { .arrived = g_byte_array_new () };
  int out = connect_line (&self, -1);

  self.output = th_agent_output_new (out);
  th_agent_output_keep (self.output, TRUE);
  for (gsize i = 0; i < MIN (size, 2000); i++)
    step (&self, data[i]);
  while (th_agent_output_flush (self.output) && self.n_frames < self.n_sent)
    g_assert_true (receive (&self, 4096));
  g_assert_cmpuint (self.arrived->len, ==, 0);
  g_assert_true (th_agent_output_acknowledge (self.output, self.n_frames));
  g_assert_true (th_agent_output_has_arrived (self.output));

  th_agent_output_free (self.output);
  close (out);
  close (self.line);
  g_byte_array_unref (self.arrived);
  return 0;
}

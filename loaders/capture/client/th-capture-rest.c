/* th-capture-rest.c - how much of a recording may follow once its agent was told to stop
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-rest.h"

#include "th-message.h"

/* What waits to be sent, in the agent and in pipes.  If it is packed it is more: pages rarely
 * shrink to less than an eighth. */
#define QUEUE (G_GUINT64_CONSTANT (40) << 20)
#define MOST_PACKED 8
/* The agent's own choice of a buffer is not believed beyond this. */
#define MAX_DEFAULT_KB (64 << 10)
/* A frame of pages arrives in that time even over a slow line, and the last texts are read. */
#define PAUSE_US (120 * G_TIME_SPAN_SECOND)

void
th_capture_rest_ask (ThCaptureRest *self,
                     GVariant      *configuration)
{
  *self = (ThCaptureRest) {
    .is_held = th_message_get_boolean (configuration, "hold", FALSE),
    .is_packed = th_message_get_int (configuration, "pack", 0) != 0,
    .asked_kb = th_message_get_uint (configuration, "buffer-kb", 0),
  };
}

void
th_capture_rest_accept (ThCaptureRest *self,
                        GVariant      *configured)
{
  g_autoptr(GVariant) cpus = g_variant_lookup_value (configured, "cpus", G_VARIANT_TYPE ("au"));
  guint64 n_cpus = cpus != NULL ? g_variant_n_children (cpus) : 0;
  guint64 page_kb = th_message_get_uint (configured, "page-size", 0) / 1024;
  /* The kernel rounds up to pages, and adds some of its own. */
  guint64 most_kb = (self->asked_kb > 0 ? MIN (self->asked_kb, G_MAXUINT32) : MAX_DEFAULT_KB) +
                    4 * page_kb;
  guint64 kb = MIN (th_message_get_uint (configured, "buffer-kb", most_kb), most_kb);

  self->allowed = kb * n_cpus * 1024 + (self->is_packed ? MOST_PACKED * QUEUE : QUEUE);
}

void
th_capture_rest_begin (ThCaptureRest *self,
                       gint64         now_us)
{
  if (self->useful_us == 0)
    self->useful_us = MAX (now_us, 1);
}

void
th_capture_rest_add (ThCaptureRest *self,
                     gsize          n_bytes,
                     gint64         now_us)
{
  if (self->useful_us == 0)
    return;
  self->useful_us = MAX (now_us, 1);
  self->n_bytes += n_bytes;
}

ThCaptureRestState
th_capture_rest_check (const ThCaptureRest *self,
                       gint64               now_us)
{
  if (self->useful_us == 0)
    return TH_CAPTURE_REST_FITS;
  if (!self->is_held && self->n_bytes > self->allowed)
    return TH_CAPTURE_REST_TOO_MUCH;
  return now_us - self->useful_us > PAUSE_US ? TH_CAPTURE_REST_LATE : TH_CAPTURE_REST_FITS;
}

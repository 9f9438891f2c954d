/* th-capture-rest.h - how much of a recording may follow once its agent was told to stop
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An agent that is told to stop sends what its ring buffers hold and what waits to be sent, then
 * the last texts and END.  One that goes on would fill the disk, and one that never ends would be
 * waited for; neither is trusted to end by itself.  With `hold` all pages come after the stop, so
 * only their pauses are limited.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_CAPTURE_REST_FITS,
  TH_CAPTURE_REST_TOO_MUCH, /* more pages than there can be */
  TH_CAPTURE_REST_LATE      /* nothing of use came for a long time */
} ThCaptureRestState;

typedef struct
{
  gboolean is_held;   /* pages are kept on the target until the stop */
  gboolean is_packed;
  guint64  asked_kb;  /* the buffer of each CPU that was asked for; 0: the agent's default */
  guint64  allowed;   /* bytes of pages */
  guint64  n_bytes;   /* of pages that came since the stop */
  gint64   useful_us; /* when something of use came last; 0: it was not told to stop */
} ThCaptureRest;

/* What is sent to the agent. */
void               th_capture_rest_ask     (ThCaptureRest *self,
                                            GVariant      *configuration);
/* What the agent says it has set. */
void               th_capture_rest_accept  (ThCaptureRest *self,
                                            GVariant      *configured);
/* The agent is being told to stop; a second time has no effect. */
void               th_capture_rest_begin   (ThCaptureRest *self,
                                            gint64         now_us);
/* A frame has come that is more than a sign of life; @n_bytes: of its pages. */
void               th_capture_rest_add     (ThCaptureRest *self,
                                            gsize          n_bytes,
                                            gint64         now_us);
ThCaptureRestState
                   th_capture_rest_check   (const ThCaptureRest *self,
                                            gint64               now_us);

G_END_DECLS

/* th-capture-resume.h - takes up a recording again whose connection was lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An agent that was asked to (`resume` in CONFIGURE) goes on recording for a while when its
 * connection ends.  The window counts the frames that it receives and acknowledges them; after a
 * loss it starts another agent over a new connection, which hands that over to the first one, and
 * the stream goes on with the frame after the last one that was received.  docs/protocol.md has the
 * frames.
 *
 * This is the state of that, without a process and without a clock of its own.  For one thread.
 */
#pragma once

#include "th-wire-frame.h"

G_BEGIN_DECLS

typedef enum
{
  TH_CAPTURE_LINK_UP,
  TH_CAPTURE_LINK_LOST,     /* a new connection is wanted */
  TH_CAPTURE_LINK_GREETING, /* there is one, and its agent has not said hello */
  TH_CAPTURE_LINK_RESUMING  /* RESUME was sent */
} ThCaptureLink;

typedef struct
{
  ThCaptureLink link;
  char         *token;        /* as the agent sent it; NULL: it cannot resume */
  guint         seconds;      /* how long to try */
  guint64       n_frames;     /* received completely, after CONFIGURED */
  guint64       n_acked;
  guint64       bytes_acked;  /* received when the last ACK was sent */
  gint64        ack_us;       /* when that was */
  gint64        deadline_us;  /* of all attempts */
  gint64        attempt_us;   /* when the present attempt began, or the next one may begin */
  char         *reason;       /* why the last attempt failed; or NULL */
  guint         n_attempts;   /* since the loss */
  guint         n_resumed;
} ThCaptureResume;

/* Appends GREET, the answer to a HELLO whose agent knows versions up to @max. */
void     th_capture_resume_greet       (GByteArray        *out,
                                        guint64            max);

void     th_capture_resume_clear       (ThCaptureResume   *self);
/* Takes what CONFIGURED says; @seconds: what CONFIGURE asked for. */
void     th_capture_resume_configure   (ThCaptureResume   *self,
                                        GVariant          *configured,
                                        guint              seconds);

/* Appends an ACK if one is due, or @now.  @n_received: bytes of the stream. */
void     th_capture_resume_acknowledge (ThCaptureResume   *self,
                                        GByteArray        *out,
                                        guint64            n_received,
                                        gint64             now_us,
                                        gboolean           now);

/* The connection, or an attempt to replace it, has ended because of @reason.  FALSE if no (further)
 * attempt is to be made. */
gboolean th_capture_resume_lose        (ThCaptureResume   *self,
                                        const char        *reason,
                                        gint64             now_us);
/* A new connection was started. */
void     th_capture_resume_connect     (ThCaptureResume   *self,
                                        gint64             now_us);
/* Whether the present attempt takes too long. */
gboolean th_capture_resume_is_late     (ThCaptureResume   *self,
                                        gint64             now_us);

typedef enum
{
  TH_CAPTURE_RESUME_GOES_ON,  /* with the next frame; the link is UP if this was RESUMED */
  TH_CAPTURE_RESUME_FAILED,   /* this attempt has failed; another may succeed */
  TH_CAPTURE_RESUME_REFUSED   /* the agent does not have the recording any more */
} ThCaptureResumeResult;

/* Takes a frame of the new connection, and appends the answer.  *@reason: why it failed; free with
 * g_free(). */
ThCaptureResumeResult
         th_capture_resume_take        (ThCaptureResume   *self,
                                        const ThWireFrame *frame,
                                        GByteArray        *out,
                                        char             **reason);

G_END_DECLS

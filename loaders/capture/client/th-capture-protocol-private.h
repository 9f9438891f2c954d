/* th-capture-protocol-private.h - the state of the window's side of the protocol
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For th-capture-protocol*.c alone.
 */
#pragma once

#include "th-capture-protocol.h"
#include "th-capture-rest.h"
#include "th-capture-resume.h"

G_BEGIN_DECLS

struct _ThCaptureProtocol
{
  ThCaptureState    state;
  guint             n_changes;    /* of the state */
  ThWireFrameReader *reader;
  GByteArray       *output;
  GError           *error;
  GVariant         *hello;
  GVariant         *configured;
  GVariant         *end;
  char             *refusal;
  ThCaptureAnswered answered;
  gpointer          data;

  /* Of the recording. */
  ThCaptureRecording *recording; /* NULL: none, or a measurement */
  ThCaptureReport    *report;
  char               *path;
  guint64             limit;
  GBytes             *origin;       /* how it is made; or NULL */
  gboolean            is_measuring;
  double              seconds;      /* to measure */
  double              keep_seconds;
  gboolean            is_configured; /* CONFIGURED came */
  gboolean            has_started;  /* STARTED came */
  gboolean            wants_stop;   /* asked for before it did */
  gint64              stop_us;      /* when a measurement is over; 0: no end */
  guint               resume_seconds; /* as configured */
  ThCaptureResume     resume;
  ThCaptureRest       rest;         /* what may follow the stop */
  ThClockSamples     *clock;        /* NULL: not wanted */
  ThCaptureCheck      check;        /* of the head, before the start; or NULL */
  gpointer            check_data;
  gboolean            is_checking;  /* the formats are on their way */
  gboolean            holds;        /* wait before START */
  gboolean            is_held;      /* everything was accepted, START was not sent */
  char               *withdrawal;   /* why the recording is not to start; or NULL */

  gint64              now_us;
  gint64              heard_us;     /* when the last bytes came; 0: none did */
  gint64              asked_us;     /* when something was sent that is answered; 0: nothing was */
  guint               open_ticket;  /* of the last question; 0: it was answered */
  gint64              commit_us;    /* when the last commit was */
  guint64             n_received;
};

static inline gboolean
th_capture_protocol_is_over (ThCaptureProtocol *self)
{
  return self->state >= TH_CAPTURE_ENDED;
}

/* --- th-capture-protocol-requests.c --- */

/* Asks for the clock if it is time; returns when it has to be called again. */
gint64 th_capture_protocol_ask_for_time (ThCaptureProtocol *self);

/* --- th-capture-protocol-state.c --- */

/* How long the agent may say nothing now, in s; 0: for ever. */
guint th_capture_protocol_get_patience (ThCaptureProtocol *self);

/* Moves how the recording is made from @configuration to @self: it is not sent. */
void th_capture_protocol_take_origin (ThCaptureProtocol *self,
                                      GVariantDict      *configuration);
/* Gives it to the recording. */
void th_capture_protocol_set_origin  (ThCaptureProtocol *self);

G_END_DECLS

/* th-capture.h - a recording in progress: the window's end of the connection to an agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A capture starts the command of a target, greets the agent, asks what it can do, sends it what to
 * record, and writes what it sends with a ThTraceWriter.  A thread of its own reads and writes, so
 * the main thread never waits.  Signals are emitted, and properties change, in the main context of
 * the thread that created the capture.
 *
 * The agent is not trusted.  The recording is the only file that is written, and never exceeds the
 * limit; texts from the agent are made safe to show.
 *
 * Properties (with notify): state, status (a serial number that changes with each report).  A
 * refused configuration leads from READY back to READY; the state is notified then, too.
 *
 * Signals
 *   "answered" (guint ticket, GVariant answer): to th_capture_ask()
 *   "ended":   the state is ENDED or FAILED; nothing follows
 */
#pragma once

#include <gio/gio.h>

#include "th-clock-relation.h"
#include "th-feed.h"
#include "th-target.h"

G_BEGIN_DECLS

typedef enum
{
  TH_CAPTURE_CONNECTING, /* the command runs, the agent has not said hello */
  TH_CAPTURE_READY,      /* the agent said hello; it can be asked and configured */
  TH_CAPTURE_STARTING,   /* configured; the head of the file is being received */
  TH_CAPTURE_RECORDING,  /* the file can be opened */
  TH_CAPTURE_STOPPING,   /* the agent was asked to stop; the rest is being received */
  TH_CAPTURE_ENDED,      /* the file is finished */
  TH_CAPTURE_FAILED      /* see th_capture_get_error(); the file, if any, is finished with
                          * what had arrived */
} ThCaptureState;

typedef enum
{
  TH_CAPTURE_ERROR_NOT_STARTED,  /* the command could not be started: no ssh, no pkexec */
  TH_CAPTURE_ERROR_REACH,        /* it ended before an agent said hello: host, login */
  TH_CAPTURE_ERROR_SUDO,         /* the same, because sudo did not let it start */
  TH_CAPTURE_ERROR_NO_AGENT,     /* reached, but there is no agent: offer to install it */
  TH_CAPTURE_ERROR_VERSION,      /* an agent that is too old or too new */
  TH_CAPTURE_ERROR_PERMISSION,   /* an agent without the rights, or without tracefs */
  TH_CAPTURE_ERROR_REFUSED,      /* it refused what was asked of it */
  TH_CAPTURE_ERROR_CONNECTION,   /* the connection broke, or the agent ended the recording */
  TH_CAPTURE_ERROR_PROTOCOL,     /* the other end is no agent, or a broken one */
  TH_CAPTURE_ERROR_DISK,         /* the file could not be written */
  TH_CAPTURE_ERROR_FULL,         /* likewise, because there was no room for it */
  TH_CAPTURE_ERROR_LIMIT         /* the file reached its limit; it is complete up to there */
} ThCaptureError;

#define TH_CAPTURE_ERROR (th_capture_error_quark ())
GQuark th_capture_error_quark (void);

typedef struct
{
  guint   number;
  guint64 n_read;     /* events that the kernel says were read */
  guint64 n_bytes;    /* of pages */
  guint64 n_lost;     /* events that the kernel overwrote or dropped */
  double  fill;       /* of the ring buffer, 0 to 1 */
  double  peak;
} ThCaptureCpu;

#define TH_CAPTURE_NO_CLOCK G_GINT64_CONSTANT (-1)
/* 146 years: the difference from a clock of this machine does not overflow. */
#define TH_CAPTURE_MAX_CLOCK (G_MAXINT64 / 2)

#define TH_CAPTURE_NO_SPAN G_GINT64_CONSTANT (-1)

typedef struct
{
  gint64        time_us;       /* g_get_monotonic_time() when the report was received */
  gint64        clock_ns;      /* the clock of the recording when the report was written, 0 to
                                * TH_CAPTURE_MAX_CLOCK; or TH_CAPTURE_NO_CLOCK */
  double        seconds;       /* since the start */
  guint64       n_events;
  guint64       n_lost;
  guint64       n_bytes;       /* of pages, unpacked */
  guint64       n_line_bytes;  /* received from the agent */
  double        events_per_second;
  double        bytes_per_second;
  const ThCaptureCpu *cpus;
  guint         n_cpus;
} ThCaptureStatus;

/* Whether a recording may start; FALSE and @error if not.  @path has its head, with the formats of
 * the events.  Called by the thread of the capture. */
typedef gboolean (*ThCaptureCheck) (const char  *path,
                                    ThFeed      *feed,
                                    gpointer     data,
                                    GError     **error);

#define TH_TYPE_CAPTURE (th_capture_get_type ())
G_DECLARE_FINAL_TYPE (ThCapture, th_capture, TH, CAPTURE, GObject)

/* Starts to connect.  @agent: the agent's path on the target, or NULL. */
ThCapture             *th_capture_new        (ThTarget       *target,
                                              const char     *agent);
ThTarget              *th_capture_get_target (ThCapture      *self);
ThCaptureState         th_capture_get_state  (ThCapture      *self);
/* The dictionary of TH_WIRE_HELLO: what the target is and can do; NULL before READY. */
GVariant              *th_capture_get_hello  (ThCapture      *self);
/* NULL unless FAILED.  The message says what to do. */
const GError          *th_capture_get_error  (ThCapture      *self);
/* What the command wrote to standard error, and before the agent's first frame; "" if it wrote
 * nothing.  Valid UTF-8 without control characters except line feeds and tabs. */
const char            *th_capture_get_log    (ThCapture      *self);

/* Asks for a list; "answered" brings the answer with the same ticket. */
guint                  th_capture_ask        (ThCapture      *self,
                                              GVariant       *question);
/**
 * th_capture_start:
 * @configuration: the dictionary of TH_WIRE_CONFIGURE; its member TH_CAPTURE_ORIGIN
 *   (th-capture-origin.h) is stored in the file instead of being sent
 * @path: the file to record to; it must not exist, nor PATH.part
 * @limit: the most bytes of pages; 0: no limit
 *
 * Only in READY.  If the configuration is refused the state returns to READY, and
 * th_capture_get_refusal() says why.
 */
void                   th_capture_start      (ThCapture      *self,
                                              GVariant       *configuration,
                                              const char     *path,
                                              guint64         limit);
/* Has @check look at what the next th_capture_start() is to record, before that begins; what it
 * rejects counts as refused.  NULL: nothing is checked.  @free_data frees @data in any thread. */
void                   th_capture_check_head (ThCapture      *self,
                                              ThCaptureCheck  check,
                                              gpointer        data,
                                              GDestroyNotify  free_data);
const char            *th_capture_get_refusal (ThCapture     *self);
/**
 * th_capture_hold:
 *
 * For recordings that begin together or not at all: the next th_capture_start() waits once the
 * target has accepted everything, until th_capture_release().  th_capture_withdraw() returns to
 * READY instead, with @reason as the refusal; it may come before the target has accepted.
 */
void                   th_capture_hold       (ThCapture      *self);
/* Whether a recording waits for th_capture_release(); the state is notified when that begins. */
gboolean               th_capture_is_held    (ThCapture      *self);
void                   th_capture_release    (ThCapture      *self);
void                   th_capture_withdraw   (ThCapture      *self,
                                              const char     *reason);
/* The dictionary of TH_WIRE_CONFIGURED: what the agent set and what it left out; NULL before. */
GVariant              *th_capture_get_configured (ThCapture  *self);
/* Measures for @seconds how much @configuration would record, without a file.  Then the state is
 * READY again, and the last status has the rates. */
void                   th_capture_measure    (ThCapture      *self,
                                              GVariant       *configuration,
                                              double          seconds);
/* The dictionary of TH_WIRE_END: what was missed, and what the agent could not restore; NULL
 * before, and if the connection broke. */
GVariant              *th_capture_get_end    (ThCapture      *self);
/* Measures, from the next th_capture_start() on, how the clock of the recording is related to the
 * clock here. */
void                   th_capture_measure_clock (ThCapture   *self);
/* FALSE while the relation is unknown. */
gboolean               th_capture_get_clock  (ThCapture       *self,
                                              ThClockRelation *relation);
/* What readers are to add to the times of the recording, within @error (both ns), to compare them
 * with another recording of the same time.  Stored when the recording ends; the last call
 * counts. */
void                   th_capture_set_offset (ThCapture       *self,
                                              gint64           offset,
                                              gint64           error);
/* Whether the connection was lost and is being taken up again.  The state stays what it was, and is
 * notified when this begins and when it ends.  th_capture_stop() is carried out when the connection
 * is back; th_capture_hang_up() gives up. */
gboolean               th_capture_is_resuming (ThCapture     *self);
/* How often the connection was taken up again; nothing is lost by that. */
guint                  th_capture_get_n_resumed (ThCapture   *self);
/* From RECORDING on: the file (PATH.part while it records), and its feed. */
const char            *th_capture_get_path   (ThCapture      *self);
ThFeed                *th_capture_get_feed   (ThCapture      *self);
/* FALSE until the first report; the CPUs are valid until the next one. */
gboolean               th_capture_get_status (ThCapture       *self,
                                              ThCaptureStatus *status);
/* The time between the first and the last event of a file that is finished, in ns of its clock.
 * TH_CAPTURE_NO_SPAN: it has no events, or the clock does not count ns. */
gint64                 th_capture_get_span    (ThCapture      *self);
/* Writes a line of text into the target's trace. */
void                   th_capture_mark       (ThCapture      *self,
                                              const char     *text);
/* Stops in an orderly way: everything that was recorded arrives.  @keep_seconds: keeps only what
 * was recorded in that many seconds before the end; 0: everything. */
void                   th_capture_stop       (ThCapture      *self,
                                              double          keep_seconds);
/* Stops at once: what has arrived is kept, and the state is FAILED with
 * TH_CAPTURE_ERROR_CONNECTION. */
void                   th_capture_hang_up    (ThCapture      *self);
/* Waits until the command has ended, at most ten seconds: before a program exits, so that it
 * leaves no ssh behind, and so that the agent here has cleaned up. */
void                   th_capture_wait       (ThCapture      *self);
/* Stops at once and removes the file. */
void                   th_capture_discard    (ThCapture      *self);

G_END_DECLS

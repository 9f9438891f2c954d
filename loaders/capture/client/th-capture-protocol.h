/* th-capture-protocol.h - the window's side of the protocol, as a function of bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes the bytes that an agent sent, keeps the state that follows from them, writes a recording,
 * and collects the bytes to send back.  It has no process, and no clock but the time that it is
 * given, so that tests and fuzzers can drive it.  docs/protocol.md has the frames and their order;
 * a frame out of order is an error, after which the capture is FAILED and nothing more is read.
 *
 * For one thread.
 */
#pragma once

#include "th-capture-recording.h"
#include "th-capture-report.h"

G_BEGIN_DECLS

typedef struct _ThCaptureProtocol ThCaptureProtocol;

/* An answer has arrived; the dictionary is valid during the call. */
typedef void (*ThCaptureAnswered) (guint     ticket,
                                   GVariant *answer,
                                   gpointer  data);

ThCaptureProtocol *th_capture_protocol_new   (ThCaptureAnswered   answered,
                                              gpointer            data);
/* Finishes a recording that has begun. */
void               th_capture_protocol_free  (ThCaptureProtocol  *self);

/* --- input ------------------------------------------------------------ */

/* Returns where to put the next bytes of the stream; NULL once it has ended. */
guint8 *th_capture_protocol_get_room (ThCaptureProtocol *self,
                                      gsize             *size);
/* Takes the @size bytes that were put there. */
void    th_capture_protocol_pushed   (ThCaptureProtocol *self,
                                      gsize              size,
                                      gint64             now_us);
/* The stream has ended, because of @error unless that is NULL.  Either another connection is wanted
 * (th_capture_protocol_is_lost()), or the capture has failed; then a recording is finished with
 * what has arrived. */
void    th_capture_protocol_closed   (ThCaptureProtocol *self,
                                      const GError      *error);
/* The user wants no more: fails at once, and finishes a recording with what has arrived. */
void    th_capture_protocol_hang_up  (ThCaptureProtocol *self);
/* Writes pending pages, stops a measurement that is over, and gives up on an agent that has fallen
 * silent.  Returns the time at which it has to be called again, or G_MAXINT64. */
gint64  th_capture_protocol_tick     (ThCaptureProtocol *self,
                                      gint64             now_us);

/* --- a lost connection -------------------------------------------------- */

/* Whether the connection was lost and another one should be started, at *@retry_us.  What the old
 * one still sends is not wanted. */
gboolean th_capture_protocol_is_lost       (ThCaptureProtocol *self,
                                            gint64            *retry_us);
/* The next bytes are those of a new connection. */
void     th_capture_protocol_connected     (ThCaptureProtocol *self);
/* From the loss until the stream goes on.  The state stays what it was; the loss and the return
 * count as changes of it. */
gboolean th_capture_protocol_is_resuming   (ThCaptureProtocol *self);
guint    th_capture_protocol_get_n_resumed (ThCaptureProtocol *self);

/* --- output ------------------------------------------------------------ */

/* The bytes to send; the caller removes those that it has sent. */
GByteArray *th_capture_protocol_get_output (ThCaptureProtocol *self);
void        th_capture_protocol_ask        (ThCaptureProtocol *self,
                                            guint              ticket,
                                            GVariant          *question);
/* Only in READY; does nothing in other states. */
void        th_capture_protocol_start      (ThCaptureProtocol *self,
                                            GVariant          *configuration,
                                            const char        *path,
                                            guint64            limit);
/* See th_capture_check_head(); @data must outlive the use. */
void        th_capture_protocol_check_head (ThCaptureProtocol *self,
                                            ThCaptureCheck     check,
                                            gpointer           data);
void        th_capture_protocol_measure    (ThCaptureProtocol *self,
                                            GVariant          *configuration,
                                            double             seconds);
void        th_capture_protocol_mark       (ThCaptureProtocol *self,
                                            const char        *text);
void        th_capture_protocol_alive      (ThCaptureProtocol *self);
/* From the next configuration on, asks for the recording's clock about once a second. */
void        th_capture_protocol_measure_clock (ThCaptureProtocol *self);
/* See th_capture_set_offset(). */
void        th_capture_protocol_set_offset (ThCaptureProtocol *self,
                                            gint64             offset,
                                            gint64             error);
void        th_capture_protocol_stop       (ThCaptureProtocol *self,
                                            double             keep_seconds);
/* Removes the file; the state is ENDED. */
void        th_capture_protocol_discard    (ThCaptureProtocol *self);
/* See th_capture_hold(). */
void        th_capture_protocol_hold       (ThCaptureProtocol *self);
void        th_capture_protocol_release    (ThCaptureProtocol *self);
void        th_capture_protocol_withdraw   (ThCaptureProtocol *self,
                                            const char        *reason);
gboolean    th_capture_protocol_is_held    (ThCaptureProtocol *self);

/* --- state ---------------------------------------------------------- */

ThCaptureState  th_capture_protocol_get_state      (ThCaptureProtocol *self);
/* How often the state was set: a refusal leads from READY to READY. */
guint           th_capture_protocol_get_n_changes  (ThCaptureProtocol *self);
const GError   *th_capture_protocol_get_error      (ThCaptureProtocol *self);
/* The text that came before the agent's first frame. */
const char     *th_capture_protocol_get_noise      (ThCaptureProtocol *self);
GVariant       *th_capture_protocol_get_hello      (ThCaptureProtocol *self);
GVariant       *th_capture_protocol_get_configured (ThCaptureProtocol *self);
GVariant       *th_capture_protocol_get_end        (ThCaptureProtocol *self);
/* NULL unless the last configuration was refused. */
const char     *th_capture_protocol_get_refusal    (ThCaptureProtocol *self);
const char     *th_capture_protocol_get_path       (ThCaptureProtocol *self);
ThFeed         *th_capture_protocol_get_feed       (ThCaptureProtocol *self);
/* See th_capture_get_span(). */
gint64          th_capture_protocol_get_span       (ThCaptureProtocol *self);
/* See th_capture_get_clock(). */
gboolean        th_capture_protocol_get_clock      (ThCaptureProtocol *self,
                                                    ThClockRelation   *relation);
/* NULL until the first report. */
const ThCaptureStatus *th_capture_protocol_get_status (ThCaptureProtocol *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCaptureProtocol, th_capture_protocol_free)

G_END_DECLS

/* th-capture-connection.c - the thread that reads from an agent and writes to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-connection.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-capture-error.h"
#include "th-capture-process.h"
#include "th-capture-protocol.h"
#include "th-printable.h"

#define ALIVE_US (2 * G_TIME_SPAN_SECOND)
/* How long the command has to end once nothing more is wanted of it: the agent cleans up.  One
 * whose connection broke may never hear of it. */
#define END_US (5 * G_TIME_SPAN_SECOND)
#define BROKEN_END_US G_TIME_SPAN_SECOND

typedef enum
{
  REQUEST_ASK,
  REQUEST_START,
  REQUEST_CHECK_HEAD,
  REQUEST_MEASURE,
  REQUEST_MARK,
  REQUEST_HOLD,
  REQUEST_RELEASE,
  REQUEST_WITHDRAW,
  REQUEST_MEASURE_CLOCK,
  REQUEST_SET_OFFSET,
  REQUEST_STOP,
  REQUEST_DISCARD,
  REQUEST_HANG_UP
} RequestKind;

typedef struct
{
  RequestKind kind;
  guint       ticket;
  GVariant   *variant;
  char       *text;
  guint64     limit;
  double      seconds;
  gint64      offset;
  gint64      error;
  ThCaptureCheck check;
  gpointer    data;       /* of the check */
  GDestroyNotify free_data;
} Request;

typedef struct
{
  guint     ticket;
  GVariant *answer;
} Answer;

struct _ThCaptureConnection
{
  gint                 n_refs;
  ThTarget            *target;
  char                *agent;
  ThCaptureConnectionChanged changed;
  gpointer             data;
  GDestroyNotify       free_data;
  int                  wake;      /* eventfd: there are requests */
  GAsyncQueue         *requests;
  GAsyncQueue         *answers;

  GMutex               lock;
  GCond                ended;
  gboolean             has_ended; /* the thread; under the lock, as is the snapshot */
  ThCaptureSnapshot    snapshot;

  /* Of the thread. */
  ThCaptureProcess     process;
  ThCaptureProtocol   *protocol;
  gint64               alive_us;  /* when ALIVE is due */
  gsize                log_seen;
  gint64               status_seen;
  guint                changes_seen;
  GError              *reason;    /* why no agent was reached */
  gpointer             check_data;
  GDestroyNotify       free_check_data;
  gboolean             was_heard; /* the first snapshot was published */
  gboolean             is_hung_up;
};

void
th_capture_snapshot_clear (ThCaptureSnapshot *self)
{
  g_clear_error (&self->error);
  g_clear_pointer (&self->hello, g_variant_unref);
  g_clear_pointer (&self->configured, g_variant_unref);
  g_clear_pointer (&self->end, g_variant_unref);
  g_clear_pointer (&self->refusal, g_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->feed, th_feed_unref);
  g_clear_pointer (&self->log, g_free);
  g_free ((gpointer) self->status.cpus);
  memset (self, 0, sizeof *self);
}

/* --- snapshots ------------------------------------------------------------- */

static gboolean
is_over (ThCaptureConnection *self)
{
  return th_capture_protocol_get_state (self->protocol) >= TH_CAPTURE_ENDED;
}

/* ssh ends its lines with CR LF. */
static void
drop_returns (char *text)
{
  char *to = text;

  for (const char *from = text; *from != '\0'; from++)
    if (*from != '\r')
      *to++ = *from;
  *to = '\0';
}

/* What came before the agent's first frame, and on standard error. */
static char *
dup_log (ThCaptureConnection *self)
{
  g_autofree char *noise = th_printable_dup (th_capture_protocol_get_noise (self->protocol));
  g_autofree char *errors = th_printable_dup (self->process.log->str);

  drop_returns (noise);
  drop_returns (errors);
  return g_strconcat (noise, *noise != '\0' && !g_str_has_suffix (noise, "\n") ? "\n" : "", errors,
                      NULL);
}

static void
fill_status (ThCaptureConnection     *self,
             ThCaptureSnapshot *snapshot)
{
  const ThCaptureStatus *status = th_capture_protocol_get_status (self->protocol);

  if (status == NULL)
    return;
  snapshot->has_status = TRUE;
  snapshot->status = *status;
  snapshot->status.cpus = g_memdup2 (status->cpus, status->n_cpus * sizeof *status->cpus);
  self->status_seen = status->time_us;
}

static void
fill_snapshot (ThCaptureConnection     *self,
               ThCaptureSnapshot *snapshot)
{
  ThCaptureProtocol *protocol = self->protocol;
  const GError *error = th_capture_protocol_get_error (protocol);
  GVariant *hello = th_capture_protocol_get_hello (protocol);
  GVariant *configured = th_capture_protocol_get_configured (protocol);
  GVariant *last = th_capture_protocol_get_end (protocol);
  ThFeed *feed = th_capture_protocol_get_feed (protocol);

  if (self->reason != NULL)
    error = self->reason;
  snapshot->state = th_capture_protocol_get_state (protocol);
  snapshot->n_changes = self->changes_seen = th_capture_protocol_get_n_changes (protocol);
  snapshot->error = error != NULL ? g_error_copy (error) : NULL;
  snapshot->hello = hello != NULL ? g_variant_ref (hello) : NULL;
  snapshot->configured = configured != NULL ? g_variant_ref (configured) : NULL;
  snapshot->end = last != NULL ? g_variant_ref (last) : NULL;
  snapshot->refusal = g_strdup (th_capture_protocol_get_refusal (protocol));
  snapshot->path = g_strdup (th_capture_protocol_get_path (protocol));
  snapshot->span = th_capture_protocol_get_span (protocol);
  snapshot->feed = feed != NULL ? th_feed_ref (feed) : NULL;
  snapshot->is_held = th_capture_protocol_is_held (protocol);
  snapshot->is_resuming = th_capture_protocol_is_resuming (protocol);
  snapshot->has_clock = th_capture_protocol_get_clock (protocol, &snapshot->clock);
  snapshot->n_resumed = th_capture_protocol_get_n_resumed (protocol);
  snapshot->log = dup_log (self);
  self->log_seen = self->process.log->len;
  fill_status (self, snapshot);
}

static void
publish (ThCaptureConnection *self)
{
  ThCaptureSnapshot snapshot = { 0 };
  ThCaptureSnapshot old;

  fill_snapshot (self, &snapshot);
  g_mutex_lock (&self->lock);
  old = self->snapshot;
  self->snapshot = snapshot;
  g_mutex_unlock (&self->lock);
  th_capture_snapshot_clear (&old);
  self->was_heard = TRUE;
  self->changed (self->data);
}

static void
publish_changes (ThCaptureConnection *self)
{
  const ThCaptureStatus *status = th_capture_protocol_get_status (self->protocol);

  if (!self->was_heard || self->log_seen != self->process.log->len ||
      self->changes_seen != th_capture_protocol_get_n_changes (self->protocol) ||
      (status != NULL && status->time_us != self->status_seen))
    publish (self);
}

static void
answered_cb (guint     ticket,
             GVariant *message,
             gpointer  data)
{
  ThCaptureConnection *self = data;
  Answer *answer = g_new0 (Answer, 1);

  answer->ticket = ticket;
  answer->answer = g_variant_ref (message);
  g_async_queue_push (self->answers, answer);
  self->changed (self->data);
}

/* --- requests -------------------------------------------------------------- */

static void
free_request (gpointer data)
{
  Request *request = data;

  g_clear_pointer (&request->variant, g_variant_unref);
  if (request->free_data != NULL)
    request->free_data (request->data);
  g_free (request->text);
  g_free (request);
}

static void
clear_check (ThCaptureConnection *self)
{
  if (self->free_check_data != NULL)
    self->free_check_data (self->check_data);
  self->free_check_data = NULL;
}

static void
set_check (ThCaptureConnection *self,
           Request             *request)
{
  clear_check (self);
  self->check_data = request->data;
  self->free_check_data = g_steal_pointer (&request->free_data);
  th_capture_protocol_check_head (self->protocol, request->check, self->check_data);
}

static void
carry_out (ThCaptureConnection *self,
           Request             *request)
{
  ThCaptureProtocol *protocol = self->protocol;

  switch (request->kind)
    {
    case REQUEST_ASK:
      th_capture_protocol_ask (protocol, request->ticket, request->variant);
      break;
    case REQUEST_START:
      th_capture_protocol_start (protocol, request->variant, request->text, request->limit);
      break;
    case REQUEST_CHECK_HEAD:
      set_check (self, request);
      break;
    case REQUEST_MEASURE:
      th_capture_protocol_measure (protocol, request->variant, request->seconds);
      break;
    case REQUEST_MARK:
      th_capture_protocol_mark (protocol, request->text);
      break;
    case REQUEST_HOLD:
      th_capture_protocol_hold (protocol);
      break;
    case REQUEST_RELEASE:
      th_capture_protocol_release (protocol);
      break;
    case REQUEST_WITHDRAW:
      th_capture_protocol_withdraw (protocol, request->text);
      break;
    case REQUEST_MEASURE_CLOCK:
      th_capture_protocol_measure_clock (protocol);
      break;
    case REQUEST_SET_OFFSET:
      th_capture_protocol_set_offset (protocol, request->offset, request->error);
      break;
    case REQUEST_STOP:
      th_capture_protocol_stop (protocol, request->seconds);
      break;
    case REQUEST_HANG_UP:
      self->is_hung_up = TRUE;
      th_capture_protocol_hang_up (protocol);
      break;
    case REQUEST_DISCARD:
    default:
      th_capture_protocol_discard (protocol);
      break;
    }
}

static void
carry_out_all (ThCaptureConnection *self)
{
  guint64 n;
  Request *request;

  if (read (self->wake, &n, sizeof n) < 0 && errno != EAGAIN)
    g_debug ("eventfd: %s", g_strerror (errno));
  while ((request = g_async_queue_try_pop (self->requests)) != NULL)
    {
      carry_out (self, request);
      free_request (request);
    }
}

/* --- the thread ------------------------------------------------------------ */

/* What ssh says about its end is the best explanation. */
static void
closed (ThCaptureConnection *self)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *line = NULL;

  th_capture_process_read_errors (&self->process);
  line = th_capture_error_dup_last_line (self->process.log->str);
  if (*line != '\0')
    error = g_error_new_literal (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_CONNECTION, line);
  th_capture_protocol_closed (self->protocol, error);
}

static void
read_output (ThCaptureConnection *self)
{
  gsize size;
  guint8 *room = th_capture_protocol_get_room (self->protocol, &size);
  gssize n;

  if (room == NULL || size == 0)
    return;
  n = read (self->process.output, room, size);
  if (n > 0)
    th_capture_protocol_pushed (self->protocol, (gsize) n, g_get_monotonic_time ());
  else if (n == 0)
    closed (self);
  else if (errno != EAGAIN && errno != EINTR)
    {
      g_autoptr(GError) error = g_error_new_literal (G_FILE_ERROR, g_file_error_from_errno (errno),
                                                     g_strerror (errno));

      th_capture_protocol_closed (self->protocol, error);
    }
}

/* Starts the command again if the connection is lost and it is time; returns when it will be. */
static gint64
reconnect (ThCaptureConnection *self,
           gint64               now_us)
{
  g_auto(GStrv) argv = NULL;
  g_autoptr(GError) error = NULL;
  gint64 retry;

  if (!th_capture_protocol_is_lost (self->protocol, &retry))
    return G_MAXINT64;

  th_capture_process_end (&self->process);
  if (now_us < retry)
    return retry;

  argv = th_target_dup_agent_argv (self->target, self->agent);
  th_capture_protocol_connected (self->protocol);
  if (!th_capture_process_start (&self->process, argv, &error))
    th_capture_protocol_closed (self->protocol, error);
  return now_us;
}

static int
get_timeout (gint64 next_us)
{
  gint64 left = next_us - g_get_monotonic_time ();

  return (int) CLAMP (left / 1000 + 1, 0, G_MAXINT);
}

static void
keep_alive (ThCaptureConnection *self,
            gint64         now_us)
{
  if (now_us < self->alive_us)
    return;
  th_capture_protocol_alive (self->protocol);
  self->alive_us = now_us + ALIVE_US;
}

static void
wait_for_something (ThCaptureConnection *self,
                    gint64         next_us)
{
  GByteArray *output = th_capture_protocol_get_output (self->protocol);
  struct pollfd fds[] = {
    { .fd = self->wake, .events = POLLIN },
    { .fd = self->process.output, .events = POLLIN },
    { .fd = self->process.errors, .events = POLLIN },
    { .fd = output->len > 0 ? self->process.input : -1, .events = POLLOUT },
  };

  if (poll (fds, G_N_ELEMENTS (fds), get_timeout (MIN (next_us, self->alive_us))) < 0)
    return;
  if (fds[0].revents != 0)
    carry_out_all (self);
  if (fds[2].revents != 0)
    th_capture_process_read_errors (&self->process);
  if (fds[1].revents != 0)
    read_output (self);
}

static void
run (ThCaptureConnection *self)
{
  while (!is_over (self))
    {
      gint64 now = g_get_monotonic_time ();
      gint64 next = th_capture_protocol_tick (self->protocol, now);

      next = MIN (next, reconnect (self, now));
      keep_alive (self, now);
      /* Nobody reads any more: the end of the other direction says why. */
      th_capture_process_write (&self->process, th_capture_protocol_get_output (self->protocol));
      publish_changes (self);
      if (!is_over (self))
        wait_for_something (self, next);
    }
}

static void
end (ThCaptureConnection *self)
{
  const GError *error = th_capture_protocol_get_error (self->protocol);
  gboolean unreached = !self->is_hung_up &&
                       g_error_matches (error, TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_REACH);
  gint64 patience = self->is_hung_up ||
                    g_error_matches (error, TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_CONNECTION)
                    ? BROKEN_END_US : END_US;

  /* The last words, if they fit. */
  th_capture_process_write (&self->process, th_capture_protocol_get_output (self->protocol));
  th_capture_process_close_input (&self->process);
  /* The file is finished: nobody waits for the command, unless its end is the explanation. */
  if (!unreached)
    publish (self);
  th_capture_process_reap (&self->process, g_get_monotonic_time () + patience);
  if (!unreached)
    return;
  self->reason = th_capture_error_new_reach (self->target, self->process.status,
                                             self->process.log->str,
                                             th_capture_protocol_get_noise (self->protocol));
  publish (self);
}

static void
start_process (ThCaptureConnection *self)
{
  g_auto(GStrv) argv = th_target_dup_agent_argv (self->target, self->agent);
  g_autoptr(GError) error = NULL;

  if (th_capture_process_start (&self->process, argv, &error))
    return;
  g_mutex_lock (&self->lock);
  self->snapshot.state = TH_CAPTURE_FAILED;
  self->snapshot.log = g_strdup ("");
  self->snapshot.error = th_capture_error_new_spawn (self->target, argv[0], error);
  g_mutex_unlock (&self->lock);
  self->changed (self->data);
}

static gpointer
connection_thread (gpointer data)
{
  ThCaptureConnection *self = data;

  th_capture_process_init (&self->process);
  self->protocol = th_capture_protocol_new (answered_cb, self);
  start_process (self);
  if (self->process.pid != 0)
    {
      run (self);
      end (self);
    }
  th_capture_process_clear (&self->process);
  g_clear_pointer (&self->protocol, th_capture_protocol_free);
  clear_check (self);
  self->free_data (self->data);
  g_mutex_lock (&self->lock);
  self->has_ended = TRUE;
  g_cond_broadcast (&self->ended);
  g_mutex_unlock (&self->lock);
  th_capture_connection_unref (self);
  return NULL;
}

/* --- life ------------------------------------------------------------------ */

static void
free_answer (gpointer data)
{
  Answer *answer = data;

  g_variant_unref (answer->answer);
  g_free (answer);
}

ThCaptureConnection *
th_capture_connection_new (ThTarget                  *target,
                           const char                *agent,
                           ThCaptureConnectionChanged changed,
                           gpointer                   data,
                           GDestroyNotify             free_data)
{
  ThCaptureConnection *self = g_new0 (ThCaptureConnection, 1);

  self->n_refs = 2; /* the caller's, and that of the thread */
  self->target = th_target_ref (target);
  self->agent = g_strdup (agent);
  self->changed = changed;
  self->data = data;
  self->free_data = free_data;
  self->requests = g_async_queue_new_full (free_request);
  self->answers = g_async_queue_new_full (free_answer);
  self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  g_thread_unref (g_thread_new ("capture", connection_thread, self));
  return self;
}

void
th_capture_connection_unref (ThCaptureConnection *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  th_capture_snapshot_clear (&self->snapshot);
  g_async_queue_unref (self->requests);
  g_async_queue_unref (self->answers);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
  if (self->wake >= 0)
    close (self->wake);
  th_target_unref (self->target);
  g_clear_error (&self->reason);
  g_free (self->agent);
  g_free (self);
}

/* --- from other threads ---------------------------------------------------- */

void
th_capture_connection_take_snapshot (ThCaptureConnection *self,
                                     ThCaptureSnapshot   *snapshot)
{
  const ThCaptureSnapshot *own = &self->snapshot;

  g_mutex_lock (&self->lock);
  *snapshot = *own;
  snapshot->error = own->error != NULL ? g_error_copy (own->error) : NULL;
  snapshot->hello = own->hello != NULL ? g_variant_ref (own->hello) : NULL;
  snapshot->configured = own->configured != NULL ? g_variant_ref (own->configured) : NULL;
  snapshot->end = own->end != NULL ? g_variant_ref (own->end) : NULL;
  snapshot->refusal = g_strdup (own->refusal);
  snapshot->path = g_strdup (own->path);
  snapshot->feed = own->feed != NULL ? th_feed_ref (own->feed) : NULL;
  snapshot->log = g_strdup (own->log != NULL ? own->log : "");
  snapshot->status.cpus = g_memdup2 (own->status.cpus,
                                     own->status.n_cpus * sizeof *own->status.cpus);
  g_mutex_unlock (&self->lock);
}

GVariant *
th_capture_connection_take_answer (ThCaptureConnection *self,
                                   guint               *ticket)
{
  g_autofree Answer *answer = g_async_queue_try_pop (self->answers);

  if (answer == NULL)
    return NULL;
  *ticket = answer->ticket;
  return answer->answer;
}

static void
request (ThCaptureConnection *self,
         Request        what)
{
  const guint64 one = 1;

  if (what.variant != NULL)
    g_variant_ref_sink (what.variant);
  g_async_queue_push (self->requests, g_memdup2 (&what, sizeof what));
  if (write (self->wake, &one, sizeof one) < 0)
    g_debug ("eventfd: %s", g_strerror (errno));
}

void
th_capture_connection_ask (ThCaptureConnection *self,
                           guint                ticket,
                           GVariant            *question)
{
  request (self, (Request) { .kind = REQUEST_ASK, .ticket = ticket, .variant = question });
}

void
th_capture_connection_start (ThCaptureConnection *self,
                             GVariant            *configuration,
                             const char          *path,
                             guint64              limit)
{
  request (self, (Request) { .kind = REQUEST_START, .variant = configuration,
                             .text = g_strdup (path), .limit = limit });
}

void
th_capture_connection_check_head (ThCaptureConnection *self,
                                  ThCaptureCheck       check,
                                  gpointer             data,
                                  GDestroyNotify       free_data)
{
  request (self, (Request) { .kind = REQUEST_CHECK_HEAD, .check = check, .data = data,
                             .free_data = free_data });
}

void
th_capture_connection_measure (ThCaptureConnection *self,
                               GVariant            *configuration,
                               double               seconds)
{
  request (self, (Request) { .kind = REQUEST_MEASURE, .variant = configuration,
                             .seconds = seconds });
}

void
th_capture_connection_mark (ThCaptureConnection *self,
                            const char          *text)
{
  request (self, (Request) { .kind = REQUEST_MARK, .text = g_strdup (text) });
}

void
th_capture_connection_hold (ThCaptureConnection *self)
{
  request (self, (Request) { .kind = REQUEST_HOLD });
}

void
th_capture_connection_release (ThCaptureConnection *self)
{
  request (self, (Request) { .kind = REQUEST_RELEASE });
}

void
th_capture_connection_withdraw (ThCaptureConnection *self,
                                const char          *reason)
{
  request (self, (Request) { .kind = REQUEST_WITHDRAW, .text = g_strdup (reason) });
}

void
th_capture_connection_measure_clock (ThCaptureConnection *self)
{
  request (self, (Request) { .kind = REQUEST_MEASURE_CLOCK });
}

void
th_capture_connection_set_offset (ThCaptureConnection *self,
                                  gint64               offset,
                                  gint64               error)
{
  request (self, (Request) { .kind = REQUEST_SET_OFFSET, .offset = offset, .error = error });
}

void
th_capture_connection_stop (ThCaptureConnection *self,
                            double               keep_seconds)
{
  request (self, (Request) { .kind = REQUEST_STOP, .seconds = keep_seconds });
}

void
th_capture_connection_discard (ThCaptureConnection *self)
{
  request (self, (Request) { .kind = REQUEST_DISCARD });
}

void
th_capture_connection_wait (ThCaptureConnection *self,
                            gint64               timeout_us)
{
  gint64 deadline = g_get_monotonic_time () + timeout_us;

  g_mutex_lock (&self->lock);
  while (!self->has_ended && g_cond_wait_until (&self->ended, &self->lock, deadline))
    ;
  g_mutex_unlock (&self->lock);
}

void
th_capture_connection_hang_up (ThCaptureConnection *self)
{
  request (self, (Request) { .kind = REQUEST_HANG_UP });
}

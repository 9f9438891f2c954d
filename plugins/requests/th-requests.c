/* th-requests.c - reads the events of which requests are made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-requests.h"
#include "th-requests-private.h"

/* A limit, as a damaged recording may have any number of sockets. */
#define MAX_SIDES (1u << 16)

/* Bits of common_flags (include/linux/trace_events.h, enum trace_flag_type). */
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10
#define FLAG_NMI 0x40

#define MSG_PEEK 2
#define EAGAIN_OF_LINUX 11
#define IPPROTO_TCP_OF_LINUX 6
/* Of Ethernet, IPv4 and TCP, without options. */
#define LEAST_HEADERS 54
/* Of a call's packets so many are kept. */
#define MAX_PACKETS 8

enum
{
  EVENT_SENT,
  EVENT_RECEIVED,
  EVENT_PROBE,
  EVENT_ADJUST,
  EVENT_READY,
  N_SUBJECT_EVENTS,

  EVENT_QUEUE = N_SUBJECT_EVENTS,
  EVENT_SENDTO,
  EVENT_SENDMSG,
  EVENT_SENDMMSG,
  EVENT_WRITE,
  EVENT_WRITEV,
  EVENT_SENDFILE,
  EVENT_SPLICE,
  EVENT_URING,
  EVENT_RAW_ENTER,
  EVENT_EXIT,
  EVENT_RAW_EXIT,
  N_EVENTS
};

#define LENGTH_FIELDS { "?sk", "?ret", "?length", "?protocol", "?flags" }

static const ThSubscription subscriptions[] = {
  [EVENT_SENT] = { "sock:sock_send_length",
                   N_("It is not known when tasks sent, so where requests and answers begin, and "
                      "the time in the client and in the server, are unknown."), LENGTH_FIELDS },
  [EVENT_RECEIVED] = { "sock:sock_recv_length", NULL, LENGTH_FIELDS },
  [EVENT_PROBE] = { "tcp:tcp_probe",
                    N_("It is not known when data arrived at a socket, so the stages out and back "
                       "are less precise or unknown."),
                    { "?data_len", "?snd_nxt", "?snd_una", "?skaddr" } },
  [EVENT_ADJUST] = { "tcp:tcp_rcv_space_adjust", NULL, { "?skaddr" } },
  [EVENT_READY] = { "sock:sk_data_ready", NULL, { "?skaddr" } },
  [EVENT_QUEUE] = { "net:net_dev_queue",
                    N_("It is not known when the packets of a request were on their way."),
                    { "?len", "?common_flags" } },
  [EVENT_SENDTO] = { "syscalls:sys_enter_sendto", NULL, { NULL } },
  [EVENT_SENDMSG] = { "syscalls:sys_enter_sendmsg", NULL, { NULL } },
  [EVENT_SENDMMSG] = { "syscalls:sys_enter_sendmmsg", NULL, { NULL } },
  [EVENT_WRITE] = { "syscalls:sys_enter_write", NULL, { NULL } },
  [EVENT_WRITEV] = { "syscalls:sys_enter_writev", NULL, { NULL } },
  [EVENT_SENDFILE] = { "syscalls:sys_enter_sendfile64", NULL, { NULL } },
  [EVENT_SPLICE] = { "syscalls:sys_enter_splice", NULL, { NULL } },
  [EVENT_URING] = { "syscalls:sys_enter_io_uring_enter", NULL, { NULL } },
  [EVENT_RAW_ENTER] = { "raw_syscalls:sys_enter", NULL, { NULL } },
  [EVENT_EXIT] = { "syscalls:sys_exit_*", NULL, { NULL } },
  [EVENT_RAW_EXIT] = { "raw_syscalls:sys_exit", NULL, { NULL } },
  { NULL }
};

/* A packet that a task queued to a device, and how many bytes the packets of its call hold so far,
 * at most. */
typedef struct
{
  Mark    mark;
  guint64 bytes;
} Packet;

/* The system call that a task is in, and what it has queued in it so far. */
typedef struct
{
  gboolean is_in_call;
  Mark     call;
  guint    n_packets;
  Packet  *packets; /* MAX_PACKETS of them, or NULL */
} Task;

typedef struct
{
  ThRecording   *recording;
  ThResults     *results;
  ThConnections *directory;  /* of the analysis of sockets */
  Rows          *rows;
  GHashTable    *by_number;  /* of a connection → Side */
  GPtrArray     *sides;      /* of Side; owns them */
  Matcher       *matcher;
  GArray        *ready;      /* of Request: to be added */
  guint          n_requests;
  GArray        *tasks;      /* of Task, by number */
  guint         *streams;    /* by subscription: the stream whose events are read, plus 1 */
  gboolean       has_sent, has_received, has_probe; /* the type was recorded */
  gboolean       has_raw_exit;
  gboolean       has_loss, is_full;
  guint32        labels[N_EVENTS];
} Requests;

/* --- begin --------------------------------------------------------------------- */

static gboolean
is_recorded (ThRecording *recording,
             const char  *name)
{
  guint type = th_recording_find_type (recording, name);

  return type != TH_TYPE_NONE && !th_recording_is_type_ignored (recording, type);
}

static gpointer
requests_begin (ThRecording       *recording,
                ThResults         *results,
                GHashTable        *params,
                ThResults *const  *needed,
                GError           **error)
{
  Requests *self = g_new0 (Requests, 1);

  self->recording = recording;
  self->results = results;
  self->directory = th_results_get_connections (needed[0]);
  self->rows = th_request_rows_new (results);
  self->by_number = g_hash_table_new (NULL, NULL);
  self->sides = g_ptr_array_new_with_free_func (th_request_side_free);
  self->matcher = th_request_matcher_new ();
  self->ready = g_array_new (FALSE, FALSE, sizeof (Request));
  self->tasks = g_array_new (FALSE, TRUE, sizeof (Task));
  self->streams = g_new0 (guint, N_EVENTS);
  self->has_sent = is_recorded (recording, subscriptions[EVENT_SENT].event);
  self->has_received = is_recorded (recording, subscriptions[EVENT_RECEIVED].event);
  self->has_probe = is_recorded (recording, subscriptions[EVENT_PROBE].event);
  self->has_raw_exit = is_recorded (recording, subscriptions[EVENT_RAW_EXIT].event);
  for (guint i = 0; i < N_EVENTS; i++)
    self->labels[i] = th_results_intern (results, strchr (subscriptions[i].event, ':') + 1);

  return self;
}

/* --- whom an event is about ---------------------------------------------------- */

static Mark
mark_event (const ThEvent *event)
{
  return (Mark) { event->time, event->ref, event->cpu, event->subscription };
}

static Task *
get_task (Requests *self,
          guint32   number)
{
  if (number == TH_TASK_NONE || number == TH_TASK_IDLE)
    return NULL;
  if (number >= self->tasks->len)
    g_array_set_size (self->tasks, number + 1);

  return &g_array_index (self->tasks, Task, number);
}

/* Returns the side of the event's connection, or NULL.  @field: that with the struct sock. */
static Side *
find_side (Requests      *self,
           const ThEvent *event,
           guint          field)
{
  guint64 address = 0;
  const ThConnection *connection;
  Side *side;

  th_event_get_uint (event, field, &address);
  connection = th_connections_find (self->directory, event->ref,
                                    event->subscription == EVENT_READY ? address : 0);
  if (connection == NULL)
    return NULL;

  side = g_hash_table_lookup (self->by_number, GUINT_TO_POINTER (connection->number));
  if (side == NULL)
    {
      self->is_full |= self->sides->len >= MAX_SIDES;
      if (self->sides->len >= MAX_SIDES)
        return NULL;
      side = th_request_side_new (connection);
      g_ptr_array_add (self->sides, side);
      g_hash_table_insert (self->by_number, GUINT_TO_POINTER (connection->number), side);
    }
  th_request_side_learn (side, connection);
  th_request_matcher_learn (self->matcher, side);
  if (address != 0)
    side->socket = address;

  return side;
}

/* --- system calls, and the packets that leave in them -------------------------- */

static void
enter_call (Requests      *self,
            const ThEvent *event)
{
  Task *task = get_task (self, event->task);

  if (task == NULL || (event->subscription == EVENT_RAW_ENTER && !self->has_raw_exit) ||
      (event->subscription == EVENT_RAW_ENTER && task->is_in_call))
    return;

  task->is_in_call = TRUE;
  task->call = mark_event (event);
  task->n_packets = 0;
}

static void
leave_call (Requests      *self,
            const ThEvent *event)
{
  Task *task = get_task (self, event->task);

  if (task == NULL)
    return;

  task->is_in_call = FALSE;
  task->n_packets = 0;
}

/* Counts the packets that a task queues itself, not those of interrupts meanwhile. */
static void
take_queue (Requests      *self,
            const ThEvent *event)
{
  Task *task = get_task (self, event->task);
  guint64 length = 0, bytes, flags;

  if (task == NULL || !th_event_get_uint (event, 1, &flags) ||
      flags & (FLAG_HARDIRQ | FLAG_SOFTIRQ | FLAG_NMI))
    return;

  th_event_get_uint (event, 0, &length);
  if (task->packets == NULL)
    task->packets = g_new (Packet, MAX_PACKETS);
  bytes = task->n_packets > 0 ? task->packets[task->n_packets - 1].bytes : 0;
  bytes += length > LEAST_HEADERS ? length - LEAST_HEADERS : 0;
  task->n_packets = MIN (task->n_packets + 1, MAX_PACKETS);
  task->packets[task->n_packets - 1] = (Packet) { mark_event (event), bytes };
}

/* When the last of @bytes bytes left in this call; others wait for the peer, and are sent later.
 * A packet after them is an acknowledgement. */
static Mark
find_left (const Task *task,
           guint64     bytes)
{
  for (guint i = 0; i < task->n_packets; i++)
    if (task->packets[i].bytes >= bytes)
      return task->packets[i].mark;

  return MARK_NONE;
}

/* --- requests that are certain ------------------------------------------------- */

static void
add_ready (Requests *self)
{
  for (guint i = 0; i < self->ready->len; i++)
    th_request_rows_add (self->rows, &g_array_index (self->ready, Request, i), self->labels);
  self->n_requests += self->ready->len;
  g_array_set_size (self->ready, 0);
}

/* A further call on @side may have ended requests. */
static void
advance (Requests *self,
         Side     *side)
{
  th_request_matcher_advance (self->matcher, side, self->ready);
  add_ready (self);
}

/* --- sending and reading ------------------------------------------------------- */

static gboolean
is_tcp (const ThEvent *event)
{
  const char *text;
  guint64 number;
  gsize length;

  if (th_event_get_text (event, 3, &text, &length))
    return length == 11 && memcmp (text, "IPPROTO_TCP", 11) == 0;

  return th_event_get_uint (event, 3, &number) && number == IPPROTO_TCP_OF_LINUX;
}

static gint64
read_result (const ThEvent *event)
{
  gint64 result = -1;

  if (!th_event_get_int (event, 1, &result))
    th_event_get_int (event, 2, &result);
  return result;
}

static void
take_sent (Requests      *self,
           const ThEvent *event)
{
  gint64 bytes = read_result (event);
  Task *task = get_task (self, event->task);
  Mark marks[N_OUT_MARKS] = { MARK_NONE, MARK_NONE, mark_event (event) };
  Side *side;

  if (bytes <= 0 || task == NULL || !is_tcp (event) || (side = find_side (self, event, 0)) == NULL)
    return;

  if (task->is_in_call)
    marks[OUT_BEGIN] = task->call;
  marks[OUT_LEFT] = find_left (task, bytes);
  task->n_packets = 0;
  th_request_side_send (side, marks, event->task, bytes);
  advance (self, side);
}

static void
take_received (Requests      *self,
               const ThEvent *event)
{
  gint64 bytes = read_result (event), flags = 0;
  Task *task = get_task (self, event->task);
  Mark mark = mark_event (event);
  Side *side;

  th_event_get_int (event, 4, &flags);
  if (task == NULL || flags & MSG_PEEK || !is_tcp (event) ||
      (side = find_side (self, event, 0)) == NULL)
    return;

  task->n_packets = 0;
  if (bytes > 0)
    {
      th_request_side_read (side, &mark, event->task, bytes);
      advance (self, side);
    }
  else if (bytes == -EAGAIN_OF_LINUX)
    th_request_side_drain (side);
}

/* Before Linux 6.3, this is the only event of a task that reads. */
static void
take_adjust (Requests      *self,
             const ThEvent *event)
{
  Mark mark = mark_event (event);
  Side *side;

  if (self->has_received || (side = find_side (self, event, 0)) == NULL)
    return;

  th_request_side_read (side, &mark, event->task, G_MAXUINT64);
  advance (self, side);
}

static void
take_probe (Requests      *self,
            const ThEvent *event)
{
  guint64 bytes = 0, next, oldest;
  Mark mark = mark_event (event);
  Side *side = find_side (self, event, 3);

  if (side == NULL)
    return;

  if (!self->has_sent && th_event_get_uint (event, 1, &next))
    {
      if (!side->has_next && th_event_get_uint (event, 2, &oldest))
        th_request_side_sent_to (side, oldest);
      th_request_side_sent_to (side, next);
      advance (self, side);
    }
  th_event_get_uint (event, 0, &bytes);
  if (bytes > 0)
    th_request_side_arrive (side, &mark, MIN (bytes, G_MAXUINT32));
}

static void
take_ready (Requests      *self,
            const ThEvent *event)
{
  Mark mark = mark_event (event);
  Side *side;

  if (!self->has_probe && (side = find_side (self, event, 0)) != NULL)
    th_request_side_arrive (side, &mark, 0);
}

/* If several buffers recorded the same events, only those of the first one are read. */
static void
requests_event (gpointer       state,
                const ThEvent *event)
{
  Requests *self = state;
  guint *stream = &self->streams[event->subscription];

  if (*stream == 0)
    *stream = event->ref.stream + 1u;
  if (*stream != event->ref.stream + 1u)
    return;

  switch (event->subscription)
    {
    case EVENT_SENT:
      take_sent (self, event);
      break;
    case EVENT_RECEIVED:
      take_received (self, event);
      break;
    case EVENT_PROBE:
      take_probe (self, event);
      break;
    case EVENT_ADJUST:
      take_adjust (self, event);
      break;
    case EVENT_READY:
      take_ready (self, event);
      break;
    case EVENT_QUEUE:
      take_queue (self, event);
      break;
    case EVENT_EXIT:
    case EVENT_RAW_EXIT:
      leave_call (self, event);
      break;
    default:
      enter_call (self, event);
      break;
    }
}

/* Bytes are missing, and calls of that CPU. */
static void
requests_lost (gpointer      state,
               guint         stream,
               guint         cpu,
               const ThLost *lost)
{
  Requests *self = state;

  self->has_loss = TRUE;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      g_array_index (self->tasks, Task, i).is_in_call = FALSE;
      g_array_index (self->tasks, Task, i).n_packets = 0;
    }
  for (guint i = 0; i < self->sides->len; i++)
    th_request_side_drain (g_ptr_array_index (self->sides, i));
}

/* --- finish -------------------------------------------------------------------- */

static void
remark_unknown (Requests *self,
                guint32   n)
{
  g_autofree char *text = g_strdup_printf (
    ngettext ("%u socket is left out: its connection began before the recording, and its ports do "
              "not tell which end is the client.",
              "%u sockets are left out: their connections began before the recording, and their "
              "ports do not tell which end is the client.", n), n);

  th_results_add_remark (self->results, text);
}

static void
requests_finish (gpointer state)
{
  Requests *self = state;
  guint32 n_unknown = th_request_matcher_end (self->matcher, self->sides, self->ready);

  add_ready (self);
  th_request_rows_end (self->rows);
  if (n_unknown > 0)
    remark_unknown (self, n_unknown);
  if (self->n_requests > 0 && self->has_sent && self->streams[EVENT_SENDTO] == 0 &&
      self->streams[EVENT_SENDMSG] == 0 && self->streams[EVENT_WRITE] == 0 &&
      self->streams[EVENT_WRITEV] == 0 && self->streams[EVENT_RAW_ENTER] == 0)
    th_results_add_remark (self->results,
                           _("No system calls that send were recorded: requests begin when their "
                             "packets were on their way, and the time in the client is unknown."));
  if (self->has_loss)
    th_results_add_remark (self->results,
                           _("Events were lost: requests around the losses may be matched with "
                             "the wrong answers."));
  if (self->is_full)
    th_results_add_remark (self->results,
                           _("There are too many connections: the requests of those that began "
                             "last are not shown."));
}

static void
requests_free (gpointer state)
{
  Requests *self = state;

  th_request_rows_free (self->rows);
  g_hash_table_unref (self->by_number);
  g_ptr_array_unref (self->sides);
  th_request_matcher_free (self->matcher);
  g_array_unref (self->ready);
  for (guint i = 0; i < self->tasks->len; i++)
    g_free (g_array_index (self->tasks, Task, i).packets);
  g_array_unref (self->tasks);
  g_free (self->streams);
  g_free (self);
}

static const char *const needs[] = { "sockets", NULL };

const ThAnalysis th_requests_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "requests",
  .title = N_("Requests"),
  .text = N_("Requests on TCP connections: what the client sent, the server's answer, and where "
             "the time in between went."),
  .subscriptions = subscriptions,
  .begin = requests_begin,
  .event = requests_event,
  .lost = requests_lost,
  .finish = requests_finish,
  .free = requests_free,
  .n_subject = N_SUBJECT_EVENTS,
  .noun = "request",
  .needs = needs,
  .measures = th_request_measures,
  .list_measures = th_request_rows_list_measures,
};

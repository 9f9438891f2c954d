/* th-sockets.c - follows each socket through its events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-sockets-private.h"
#include "th-sockets.h"

enum
{
  EVENT_STATE,
  EVENT_DESTROY,
  EVENT_PROBE,
  EVENT_READ,
  EVENT_RETRANSMIT,
  EVENT_ANSWER,
  EVENT_SEND_RESET,
  EVENT_RECEIVE_RESET,
  EVENT_CONGESTION,
  EVENT_RECEIVE_LENGTH,
  EVENT_SEND_LENGTH,
  EVENT_UDP_FAILURE,
  N_SUBJECT_EVENTS,

  EVENT_DROP = N_SUBJECT_EVENTS,
  EVENT_HASH,
  EVENT_SIGNATURE,
  EVENT_KPROBE,
  EVENT_FPROBE,
  EVENT_PROBE_OF_PERF,
  N_EVENTS
};

/* Cookies, and then inode numbers. */
#define NAMESPACE_FIELDS \
  { "?skaddr", "?sk", "?net_cookie", "?netns_cookie", "?netns", "?netns_ino", "?ns_inum" }
#define FIRST_COOKIE 2
#define FIRST_INODE 4
#define NAMESPACE_END 7

#define LENGTH_FIELDS "?protocol", "?ret", "?length", "?flags", "?family"

static const ThSubscription subscriptions[] = {
  [EVENT_STATE] = { "sock:inet_sock_set_state",
                    N_("It is not known when connections began and ended."),
                    { SOCKET_ENDS, "oldstate", "newstate", "?protocol" } },
  [EVENT_DESTROY] = { "tcp:tcp_destroy_sock", NULL, { SOCKET_ENDS } },
  [EVENT_PROBE] = { "tcp:tcp_probe",
                    N_("It is not known what connections received, and their round-trip times."),
                    { SOCKET_ENDS, "?data_len", "?snd_una", "?snd_cwnd", "?srtt" } },
  [EVENT_READ] = { "tcp:tcp_rcv_space_adjust", NULL, { SOCKET_ENDS } },
  [EVENT_RETRANSMIT] = { "tcp:tcp_retransmit_skb", N_("Retransmissions are unknown."),
                         { SOCKET_ENDS, "?skbaddr", "?state" } },
  [EVENT_ANSWER] = { "tcp:tcp_retransmit_synack", NULL, { SOCKET_ENDS } },
  [EVENT_SEND_RESET] = { "tcp:tcp_send_reset", NULL, { SOCKET_ENDS, "?reason" } },
  [EVENT_RECEIVE_RESET] = { "tcp:tcp_receive_reset", NULL, { SOCKET_ENDS, "?reason" } },
  [EVENT_CONGESTION] = { "tcp:tcp_cong_state_set", NULL, { SOCKET_ENDS, "?cong_state" } },
  [EVENT_RECEIVE_LENGTH] = { "sock:sock_recv_length", NULL,
                             { SOCKET_ENDS_AT ("?sk"), LENGTH_FIELDS } },
  [EVENT_SEND_LENGTH] = { "sock:sock_send_length", NULL,
                          { SOCKET_ENDS_AT ("?sk"), LENGTH_FIELDS } },
  [EVENT_UDP_FAILURE] = { "udp:udp_fail_queue_rcv_skb", NULL, { SOCKET_ENDS, "?rc", "?lport" } },
  [EVENT_DROP] = { "skb:kfree_skb", NULL, { SOCKET_ENDS_AT ("?rx_sk"), "?skbaddr", "?reason" } },
  /* Those that tell the network namespace of a socket. */
  [EVENT_HASH] = { "tcp:tcp_hash_*", NULL, NAMESPACE_FIELDS },
  [EVENT_SIGNATURE] = { "tcp:tcp_ao_*", NULL, NAMESPACE_FIELDS },
  [EVENT_KPROBE] = { "kprobes:*", NULL, NAMESPACE_FIELDS },
  [EVENT_FPROBE] = { "fprobes:*", NULL, NAMESPACE_FIELDS },
  [EVENT_PROBE_OF_PERF] = { "probe:*", NULL, NAMESPACE_FIELDS },
  { NULL }
};

static gpointer
sockets_begin (ThRecording       *recording,
               ThResults         *results,
               GHashTable        *params,
               ThResults *const  *needed,
               GError           **error)
{
  Sockets *self = g_new0 (Sockets, 1);

  self->recording = recording;
  self->results = results;
  self->directory = th_results_add_connections (results);
  self->failures = g_array_new (FALSE, TRUE, sizeof (UdpFailure));
  self->streams = g_new0 (guint, N_EVENTS);
  th_socket_find_begin (self);
  th_socket_rows_begin (self);

  return self;
}

/* --- states ---------------------------------------------------------------------- */

/* An accepted socket is a copy of the listening one, so it begins in LISTEN as well.  With MPTCP it
 * is created once the handshake of its first TCP socket is complete, and so goes straight to
 * ESTABLISHED. */
static gboolean
is_accepted (SocketState from,
             SocketState to)
{
  return from == STATE_LISTEN && (to == STATE_SYN_RECV || to == STATE_ESTABLISHED);
}

static gboolean
is_beginning (SocketState from,
              SocketState to)
{
  return (from == STATE_CLOSE && (to == STATE_SYN_SENT || to == STATE_LISTEN)) ||
         is_accepted (from, to);
}

/* connect() and listen() change the state in the context of their task, and so does the task that
 * closes an established socket.  A kernel worker may do it instead, as it does for MPTCP, and
 * packets change the state in any context. */
static void
learn_task (const Sockets *self,
            Socket        *socket,
            const ThEvent *event,
            SocketState    from,
            SocketState    to)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  gboolean opens = from == STATE_CLOSE && (to == STATE_SYN_SENT || to == STATE_LISTEN);
  gboolean closes = (from == STATE_ESTABLISHED && to == STATE_FIN_WAIT1) ||
                    (from == STATE_CLOSE_WAIT && to == STATE_LAST_ACK);

  if (opens || (closes && socket->task == TH_TASK_NONE &&
                !th_tasks_is_worker (tasks, event->task, event->time)))
    socket->task = event->task;
}

static void
learn_role (Sockets           *self,
            Socket            *socket,
            const SocketEvent *event,
            SocketState        from,
            SocketState        to)
{
  if (from == STATE_CLOSE && to == STATE_SYN_SENT)
    {
      socket->role = ROLE_CONNECTED;
      socket->connection.opened = TH_OPENED_LOCAL;
    }
  else if (is_accepted (from, to))
    {
      Socket *listener = th_socket_find_listener (self, event);

      socket->role = ROLE_ACCEPTED;
      socket->connection.opened = TH_OPENED_REMOTE;
      if (listener != NULL && !socket->is_mptcp)
        {
          listener->n_accepted++;
          listener->last = event->event->time;
        }
    }
  else if (to == STATE_LISTEN || from == STATE_LISTEN)
    {
      socket->role = ROLE_LISTENING;
      th_socket_find_set_listener (self, socket);
    }
}

static guint32
intern_protocol (Sockets       *self,
                 const ThEvent *event)
{
  g_autofree char *name = th_socket_event_protocol (event, SOCKET_FIELDS + 2);

  return name != NULL ? th_results_intern (self->results, name) + 1 : 0;
}

/* Whether an event about the end of a socket cannot be matched with one: in texts, listening
 * sockets have neither an address nor a peer.  Leaving the state LISTEN has already closed them. */
static gboolean
is_nobody (const SocketEvent *about)
{
  return about->address == 0 && about->remote.port == 0;
}

static void
take_state (Sockets       *self,
            const ThEvent *event)
{
  SocketState from = th_socket_event_state (event, SOCKET_FIELDS);
  SocketState to = th_socket_event_state (event, SOCKET_FIELDS + 1);
  guint32 protocol;
  SocketEvent about;
  Socket *socket;

  if (to == STATE_UNKNOWN)
    return;
  th_socket_event_read (&about, event);
  if (from == STATE_CLOSE && to == STATE_CLOSE && is_nobody (&about))
    return;
  protocol = intern_protocol (self, event);
  about.is_mptcp = protocol != 0 && protocol == self->mptcp_word;
  socket = is_beginning (from, to) ? th_socket_new (self, &about)
           : th_socket_find (self, &about);
  if (socket == NULL)
    return;

  th_socket_data_announce (self, event, socket);
  learn_role (self, socket, &about, from, to);
  th_socket_learn_protocol (self, socket, protocol);
  learn_task (self, socket, event, from, to);
  th_socket_rows_change (self, socket, event, from, to);
  socket->state = to;
  socket->since = event->time;
  socket->since_ref = event->ref;
  socket->last = event->time;
  if (to == STATE_CLOSE)
    th_socket_close (self, socket);
}

/* --- data and losses ------------------------------------------------------------- */

static guint32
read_u32 (const ThEvent *event,
          guint          field)
{
  guint64 value = 0;

  th_event_get_uint (event, SOCKET_FIELDS + field, &value);
  return value;
}

/* Sequence numbers wrap, so only their differences count.  A late packet has an older number. */
static void
take_probe (Sockets       *self,
            Socket        *socket,
            const ThEvent *event)
{
  guint32 una = read_u32 (event, 1), rtt = read_u32 (event, 3);
  gint32 acknowledged = (gint32) (una - socket->una);

  if (socket->n_packets == 0 || acknowledged > 0)
    {
      socket->acknowledged += socket->n_packets > 0 ? (guint32) acknowledged : 0;
      socket->una = una;
    }
  socket->n_packets++;
  socket->received += read_u32 (event, 0);
  if (rtt > 0)
    {
      socket->rtt_low = socket->rtt_low == 0 ? rtt : MIN (socket->rtt_low, rtt);
      socket->rtt_high = MAX (socket->rtt_high, rtt);
      socket->rtt_sum += rtt;
      socket->n_rtts++;
    }
  th_socket_rows_probe (self, socket, event, rtt, read_u32 (event, 2));
}

static void
take_reset (Sockets       *self,
            Socket        *socket,
            const ThEvent *event)
{
  g_autofree char *reason = th_socket_event_symbol (event, SOCKET_FIELDS);

  socket->n_resets++;
  th_socket_rows_reset (self, socket, event, event->subscription == EVENT_SEND_RESET, reason);
}

static void
take_retransmit (Sockets       *self,
                 Socket        *socket,
                 const ThEvent *event)
{
  guint64 skb = 0;

  /* Congestion control begins in the open state, without an event. */
  if (socket->congestion == CONGESTION_UNKNOWN && socket->role != ROLE_UNKNOWN &&
      self->streams[EVENT_CONGESTION] != 0)
    socket->congestion = CONGESTION_OPEN;
  th_event_get_uint (event, SOCKET_FIELDS, &skb);
  socket->n_retransmits++;
  th_socket_rows_retransmit (self, socket, event, skb,
                             th_socket_event_state (event, SOCKET_FIELDS + 1));
}

static void
take_congestion (Socket        *socket,
                 const ThEvent *event)
{
  guint64 state;

  if (th_event_get_uint (event, SOCKET_FIELDS, &state))
    socket->congestion = MIN (state, CONGESTION_UNKNOWN);
}

/* During a handshake the connection has no socket yet: the event has the address of the listening
 * socket, but the ends of the connection. */
static void
take_answer (Sockets       *self,
             const ThEvent *event)
{
  SocketEvent about;
  Socket *socket;

  th_socket_event_read (&about, event);
  socket = th_socket_find_listening (self, &about);
  if (socket == NULL)
    return;

  th_socket_data_announce (self, event, socket);
  th_socket_learn_protocol (self, socket, self->tcp_word);
  socket->last = event->time;
  socket->n_retransmits++;
  th_socket_rows_answer (self, socket, &about);
}

/* All other events concern sockets that exist already. */
static void
take_use (Sockets       *self,
          const ThEvent *event)
{
  SocketEvent about;
  Socket *socket;

  th_socket_event_read (&about, event);
  if (event->subscription == EVENT_DESTROY && is_nobody (&about))
    return;
  socket = th_socket_find (self, &about);
  if (socket == NULL)
    return;

  th_socket_data_announce (self, event, socket);
  th_socket_learn_protocol (self, socket, self->tcp_word);
  socket->last = event->time;
  switch (event->subscription)
    {
    case EVENT_DESTROY:
      th_socket_close (self, socket);
      break;
    case EVENT_PROBE:
      take_probe (self, socket, event);
      break;
    case EVENT_READ:
      /* The task that reads calls this. */
      if (socket->task == TH_TASK_NONE)
        socket->task = event->task;
      break;
    case EVENT_RETRANSMIT:
      take_retransmit (self, socket, event);
      break;
    case EVENT_CONGESTION:
      take_congestion (socket, event);
      break;
    default:
      take_reset (self, socket, event);
      break;
    }
}

/* --- namespaces ------------------------------------------------------------------ */

/* "4097", as by the option SO_NETNS_COOKIE of a socket; or "net:[4026531840]", as in /proc/PID/ns.
 * The event may be about a packet, so its ends are not used. */
static void
take_namespace (Sockets       *self,
                const ThEvent *event)
{
  g_autofree char *text = NULL;
  guint64 address = 0, number = 0;
  guint field = FIRST_COOKIE;
  Socket *socket;

  while (field < NAMESPACE_END && !th_event_get_uint (event, field, &number))
    field++;
  if (number == 0 ||
      (!th_event_get_uint (event, 0, &address) && !th_event_get_uint (event, 1, &address)) ||
      (socket = g_hash_table_lookup (self->by_address, &address)) == NULL)
    return;

  text = g_strdup_printf (field < FIRST_INODE ? "%" G_GUINT64_FORMAT
                          : "net:[%" G_GUINT64_FORMAT "]", number);
  socket->namespace = th_results_intern (self->results, text) + 1;
}

/* If several buffers recorded the same events, only those of the first one are read. */
static void
sockets_event (gpointer       state,
               const ThEvent *event)
{
  Sockets *self = state;
  guint *stream = &self->streams[event->subscription];

  if (*stream == 0)
    *stream = event->ref.stream + 1u;
  if (*stream != event->ref.stream + 1u)
    return;

  switch (event->subscription)
    {
    case EVENT_STATE:
      take_state (self, event);
      break;
    case EVENT_ANSWER:
      take_answer (self, event);
      break;
    case EVENT_RECEIVE_LENGTH:
    case EVENT_SEND_LENGTH:
      th_socket_data_take_length (self, event, event->subscription == EVENT_SEND_LENGTH);
      break;
    case EVENT_DROP:
      th_socket_data_take_drop (self, event);
      break;
    case EVENT_UDP_FAILURE:
      th_socket_data_take_failure (self, event);
      break;
    case EVENT_HASH:
    case EVENT_SIGNATURE:
    case EVENT_KPROBE:
    case EVENT_FPROBE:
    case EVENT_PROBE_OF_PERF:
      take_namespace (self, event);
      break;
    default:
      take_use (self, event);
      break;
    }
}

/* The next change of a state says which one it leaves, so gaps in the states are noticed.  Sums
 * are too low. */
static void
sockets_lost (gpointer      state,
              guint         stream,
              guint         cpu,
              const ThLost *lost)
{
  Sockets *self = state;

  self->has_loss = TRUE;
}

static void
remark_read_more (Sockets *self)
{
  g_autofree char *text = NULL;

  if (self->n_read_more == 0)
    return;

  text = g_strdup_printf (
    ngettext ("tcp_probe has the length of a packet in 16 bits. %u connection received more than "
              "its events add up to; what tasks read is shown instead, a lower bound.",
              "tcp_probe has the length of a packet in 16 bits. %u connections received more than "
              "their events add up to; what tasks read is shown instead, a lower bound.",
              self->n_read_more),
    self->n_read_more);
  th_results_add_remark (self->results, text);
}

static void
sockets_finish (gpointer state)
{
  Sockets *self = state;

  th_socket_counts_take (self);
  th_socket_find_end (self);
  th_measure_publish (self->connect);
  th_measure_publish (self->rtt);
  if (self->has_loss)
    th_results_add_remark (self->results,
                           _("Events were lost: connections may have received and retransmitted "
                             "more than their events show."));
  remark_read_more (self);
  if (self->is_full)
    th_results_add_remark (self->results,
                           _("There are too many connections: those that began last are not "
                             "shown."));
}

static void
sockets_free (gpointer state)
{
  Sockets *self = state;

  th_socket_find_clear (self);
  g_array_unref (self->failures);
  g_free (self->streams);
  g_free (self);
}

const ThAnalysis th_sockets_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "sockets",
  .title = N_("Connections"),
  .text = N_("Connections: their states, who opened them, what they carried, retransmissions, "
             "resets and round-trip times."),
  .subscriptions = subscriptions,
  .begin = sockets_begin,
  .event = sockets_event,
  .lost = sockets_lost,
  .finish = sockets_finish,
  .free = sockets_free,
  .n_subject = N_SUBJECT_EVENTS,
  .measures = th_socket_measures,
};

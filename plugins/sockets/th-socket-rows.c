/* th-socket-rows.c - the lanes, tables and measures of connections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-services.h"
#include "th-sockets-private.h"
#include "th-time.h"

/* A server may have thousands of connections.  The table lists all of them, but only so many
 * have lanes. */
#define MAX_LANES 100
#define MAX_VALUE_LANES 20

/* By SocketRole. */
static const char *const roles[] = { NULL, N_("connected"), N_("accepted"), N_("listening") };

/* What caused a retransmission. */
typedef enum
{
  CAUSE_UNKNOWN,
  CAUSE_PROBE,
  CAUSE_FAST,
  CAUSE_TIMEOUT,
  CAUSE_HANDSHAKE
} RetransmitCause;

static const char *const cause_texts[] = {
  [CAUSE_UNKNOWN] = NULL,
  [CAUSE_PROBE] = N_("tail loss probe"),
  [CAUSE_FAST] = N_("fast retransmission"),
  [CAUSE_TIMEOUT] = N_("timeout"),
  [CAUSE_HANDSHAKE] = N_("handshake timeout")
};

/* By the state of congestion control when it was sent. */
static const RetransmitCause causes[] = {
  [CONGESTION_OPEN] = CAUSE_PROBE,
  [CONGESTION_DISORDER] = CAUSE_PROBE,
  [CONGESTION_CWR] = CAUSE_PROBE,
  [CONGESTION_RECOVERY] = CAUSE_FAST,
  [CONGESTION_LOSS] = CAUSE_TIMEOUT,
  [CONGESTION_UNKNOWN] = CAUSE_UNKNOWN
};

enum
{
  COLUMN_NUMBER,
  COLUMN_OPENED,
  COLUMN_PROTOCOL,
  COLUMN_LOCAL,
  COLUMN_REMOTE,
  COLUMN_SERVICE,
  COLUMN_TASK,
  COLUMN_ROLE,
  COLUMN_STATE,
  COLUMN_LASTED,
  COLUMN_CONNECT,
  COLUMN_ESTABLISHED,
  COLUMN_PACKETS,
  COLUMN_RECEIVED,
  COLUMN_ACKNOWLEDGED,
  COLUMN_READ,
  COLUMN_SENT,
  COLUMN_RETRANSMITS,
  COLUMN_RESETS,
  COLUMN_DROPS,
  COLUMN_RTT_LOW,
  COLUMN_RTT_MEAN,
  COLUMN_RTT_HIGH,
  COLUMN_ADDRESS,
  COLUMN_NAMESPACE,
  N_COLUMNS
};

static const ThColumn columns[N_COLUMNS] = {
  [COLUMN_NUMBER] = { "connection", N_("Connection"), TH_COLUMN_COUNT },
  [COLUMN_OPENED] = { "opened", N_("First seen"), TH_COLUMN_TIME },
  [COLUMN_PROTOCOL] = { "protocol", N_("Protocol"), TH_COLUMN_TEXT },
  [COLUMN_LOCAL] = { "local", N_("Local"), TH_COLUMN_TEXT },
  [COLUMN_REMOTE] = { "remote", N_("Remote"), TH_COLUMN_TEXT },
  [COLUMN_SERVICE] = { "service", N_("Service"), TH_COLUMN_TEXT },
  [COLUMN_TASK] = { "task", N_("Task"), TH_COLUMN_TASK },
  [COLUMN_ROLE] = { "role", N_("Role"), TH_COLUMN_TEXT },
  [COLUMN_STATE] = { "state", N_("Last state"), TH_COLUMN_TEXT },
  [COLUMN_LASTED] = { "lasted", N_("Lasted"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  [COLUMN_CONNECT] = { "connect", N_("Handshake"), TH_COLUMN_DURATION },
  [COLUMN_ESTABLISHED] = { "established", N_("Established"), TH_COLUMN_DURATION },
  [COLUMN_PACKETS] = { "packets", N_("Packets received"), TH_COLUMN_COUNT },
  [COLUMN_RECEIVED] = { "received", N_("Received"), TH_COLUMN_BYTES },
  [COLUMN_ACKNOWLEDGED] = { "acknowledged", N_("Acknowledged"), TH_COLUMN_BYTES },
  [COLUMN_READ] = { "read", N_("Read by tasks"), TH_COLUMN_BYTES },
  [COLUMN_SENT] = { "sent", N_("Sent by tasks"), TH_COLUMN_BYTES },
  [COLUMN_RETRANSMITS] = { "retransmits", N_("Retransmissions"), TH_COLUMN_COUNT },
  [COLUMN_RESETS] = { "resets", N_("Resets"), TH_COLUMN_COUNT },
  [COLUMN_DROPS] = { "drops", N_("Drops"), TH_COLUMN_COUNT },
  [COLUMN_RTT_LOW] = { "rtt_min", N_("RTT min"), TH_COLUMN_DURATION },
  [COLUMN_RTT_MEAN] = { "rtt_mean", N_("RTT mean"), TH_COLUMN_DURATION },
  [COLUMN_RTT_HIGH] = { "rtt_max", N_("RTT max"), TH_COLUMN_DURATION },
  [COLUMN_ADDRESS] = { "socket", N_("Socket"), TH_COLUMN_ADDRESS },
  [COLUMN_NAMESPACE] = { "namespace", N_("Namespace"), TH_COLUMN_TEXT }
};

static const ThColumn change_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "socket", N_("Socket"), TH_COLUMN_ADDRESS },
  { "task", N_("Current task"), TH_COLUMN_TASK },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "remote", N_("Remote"), TH_COLUMN_TEXT },
  { "from", N_("From"), TH_COLUMN_TEXT },
  { "to", N_("To"), TH_COLUMN_TEXT },
  { "lasted", N_("In the old state"), TH_COLUMN_DURATION }
};

static const ThColumn retransmit_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "remote", N_("Remote"), TH_COLUMN_TEXT },
  { "state", N_("State"), TH_COLUMN_TEXT },
  { "reason", N_("Reason"), TH_COLUMN_TEXT },
  { "task", N_("Current task"), TH_COLUMN_TASK },
  { "packet", N_("Packet"), TH_COLUMN_ADDRESS },
  { "socket", N_("Socket"), TH_COLUMN_ADDRESS }
};

static const ThColumn reset_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "direction", N_("Direction"), TH_COLUMN_TEXT },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "remote", N_("Remote"), TH_COLUMN_TEXT },
  { "state", N_("State"), TH_COLUMN_TEXT },
  { "reason", N_("Reason"), TH_COLUMN_TEXT },
  { "socket", N_("Socket"), TH_COLUMN_ADDRESS }
};

static const ThColumn drop_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "connection", N_("Connection"), TH_COLUMN_COUNT },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "remote", N_("Remote"), TH_COLUMN_TEXT },
  { "state", N_("State"), TH_COLUMN_TEXT },
  { "reason", N_("Reason"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "task", N_("Current task"), TH_COLUMN_TASK },
  { "packet", N_("Packet"), TH_COLUMN_ADDRESS },
  { "socket", N_("Socket"), TH_COLUMN_ADDRESS }
};

static const ThColumn task_columns[] = {
  { "connection", N_("Connection"), TH_COLUMN_COUNT },
  { "protocol", N_("Protocol"), TH_COLUMN_TEXT },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "remote", N_("Remote"), TH_COLUMN_TEXT },
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "sends", N_("Sends"), TH_COLUMN_COUNT },
  { "sent", N_("Sent"), TH_COLUMN_BYTES },
  { "reads", N_("Reads"), TH_COLUMN_COUNT },
  { "read", N_("Read"), TH_COLUMN_BYTES }
};

static const ThColumn listen_columns[] = {
  { "opened", N_("First seen"), TH_COLUMN_TIME },
  { "protocol", N_("Protocol"), TH_COLUMN_TEXT },
  { "local", N_("Local"), TH_COLUMN_TEXT },
  { "service", N_("Service"), TH_COLUMN_TEXT },
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "accepted", N_("Accepted"), TH_COLUMN_COUNT },
  { "backlog", N_("Backlog"), TH_COLUMN_COUNT },
  { "overflows", N_("Overflows"), TH_COLUMN_COUNT },
  { "drops", N_("Drops"), TH_COLUMN_COUNT },
  { "counted", N_("Drops counted"), TH_COLUMN_COUNT },
  { "retransmits", N_("Retransmissions"), TH_COLUMN_COUNT },
  { "lasted", N_("Lasted"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "socket", N_("Socket"), TH_COLUMN_ADDRESS },
  { "namespace", N_("Namespace"), TH_COLUMN_TEXT }
};

static const ThTableInfo tables[] = {
  { "connections", N_("Connections"), N_("connection"), columns, N_COLUMNS, COLUMN_OPENED, FALSE,
    .is_inventory = TRUE },
  { "connection-states", N_("Connection states"), N_("change of state"), change_columns,
    G_N_ELEMENTS (change_columns), -1, FALSE },
  { "retransmits", N_("Retransmissions"), N_("retransmission"), retransmit_columns,
    G_N_ELEMENTS (retransmit_columns), -1, FALSE },
  { "resets", N_("Resets"), N_("reset"), reset_columns, G_N_ELEMENTS (reset_columns), -1, FALSE },
  { "connection-drops", N_("Drops by sockets"), N_("drop"), drop_columns,
    G_N_ELEMENTS (drop_columns), -1, FALSE },
  { "listeners", N_("Listeners"), N_("listener"), listen_columns, G_N_ELEMENTS (listen_columns), 0,
    FALSE, .is_inventory = TRUE },
  { "connection-tasks", N_("Connections by task"), N_("task"), task_columns,
    G_N_ELEMENTS (task_columns), -1, FALSE, .is_inventory = TRUE }
};

const ThMeasureInfo th_socket_measures[] = {
  { "tcp.connect", N_("TCP: handshake"),
    N_("From the first packet of a connection that a task opened until it was established."),
    TH_UNIT_TIME },
  { "tcp.rtt", N_("TCP: round trip"),
    N_("The smoothed round-trip time that the kernel knew when a packet was received."),
    TH_UNIT_TIME },
  { NULL }
};

void
th_socket_rows_begin (Sockets *self)
{
  ThTable **places[] = { &self->connections, &self->changes, &self->retransmits, &self->resets,
                         &self->drops, &self->listens, &self->tasks };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    *places[i] = th_results_add_table (self->results, &tables[i]);
  self->connect = th_results_add_measure (self->results, &th_socket_measures[0]);
  self->rtt = th_results_add_measure (self->results, &th_socket_measures[1]);
  for (guint i = 1; i < N_STATES; i++)
    self->state_words[i] = th_results_intern (self->results, th_socket_state_name (i));
  self->tcp_word = th_results_intern (self->results, "TCP") + 1;
  self->udp_word = th_results_intern (self->results, "UDP") + 1;
  self->mptcp_word = th_results_intern (self->results, "MPTCP") + 1;
}

/* --- cells ---------------------------------------------------------------------- */

static gint64
end_cell (Sockets               *self,
          const ThSocketAddress *end)
{
  g_autofree char *text = th_socket_address_to_text (end);

  return th_results_intern (self->results, text);
}

static gint64
local_cell (Sockets      *self,
            const Socket *socket)
{
  return socket->local_word != 0 ? socket->local_word - 1 : end_cell (self, &socket->local);
}

static gint64
remote_cell (Sockets      *self,
             const Socket *socket)
{
  return socket->remote_word != 0 ? socket->remote_word - 1 : end_cell (self, &socket->remote);
}

static gint64
word_cell (Sockets    *self,
           const char *text)
{
  return text != NULL ? (gint64) th_results_intern (self->results, text) : TH_CELL_NONE;
}

static gint64
state_cell (const Sockets *self,
            SocketState    state)
{
  return state != STATE_UNKNOWN ? (gint64) self->state_words[state] : TH_CELL_NONE;
}

static gint64
protocol_cell (const Socket *socket)
{
  return socket->protocol != 0 ? (gint64) socket->protocol - 1 : TH_CELL_NONE;
}

static gboolean
is_of_udp (const Sockets *self,
           const Socket  *socket)
{
  return socket->protocol == self->udp_word;
}

static gint64
task_cell (const Socket *socket)
{
  return socket->task != TH_TASK_NONE ? (gint64) socket->task : TH_CELL_NONE;
}

static gint64
address_cell (const Socket *socket)
{
  return socket->address != 0 ? (gint64) socket->address : TH_CELL_NONE;
}

static gint64
namespace_cell (const Socket *socket)
{
  return socket->namespace != 0 ? (gint64) socket->namespace - 1 : TH_CELL_NONE;
}

static gint64
count_cell (gint64 count)
{
  return count >= 0 ? count : TH_CELL_NONE;
}

/* The kernel measures round trips in µs. */
static gint64
rtt_cell (guint32 rtt)
{
  return rtt != 0 ? (gint64) rtt * 1000 : TH_CELL_NONE;
}

/* Returns the address as a word that lives as long as the results, or NULL. */
static const char *
keep_host (Sockets               *self,
           const ThSocketAddress *end)
{
  g_autofree char *host = th_socket_address_to_host (end);

  return host != NULL
         ? th_results_get_word (self->results, th_results_intern (self->results, host)) : NULL;
}

/* The port of the end that listens has the name.  If it is not known which one that is, a name of
 * either port is that of the connection, unless both have one. */
static const char *
find_service (const Sockets *self,
              const Socket  *socket)
{
  gboolean is_udp = is_of_udp (self, socket);
  const char *local = th_service_get_name (socket->local.port, is_udp);
  const char *remote = th_service_get_name (socket->remote.port, is_udp);

  switch (socket->role)
    {
    case ROLE_CONNECTED:
      return remote;
    case ROLE_ACCEPTED:
    case ROLE_LISTENING:
      return local;
    default:
      return local == NULL || remote == NULL ? local != NULL ? local : remote : NULL;
    }
}

void
th_socket_rows_name (Sockets *self,
                     Socket  *socket)
{
  socket->local_word = end_cell (self, &socket->local) + 1;
  socket->remote_word = end_cell (self, &socket->remote) + 1;
  socket->connection.local = keep_host (self, &socket->local);
  socket->connection.remote = keep_host (self, &socket->remote);
  socket->connection.local_port = socket->local.port;
  socket->connection.remote_port = socket->remote.port;
  socket->connection.service = find_service (self, socket);
}

/* --- lanes ----------------------------------------------------------------------- */

/* The label of a lane is narrow, so its title begins with what tells connections of the same
 * server apart: "RTT 48582 → 10.78.0.2:5201", "48582 → https 10.78.0.2:443", and of the server
 * "443 https → 10.78.0.1:48582". */
static ThTrack *
add_lane (Sockets      *self,
          const Socket *socket,
          ThTrackKind   kind,
          ThUnit        unit,
          const char   *id,
          const char   *what)
{
  g_autofree char *local = th_socket_address_to_text (&socket->local);
  g_autofree char *remote = th_socket_address_to_text (&socket->remote);
  g_autofree char *track = g_strdup_printf ("%s %s-%s %" G_GINT64_FORMAT, id, local, remote,
                                            socket->first);
  const char *service = socket->connection.service;
  gboolean is_local = service != NULL &&
                      service == th_service_get_name (socket->local.port, is_of_udp (self, socket));
  g_autofree char *beside = service == NULL ? g_strdup ("")
                            : is_local ? g_strconcat (" ", service, NULL)
                            : g_strconcat (service, " ", NULL);
  g_autofree char *title = g_strdup_printf ("%s%s%u%s → %s%s", what, what[0] != '\0' ? " " : "",
                                            socket->local.port, is_local ? beside : "",
                                            is_local ? "" : beside, remote);

  return th_results_add_track (self->results, &(ThTrackInfo) {
    kind, track, title, TH_ATTACH_NAMED, 0, unit, 1
  });
}

static guint
state_context (SocketState state)
{
  switch (state)
    {
    case STATE_ESTABLISHED:
      return TH_CONTEXT_RUNNING;
    case STATE_SYN_SENT:
    case STATE_SYN_RECV:
    case STATE_NEW_SYN_RECV:
      return TH_CONTEXT_WAKEUP;
    default:
      return TH_CONTEXT_QUEUE;
    }
}

/* Adds the time that the socket spent in its state to its lane.  Listening and closed sockets
 * have none. */
static void
add_slice (Sockets *self,
           Socket  *socket,
           gint64   end,
           guint    flags)
{
  if (socket->state == STATE_UNKNOWN || socket->state == STATE_CLOSE ||
      socket->state == STATE_LISTEN || socket->since == TH_TIME_NONE)
    return;

  if (socket->states == NULL && self->n_lanes < MAX_LANES)
    {
      socket->states = add_lane (self, socket, TH_TRACK_SLICES, TH_UNIT_TIME, "states", "");
      self->n_lanes++;
    }
  if (socket->states != NULL)
    th_slices_add (th_track_get_slices (socket->states), 0, &(ThSlice) {
      socket->since, MAX (end, socket->since), socket->since_ref,
      self->state_words[socket->state], state_context (socket->state), flags
    });
}

/* --- rows ------------------------------------------------------------------------ */

void
th_socket_rows_change (Sockets       *self,
                       Socket        *socket,
                       const ThEvent *event,
                       SocketState    from,
                       SocketState    to)
{
  gboolean is_known = socket->since != TH_TIME_NONE && from == socket->state;
  gint64 lasted = is_known ? th_time_between (socket->since, event->time) : TH_CELL_NONE;

  add_slice (self, socket, event->time, is_known ? 0 : TH_SLICE_NO_END);
  if (is_known && from == STATE_ESTABLISHED)
    socket->established = th_time_add (socket->established, lasted);
  if (is_known && from == STATE_SYN_SENT && to == STATE_ESTABLISHED)
    {
      socket->connecting = lasted;
      th_measure_append (self->connect, &(ThSample) { lasted, socket->since_ref,
                                                      self->n_connects++ });
    }
  th_table_append (self->changes, event->ref, (gint64[]) {
    event->time, address_cell (socket), event->task, local_cell (self, socket),
    remote_cell (self, socket), state_cell (self, from), state_cell (self, to), lasted
  });
}

void
th_socket_rows_probe (Sockets       *self,
                      Socket        *socket,
                      const ThEvent *event,
                      guint32        rtt,
                      guint32        window)
{
  if (socket->rtt == NULL && self->n_value_lanes < MAX_VALUE_LANES)
    {
      socket->rtt = add_lane (self, socket, TH_TRACK_VALUES, TH_UNIT_TIME, "rtt", "RTT");
      socket->window = add_lane (self, socket, TH_TRACK_VALUES, TH_UNIT_COUNT, "window", "cwnd");
      self->n_value_lanes++;
    }
  if (socket->rtt != NULL)
    {
      th_track_add_point (socket->rtt, &(ThPoint) { event->time, rtt * 1000.0, event->ref, 0 });
      th_track_add_point (socket->window, &(ThPoint) { event->time, window, event->ref, 0 });
    }
  if (rtt > 0)
    th_measure_append (self->rtt, &(ThSample) { (gint64) rtt * 1000, event->ref,
                                                self->n_rtts++ });
}

void
th_socket_rows_retransmit (Sockets       *self,
                           const Socket  *socket,
                           const ThEvent *event,
                           guint64        skb,
                           SocketState    state)
{
  RetransmitCause cause = causes[socket->congestion];
  const char *text;

  if (state == STATE_UNKNOWN)
    state = socket->state;
  if (state == STATE_SYN_SENT || state == STATE_SYN_RECV || state == STATE_NEW_SYN_RECV)
    cause = CAUSE_HANDSHAKE;
  if (cause == CAUSE_TIMEOUT || cause == CAUSE_HANDSHAKE)
    th_connections_add_timeout (self->directory, event->ref);
  text = cause_texts[cause];
  th_table_append (self->retransmits, event->ref, (gint64[]) {
    event->time, local_cell (self, socket), remote_cell (self, socket),
    state_cell (self, state), word_cell (self, text != NULL ? _(text) : NULL), event->task,
    skb != 0 ? (gint64) skb : TH_CELL_NONE, address_cell (socket)
  });
}

void
th_socket_rows_answer (Sockets           *self,
                       const Socket      *listener,
                       const SocketEvent *event)
{
  th_connections_add_timeout (self->directory, event->event->ref);
  th_table_append (self->retransmits, event->event->ref, (gint64[]) {
    event->event->time, end_cell (self, &event->local), end_cell (self, &event->remote),
    state_cell (self, STATE_NEW_SYN_RECV), word_cell (self, _(cause_texts[CAUSE_HANDSHAKE])),
    event->event->task, TH_CELL_NONE, address_cell (listener)
  });
}

void
th_socket_rows_reset (Sockets       *self,
                      const Socket  *socket,
                      const ThEvent *event,
                      gboolean       is_sent,
                      const char    *reason)
{
  th_table_append (self->resets, event->ref, (gint64[]) {
    event->time, word_cell (self, is_sent ? _("sent") : _("received")),
    local_cell (self, socket), remote_cell (self, socket),
    state_cell (self, socket->state), word_cell (self, reason), address_cell (socket)
  });
}

void
th_socket_rows_drop (Sockets               *self,
                     const Socket          *socket,
                     const ThEvent         *event,
                     guint64                skb,
                     const char            *reason,
                     const ThSocketAddress *remote)
{
  th_table_append (self->drops, event->ref, (gint64[]) {
    event->time, socket->connection.number, local_cell (self, socket),
    end_cell (self, remote), state_cell (self, socket->state), word_cell (self, reason),
    event->task, skb != 0 ? (gint64) skb : TH_CELL_NONE, address_cell (socket)
  });
}

static void
end_listener (Sockets      *self,
              const Socket *socket)
{
  th_table_append (self->listens, socket->first_ref, (gint64[]) {
    socket->first, protocol_cell (socket), local_cell (self, socket),
    word_cell (self, socket->connection.service), task_cell (socket), socket->n_accepted,
    count_cell (socket->backlog), socket->n_overflows, socket->n_drops,
    count_cell (socket->counted), socket->n_retransmits,
    th_time_between (socket->first, socket->last),
    address_cell (socket), namespace_cell (socket)
  });
}

static void
add_tasks (Sockets      *self,
           const Socket *socket)
{
  for (guint i = 0; socket->uses != NULL && i < socket->uses->len; i++)
    {
      const SocketUse *use = &g_array_index (socket->uses, SocketUse, i);

      th_table_append (self->tasks, socket->first_ref, (gint64[]) {
        socket->connection.number, protocol_cell (socket), local_cell (self, socket),
        remote_cell (self, socket), use->task != TH_TASK_NONE ? (gint64) use->task : TH_CELL_NONE,
        use->n_sends, use->sent, use->n_reads, use->read
      });
    }
}

/* Packets that arrived.  A task reads one datagram at a time. */
static gint64
packets_cell (const Sockets *self,
              const Socket  *socket)
{
  if (is_of_udp (self, socket))
    return socket->uses != NULL ? (gint64) socket->n_reads : TH_CELL_NONE;

  return socket->n_packets > 0 ? (gint64) socket->n_packets : TH_CELL_NONE;
}

/* Whether tasks read more from the connection than the lengths in its tcp_probe events add up to.
 * The event stores a length in 16 bits (include/trace/events/tcp.h), but packets that arrive while
 * a task holds the socket may be merged into one of more than 64 KiB; and it fires only in the
 * state ESTABLISHED.  The bytes read are then a lower bound of those received, provided that the
 * connection was established during the recording. */
static gboolean
has_read_more (const Socket *socket)
{
  return socket->n_packets > 0 && socket->established > 0 && socket->read > socket->received;
}

void
th_socket_rows_end (Sockets *self,
                    Socket  *socket)
{
  gboolean has_probe = socket->n_packets > 0;

  add_slice (self, socket, socket->last, TH_SLICE_NO_END);
  if (socket->state == STATE_ESTABLISHED && socket->since != TH_TIME_NONE)
    socket->established = th_time_add (socket->established,
                                       th_time_between (socket->since, socket->last));
  if (socket->role == ROLE_LISTENING)
    {
      end_listener (self, socket);
      return;
    }

  self->n_read_more += has_read_more (socket);
  add_tasks (self, socket);
  th_table_append (self->connections, socket->first_ref, (gint64[N_COLUMNS]) {
    [COLUMN_NUMBER] = socket->connection.number,
    [COLUMN_OPENED] = socket->first,
    [COLUMN_PROTOCOL] = protocol_cell (socket),
    [COLUMN_LOCAL] = local_cell (self, socket),
    [COLUMN_REMOTE] = remote_cell (self, socket),
    [COLUMN_SERVICE] = word_cell (self, socket->connection.service),
    [COLUMN_TASK] = task_cell (socket),
    [COLUMN_ROLE] = word_cell (self, roles[socket->role] != NULL ? _(roles[socket->role]) : NULL),
    [COLUMN_STATE] = state_cell (self, socket->state),
    [COLUMN_LASTED] = th_time_between (socket->first, socket->last),
    [COLUMN_CONNECT] = socket->connecting >= 0 ? socket->connecting : TH_CELL_NONE,
    [COLUMN_ESTABLISHED] = socket->established > 0 ? socket->established : TH_CELL_NONE,
    [COLUMN_PACKETS] = packets_cell (self, socket),
    [COLUMN_RECEIVED] = !has_probe ? TH_CELL_NONE
                        : (gint64) (has_read_more (socket) ? socket->read : socket->received),
    [COLUMN_ACKNOWLEDGED] = has_probe ? (gint64) socket->acknowledged : TH_CELL_NONE,
    [COLUMN_READ] = socket->n_reads > 0 ? (gint64) socket->read : TH_CELL_NONE,
    [COLUMN_SENT] = socket->n_sends > 0 ? (gint64) socket->sent : TH_CELL_NONE,
    [COLUMN_RETRANSMITS] = socket->n_retransmits,
    [COLUMN_RESETS] = socket->n_resets,
    [COLUMN_DROPS] = socket->n_drops,
    [COLUMN_RTT_LOW] = rtt_cell (socket->rtt_low),
    [COLUMN_RTT_MEAN] = socket->n_rtts > 0 ? rtt_cell (socket->rtt_sum / socket->n_rtts)
                                           : TH_CELL_NONE,
    [COLUMN_RTT_HIGH] = rtt_cell (socket->rtt_high),
    [COLUMN_ADDRESS] = address_cell (socket),
    [COLUMN_NAMESPACE] = namespace_cell (socket)
  });
}

/* th-connection-follow.c - all packets of one connection, and what it waited for in between
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-connection-follow.h"
#include "th-time.h"

typedef enum
{
  CAUSE_READER,
  CAUSE_CPU,
  CAUSE_TIMEOUT,
  CAUSE_PEER,
  CAUSE_UNKNOWN,
  N_CAUSES
} Cause;

static const struct { const char *text; ThContext context; } causes[N_CAUSES] = {
  [CAUSE_READER] = { N_("waiting for the reader"), TH_CONTEXT_READER },
  [CAUSE_CPU] = { N_("waiting for a CPU"), TH_CONTEXT_RUNNABLE },
  [CAUSE_TIMEOUT] = { N_("retransmission timeout"), TH_CONTEXT_DROP },
  [CAUSE_PEER] = { N_("waiting for the peer"), TH_CONTEXT_BLOCKED },
  [CAUSE_UNKNOWN] = { N_("unknown"), TH_CONTEXT_IDLE }
};

/* The rows of the lane. */
enum
{
  DEPTH_SENT,
  DEPTH_GAP,
  DEPTH_RECEIVED
};

/* A moment, and the event there. */
typedef struct
{
  gint64 time;
  ThRef  anchor;
} Moment;

/* One packet: on its way from @begin until @arrived, and then perhaps waiting to be read. */
typedef struct
{
  guint32  row;     /* in the table of packets */
  Moment   begin;
  Moment   arrived;
  gint64   end;     /* of its journey */
  gboolean is_sent;
  gboolean timed_out; /* sent again after a timeout */
} Packet;

typedef struct
{
  Moment begin;
  gint64 end;
  Cause  cause;
} Wait;

typedef struct
{
  ThResults *results;
  ThResults *sockets;
  ThResults *packets;
  ThConnections *directory; /* of the analysis of sockets */
  gint64     number;
  ThTable   *table;
  guint32    words[N_CAUSES];
  guint32    string_sent, string_received, string_gap;

  /* at the end */
  ThTrack   *track;
  gint64     peer;      /* the number of the other socket of the connection; -1: not recorded */
  gboolean   sees_sent; /* the connection of packets sent by the local end is known, too */
  GArray    *found;     /* of Packet */
  GArray    *waits;     /* of Wait, by begin */
  gint64     drawn[DEPTH_RECEIVED + 1]; /* until where the rows of the lane are drawn */
} Follow;

/* It reads results only. */
static const ThSubscription subscriptions[] = { { NULL } };

static const ThParam params[] = {
  { "connection", N_("Number of the connection"), TH_PARAM_INT, NULL },
  { "recording", N_("Number of its recording on the timeline"), TH_PARAM_INT, "1" },
  { NULL }
};

enum
{
  COLUMN_TIME,
  COLUMN_WHAT,
  COLUMN_LASTED,
  COLUMN_CAUSE,
  COLUMN_PACKET,
  COLUMN_LENGTH,
  COLUMN_OUTCOME,
  N_COLUMNS
};

static const ThColumn columns[N_COLUMNS] = {
  [COLUMN_TIME] = { "time", N_("Time"), TH_COLUMN_TIME },
  [COLUMN_WHAT] = { "what", N_("What"), TH_COLUMN_TEXT },
  [COLUMN_LASTED] = { "lasted", N_("Lasted"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  [COLUMN_CAUSE] = { "cause", N_("Cause"), TH_COLUMN_TEXT },
  [COLUMN_PACKET] = { "packet", N_("Packet"), TH_COLUMN_ADDRESS },
  [COLUMN_LENGTH] = { "length", N_("Length"), TH_COLUMN_BYTES },
  [COLUMN_OUTCOME] = { "outcome", N_("Outcome"), TH_COLUMN_TEXT }
};

static gpointer
follow_begin (ThRecording       *recording,
              ThResults         *results,
              GHashTable        *given,
              ThResults *const  *needed,
              GError           **error)
{
  const char *text = g_hash_table_lookup (given, "connection");
  guint64 number, part;
  Follow *self;

  if (!g_ascii_string_to_unsigned (g_hash_table_lookup (given, "recording"), 10, 1, G_MAXUINT32,
                                   &part, NULL) ||
      part != th_recording_get_index (recording) + 1u)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("The connection is one of another recording"));
      return NULL;
    }
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32, &number, NULL))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("“%s” is not the number of a connection"), text);
      return NULL;
    }

  self = g_new0 (Follow, 1);
  self->results = results;
  self->sockets = needed[0];
  self->packets = needed[1];
  self->directory = th_results_get_connections (needed[0]);
  self->number = number;
  self->peer = -1;
  self->found = g_array_new (FALSE, FALSE, sizeof (Packet));
  self->waits = g_array_new (FALSE, FALSE, sizeof (Wait));
  self->table = th_results_add_table (results, &(ThTableInfo) {
    "connection-packets", N_("Packets of a connection"), N_("packet or gap"), columns, N_COLUMNS,
    COLUMN_TIME, FALSE
  });
  for (guint i = 0; i < N_CAUSES; i++)
    self->words[i] = th_results_intern (results, _(causes[i].text));
  self->string_sent = th_results_intern (results, _("sent"));
  self->string_received = th_results_intern (results, _("received"));
  self->string_gap = th_results_intern (results, _("gap"));

  return self;
}

static void
follow_event (gpointer       state,
              const ThEvent *event)
{
}

/* --- the two sockets of the connection -------------------------------------------- */

/* The row of connection @number, or G_MAXUINT32. */
static guint32
find_connection (ThTable *connections,
                 gint64   number)
{
  for (guint32 row = 0; row < th_table_get_n (connections); row++)
    if (th_table_get_cell_by_id (connections, row, "connection") == number)
      return row;

  return G_MAXUINT32;
}

static gboolean
overlap (ThTable *connections,
         guint32  a,
         guint32  b)
{
  gint64 from_a = th_table_get_cell_by_id (connections, a, "opened");
  gint64 from_b = th_table_get_cell_by_id (connections, b, "opened");

  return from_a <= th_time_add (from_b, th_table_get_cell_by_id (connections, b, "lasted")) &&
         from_b <= th_time_add (from_a, th_table_get_cell_by_id (connections, a, "lasted"));
}

/* The other socket has the same ends the other way round at the same time.  Several, as
 * namespaces may have, cannot be told apart. */
static gint64
find_peer (Follow  *self,
           ThTable *connections,
           guint32  row)
{
  gint64 local = th_table_get_cell_by_id (connections, row, "local");
  gint64 remote = th_table_get_cell_by_id (connections, row, "remote");
  const char *text = th_results_get_word (self->sockets, remote);
  gint64 found = -1;

  if (g_str_has_prefix (text, "*:") || g_str_has_suffix (text, ":*"))
    return -1;
  for (guint32 other = 0; other < th_table_get_n (connections); other++)
    if (other != row && th_table_get_cell_by_id (connections, other, "local") == remote &&
        th_table_get_cell_by_id (connections, other, "remote") == local &&
        overlap (connections, row, other))
      {
        if (found >= 0)
          return -1;
        found = th_table_get_cell_by_id (connections, other, "connection");
      }

  return found;
}

/* --- packets ------------------------------------------------------------------- */

static gboolean
is_end (ThResults  *packets,
        guint32     address,
        guint16     port,
        const char *end)
{
  const char *host = address != TH_FLOW_NO_ADDRESS ? th_results_get_word (packets, address) : "*";
  g_autofree char *text = g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%u" : "%s:%u", host,
                                           port);

  return strcmp (text, end) == 0;
}

static void
add_wait (GArray *waits,
          Moment  begin,
          gint64  end,
          Cause   cause)
{
  Wait wait = { begin, end, cause };

  g_array_append_val (waits, wait);
}

/* The last event of the flow until @time. */
static Moment
find_moment (const ThFlows *flows,
             const ThFlow  *flow,
             gint64         time)
{
  Moment moment = { time, th_flows_get_step (flows, flow, 0).anchor };

  for (guint32 i = 1; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (step.time > time)
        break;
      moment.anchor = step.anchor;
    }

  return moment;
}

/* A packet is on its way until it waits to be read, or else until its last stage ends. */
static void
packet_find_arrival (ThFlows      *flows,
                     const ThFlow *flow,
                     Packet       *packet,
                     GArray       *waits)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  gboolean has_arrived = FALSE;

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      const char *stage = leg->stage < info->n_stages ? info->stages[leg->stage].id : "";
      gboolean runnable = strcmp (stage, "wakeup") == 0;

      if (strcmp (stage, "queue") == 0 || strcmp (stage, "reader") == 0 || runnable)
        {
          if (leg->end > leg->begin)
            add_wait (waits, find_moment (flows, flow, leg->begin), leg->end,
                      runnable ? CAUSE_CPU : CAUSE_READER);
          has_arrived = TRUE;
        }
      packet->end = MAX (packet->end, leg->end);
      if (!has_arrived && leg->end > packet->arrived.time)
        packet->arrived = find_moment (flows, flow, leg->end);
    }
}

/* The first event of the packet itself; an interrupt or a poll before it may be shared. */
static Moment
find_begin (const ThFlows *flows,
            const ThFlow  *flow)
{
  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!(step.flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)))
        return (Moment) { step.time, step.anchor };
    }

  return (Moment) { flow->first, th_flows_get_step (flows, flow, 0).anchor };
}

/* Returns (element-type guint32) a set of the rows of packets that were sent again after a
 * timeout.  The event has the original, and the clone queued before it was sent. */
static GHashTable *
list_timed_out (Follow  *self,
                ThFlows *flows)
{
  GHashTable *rows = g_hash_table_new (NULL, NULL);
  ThTable *table = th_results_find_table (self->sockets, "retransmits");

  for (guint32 i = 0; table != NULL && i < th_table_get_n (table); i++)
    {
      gint64 key = th_table_get_cell_by_id (table, i, "packet");
      gint64 time = th_table_get_cell_by_id (table, i, "time");
      ThRef event = th_table_get_anchor (table, i);
      g_autoptr(GArray) clones = NULL;
      guint32 original, last = TH_FLOW_NONE;

      if (!th_connections_has_timeout (self->directory, event) || key == TH_CELL_NONE ||
          (original = th_flows_find (flows, key, time, event)) == TH_FLOW_NONE)
        continue;
      clones = th_flows_list_children (flows, original);
      for (guint j = 0; j < clones->len; j++)
        {
          guint32 row = g_array_index (clones, guint32, j);

          if (find_begin (flows, th_flows_get (flows, row)).time <= time &&
              (last == TH_FLOW_NONE || th_flows_get (flows, row)->first >=
               th_flows_get (flows, last)->first))
            last = row;
        }
      if (last != TH_FLOW_NONE)
        g_hash_table_add (rows, GUINT_TO_POINTER (last));
    }

  return rows;
}

static gint
compare_packets (gconstpointer a,
                 gconstpointer b)
{
  const Packet *x = a, *y = b;

  if (x->begin.time != y->begin.time)
    return x->begin.time < y->begin.time ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static gint
compare_waits (gconstpointer a,
               gconstpointer b)
{
  const Wait *x = a, *y = b;

  if (x->begin.time != y->begin.time)
    return x->begin.time < y->begin.time ? -1 : 1;
  return x->end < y->end ? -1 : x->end > y->end;
}

/* The original of a retransmit is not on its way itself: it has no device, and its clone is in
 * the list. */
static void
list_packets (Follow     *self,
              const char *local)
{
  ThFlows *flows = th_results_get_flows (self->packets);
  ThTable *table = th_results_find_table (self->packets, "packets");
  g_autoptr(GHashTable) timed_out = list_timed_out (self, flows);

  for (guint32 row = 0; row < th_flows_get_n (flows); row++)
    {
      const ThFlow *flow = th_flows_get (flows, row);
      const ThFlowEnds *ends = th_flows_get_ends (flows, row);
      Packet packet = { .row = row };

      if (ends == NULL || (ends->connection != self->number && ends->connection != self->peer) ||
          th_table_get_cell_by_id (table, row, "device") == TH_CELL_NONE)
        continue;
      packet.begin = packet.arrived = find_begin (flows, flow);
      packet.is_sent = is_end (self->packets, ends->source, ends->source_port, local);
      self->sees_sent |= packet.is_sent;
      packet.timed_out = g_hash_table_contains (timed_out, GUINT_TO_POINTER (row));
      packet_find_arrival (flows, flow, &packet, self->waits);
      packet.end = MAX (packet.end, packet.begin.time);
      g_array_append_val (self->found, packet);
    }

  g_array_sort (self->found, compare_packets);
  g_array_sort (self->waits, compare_waits);
}

/* --- results --------------------------------------------------------------------- */

/* Packets of one direction may overlap: then the first one ends where the next one begins. */
static void
add_slice (Follow      *self,
           guint        depth,
           Moment       begin,
           gint64       end,
           guint32      name,
           ThContext    context)
{
  gint64 from = MAX (begin.time, self->drawn[depth]);

  end = MAX (end, from);
  th_slices_add (th_track_get_slices (self->track), depth, &(ThSlice) {
    from, end, begin.anchor, name, context, 0
  });
  self->drawn[depth] = end;
}

static void
add_packet (Follow       *self,
            const Packet *packet,
            const Packet *next)
{
  ThTable *table = th_results_find_table (self->packets, "packets");
  gint64 length = th_table_get_cell_by_id (table, packet->row, "length");
  gint64 outcome = th_table_get_cell_by_id (table, packet->row, "outcome");
  g_autofree char *name = length != TH_CELL_NONE
                          ? g_strdup_printf ("%s %" G_GINT64_FORMAT " B",
                                             packet->is_sent ? "→" : "←", length)
                          : g_strdup (packet->is_sent ? "→" : "←");
  gint64 end = MAX (packet->arrived.time, packet->begin.time);

  if (next != NULL)
    end = MIN (end, next->begin.time);
  add_slice (self, packet->is_sent ? DEPTH_SENT : DEPTH_RECEIVED, packet->begin, end,
             th_results_intern (self->results, name),
             packet->is_sent ? TH_CONTEXT_SEND : TH_CONTEXT_STACK);
  th_table_append (self->table, packet->begin.anchor, (gint64[N_COLUMNS]) {
    [COLUMN_TIME] = packet->begin.time,
    [COLUMN_WHAT] = packet->is_sent ? self->string_sent : self->string_received,
    [COLUMN_LASTED] = th_time_between (packet->begin.time, packet->end),
    [COLUMN_CAUSE] = TH_CELL_NONE,
    [COLUMN_PACKET] = th_table_get_cell_by_id (table, packet->row, "address"),
    [COLUMN_LENGTH] = length,
    [COLUMN_OUTCOME] = outcome != TH_CELL_NONE
                       ? (gint64) th_results_intern (self->results,
                                                     th_results_get_word (self->packets, outcome))
                       : TH_CELL_NONE
  });
}

static void
add_gap (Follow *self,
         Moment  begin,
         gint64  end,
         Cause   cause)
{
  if (end <= begin.time)
    return;

  add_slice (self, DEPTH_GAP, begin, end, self->words[cause], causes[cause].context);
  th_table_append (self->table, begin.anchor, (gint64[N_COLUMNS]) {
    [COLUMN_TIME] = begin.time,
    [COLUMN_WHAT] = self->string_gap,
    [COLUMN_LASTED] = end - begin.time,
    [COLUMN_CAUSE] = self->words[cause],
    [COLUMN_PACKET] = TH_CELL_NONE, [COLUMN_LENGTH] = TH_CELL_NONE,
    [COLUMN_OUTCOME] = TH_CELL_NONE
  });
}

/* Divides the gap before @next: data that waits to be read, and the rest.  @wait: the first wait
 * that may reach into the gap. */
static void
fill_gap (Follow       *self,
          Moment        begin,
          const Packet *next,
          guint        *wait)
{
  Cause rest = next->timed_out ? CAUSE_TIMEOUT
               : next->is_sent || !self->sees_sent ? CAUSE_UNKNOWN : CAUSE_PEER;

  for (; *wait < self->waits->len; (*wait)++)
    {
      const Wait *one = &g_array_index (self->waits, Wait, *wait);

      if (one->begin.time >= next->begin.time)
        break;
      if (one->end <= begin.time)
        continue;
      if (one->begin.time > begin.time)
        {
          add_gap (self, begin, one->begin.time, rest);
          begin = one->begin;
        }
      add_gap (self, begin, MIN (one->end, next->begin.time), one->cause);
      begin = (Moment) { MIN (one->end, next->begin.time), one->begin.anchor };
      if (one->end > next->begin.time)
        break;
    }

  add_gap (self, begin, next->begin.time, rest);
}

static void
add_all (Follow *self)
{
  Moment reached = { TH_TIME_NONE, TH_REF_NONE };
  guint wait = 0;

  for (guint i = 0; i < self->found->len; i++)
    {
      const Packet *packet = &g_array_index (self->found, Packet, i);
      const Packet *next = NULL;

      for (guint j = i + 1; j < self->found->len && next == NULL; j++)
        if (g_array_index (self->found, Packet, j).is_sent == packet->is_sent)
          next = &g_array_index (self->found, Packet, j);
      if (i > 0 && packet->begin.time > reached.time)
        fill_gap (self, reached, packet, &wait);
      add_packet (self, packet, next);
      if (i == 0 || packet->arrived.time > reached.time)
        reached = packet->arrived;
    }
}

static void
follow_finish (gpointer state)
{
  Follow *self = state;
  ThTable *connections = th_results_find_table (self->sockets, "connections");
  guint32 row = connections != NULL ? find_connection (connections, self->number) : G_MAXUINT32;
  const char *local, *remote;
  g_autofree char *title = NULL;

  if (row == G_MAXUINT32)
    {
      th_results_add_remark (self->results, _("There is no connection of that number."));
      return;
    }

  local = th_results_get_word (self->sockets,
                               th_table_get_cell_by_id (connections, row, "local"));
  remote = th_results_get_word (self->sockets,
                                th_table_get_cell_by_id (connections, row, "remote"));
  title = g_strdup_printf ("%s ↔ %s", local, remote);
  self->peer = find_peer (self, connections, row);
  for (guint i = 0; i <= DEPTH_RECEIVED; i++)
    self->drawn[i] = G_MININT64;
  self->track = th_results_add_track (self->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, "connection", title, TH_ATTACH_NAMED, 0, TH_UNIT_TIME, DEPTH_RECEIVED + 1
  });
  list_packets (self, local);
  add_all (self);
  if (self->found->len == 0)
    th_results_add_remark (self->results,
                           _("No event tells which packets belong to this connection."));
}

static void
follow_free (gpointer state)
{
  Follow *self = state;

  g_array_unref (self->found);
  g_array_unref (self->waits);
  g_free (self);
}

static const char *const needs[] = { "sockets", "packets", NULL };

const ThAnalysis th_connection_follow_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "connection",
  .title = N_("Followed connection"),
  .text = N_("All packets of one connection in both directions, and what it waited for in "
             "between."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = follow_begin,
  .event = follow_event,
  .finish = follow_finish,
  .free = follow_free,
  .needs = needs,
};

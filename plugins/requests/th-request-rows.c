/* th-request-rows.c - the flows, tables, measures and lanes of requests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-flow-cells.h"
#include "th-hash.h"
#include "th-requests-private.h"
#include "th-time.h"

/* A server may have thousands of connections, but only so many have lanes. */
#define MAX_LANES 20

/* --- what a request is made of ------------------------------------------------- */

enum
{
  STAGE_CLIENT,
  STAGE_OUT,
  STAGE_QUEUE,
  STAGE_SERVER,
  STAGE_BACK,
  STAGE_READ,
  STAGE_TRANSFER,
  N_STAGES
};

static const ThStage stages[N_STAGES] = {
  [STAGE_CLIENT] = { "client", N_("client"),
    N_("From the client's system call until the last packet of the request was on its way."),
    TH_CONTEXT_SEND, FALSE },
  [STAGE_OUT] = { "out", N_("out"),
    N_("From the last packet of the request on its way until all of the request was in the "
       "server's socket."), TH_CONTEXT_DRIVER, FALSE },
  [STAGE_QUEUE] = { "queue", N_("server queue"),
    N_("From the request in the server's socket until the server had read it."), TH_CONTEXT_QUEUE,
    FALSE },
  [STAGE_SERVER] = { "server", N_("server"),
    N_("From when the server had read the request until its system call that sends the answer."),
    TH_CONTEXT_RUNNING, FALSE },
  [STAGE_BACK] = { "back", N_("back"),
    N_("From the system call that sends the answer until its first packet was in the client's "
       "socket."), TH_CONTEXT_STACK, FALSE },
  [STAGE_READ] = { "read", N_("client queue"),
    N_("From the first packet of the answer in the client's socket until the client had read "
       "it."), TH_CONTEXT_READER, FALSE },
  [STAGE_TRANSFER] = { "transfer", N_("transfer"),
    N_("From the beginning of the answer to its end, as the client reads it; or as the server "
       "sends it, if only the server was recorded."), TH_CONTEXT_COPY, FALSE }
};

/* The stage that ends at each moment. */
static const guint8 stage_at[N_MOMENTS] = {
  [AT_BEGIN] = TH_FLOW_NO_STAGE,
  [AT_LEFT] = STAGE_CLIENT,
  [AT_ARRIVED] = STAGE_OUT,
  [AT_TAKEN] = STAGE_QUEUE,
  [AT_ANSWERED] = STAGE_SERVER,
  [AT_RETURNED] = STAGE_BACK,
  [AT_READ] = STAGE_READ,
  [AT_END] = STAGE_TRANSFER
};

enum
{
  RULE_FIRST,
  RULE_SOCKET,
  RULE_CALL,
  RULE_POSITION,
  RULE_PORTS,
  N_RULES
};

static const ThRule rules[N_RULES] = {
  [RULE_FIRST] = { "first", N_("The first event that is known of the request.") },
  [RULE_SOCKET] = { "socket", N_("The event names the socket, which asks and answers in turns.") },
  [RULE_CALL] = { "call",
    N_("In the system call of the task that sent on this socket at its end.") },
  [RULE_POSITION] = { "position",
    N_("The other socket of the connection: it read the last byte of the request here.") },
  [RULE_PORTS] = { "ports",
    N_("The connection began before the recording: its ports tell which end is the client.") }
};

static const char *const key_fields[] = { "skaddr", "sk", NULL };

static const ThFlowsInfo flows_info = {
  .noun = N_("request"),
  .key_fields = key_fields,
  .stages = stages,
  .n_stages = N_STAGES,
  .rules = rules,
  .n_rules = N_RULES,
  .table = 0
};

/* --- tables -------------------------------------------------------------------- */

enum
{
  COLUMN_START,
  COLUMN_CONNECTION,
  COLUMN_SOURCE,
  COLUMN_SOURCE_PORT,
  COLUMN_TARGET,
  COLUMN_TARGET_PORT,
  COLUMN_SERVICE,
  COLUMN_CLIENT_TASK,
  COLUMN_SERVER_TASK,
  COLUMN_SEEN,
  COLUMN_OUTCOME,
  COLUMN_SENDS,
  COLUMN_ASKED,
  COLUMN_ANSWERED,
  COLUMN_DURATION,
  COLUMN_STAGES,
  COLUMN_STAGE,
  N_COLUMNS = COLUMN_STAGE + N_STAGES
};

static const char *const outcomes[] = { "answered", "open", NULL };

static const ThColumn columns[N_COLUMNS] = {
  [COLUMN_START] = { "start", N_("Start"), TH_COLUMN_TIME, TRUE },
  [COLUMN_CONNECTION] = { "connection", N_("Connection"), TH_COLUMN_COUNT },
  [COLUMN_SOURCE] = { "src", N_("Client"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_SOURCE_PORT] = { "sport", N_("Client port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_TARGET] = { "dst", N_("Server"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_TARGET_PORT] = { "dport", N_("Server port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_SERVICE] = { "service", N_("Service"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_CLIENT_TASK] = { "client_task", N_("Client task"), TH_COLUMN_TASK },
  [COLUMN_SERVER_TASK] = { "server_task", N_("Server task"), TH_COLUMN_TASK },
  [COLUMN_SEEN] = { "seen", N_("Recorded"), TH_COLUMN_TEXT },
  [COLUMN_OUTCOME] = { "outcome", N_("Outcome"), TH_COLUMN_TEXT, .values = outcomes },
  [COLUMN_SENDS] = { "sends", N_("Sends"), TH_COLUMN_COUNT },
  [COLUMN_ASKED] = { "asked", N_("Request size"), TH_COLUMN_BYTES },
  [COLUMN_ANSWERED] = { "answered", N_("Response size"), TH_COLUMN_BYTES },
  [COLUMN_DURATION] = { "duration", N_("Duration"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  [COLUMN_STAGES] = { "stages", N_("Where the time went"), TH_COLUMN_STAGES, TRUE },
#define STAGE_COLUMN(stage, id, title) \
  [COLUMN_STAGE + stage] = { id, title, TH_COLUMN_DURATION, TRUE }
  STAGE_COLUMN (STAGE_CLIENT, "client", N_("client")),
  STAGE_COLUMN (STAGE_OUT, "out", N_("out")),
  STAGE_COLUMN (STAGE_QUEUE, "queue", N_("server queue")),
  STAGE_COLUMN (STAGE_SERVER, "server", N_("server")),
  STAGE_COLUMN (STAGE_BACK, "back", N_("back")),
  STAGE_COLUMN (STAGE_READ, "read", N_("client queue")),
  STAGE_COLUMN (STAGE_TRANSFER, "transfer", N_("transfer"))
#undef STAGE_COLUMN
};

#define REQUESTS_TABLE "requests"

enum
{
  TOTAL_CONNECTION,
  TOTAL_CLIENT,
  TOTAL_SERVER,
  TOTAL_REQUESTS,
  TOTAL_OPEN,
  TOTAL_P50,
  TOTAL_P99,
  TOTAL_MAX,
  TOTAL_ASKED,
  TOTAL_ANSWERED,
  N_TOTAL_COLUMNS
};

static const ThColumn total_columns[N_TOTAL_COLUMNS] = {
  [TOTAL_CONNECTION] = { "connection", N_("Connection"), TH_COLUMN_COUNT },
  [TOTAL_CLIENT] = { "client_end", N_("Client"), TH_COLUMN_TEXT },
  [TOTAL_SERVER] = { "server_end", N_("Server"), TH_COLUMN_TEXT },
  [TOTAL_REQUESTS] = { "requests", N_("Requests"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  [TOTAL_OPEN] = { "unanswered", N_("Unanswered"), TH_COLUMN_COUNT },
  [TOTAL_P50] = { "p50", N_("p50"), TH_COLUMN_DURATION },
  [TOTAL_P99] = { "p99", N_("p99"), TH_COLUMN_DURATION },
  [TOTAL_MAX] = { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  [TOTAL_ASKED] = { "asked", N_("Request size"), TH_COLUMN_BYTES },
  [TOTAL_ANSWERED] = { "answered", N_("Response size"), TH_COLUMN_BYTES }
};

/* Requests to one port, answered by one task, take about as long, if as much of them was
 * recorded. */
static const ThClassColumn class_columns[] = {
  { "dport" }, { "server_task" }, { "seen", TH_CLASS_REQUIRED }, { NULL }
};

const ThMeasureInfo th_request_measures[] = {
  { "request.duration", N_("Request: duration"),
    N_("From the first known event of a request until the client has read the answer; or "
       "until the server has sent it, if only the server was recorded."), TH_UNIT_TIME,
    REQUESTS_TABLE, class_columns, .is_whole_flow = TRUE },
  { NULL }
};

struct _Rows
{
  ThResults *results;
  ThFlows   *flows;
  ThTable   *table;
  ThTable   *totals;
  ThMeasure *measures[N_STAGES];
  ThMeasure *duration;
  GHashTable *connections; /* number → Connection */
  GHashTable *generations; /* key of a flow → how many had it */
  guint      n_lanes;
  guint32    stage_words[N_STAGES];
  guint32    string_both, string_client, string_server, string_answered, string_open, string_other;
};

/* The requests of one connection. */
typedef struct
{
  guint32  number;
  guint32  client_end; /* words */
  guint32  server_end;
  guint32  ends;       /* index in the flows */
  ThTrack *track;      /* NULL: there are too many */
  gint64   drawn;      /* until where the lane is drawn */
  GArray  *durations;  /* of gint64 */
  guint32  n, n_open;
  gint64   asked, answered;
  ThRef    slowest;
  gint64   longest;
} Connection;

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  g_array_unref (connection->durations);
  g_free (connection);
}

/* --- derived cells and samples ------------------------------------------------- */

static gint64
derive_cell (gconstpointer data,
             guint32       row,
             guint         column)
{
  const ThFlows *flows = data;
  const ThFlow *flow = th_flows_get (flows, row);

  switch (column)
    {
    case COLUMN_START:
      return flow->first;
    case COLUMN_SOURCE ... COLUMN_SERVICE:
      return th_flow_cells_get_end (flows, row, column - COLUMN_SOURCE);
    case COLUMN_STAGES:
      return row;
    default:
      return th_flows_get_stage_time (flows, flow, column - COLUMN_STAGE, NULL);
    }
}

/* From the first to the last step. */
static void
derive_duration (gconstpointer  data,
                 guint          what,
                 guint32        row,
                 ThSample      *sample)
{
  const ThFlows *flows = data;
  const ThFlow *flow = th_flows_get (flows, row);

  sample->group = flow->group;
  sample->value = th_time_between (flow->first, flow->last);
  sample->anchor = th_flows_get_step (flows, flow, flow->n_steps - 1).anchor;
}

static char *
dup_measure_id (const ThStage *stage)
{
  return g_strconcat ("request.", stage->id, NULL);
}

char **
th_request_rows_list_measures (void)
{
  char **ids = g_new0 (char *, N_STAGES + 1);

  for (guint i = 0; i < N_STAGES; i++)
    ids[i] = dup_measure_id (&stages[i]);

  return ids;
}

static void
add_measures (Rows *self)
{
  for (guint i = 0; i < N_STAGES; i++)
    {
      g_autofree char *id = dup_measure_id (&stages[i]);
      g_autofree char *title = g_strdup_printf (_("Request: %s"), _(stages[i].title));

      self->measures[i] = th_results_add_measure (self->results, &(ThMeasureInfo) {
        id, title, _(stages[i].text), TH_UNIT_TIME, REQUESTS_TABLE, class_columns
      });
      th_measure_derive (self->measures[i], th_flow_cells_get_sample, self->flows, i);
    }
  self->duration = th_results_add_measure (self->results, &th_request_measures[0]);
  th_measure_derive (self->duration, derive_duration, self->flows, 0);
}

Rows *
th_request_rows_new (ThResults *results)
{
  Rows *self = g_new0 (Rows, 1);

  self->results = results;
  self->table = th_results_add_table (results, &(ThTableInfo) {
    REQUESTS_TABLE, N_("Requests"), N_("request"), columns, N_COLUMNS, COLUMN_DURATION, TRUE
  });
  self->totals = th_results_add_table (results, &(ThTableInfo) {
    "request-connections", N_("Requests by connection"), N_("connection"), total_columns,
    N_TOTAL_COLUMNS, TOTAL_P99, TRUE
  });
  self->flows = th_results_add_flows (results, &flows_info);
  th_table_derive (self->table, derive_cell, self->flows);
  add_measures (self);
  self->connections = g_hash_table_new_full (NULL, NULL, NULL, connection_free);
  self->generations = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < N_STAGES; i++)
    self->stage_words[i] = th_results_intern (results, _(stages[i].title));
  self->string_both = th_results_intern (results, "both");
  self->string_client = th_results_intern (results, "client");
  self->string_server = th_results_intern (results, "server");
  self->string_answered = th_results_intern (results, "answered");
  self->string_open = th_results_intern (results, "open");
  self->string_other = th_results_intern (results, _("unknown"));
  return self;
}

void
th_request_rows_free (Rows *self)
{
  g_hash_table_unref (self->connections);
  g_hash_table_unref (self->generations);
  g_free (self);
}

/* --- connections --------------------------------------------------------------- */

static guint32
intern_end (Rows       *self,
            const char *host,
            guint16     port)
{
  g_autofree char *text = g_strdup_printf (host != NULL && strchr (host, ':') != NULL ? "[%s]:%u"
                                           : "%s:%u", host != NULL ? host : "*", port);

  return th_results_intern (self->results, text);
}

static guint32
intern_text (Rows       *self,
             const char *text)
{
  return text != NULL ? th_results_intern (self->results, text) : TH_FLOW_NO_ADDRESS;
}

static void
connection_set_ends (Rows          *self,
                     Connection    *connection,
                     const Request *request)
{
  const Side *side = request->client != NULL ? request->client : request->server;
  gboolean is_client = side == request->client;
  const char *hosts[] = { is_client ? side->local : side->remote,
                          is_client ? side->remote : side->local };
  guint16 ports[] = { is_client ? side->local_port : side->remote_port,
                      is_client ? side->remote_port : side->local_port };

  connection->number = side->number;
  connection->client_end = intern_end (self, hosts[0], ports[0]);
  connection->server_end = intern_end (self, hosts[1], ports[1]);
  connection->ends = th_flows_add_ends (self->flows, &(ThFlowEnds) {
    side->number, intern_text (self, hosts[0]), intern_text (self, hosts[1]), ports[0], ports[1],
    intern_text (self, side->service)
  });
}

static ThTrack *
add_lane (Rows             *self,
          const Connection *connection,
          const char       *service)
{
  const char *client = th_results_get_word (self->results, connection->client_end);
  const char *server = th_results_get_word (self->results, connection->server_end);
  g_autofree char *id = g_strdup_printf ("requests %s-%s %u", client, server, connection->number);
  g_autofree char *title = g_strdup_printf ("%s → %s%s%s", strrchr (client, ':') + 1,
                                            service != NULL ? service : "",
                                            service != NULL ? " " : "", server);

  return th_results_add_track (self->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, id, title, TH_ATTACH_NAMED, 0, TH_UNIT_TIME, 1
  });
}

static Connection *
get_connection (Rows          *self,
                const Request *request)
{
  const Side *side = request->client != NULL ? request->client : request->server;
  Connection *connection = g_hash_table_lookup (self->connections,
                                                GUINT_TO_POINTER (side->number));

  if (connection != NULL)
    return connection;

  connection = g_new0 (Connection, 1);
  connection_set_ends (self, connection, request);
  connection->durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  connection->drawn = G_MININT64;
  if (self->n_lanes++ < MAX_LANES)
    connection->track = add_lane (self, connection, side->service);
  g_hash_table_insert (self->connections, GUINT_TO_POINTER (side->number), connection);
  return connection;
}

/* --- one request --------------------------------------------------------------- */

static gboolean
is_of_server (guint moment)
{
  return moment == AT_ARRIVED || moment == AT_TAKEN || moment == AT_ANSWERED;
}

/* How the step at @moment is known to belong to the request. */
static void
set_rule (const Request *request,
          guint          moment,
          ThStep        *step)
{
  gboolean is_server = is_of_server (moment) && request->client != NULL;

  step->rule = moment == AT_BEGIN || moment == AT_LEFT || moment == AT_ANSWERED ? RULE_CALL
               : is_server ? RULE_POSITION : RULE_SOCKET;
  step->confidence = moment == AT_LEFT || is_server ? TH_CONFIDENCE_INFERRED : TH_CONFIDENCE_EXACT;
  if (request->is_inferred)
    {
      step->rule = RULE_PORTS;
      step->confidence = TH_CONFIDENCE_INFERRED;
    }
}

/* A stage is known if both moments are; only the first one may be the beginning of the request. */
static guint
list_steps (const Request *request,
            const guint32 *labels,
            ThStep        *steps)
{
  guint n = 0;

  for (guint i = 0; i < N_MOMENTS; i++)
    {
      const Mark *mark = &request->marks[i];
      gboolean follows = i > 0 && mark_is_known (&request->marks[i - 1]);

      if (!mark_is_known (mark) ||
          (i == AT_END && follows && th_ref_equal (mark->ref, request->marks[AT_READ].ref)))
        continue;
      if (i == AT_END && request->client == NULL)
        follows = mark_is_known (&request->marks[AT_ANSWERED]);
      steps[n] = (ThStep) {
        mark->ref, mark->time, labels[mark->event], TH_STEP_NO_DETAIL, mark->cpu, RULE_FIRST,
        TH_CONFIDENCE_EXACT, follows ? stage_at[i] : TH_FLOW_NO_STAGE, 0
      };
      if (n > 0)
        set_rule (request, i, &steps[n]);
      n++;
    }

  return n;
}

static void
add_slices (Rows         *self,
            Connection   *connection,
            const ThStep *steps,
            guint         n)
{
  if (connection->track == NULL)
    return;

  for (guint i = 1; i < n; i++)
    {
      gint64 begin = MAX (steps[i - 1].time, connection->drawn), end = steps[i].time;
      gboolean is_known = steps[i].stage < N_STAGES;

      if (end <= begin)
        continue;
      th_slices_add (th_track_get_slices (connection->track), 0, &(ThSlice) {
        begin, end, steps[i - 1].anchor,
        is_known ? self->stage_words[steps[i].stage] : self->string_other,
        is_known ? stages[steps[i].stage].context : TH_CONTEXT_OTHER, 0
      });
      connection->drawn = end;
    }
}

/* How many requests on the same socket there have been, with this one. */
static guint32
count_key (Rows    *self,
           guint64  key)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->generations, &key)) + 1;

  g_hash_table_replace (self->generations, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n));
  return n;
}

static guint32
add_flow (Rows             *self,
          const Connection *connection,
          const Request    *request,
          const ThStep     *steps,
          guint             n)
{
  const Side *client = request->client, *server = request->server;
  guint64 keys[2] = { client != NULL ? client->socket : 0, server != NULL ? server->socket : 0 };
  ThFlow flow = { .key = keys[0] != 0 ? keys[0] : keys[1], .group = connection->number,
                  .n_steps = MIN (n, TH_FLOW_MAX_STEPS) };
  guint32 row;

  flow.generation = count_key (self, flow.key);
  flow.number = th_flows_begin (self->flows);
  row = th_flows_finalize (self->flows, &flow, steps);
  th_flows_set_ends (self->flows, row, connection->ends);
  if (keys[1] != 0 && keys[1] != flow.key)
    th_flows_add_key (self->flows, row, keys[1]);
  return row;
}

static gint64
task_cell (guint32 task)
{
  return task != TH_TASK_NONE ? (gint64) task : TH_CELL_NONE;
}

static gint64
bytes_cell (gint64 bytes)
{
  return bytes >= 0 ? bytes : TH_CELL_NONE;
}

static void
add_row (Rows             *self,
         const Connection *connection,
         const Request    *request,
         ThRef             anchor,
         gint64            duration)
{
  th_table_append (self->table, anchor, (gint64[N_COLUMNS]) {
    [COLUMN_CONNECTION] = connection->number,
    [COLUMN_CLIENT_TASK] = task_cell (request->client_task),
    [COLUMN_SERVER_TASK] = task_cell (request->server_task),
    [COLUMN_SEEN] = request->client == NULL ? self->string_server
                    : request->server == NULL ? self->string_client : self->string_both,
    [COLUMN_OUTCOME] = request->is_answered ? self->string_answered : self->string_open,
    [COLUMN_SENDS] = request->n_sends > 0 ? (gint64) request->n_sends : TH_CELL_NONE,
    [COLUMN_ASKED] = bytes_cell (request->asked),
    [COLUMN_ANSWERED] = bytes_cell (request->answered),
    [COLUMN_DURATION] = duration
  });
}

static void
count (Connection    *connection,
       const Request *request,
       ThRef          anchor,
       gint64         duration)
{
  connection->n_open += !request->is_answered;
  connection->asked = th_time_add (connection->asked, MAX (request->asked, 0));
  connection->answered = th_time_add (connection->answered, MAX (request->answered, 0));
  if (duration == TH_CELL_NONE)
    return;

  g_array_append_val (connection->durations, duration);
  if (connection->durations->len == 1 || duration > connection->longest)
    {
      connection->longest = duration;
      connection->slowest = anchor;
    }
}

/* The end is that of the client, or, if that was not recorded, that of the server. */
static gint64
get_duration (const Request *request,
              const ThStep  *steps,
              guint          n)
{
  gboolean has_end = mark_is_known (&request->marks[AT_END]) ||
                     (request->client == NULL && mark_is_known (&request->marks[AT_ANSWERED]));

  return has_end && n > 1 ? th_time_between (steps[0].time, steps[n - 1].time) : TH_CELL_NONE;
}

void
th_request_rows_add (Rows          *self,
                     const Request *request,
                     const guint32 *labels)
{
  Connection *connection = get_connection (self, request);
  ThStep steps[N_MOMENTS];
  guint n = list_steps (request, labels, steps);
  gint64 duration = get_duration (request, steps, n);
  guint32 row;

  connection->n++;
  row = add_flow (self, connection, request, steps, n);
  add_row (self, connection, request, steps[0].anchor, duration);
  add_slices (self, connection, steps, n);
  count (connection, request, steps[0].anchor, duration);
  for (guint i = 1; i < n; i++)
    if (steps[i].stage < N_STAGES)
      th_measure_append_row (self->measures[steps[i].stage], row);
  if (duration != TH_CELL_NONE)
    th_measure_append_row (self->duration, row);
}

/* --- sums ---------------------------------------------------------------------- */

static gint
compare_durations (gconstpointer a,
                   gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* The smallest duration that at least that share does not exceed. */
static gint64
get_percentile (const GArray *sorted,
                guint         percent)
{
  return sorted->len > 0
         ? g_array_index (sorted, gint64, ((guint64) sorted->len * percent + 99) / 100 - 1)
         : TH_CELL_NONE;
}

static gint
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (a), y = GPOINTER_TO_UINT (b);

  return (x > y) - (x < y);
}

void
th_request_rows_end (Rows *self)
{
  g_autoptr(GList) numbers = g_list_sort (g_hash_table_get_keys (self->connections),
                                          compare_numbers);

  for (GList *l = numbers; l != NULL; l = l->next)
    {
      Connection *one = g_hash_table_lookup (self->connections, l->data);

      g_array_sort (one->durations, compare_durations);
      th_table_append (self->totals, one->durations->len > 0 ? one->slowest : TH_REF_NONE,
                       (gint64[N_TOTAL_COLUMNS]) {
        [TOTAL_CONNECTION] = one->number,
        [TOTAL_CLIENT] = one->client_end,
        [TOTAL_SERVER] = one->server_end,
        [TOTAL_REQUESTS] = one->n,
        [TOTAL_OPEN] = one->n_open,
        [TOTAL_P50] = get_percentile (one->durations, 50),
        [TOTAL_P99] = get_percentile (one->durations, 99),
        [TOTAL_MAX] = get_percentile (one->durations, 100),
        [TOTAL_ASKED] = one->asked,
        [TOTAL_ANSWERED] = one->answered
      });
    }
}

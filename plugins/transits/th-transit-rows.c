/* th-transit-rows.c - the flows, the table and the measures of transits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-flow-cells.h"
#include "th-journey.h"
#include "th-packets.h"
#include "th-transits-private.h"

#define TRANSITS_TABLE "transits"

enum
{
  COLUMN_FIRST,
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_ADDRESS,
  COLUMN_RECEIVED_AS,
  COLUMN_SOURCE,
  COLUMN_SOURCE_PORT,
  COLUMN_TARGET,
  COLUMN_TARGET_PORT,
  COLUMN_SERVICE,
  COLUMN_LENGTH,
  COLUMN_OUTCOME,
  COLUMN_READER,
  COLUMN_MATCH,
  COLUMN_TOTAL,
  COLUMN_STAGES,
  COLUMN_STAGE /* one for each stage follows */
};

static const ThColumn columns[COLUMN_STAGE] = {
  [COLUMN_FIRST] = { "first", N_("First step"), TH_COLUMN_TIME, TRUE },
  [COLUMN_FROM] = { "from", N_("Sender"), TH_COLUMN_TEXT },
  [COLUMN_TO] = { "to", N_("Receiver"), TH_COLUMN_TEXT },
  [COLUMN_ADDRESS] = { "address", N_("Sent as"), TH_COLUMN_ADDRESS, TRUE },
  [COLUMN_RECEIVED_AS] = { "received_as", N_("Received as"), TH_COLUMN_ADDRESS },
  [COLUMN_SOURCE] = { "src", N_("Source"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_SOURCE_PORT] = { "sport", N_("Source port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_TARGET] = { "dst", N_("Destination"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_TARGET_PORT] = { "dport", N_("Destination port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_SERVICE] = { "service", N_("Service"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_LENGTH] = { "length", N_("Length"), TH_COLUMN_BYTES },
  [COLUMN_OUTCOME] = { "outcome", N_("Outcome"), TH_COLUMN_TEXT },
  [COLUMN_READER] = { "reader", N_("Reader"), TH_COLUMN_TASK },
  [COLUMN_MATCH] = { "match", N_("Match"), TH_COLUMN_TEXT },
  [COLUMN_TOTAL] = { "total", N_("Total"), TH_COLUMN_DURATION, TRUE },
  [COLUMN_STAGES] = { "stages", N_("Where the time went"), TH_COLUMN_STAGES, TRUE }
};

#define WIRE_TEXT \
  N_("From when the sender's driver took the packet until the receiver first saw it: the wire, " \
     "and all devices on the way.")

static const ThStage wire = { "wire", N_("wire"), WIRE_TEXT, TH_CONTEXT_WIRE, FALSE };

static const ThRule same_frame = {
  "same-frame", N_("The same frame of a capture is this packet and the one that was sent.")
};

/* Transits between the same two machines take similar times. */
static const ThClassColumn class_columns[] = {
  { "from", TH_CLASS_REQUIRED }, { "to", TH_CLASS_REQUIRED }, { "reader" }, { NULL }
};

enum
{
  MEASURE_WIRE,
  MEASURE_TOTAL
};

const ThMeasureInfo th_transit_measures[] = {
  [MEASURE_WIRE] = { "transit.wire", N_("Between machines: wire"), WIRE_TEXT, TH_UNIT_TIME,
    TRANSITS_TABLE, class_columns },
  [MEASURE_TOTAL] = { "transit.total", N_("Between machines: total"),
    N_("From the first step of a packet at the sender until it was delivered or freed at the "
       "receiver."), TH_UNIT_TIME, TRANSITS_TABLE, class_columns, .is_whole_flow = TRUE },
  { NULL }
};

struct _TransitRows
{
  ThRecording  *recording;
  ThResults    *results;
  TransitSteps *steps;
  ThFlows      *flows;
  ThTable      *table;
  ThMeasure    *on_wire, *total;
};

/* --- stages ------------------------------------------------------------------------- */

/* What describes transits: made once, from what describes packets. */
typedef struct
{
  ThFlowsInfo   info;
  ThColumn     *columns;
  TransitStages stages;
} Description;

static guint
find_stage (const ThFlowsInfo *info,
            const char        *id)
{
  guint i = 0;

  while (i < info->n_stages && strcmp (info->stages[i].id, id) != 0)
    i++;
  return i;
}

/* Sending, the wire, then the others, which begin with receiving. */
static gpointer
description_new (gpointer data)
{
  const ThFlowsInfo *packets = &th_packet_flows_info;
  Description *self = g_new0 (Description, 1);
  guint n = packets->n_stages, send = find_stage (packets, "send");
  ThStage *stages = g_new (ThStage, n + 1);
  ThRule *rules = g_new (ThRule, packets->n_rules + 1);
  guint8 *of_packet = g_new (guint8, n + 1);

  self->stages = (TransitStages) { of_packet, n, n - send, packets->n_rules };
  for (guint i = 0; i < n; i++)
    {
      of_packet[i] = i >= send ? i - send : i + n - send + 1;
      stages[of_packet[i]] = packets->stages[i];
    }
  stages[self->stages.wire] = wire;
  memcpy (rules, packets->rules, packets->n_rules * sizeof (ThRule));
  rules[self->stages.rule] = same_frame;
  self->info = (ThFlowsInfo) {
    .noun = N_("transit"), .key_fields = packets->key_fields, .stages = stages,
    .n_stages = n + 1, .rules = rules, .n_rules = packets->n_rules + 1
  };
  self->columns = g_new (ThColumn, COLUMN_STAGE + n + 1);
  memcpy (self->columns, columns, sizeof columns);
  for (guint i = 0; i <= n; i++)
    self->columns[COLUMN_STAGE + i] = (ThColumn) {
      strcmp (stages[i].id, "reader") == 0 ? "reader_time" : stages[i].id, stages[i].title,
      TH_COLUMN_DURATION, TRUE
    };
  return self;
}

static const Description *
get_description (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, description_new, NULL);
}

/* --- derived cells and samples -------------------------------------------------------- */

static gint64
derive_cell (gconstpointer data,
             guint32       row,
             guint         column)
{
  const ThFlows *flows = data;
  const ThFlow *flow = th_flows_get (flows, row);

  switch (column)
    {
    case COLUMN_FIRST:
      return flow->first;
    case COLUMN_ADDRESS:
      return flow->key;
    case COLUMN_SOURCE ... COLUMN_SERVICE:
      return th_flow_cells_get_end (flows, row, column - COLUMN_SOURCE);
    case COLUMN_TOTAL:
      return th_flows_get_total (flows, flow, NULL);
    case COLUMN_STAGES:
      return row;
    default:
      return th_flows_get_stage_time (flows, flow, column - COLUMN_STAGE, NULL);
    }
}

TransitRows *
th_transit_rows_new (ThRecording *recording,
                     ThResults   *results,
                     ThResults   *frames)
{
  const Description *description = get_description ();
  TransitRows *self = g_new0 (TransitRows, 1);

  self->recording = recording;
  self->results = results;
  self->table = th_results_add_table (results, &(ThTableInfo) {
    TRANSITS_TABLE, N_("Packets between machines"), N_("transit"), description->columns,
    COLUMN_STAGE + description->info.n_stages, COLUMN_TOTAL, TRUE
  });
  self->flows = th_results_add_flows (results, &description->info);
  th_table_derive (self->table, derive_cell, self->flows);
  self->on_wire = th_results_add_measure (results, &th_transit_measures[MEASURE_WIRE]);
  th_measure_derive (self->on_wire, th_flow_cells_get_sample, self->flows,
                     description->stages.wire);
  self->total = th_results_add_measure (results, &th_transit_measures[MEASURE_TOTAL]);
  th_measure_derive (self->total, th_flow_cells_get_sample, self->flows, TH_FLOW_TOTAL);
  self->steps = th_transit_steps_new (recording, results, frames, description->stages);
  return self;
}

void
th_transit_rows_free (TransitRows *self)
{
  th_transit_steps_free (self->steps);
  g_free (self);
}

/* --- rows ----------------------------------------------------------------------------- */

static void
set_ends (TransitRows      *self,
          ThResults        *packets,
          const ThFlowEnds *ends,
          guint32           row)
{
  ThFlowEnds own;

  if (ends == NULL)
    return;
  own = *ends;
  own.connection = 0; /* the sender's numbers are none of these results */
  own.source = th_transit_intern (self->results, packets, ends->source, TH_FLOW_NO_ADDRESS);
  own.target = th_transit_intern (self->results, packets, ends->target, TH_FLOW_NO_ADDRESS);
  own.service = th_transit_intern (self->results, packets, ends->service, TH_FLOW_NO_ADDRESS);
  th_flows_set_ends (self->flows, row, th_flows_add_ends (self->flows, &own));
}

static gboolean
is_backward (const GArray *steps)
{
  for (guint i = 1; i < steps->len; i++)
    if (g_array_index (steps, ThStep, i).time < g_array_index (steps, ThStep, i - 1).time)
      return TRUE;
  return FALSE;
}

static guint32
intern_name (TransitRows *self,
             guint        part)
{
  return th_results_intern (self->results,
                            th_recording_get_name (th_recording_get_part (self->recording, part)));
}

static void
add_row (TransitRows   *self,
         ThResults     *sent,
         ThResults     *received,
         const Transit *transit,
         gboolean       is_whole, /* all steps at the receiver are of this packet */
         guint64        received_as)
{
  const char *outcome = is_whole ? th_journey_get_word (received, transit->received.row, "outcome")
                        : "open";
  g_autofree gint64 *cells = g_new0 (gint64, COLUMN_STAGE + get_description ()->info.n_stages);

  cells[COLUMN_FROM] = intern_name (self, transit->sent.part);
  cells[COLUMN_TO] = intern_name (self, transit->received.part);
  cells[COLUMN_RECEIVED_AS] = (gint64) received_as;
  cells[COLUMN_LENGTH] = th_journey_get_cell (sent, transit->sent.row, "length");
  cells[COLUMN_OUTCOME] = outcome != NULL ? (gint64) th_results_intern (self->results, outcome)
                                          : TH_CELL_NONE;
  cells[COLUMN_READER] = is_whole
                         ? th_journey_get_cell (received, transit->received.row, "reader")
                         : TH_CELL_NONE;
  cells[COLUMN_MATCH] = th_results_intern (self->results,
                                           th_confidence_get_word (transit->confidence));
  th_table_append (self->table, transit->sent.event, cells);
}

void
th_transit_rows_add (TransitRows      *self,
                     ThResults *const *packets,
                     const Transit    *transit)
{
  ThResults *sent = packets[transit->sent.part], *received = packets[transit->received.part];
  ThFlows *to = th_results_get_flows (received);
  const ThFlow *a = th_flows_get (th_results_get_flows (sent), transit->sent.row);
  const ThFlow *b = th_flows_get (to, transit->received.row);
  const ThFlowEnds *from_ends = th_flows_get_ends (th_results_get_flows (sent), transit->sent.row);
  ThFlow flow = { .key = a->key, .generation = a->generation, .group = a->number };
  gboolean is_whole;
  const GArray *steps = th_transit_steps_list (self->steps, packets, transit, &is_whole);
  guint32 row;

  flow.n_steps = MIN (steps->len, TH_FLOW_MAX_STEPS);
  flow.flags = ((a->flags | b->flags) & TH_FLOW_LOST) |
               (is_backward (steps) ? TH_FLOW_CLOCK : 0);
  flow.number = th_flows_begin (self->flows);
  row = th_flows_finalize (self->flows, &flow, (const ThStep *) steps->data);
  if (from_ends != NULL)
    set_ends (self, sent, from_ends, row);
  else
    set_ends (self, received, th_flows_get_ends (to, transit->received.row), row);
  if (b->key != a->key)
    th_flows_add_key (self->flows, row, b->key);
  add_row (self, sent, received, transit, is_whole, b->key);
  if (!(flow.flags & (TH_FLOW_CLOCK | TH_FLOW_LOST)))
    {
      th_measure_append_row (self->on_wire, row);
      th_measure_append_row (self->total, row);
    }
}

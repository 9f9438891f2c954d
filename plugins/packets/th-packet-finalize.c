/* th-packet-finalize.c - turns an ended life into a flow, a row and samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-packet-finalize.h"
#include "th-flow-cells.h"
#include "th-packet-continuation.h"
#include "th-packet-ends.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packet-stage-points.h"
#include "th-packet-lost.h"
#include "th-packet-strings.h"
#include "th-packets-private.h"
#include "th-time.h"

enum
{
  OUTCOME_DELIVERED,
  OUTCOME_DROPPED,
  OUTCOME_TRANSMITTED,
  OUTCOME_MERGED,
  OUTCOME_CONSUMED,
  OUTCOME_OPEN
};

static const char *const outcomes[] = { "delivered", "dropped", "transmitted", "merged", "consumed",
                                        "open", NULL };
static const char *const directions[] = { "rx", "tx", "forward", "local", NULL };

enum
{
  COLUMN_FIRST,
  COLUMN_ADDRESS,
  COLUMN_GENERATION,
  COLUMN_DEVICE,
  COLUMN_DIRECTION,
  COLUMN_LENGTH,
  COLUMN_OUTCOME,
  COLUMN_REASON,
  COLUMN_LOCATION,
  COLUMN_READER,
  COLUMN_COPIED,
  COLUMN_CONNECTION,
  COLUMN_SOURCE,
  COLUMN_SOURCE_PORT,
  COLUMN_TARGET,
  COLUMN_TARGET_PORT,
  COLUMN_SERVICE,
  COLUMN_LIFE,
  COLUMN_TOTAL,
  COLUMN_STAGES,
  COLUMN_STAGE,
  MAX_COLUMNS = COLUMN_STAGE + MAX_STAGES
};

static const ThColumn columns[COLUMN_STAGE] = {
  [COLUMN_FIRST] = { "first", N_("First seen"), TH_COLUMN_TIME, TRUE },
  [COLUMN_ADDRESS] = { "address", N_("Address"), TH_COLUMN_ADDRESS, TRUE },
  [COLUMN_GENERATION] = { "generation", N_("Life no."), TH_COLUMN_COUNT, TRUE },
  [COLUMN_DEVICE] = { "device", N_("Device"), TH_COLUMN_TEXT },
  [COLUMN_DIRECTION] = { "direction", N_("Direction"), TH_COLUMN_TEXT, .values = directions },
  [COLUMN_LENGTH] = { "length", N_("Length"), TH_COLUMN_BYTES },
  [COLUMN_OUTCOME] = { "outcome", N_("Outcome"), TH_COLUMN_TEXT, .values = outcomes },
  [COLUMN_REASON] = { "reason", N_("Reason"), TH_COLUMN_TEXT },
  [COLUMN_LOCATION] = { "location", N_("Location"), TH_COLUMN_TEXT },
  [COLUMN_READER] = { "reader", N_("Reader"), TH_COLUMN_TASK },
  [COLUMN_COPIED] = { "copied", N_("Copied"), TH_COLUMN_BYTES },
  [COLUMN_CONNECTION] = { "connection", N_("Connection"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_SOURCE] = { "src", N_("Source"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_SOURCE_PORT] = { "sport", N_("Source port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_TARGET] = { "dst", N_("Destination"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_TARGET_PORT] = { "dport", N_("Destination port"), TH_COLUMN_COUNT, TRUE },
  [COLUMN_SERVICE] = { "service", N_("Service"), TH_COLUMN_TEXT, TRUE },
  [COLUMN_LIFE] = { "life", N_("Lifetime"), TH_COLUMN_DURATION },
  [COLUMN_TOTAL] = { "total", N_("Total"), TH_COLUMN_DURATION, TRUE },
  [COLUMN_STAGES] = { "stages", N_("Where the time went"), TH_COLUMN_STAGES, TRUE }
};

#define PACKETS_TABLE "packets"

/* The column of a stage has the id of the stage, but "reader" is the column of the task. */
#define READER_TIME "reader_time"

static const ThColumn unassigned_columns[] = {
  { "event", N_("Event"), TH_COLUMN_EVENT },
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "address", N_("Address"), TH_COLUMN_ADDRESS },
  { "reason", N_("Reason"), TH_COLUMN_TEXT }
};

static const ThTableInfo unassigned_info = {
  "unassigned", N_("Events without a packet"), N_("event"), unassigned_columns,
  G_N_ELEMENTS (unassigned_columns), -1, FALSE
};

/* The columns of a set of stages are never freed, like the set. */
static const ThColumn *
keep_columns (const ThFlowsInfo *info)
{
  static GHashTable *kept;
  static GMutex mutex;
  ThColumn *all;

  g_mutex_lock (&mutex);
  if (kept == NULL)
    kept = g_hash_table_new (NULL, NULL);
  all = g_hash_table_lookup (kept, info);
  if (all == NULL)
    {
      all = g_new (ThColumn, COLUMN_STAGE + info->n_stages);
      for (guint i = 0; i < COLUMN_STAGE; i++)
        all[i] = columns[i];
      for (guint i = 0; i < info->n_stages; i++)
        all[COLUMN_STAGE + i] = (ThColumn) { i == STAGE_READER ? READER_TIME : info->stages[i].id,
                                             info->stages[i].title, TH_COLUMN_DURATION, TRUE };
      g_hash_table_insert (kept, (gpointer) info, all);
    }
  g_mutex_unlock (&mutex);

  return all;
}

/* Computes a derived column from the flows. */
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
    case COLUMN_GENERATION:
      return flow->generation;
    case COLUMN_CONNECTION:
      return th_flow_cells_get_end (flows, row, TH_FLOW_CONNECTION);
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

/* Sets *@sample to the lifetime, which ends at the event that freed the packet. */
static void
derive_life (gconstpointer  data,
             guint          what,
             guint32        row,
             ThSample      *sample)
{
  ThResults *results = (ThResults *) data;
  const ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, row);
  ThTable *table = th_results_get_table (results, th_flows_get_info (flows)->table);
  ThRef born = th_table_get_anchor (table, row);
  gint64 freed = TH_TIME_NONE;

  sample->value = th_table_get_cell (table, row, COLUMN_LIFE);
  sample->group = flow->group;
  sample->anchor = born;
  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (th_ref_equal (step.anchor, born))
        freed = th_time_add (step.time, sample->value);
      if (freed != TH_TIME_NONE && step.time == freed && !(step.flags & TH_STEP_PLACE))
        sample->anchor = step.anchor;
    }
}

/* Packets of one device, direction and reader take about as long.  "queue" lasts
 * until the reader is woken or, if it was running, until it copies the data. */
static const ThClassColumn class_columns[] = {
  { "device", TH_CLASS_REQUIRED }, { "direction" }, { "reader" }, { NULL }
};

static const ThClassColumn queue_class_columns[] = {
  { "device", TH_CLASS_REQUIRED }, { "direction" }, { "reader" },
  { "wakeup", TH_CLASS_PRESENCE }, { NULL }
};

enum
{
  MEASURE_TOTAL,
  MEASURE_LIFE
};

/* Those of stages are added to them. */
const ThMeasureInfo th_packet_measures[] = {
  [MEASURE_TOTAL] = { "packet.total", N_("Packet: total"),
    N_("From the first step of a packet until it was delivered, sent or freed."), TH_UNIT_TIME,
    PACKETS_TABLE, class_columns, .is_whole_flow = TRUE },
  [MEASURE_LIFE] = { "packet.life", N_("Packet: lifetime"),
    N_("From the event with which the use of a packet buffer began until the event that freed it; "
       "not of those whose beginning or end was not seen."), TH_UNIT_TIME,
    PACKETS_TABLE, class_columns },
  { NULL }
};

/* How the time of each built-in stage is spent.  Stages of a stage map may wait. */
static const ThSpent spent[] = {
  [STAGE_IRQ] = TH_SPENT_RUNNING,
  [STAGE_SOFTIRQ] = TH_SPENT_RUNNING,
  [STAGE_NAPI] = TH_SPENT_RUNNING,
  [STAGE_GRO] = TH_SPENT_RUNNING,
  [STAGE_STACK] = TH_SPENT_RUNNING,
  [STAGE_QUEUE] = TH_SPENT_WAITING,
  [STAGE_WAKEUP] = TH_SPENT_WAITING,
  [STAGE_READER] = TH_SPENT_READING,
  [STAGE_COPY] = TH_SPENT_RUNNING,
  [STAGE_SEND] = TH_SPENT_RUNNING,
  [STAGE_QDISC] = TH_SPENT_RUNNING,
  [STAGE_DRIVER] = TH_SPENT_RUNNING
};

/* All packets of a poll share the times of its interrupt and its softirq. */
static ThMeasureInfo
describe_stage (const Packets *self,
                guint          stage,
                const char    *id,
                const char    *title)
{
  return (ThMeasureInfo) {
    id, title, self->info->stages[stage].text, TH_UNIT_TIME, PACKETS_TABLE,
    stage == STAGE_QUEUE ? queue_class_columns : class_columns,
    stage == STAGE_IRQ || stage == STAGE_SOFTIRQ,
    .spent = stage < G_N_ELEMENTS (spent) ? spent[stage] : TH_SPENT_WAITING
  };
}

static void
add_measures (Packets *self)
{
  for (guint i = 0; i < self->info->n_stages; i++)
    {
      const ThStage *stage = &self->info->stages[i];
      g_autofree char *id = th_packet_stage_points_dup_measure (stage);
      g_autofree char *title = g_strdup_printf (_("Packet: %s"), _(stage->title));
      ThMeasureInfo info = describe_stage (self, i, id, title);

      self->measures[i] = th_results_add_measure (self->results, &info);
      th_measure_derive (self->measures[i], th_flow_cells_get_sample, self->flows, i);
    }
  self->total = th_results_add_measure (self->results, &th_packet_measures[MEASURE_TOTAL]);
  th_measure_derive (self->total, th_flow_cells_get_sample, self->flows, TH_FLOW_TOTAL);
  self->life = th_results_add_measure (self->results, &th_packet_measures[MEASURE_LIFE]);
  th_measure_derive (self->life, derive_life, self->results, 0);
}

void
th_packet_finalize_begin (Packets *self)
{
  self->table = th_results_add_table (self->results, &(ThTableInfo) {
    PACKETS_TABLE, N_("Packets"), N_("packet"), keep_columns (self->info),
    COLUMN_STAGE + self->info->n_stages, COLUMN_TOTAL, TRUE
  });
  self->unassigned = th_results_add_table (self->results, &unassigned_info);
  self->flows = th_results_add_flows (self->results, self->info);
  th_table_derive (self->table, derive_cell, self->flows);
  add_measures (self);
  self->drops = th_drops_new (self->results);
  for (guint i = 0; outcomes[i] != NULL; i++)
    self->string_outcomes[i] = th_results_intern (self->results, outcomes[i]);
  for (guint i = 0; directions[i] != NULL; i++)
    self->string_directions[i] = th_results_intern (self->results, directions[i]);
}

/* --- outcome ------------------------------------------------------------- */

static guint
life_outcome (const Life *life)
{
  if (life->merged || life->end == END_MERGED || (life->listed && !life->delivered))
    return OUTCOME_MERGED;
  if (life->delivered)
    return OUTCOME_DELIVERED;
  if (life->end == END_FREED && !life->purged && !life->foreign)
    return OUTCOME_DROPPED;
  if (life->kinds & KIND_BIT (KIND_XMIT) &&
      (KIND_BIT (life->last_kind) & KINDS_TX || life->last_kind == KIND_CONSUME) && !life->rc_bad &&
      life->sent)
    return OUTCOME_TRANSMITTED;

  return life->end == END_NONE ? OUTCOME_OPEN : OUTCOME_CONSUMED;
}

static guint
life_direction (const Life *life)
{
  gboolean local = !(life->kinds & (KINDS_RX | KINDS_TX));
  gboolean first_tx = life->sent_first || life->first_kind == KIND_RETRANSMIT;

  if (first_tx)
    return life->kinds & KINDS_RX ? 3 : 1;
  if (local)
    return 3;

  return life->kinds & KINDS_TX ? 2 : 0;
}

static void
life_add_open_end (Packets *self,
                   Life    *life)
{
  const ThStep *last = &life->steps[life->n_steps - 1];
  gboolean lost = life->last_cpu->lost > life->last_time;
  guint32 why = life->empty ? self->string_no_data : life->why_open;
  ThStep step = {
    last->anchor, last->time, self->string_no_end, why, last->cpu, lost
    ? RULE_LOST : RULE_NO_END,
    lost ? TH_CONFIDENCE_BROKEN : TH_CONFIDENCE_OPEN, TH_FLOW_NO_STAGE, TH_STEP_PLACE
  };

  th_packet_life_add (life, life->n_steps, &step);
}

/* A last step that may belong to another packet must not count as time of this one: a
 * pure ACK ends without an event, and any code may then free the reused address. */
static void
life_end_where_sure (Life *life)
{
  for (guint32 i = life->n_steps; i > 1; i--)
    {
      ThStep *step = &life->steps[i - 1];

      if (step->rule == RULE_LATER && step->confidence == TH_CONFIDENCE_AMBIGUOUS)
        step->stage = TH_FLOW_NO_STAGE;
      else if (step->stage != TH_FLOW_NO_STAGE)
        return;
    }
}

/* A context step between two steps of the packet belongs to the leg of the later one.  Returns the
 * set of stages that the legs of the packet have, one bit for each.  @backward: set to whether a
 * step has an earlier time than the step before it. */
static guint64
life_assign_stages (const Packets *self,
                    Life          *life,
                    gboolean      *backward)
{
  const guint n_stages = self->info->n_stages;
  guint8 next = TH_FLOW_NO_STAGE;
  guint64 stages = 0;

  *backward = FALSE;
  for (ThStep *step = life->steps + life->n_steps - 1; step > life->steps; step--)
    {
      next = step->stage == STAGE_NEXT ? next : step->stage;
      step->stage = next;
      *backward |= step->time < step[-1].time;
      if (next < n_stages)
        stages |= G_GUINT64_CONSTANT (1) << next;
    }
  if (life->n_steps > 0 && life->steps[0].stage == STAGE_NEXT)
    life->steps[0].stage = next;
  return stages;
}

/* --- numbers ------------------------------------------------------------- */

/* The length including everything merged into it.  If a reader got more than that, there
 * is unknown data in it, and the whole length is not known. */
static gint64
life_length (const Life *life)
{
  gint64 length = life->whole_length >= 0 ? life->whole_length : life->first_length;

  return length >= 0 && life->copied <= length + ETHERNET_HEADER ? length : TH_CELL_NONE;
}

/* From birth until the event that freed it; TH_CELL_NONE if one of them was not seen, or if the
 * recording lacks events with which other packets at that address may have begun or ended. */
static gint64
get_life_time (const Packets *self,
           const Life    *life)
{
  gboolean is_freed = (life->end == END_CONSUMED || life->end == END_FREED) &&
                      (life->end_by_map ||
                       life->kinds & (KIND_BIT (KIND_CONSUME) | KIND_BIT (KIND_KFREE)));

  gboolean is_told = life->first_kind == KIND_BORN && life->end_by_map;

  if (!is_freed || !th_packet_continuation_is_born (self, life) ||
      (!is_told && !th_packet_continuations_are_complete (self)))
    return TH_CELL_NONE;
  for (guint32 i = 0; i < life->n_steps; i++)
    if (th_ref_equal (life->steps[i].anchor, life->own_ref))
      return life->end_time >= life->steps[i].time
             ? th_time_between (life->steps[i].time, life->end_time) : TH_CELL_NONE;

  return TH_CELL_NONE;
}

static void
add_row (Packets    *self,
         const Life *life,
         guint       outcome,
         gint64      life_time)
{
  gint64 cells[MAX_COLUMNS];

  cells[COLUMN_DEVICE] = life->first_device == TH_STEP_NO_DETAIL ? TH_CELL_NONE
                         : life->first_device;
  cells[COLUMN_DIRECTION] = self->string_directions[life_direction (life)];
  cells[COLUMN_LENGTH] = life_length (life);
  cells[COLUMN_OUTCOME] = self->string_outcomes[outcome];
  cells[COLUMN_REASON] = life->reason == TH_STEP_NO_DETAIL ? TH_CELL_NONE : life->reason;
  cells[COLUMN_LOCATION] = life->location == TH_STEP_NO_DETAIL ? TH_CELL_NONE : life->location;
  cells[COLUMN_READER] = life->reader == TH_TASK_NONE ? TH_CELL_NONE : life->reader;
  cells[COLUMN_LIFE] = life_time;
  cells[COLUMN_COPIED] = life->copied >= 0 ? life->copied : TH_CELL_NONE;
  th_table_append (self->table, life->own_ref, cells);
}

static void
add_samples (Packets    *self,
             const Life *life,
             guint64     stages,
             guint       outcome,
             guint32     row)
{
  /* Ignore packets that continued as another one, or were never on a network. */
  if (outcome == OUTCOME_MERGED || !(life->kinds & (KINDS_RX | KINDS_TX)))
    return;

  for (; stages != 0; stages &= stages - 1)
    th_measure_append_row (self->measures[__builtin_ctzll (stages)], row);
  if (outcome != OUTCOME_OPEN && life->n_steps > 1)
    th_measure_append_row (self->total, row);
}

/* Counts the packet if it was freed undelivered.  A frame in the frag list of another one was
 * delivered. */
static void
add_drop (Packets    *self,
          const Life *life,
          guint       outcome)
{
  const char *location, *reason;
  gboolean purged = life->purged && !life->foreign && outcome == OUTCOME_CONSUMED;
  const ThStep *step = &life->steps[life->n_steps - 1];

  if (outcome != OUTCOME_DROPPED && !purged)
    return;

  location = th_packet_string (self, life->location);
  reason = th_packet_string (self, life->reason);
  if (location != NULL && g_str_has_prefix (location, "0x") &&
      (reason == NULL || strcmp (reason, "NOT_SPECIFIED") == 0))
    self->n_nameless++;
  while (step > life->steps && step->flags & (TH_STEP_CONTEXT | TH_STEP_PLACE))
    step--;
  th_drops_add (self->drops,
                &(ThDrop) { life->reason, life->location, life->device, purged, life->length,
                            step->time, step->anchor });
}

/* In a text recording, types may have appeared since the life began. */
static void
life_complete (const Packets *self,
               Life          *life)
{
  Continuation continuation;

  if (!self->is_text)
    return;

  continuation = th_packet_continuation_by_address (self, life);
  for (guint32 i = 0; i < life->n_steps; i++)
    if (life->steps[i].rule == RULE_INCOMPLETE)
      {
        life->steps[i].rule = continuation.rule;
        life->steps[i].confidence = continuation.confidence;
      }
}

/* The packet it continued in takes precedence as the parent over the one it came from, as
 * there is only one list of candidates. */
static void
set_links (Packets    *self,
           const Life *life,
           guint32     row)
{
  const Link *origin = &life->links[LINK_ORIGIN], *merge = &life->links[LINK_MERGE];
  const Link *parent = merge->number != TH_FLOW_NONE ? merge : origin;
  ThFlowLinks links = {
    .parent = parent->number, .parent_kind = parent->kind, .parent_rule = parent->rule,
    .parent_confidence = parent->confidence, .n_candidates = MIN (parent->n_candidates, G_MAXUINT8),
    .origin = parent == merge && origin->confidence != TH_CONFIDENCE_AMBIGUOUS ? origin->number
              : TH_FLOW_NONE,
    .origin_kind = origin->kind, .origin_rule = origin->rule,
    .origin_confidence = origin->confidence
  };

  if (parent->number != TH_FLOW_NONE || parent->n_candidates > 0)
    th_flows_set_links (self->flows, row, &links, parent->candidates);
}

void
th_packet_finalize (Packets *self,
                    Life    *life)
{
  ThFlow flow = { .key = life->address, .number = life->number, .generation = life->generation,
                  .group = life->batch };
  guint outcome = life_outcome (life);
  gboolean has_loss, backward;
  guint64 stages;
  gint64 time;
  guint32 row;

  if (life->end == END_NONE)
    life_add_open_end (self, life);
  if (outcome != OUTCOME_MERGED)
    life_end_where_sure (life);
  stages = life_assign_stages (self, life, &backward);
  life_complete (self, life);
  has_loss = th_packet_lost_break (self, life);
  flow.n_steps = life->n_steps;
  flow.flags = (outcome == OUTCOME_MERGED ? TH_FLOW_PART : 0) | (backward ? TH_FLOW_CLOCK : 0) |
               (has_loss ? TH_FLOW_LOST : 0);
  row = th_flows_finalize (self->flows, &flow, life->steps);
  set_links (self, life, row);
  th_packet_ends_set (self, life, row);
  time = has_loss || backward ? TH_CELL_NONE : get_life_time (self, life);
  add_row (self, life, outcome, time);
  add_drop (self, life, outcome);
  if (time != TH_CELL_NONE)
    th_measure_append_row (self->life, row);
  if (backward)
    self->n_clock++;
  else
    add_samples (self, life, stages, outcome, row);
}

void
th_packet_finalize_unassigned (Packets    *self,
                               const Skb  *skb,
                               const char *reason)
{
  gint64 cells[] = { th_cell_from_ref (skb->event->ref), skb->event->time, skb->address,
                     th_results_intern (self->results, reason) };

  th_table_append (self->unassigned, skb->event->ref, cells);
}

static void
remark_clocks (Packets *self)
{
  g_autofree char *text = g_strdup_printf (
    ngettext ("The clocks of the CPUs disagree: %u packet has a step before its cause and is "
              "excluded from the "
              "measures.",
              "The clocks of the CPUs disagree: %u packets have a step before its cause and are "
              "excluded from "
              "the measures.",
              self->n_clock), self->n_clock);

  th_results_add_remark (self->results, text);
}

static void
remark_nameless (Packets *self)
{
  g_autofree char *text = g_strdup_printf (
    ngettext ("%u packet was freed without a reason, at an address without a symbol. Packets "
              "freed by a closing "
              "socket or GRO then look like drops; --kallsyms provides the symbols.",
              "%u packets were freed without a reason, at addresses without a symbol. Packets "
              "freed by a closing "
              "socket or GRO then look like drops; --kallsyms provides the symbols.",
              self->n_nameless), self->n_nameless);

  th_results_add_remark (self->results, text);
}

void
th_packet_finalize_finish (Packets *self)
{
  th_drops_finish (self->drops);
  if (self->n_clock > 0)
    remark_clocks (self);
  if (self->n_nameless > 0)
    remark_nameless (self);
  if (self->unnamed_queue != NULL)
    th_results_add_remark (self->results,
                           _("The text of sock:sk_data_ready does not name the socket: which "
                                            "datagram was read is inferred from its length and "
                                            "from the task it "
                                            "woke."));
}

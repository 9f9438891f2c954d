/* flow-fixture.c - results with three written journeys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "flow-fixture.h"

static const ThStage stages[N_TEST_STAGES] = {
  [TEST_STAGE_IRQ] = { "irq", "irq", "", TH_CONTEXT_IRQ, FALSE },
  [TEST_STAGE_NAPI] = { "napi", "napi", "", TH_CONTEXT_NAPI, FALSE },
  [TEST_STAGE_STACK] = { "stack", "stack", "", TH_CONTEXT_STACK, FALSE },
  [TEST_STAGE_WAKEUP] = { "wakeup", "wakeup", "", TH_CONTEXT_WAKEUP, TRUE },
  [TEST_STAGE_COPY] = { "copy", "copy", "", TH_CONTEXT_COPY, FALSE },
};

static const ThRule rules[] = {
  { "same-key", "The same address, and nothing in between ended its life." },
  { "nesting", "It lies inside the poll that ran on this CPU." },
};

static const char *const key_fields[] = { "skbaddr", NULL };
static const ThParentKind parent_kinds[] =
  { { "gro", "merged by GRO into", "merged into it by GRO" } };

static const ThFlowsInfo flows_info = {
  .noun = "packet",
  .key_fields = key_fields,
  .stages = stages,
  .n_stages = N_TEST_STAGES,
  .rules = rules,
  .n_rules = G_N_ELEMENTS (rules),
  .parent_kinds = parent_kinds,
  .n_parent_kinds = 1,
  .table = 0,
};

static const ThColumn columns[] = {
  { "first", "First seen", TH_COLUMN_TIME },
  { "device", "Device", TH_COLUMN_TEXT },
  { "length", "Length", TH_COLUMN_BYTES },
  { "outcome", "Outcome", TH_COLUMN_TEXT },
  { "reason", "Reason", TH_COLUMN_TEXT },
  { "total", "Total", TH_COLUMN_DURATION },
  { "stages", "Where the time went", TH_COLUMN_STAGES },
};

static const ThTableInfo table_info = { "packets", "Packets", "packet", columns,
                                        G_N_ELEMENTS (columns), 5, TRUE };

typedef struct
{
  const char *label;
  double      us;
  guint16     cpu;
  guint32     row;
  guint8      stage;
  guint8      confidence;
} Step;

static void
seal (ThResults  *results,
      ThFlows    *flows,
      ThTable    *table,
      guint64     key,
      const char *device,
      const Step *steps,
      guint       n,
      const char *outcome,
      const char *reason)
{
  ThFlow flow = { .key = key, .generation = 2, .n_steps = n, .number = th_flows_begin (flows) };
  ThStep own[16];
  gint64 cells[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < n; i++)
    own[i] = (ThStep) {
      .anchor = { 0, steps[i].cpu, steps[i].row },
      .time = FLOW_AT (steps[i].us),
      .label = th_results_intern (results, steps[i].label),
      .detail = TH_STEP_NO_DETAIL,
      .cpu = steps[i].cpu,
      .rule = steps[i].confidence == TH_CONFIDENCE_EXACT ? 0 : 1,
      .confidence = steps[i].confidence,
      .stage = steps[i].stage,
    };

  cells[6] = th_flows_finalize (flows, &flow, own);
  cells[0] = own[0].time;
  cells[1] = device != NULL ? th_results_intern (results, device) : TH_CELL_NONE;
  cells[2] = device != NULL ? 1440 : TH_CELL_NONE;
  cells[3] = th_results_intern (results, outcome);
  cells[4] = reason != NULL ? th_results_intern (results, reason) : TH_CELL_NONE;
  cells[5] = own[n - 1].time - own[0].time;
  th_table_append (table, own[0].anchor, cells);
}

static void
add_flows (ThResults *results)
{
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  ThTable *table = th_results_add_table (results, &table_info);
  static const Step delivered[] = {
    { "irq_handler_entry", 40, 0, 2, TH_FLOW_NO_STAGE, TH_CONFIDENCE_EXACT },
    { "softirq_raise", 60, 0, 2, TEST_STAGE_IRQ, TH_CONFIDENCE_EXACT },
    { "poll began", 62, 0, 4, TEST_STAGE_IRQ, TH_CONFIDENCE_INFERRED },
    { "netif_receive_skb", 95, 0, 5, TEST_STAGE_NAPI, TH_CONFIDENCE_EXACT },
    { "sched_waking", 120, 0, 7, TEST_STAGE_STACK, TH_CONFIDENCE_EXACT },
    { "sched_switch", 180, 1, 4, TEST_STAGE_WAKEUP, TH_CONFIDENCE_EXACT },
    { "skb_copy_datagram_iovec", 215, 1, 6, TEST_STAGE_COPY, TH_CONFIDENCE_EXACT },
  };
  static const Step dropped[] = {
    { "netif_receive_skb", 50, 2, 1, TH_FLOW_NO_STAGE, TH_CONFIDENCE_EXACT },
    { "kfree_skb", 70, 2, 2, TEST_STAGE_STACK, TH_CONFIDENCE_BROKEN },
  };
  static const Step backwards[] = {
    { "netif_receive_skb", 100, 0, 6, TH_FLOW_NO_STAGE, TH_CONFIDENCE_EXACT },
    { "sched_waking", 130, 0, 8, TEST_STAGE_STACK, TH_CONFIDENCE_EXACT },
    { "sched_switch", 120, 1, 3, TEST_STAGE_WAKEUP, TH_CONFIDENCE_AMBIGUOUS },
    { "skb_copy_datagram_iovec", 140, 1, 4, TEST_STAGE_COPY, TH_CONFIDENCE_EXACT },
  };

  seal (results, flows, table, G_GUINT64_CONSTANT (0xffff88011c5bb300), "eth0", delivered,
        G_N_ELEMENTS (delivered), "delivered", NULL);
  seal (results, flows, table, G_GUINT64_CONSTANT (0xffff8801c4574a00), "eth0", dropped,
        G_N_ELEMENTS (dropped), "dropped", "NO_SOCKET");
  seal (results, flows, table, 0x1234, NULL, backwards, G_N_ELEMENTS (backwards), "delivered",
        NULL);
}

static void
add_interrupts (ThResults *results)
{
  ThTrack *track = th_results_add_track (results,
                                         &(ThTrackInfo) { TH_TRACK_SLICES, "irq", "Interrupts",
                                                          TH_ATTACH_CPU, 0, TH_UNIT_COUNT });
  ThSlices *slices = th_track_get_slices (track);
  guint32 softirq = th_results_intern (results, "NET_RX");
  guint32 irq = th_results_intern (results, "eth0");

  g_assert_true (th_slices_add (slices, 1,
                                &(ThSlice) { FLOW_AT (40), FLOW_AT (60), { 0, 0, 2 }, irq,
                                             TH_CONTEXT_IRQ, 0 }));
  g_assert_true (th_slices_add (slices, 0,
                                &(ThSlice) { FLOW_AT (40), FLOW_AT (130), { 0, 0, 4 }, softirq,
                                             TH_CONTEXT_SOFTIRQ, 0 }));
}

ThResults *
test_results_flows (void)
{
  ThResults *results = th_results_new ("packets", "Packets");

  add_interrupts (results);
  add_flows (results);
  th_results_publish (results);
  th_results_finish (results);

  return results;
}

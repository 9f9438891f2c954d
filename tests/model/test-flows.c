/* test-flows.c - flows, their legs, and lookup
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-results.h"

enum { STAGE_GRO, STAGE_STACK, STAGE_WAKEUP, N_STAGES };

static const ThStage stages[N_STAGES] = {
  { "gro", "gro", "", TH_CONTEXT_GRO, FALSE },
  { "stack", "stack", "", TH_CONTEXT_STACK, FALSE },
  { "wakeup", "wakeup", "", TH_CONTEXT_WAKEUP, TRUE }
};

static const ThFlowsInfo info = { .noun = "packet", .stages = stages, .n_stages = N_STAGES };

typedef struct
{
  ThResults *results;
  ThFlows   *flows;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->results = th_results_new ("packets", "Packets");
  fixture->flows = th_results_add_flows (fixture->results, &info);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  th_results_unref (fixture->results);
}

/* Adds a flow from a text such as "100 0:110 2:150": the time of each step, preceded by the stage
 * that ends there ("-" for none).  The steps are rows of CPU 0 from @row on. */
static guint32
seal (Fixture    *fixture,
      guint32     number,
      guint64     key,
      const char *text,
      guint32     row,
      guint32     parent)
{
  g_auto(GStrv) words = g_strsplit (text, " ", -1);
  ThFlow flow = { .key = key, .number = number, .n_steps = g_strv_length (words) };
  const ThFlowLinks links = { .parent = parent, .origin = TH_FLOW_NONE,
                              .parent_confidence = TH_CONFIDENCE_INFERRED };
  g_autofree ThStep *steps = g_new0 (ThStep, flow.n_steps);
  guint32 sealed;

  for (guint i = 0; i < flow.n_steps; i++)
    {
      const char *colon = strchr (words[i], ':');

      steps[i].time = g_ascii_strtoll (colon != NULL ? colon + 1 : words[i], NULL, 10);
      steps[i].stage = colon == NULL || words[i][0] == '-' ? TH_FLOW_NO_STAGE : words[i][0] - '0';
      steps[i].anchor = (ThRef) { 0, 0, row + i };
      steps[i].confidence = i == 0 ? TH_CONFIDENCE_EXACT : i % TH_N_CONFIDENCES;
    }

  sealed = th_flows_finalize (fixture->flows, &flow, steps);
  if (parent != TH_FLOW_NONE)
    th_flows_set_links (fixture->flows, sealed, &links, NULL);
  return sealed;
}

static char *
legs_text (Fixture *fixture,
           guint32  row)
{
  const ThFlow *flow = th_flows_get (fixture->flows, row);
  g_autoptr(GArray) legs = th_flows_list_legs (fixture->flows, flow);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);

      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "@%u",
                              i > 0 ? ", " : "",
                              leg->stage == TH_FLOW_NO_STAGE ? "other" : stages[leg->stage].id,
                              leg->begin, leg->end,
                              leg->end_step);
    }

  return g_string_free (text, FALSE);
}

/* Adjacent legs of one stage are merged; unexplained time is a leg unless it has no length; a
 * negative leg is separate. */
static void
test_legs (Fixture      *fixture,
           gconstpointer data)
{
  struct
  {
    const char *steps, *legs;
  } cases[] = {
    { "100 0:110 0:115 1:150", "gro 100-115@2, stack 115-150@3" },
    { "100 -:100 0:110 -:120 1:150", "gro 100-110@2, other 110-120@3, stack 120-150@4" },
    { "100 0:110 0:105 1:150", "gro 100-110@1, gro 110-105@2, stack 105-150@3" },
    { "100", "" },
    { "100 2:100", "wakeup 100-100@1" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    seal (fixture, th_flows_begin (fixture->flows), 1, cases[i].steps, 0, TH_FLOW_NONE);
  g_assert_cmpuint (th_flows_get_n (fixture->flows), ==, 0);
  g_assert_null (th_results_get_flows (fixture->results));
  th_results_publish (fixture->results);
  g_assert_true (th_results_get_flows (fixture->results) == fixture->flows);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = legs_text (fixture, i);
      const ThFlow *flow = th_flows_get (fixture->flows, i);
      g_autoptr(GArray) legs = th_flows_list_legs (fixture->flows, flow);
      gint64 sum = 0;

      g_assert_cmpstr (text, ==, cases[i].legs);
      for (guint j = 0; j < legs->len; j++)
        sum += g_array_index (legs, ThLeg, j).end - g_array_index (legs, ThLeg, j).begin;
      g_assert_cmpint (sum, ==, flow->last - flow->first);
    }
  g_assert_cmpint (th_flows_get_stage_time (fixture->flows, th_flows_get (fixture->flows, 0),
                                            STAGE_GRO, NULL), ==, 15);
  g_assert_cmpint (th_flows_get_stage_time (fixture->flows, th_flows_get (fixture->flows, 0),
                                            STAGE_WAKEUP, NULL), ==, TH_TIME_NONE);
  g_assert_cmpint (th_flows_get_stage_time (fixture->flows, th_flows_get (fixture->flows, 4),
                                            STAGE_WAKEUP, NULL), ==, 0);
}

/* The number is known from the start, the row once the flow is finalized and published. */
static void
test_numbers (Fixture      *fixture,
              gconstpointer data)
{
  guint32 parent = th_flows_begin (fixture->flows);
  guint32 child = th_flows_begin (fixture->flows);
  g_autoptr(GArray) none = NULL, children = NULL;
  guint counts[TH_N_CONFIDENCES];

  seal (fixture, child, 0xa0, "100 0:110", 0, parent);
  g_assert_cmpuint (th_flows_get_row (fixture->flows, child), ==, TH_FLOW_NONE);
  th_results_publish (fixture->results);
  g_assert_cmpuint (th_flows_get_row (fixture->flows, child), ==, 0);
  g_assert_cmpuint (th_flows_get_row (fixture->flows, parent), ==, TH_FLOW_NONE);
  g_assert_cmpuint (th_flows_get_row (fixture->flows, 77), ==, TH_FLOW_NONE);
  none = th_flows_list_children (fixture->flows, 0);
  g_assert_cmpuint (none->len, ==, 0);

  seal (fixture, parent, 0xa1, "90 0:130", 10, TH_FLOW_NONE);
  th_results_publish (fixture->results);
  g_assert_cmpuint (th_flows_get_row (fixture->flows, parent), ==, 1);
  children = th_flows_list_children (fixture->flows, 1);
  g_assert_cmpuint (children->len, ==, 1);
  g_assert_cmpuint (g_array_index (children, guint32, 0), ==, 0);

  /* There are two steps; being part of the other one is not a step. */
  th_flows_count_confidence (fixture->flows, th_flows_get (fixture->flows, 0), counts);
  g_assert_cmpuint (counts[TH_CONFIDENCE_EXACT], ==, 1);
  g_assert_cmpuint (counts[TH_CONFIDENCE_INFERRED], ==, 1);
}

/* Found by event if an event follows the end, when the key is in use again. */
static void
test_find (Fixture      *fixture,
           gconstpointer data)
{
  ThRef late = { 0, 0, 2 };

  seal (fixture, th_flows_begin (fixture->flows), 0xa0, "100 0:110 0:130", 0, TH_FLOW_NONE);
  seal (fixture, th_flows_begin (fixture->flows), 0xa0, "300 0:310", 20, TH_FLOW_NONE);
  seal (fixture, th_flows_begin (fixture->flows), 0xb0, "105 0:140", 30, TH_FLOW_NONE);
  th_results_publish (fixture->results);
  th_flows_prepare (fixture->flows);
  /* This one began earlier but is added after the index has the others. */
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 305, TH_REF_NONE), ==, 1);
  seal (fixture, th_flows_begin (fixture->flows), 0xa0, "120 0:200", 10, TH_FLOW_NONE);
  th_results_publish (fixture->results);

  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 100, TH_REF_NONE), ==, 0);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 130, TH_REF_NONE), ==, 3);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 130, late), ==, 0);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 250, TH_REF_NONE), ==, TH_FLOW_NONE);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xa0, 50, late), ==, TH_FLOW_NONE);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xc0, 130, late), ==, TH_FLOW_NONE);

  /* Packets of one poll at one address, each of which has the start of the poll. */
  for (guint i = 0; i < 40; i++)
    seal (fixture, th_flows_begin (fixture->flows), 0xd0, "400 0:410", 1000 + 10 * i, TH_FLOW_NONE);
  th_results_publish (fixture->results);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpuint (th_flows_find (fixture->flows, 0xd0, 410, (ThRef) { 0, 0, 1001 + 10 * i }),
                      ==, 4 + i);

  g_assert_cmpuint (th_flows_get_neighbor (fixture->flows, 0, 1), ==, 3);
  g_assert_cmpuint (th_flows_get_neighbor (fixture->flows, 3, 1), ==, 1);
  g_assert_cmpuint (th_flows_get_neighbor (fixture->flows, 1, 1), ==, TH_FLOW_NONE);
  g_assert_cmpuint (th_flows_get_neighbor (fixture->flows, 1, -1), ==, 3);
  g_assert_cmpuint (th_flows_get_neighbor (fixture->flows, 0, -1), ==, TH_FLOW_NONE);

  /* A flow with two keys. */
  seal (fixture, th_flows_begin (fixture->flows), 0xe0, "500 0:510 0:530", 5000, TH_FLOW_NONE);
  th_flows_add_key (fixture->flows, 44, 0xe8);
  th_results_publish (fixture->results);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xe0, 520, TH_REF_NONE), ==, 44);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xe8, 520, TH_REF_NONE), ==, 44);
  g_assert_cmpuint (th_flows_find (fixture->flows, 0xe8, 540, TH_REF_NONE), ==, TH_FLOW_NONE);
}

/* Steps are read as they were written: near the first one, far from it, before it, with numbers
 * that cannot be packed, and with more kinds than can be numbered. */
static void
test_steps (Fixture      *fixture,
            gconstpointer data)
{
  enum { N = 70000 };
  static const gint64 far[] = { 0, 1, -1, G_MAXINT32, (gint64) G_MAXINT32 + 1, G_MININT32,
                                (gint64) G_MININT32 - 1, 86400 * (gint64) 1000000000 };
  g_autofree ThStep *steps = g_new0 (ThStep, N);
  ThFlow flow = { .key = 1, .number = th_flows_begin (fixture->flows), .n_steps = N };

  for (guint i = 0; i < N; i++)
    steps[i] = (ThStep) {
      { i % 3, i / 11, G_MAXUINT32 - i }, 5 + far[i % G_N_ELEMENTS (far)], i,
      i % 2 == 0 ? TH_STEP_NO_DETAIL : i, i * 7, i % 300, i % TH_N_CONFIDENCES, i, i % 4
    };
  th_flows_finalize (fixture->flows, &flow, steps);
  flow.number = th_flows_begin (fixture->flows);
  steps[0].time = G_MININT64 + 1;
  steps[1].time = G_MAXINT64;
  flow.n_steps = 2;
  th_flows_finalize (fixture->flows, &flow, steps);
  th_results_publish (fixture->results);

  for (guint32 row = 0; row < 2; row++)
    for (guint32 i = row == 0 ? 2 : 0; i < th_flows_get (fixture->flows, row)->n_steps; i++)
      {
        ThStep step = th_flows_get_step (fixture->flows, th_flows_get (fixture->flows, row), i);

        g_assert_true (th_ref_equal (step.anchor, steps[i].anchor));
        g_assert_cmpint (step.time, ==, steps[i].time);
        g_assert_true (step.label == steps[i].label && step.detail == steps[i].detail &&
                       step.cpu == steps[i].cpu && step.rule == steps[i].rule &&
                       step.confidence == steps[i].confidence && step.stage == steps[i].stage &&
                       step.flags == steps[i].flags);
      }
}

/* The greatest word that is packed, the mark for none, and those beside them. */
static void
test_step_details (Fixture      *fixture,
                   gconstpointer data)
{
  static const guint32 details[] = { 0, 0xfffe, 0xffff, 0x10000, G_MAXUINT32 - 1,
                                     TH_STEP_NO_DETAIL };
  ThStep steps[G_N_ELEMENTS (details)] = { 0 };
  ThFlow flow = { .key = 1, .number = th_flows_begin (fixture->flows),
                  .n_steps = G_N_ELEMENTS (details) };

  for (guint i = 0; i < G_N_ELEMENTS (details); i++)
    steps[i].detail = details[i];
  th_flows_finalize (fixture->flows, &flow, steps);
  th_results_publish (fixture->results);

  for (guint i = 0; i < G_N_ELEMENTS (details); i++)
    {
      ThStep step = th_flows_get_step (fixture->flows, th_flows_get (fixture->flows, 0), i);

      g_assert_cmpuint (step.detail, ==, details[i]);
    }
}

/* Only some flows have ends, and they share them. */
static void
test_ends (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint32 web, shell;

  web = th_flows_add_ends (fixture->flows, &(ThFlowEnds) { 3, 7, TH_FLOW_NO_ADDRESS, 50000, 443,
                                                            9 });
  shell = th_flows_add_ends (fixture->flows, &(ThFlowEnds) { 1, 7, 8, 50001, 22,
                                                              TH_FLOW_NO_ADDRESS });
  for (guint i = 0; i < 8; i++)
    {
      guint32 row = seal (fixture, th_flows_begin (fixture->flows), 1, "100 0:110", 0,
                          TH_FLOW_NONE);

      if (i % 3 == 1)
        th_flows_set_ends (fixture->flows, row, i == 4 ? shell : web);
    }
  g_assert_null (th_flows_get_ends (fixture->flows, 1));
  th_results_publish (fixture->results);
  for (guint i = 0; i < 8; i++)
    {
      const ThFlowEnds *ends = th_flows_get_ends (fixture->flows, i);

      g_string_append_printf (text, "%u ", ends != NULL ? ends->target_port : 0);
    }
  g_assert_cmpstr (text->str, ==, "0 443 0 0 22 0 0 443 ");
}

/* The event comes first, then the address; an address that was used again is not removed. */
static void
test_connections (Fixture      *fixture,
                  gconstpointer data)
{
  ThConnections *connections = th_results_add_connections (fixture->results);
  ThConnection old = { .number = 1 }, new = { .number = 2 };
  ThRef event = { 0, 1, 5 }, other = { 0, 1, 6 };

  g_assert_null (th_connections_find (connections, event, 0x100));
  g_assert_null (th_connections_find (connections, TH_REF_NONE, 0));
  th_connections_set_socket (connections, 0x100, &old);
  th_connections_set_event (connections, event, &new);
  g_assert_true (th_connections_find (connections, event, 0x100) == &new);
  g_assert_true (th_connections_find (connections, other, 0x100) == &old);
  g_assert_null (th_connections_find (connections, other, 0));
  th_connections_set_socket (connections, 0x100, &new);
  th_connections_remove_socket (connections, 0x100, &old);
  g_assert_true (th_connections_find (connections, other, 0x100) == &new);
  th_connections_remove_socket (connections, 0x100, &new);
  g_assert_null (th_connections_find (connections, event, 0x100));
}

/* The total ends with the last step that ends a stage. */
static void
test_total (Fixture      *fixture,
            gconstpointer data)
{
  static const struct { const char *steps; gint64 total; guint32 row; } cases[] = {
    { "100 0:110 1:150", 50, 2 }, { "100 0:110 -:170", 10, 1 }, { "100 -:110", 0, 0 },
    { "100", 0, 0 }, { "100 0:90", -10, 1 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    seal (fixture, th_flows_begin (fixture->flows), 1, cases[i].steps, 0, TH_FLOW_NONE);
  th_results_publish (fixture->results);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ThRef anchor = TH_REF_NONE;

      g_assert_cmpint (th_flows_get_total (fixture->flows, th_flows_get (fixture->flows, i),
                                           &anchor), ==, cases[i].total);
      g_assert_cmpuint (anchor.row, ==, cases[i].row);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/flows/legs", Fixture, NULL, set_up, test_legs, tear_down);
  g_test_add ("/flows/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/flows/steps/details", Fixture, NULL, set_up, test_step_details, tear_down);
  g_test_add ("/flows/ends", Fixture, NULL, set_up, test_ends, tear_down);
  g_test_add ("/flows/connections", Fixture, NULL, set_up, test_connections, tear_down);
  g_test_add ("/flows/total", Fixture, NULL, set_up, test_total, tear_down);
  g_test_add ("/flows/numbers", Fixture, NULL, set_up, test_numbers, tear_down);
  g_test_add ("/flows/find", Fixture, NULL, set_up, test_find, tear_down);

  return g_test_run ();
}

/* test-agent-plan.c - what a window wants is read, or refused
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-agent-plan.h"

/* Parses a dictionary in GVariant's text format. */
static ThAgentPlan *
parse (const char  *text,
       GError     **error)
{
  g_autoptr(GVariant) message = g_variant_new_parsed (text);

  return th_agent_plan_parse (message, error);
}

static void
assert_refused (const char *text,
                const char *key)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThAgentPlan) plan = parse (text, &error);
  g_autofree char *prefix = g_strconcat (key, ": ", NULL);

  g_assert_null (plan);
  g_assert_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST);
  g_assert_true (g_str_has_prefix (error->message, prefix));
}

static void
test_empty (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThAgentPlan) plan = parse ("@a{sv} {}", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (plan->clock, ==, "mono");
  g_assert_cmpuint (plan->buffer_kb, ==, 0);
  g_assert_cmpuint (plan->events->len, ==, 0);
  g_assert_null (plan->tracer);
  g_assert_null (plan->trigger);
  g_assert_false (plan->ring || plan->hold || plan->remote || plan->counters || plan->measure);
}

static void
test_all (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThAgentPlan) plan = NULL;
  const ThAgentEvent *event;

  plan = parse ("{'clock': <'boot'>, 'buffer-kb': <uint64 4096>, 'pids': <[1, 70000]>,"
                "'events': <[('sched:sched_switch', ''), ('irq:softirq_entry', 'vec == 3')]>,"
                "'tracer': <'function_graph'>, 'functions': <['vfs_*']>, 'max-depth': <uint32 8>,"
                "'probes': <[['p a vfs_read', 'p a ksys_read'], ['t b consume_skb']]>,"
                "'together': <[['a', 'b']]>, 'ring': <true>, 'pack': <100>,"
                "'stop-trigger': <('net:net_dev_xmit', 'rc != 0')>, 'unknown': <1>}", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plan->clock, ==, "boot");
  g_assert_cmpuint (plan->buffer_kb, ==, 4096);
  g_assert_cmpint (g_array_index (plan->pids, gint32, 1), ==, 70000);
  event = plan->events->pdata[0];
  g_assert_null (event->filter);
  event = plan->events->pdata[1];
  g_assert_cmpstr (event->system, ==, "irq");
  g_assert_cmpstr (event->name, ==, "softirq_entry");
  g_assert_cmpstr (event->filter, ==, "vec == 3");
  g_assert_cmpstr (plan->functions[0], ==, "vfs_*");
  g_assert_cmpuint (plan->max_depth, ==, 8);
  g_assert_cmpstr (((char **) plan->probes->pdata[0])[1], ==, "p a ksys_read");
  g_assert_cmpstr (((char **) plan->together->pdata[0])[1], ==, "b");
  g_assert_true (plan->ring);
  g_assert_cmpint (plan->pack, ==, 9);
  g_assert_cmpstr (plan->trigger->name, ==, "net_dev_xmit");
  g_assert_cmpuint (plan->resume_s, ==, 0);
}

/* A lost connection is waited for for a minute at most; a measurement is over too soon for that. */
static void
test_resume (void)
{
  g_autoptr(ThAgentPlan) plan = parse ("{'resume': <uint32 7>}", NULL);
  g_autoptr(ThAgentPlan) most = parse ("{'resume': <uint32 4294967295>}", NULL);
  g_autoptr(ThAgentPlan) measure = parse ("{'resume': <uint32 7>, 'measure': <true>}", NULL);

  g_assert_cmpuint (plan->resume_s, ==, 7);
  g_assert_cmpuint (most->resume_s, ==, 60);
  g_assert_cmpuint (measure->resume_s, ==, 0);
}

/* A value of another type counts as missing. */
static void
test_types (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThAgentPlan) plan = parse ("{'clock': <1>, 'events': <['a']>, 'pids': <'1'>,"
                                       "'probes': <['p']>, 'ring': <'yes'>}", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (plan->clock, ==, "mono");
  g_assert_cmpuint (plan->events->len + plan->pids->len + plan->probes->len, ==, 0);
  g_assert_false (plan->ring);
}

static void
test_refused (void)
{
  assert_refused ("{'clock': <'../x'>}", "clock");
  assert_refused ("{'events': <[('sched', '')]>}", "events");
  assert_refused ("{'events': <[('sched:a', 'x\\n')]>}", "events");
  assert_refused ("{'stop-trigger': <('sched:a', 'x\\n')>}", "stop-trigger");
  assert_refused ("{'pids': <[-1]>}", "pids");
  assert_refused ("{'tracer': <'blk'>}", "tracer");
  assert_refused ("{'functions': <['schedule:traceoff']>}", "functions");
  assert_refused ("{'max-depth': <uint32 1001>}", "max-depth");
  assert_refused ("{'probes': <[['p a vfs_read', '-:a']]>}", "probes");
}

/* Arrays of one element more than is allowed. */
static GVariant *
repeat (const char *key,
        const char *element,
        guint       n)
{
  GVariantBuilder values;
  GVariantDict dict;

  g_variant_builder_init (&values, G_VARIANT_TYPE_ARRAY);
  for (guint i = 0; i < n; i++)
    g_variant_builder_add_value (&values, g_variant_new_parsed (element));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, key, g_variant_builder_end (&values));
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static void
test_bounds (void)
{
  static const struct { const char *key, *element; guint most; } bounds[] = {
    { "events", "('a:b', '')", 8192 }, { "pids", "1", 4096 }, { "functions", "'a'", 4096 },
    { "probes", "['p a b']", 512 }, { "together", "['a']", 512 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    {
      g_autoptr(GVariant) most = repeat (bounds[i].key, bounds[i].element, bounds[i].most);
      g_autoptr(GVariant) more = repeat (bounds[i].key, bounds[i].element, bounds[i].most + 1);
      g_autoptr(ThAgentPlan) plan = th_agent_plan_parse (most, NULL);
      g_autoptr(ThAgentPlan) none = th_agent_plan_parse (more, NULL);

      g_assert_nonnull (plan);
      g_assert_null (none);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/agent-plan/empty", test_empty);
  g_test_add_func ("/capture/agent-plan/all", test_all);
  g_test_add_func ("/capture/agent-plan/resume", test_resume);
  g_test_add_func ("/capture/agent-plan/types", test_types);
  g_test_add_func ("/capture/agent-plan/refused", test_refused);
  g_test_add_func ("/capture/agent-plan/bounds", test_bounds);
  return g_test_run ();
}

/* th-agent-report.c - the dictionaries that describe a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-agent-machine.h"
#include "th-agent-report.h"

static GVariant *
new_strings (GPtrArray *strings)
{
  return g_variant_new_strv ((const char *const *) strings->pdata, strings->len);
}

static GVariant *
new_pairs (GPtrArray *strings)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i + 1 < strings->len; i += 2)
    {
      g_autofree char *what = g_utf8_make_valid (strings->pdata[i], -1);
      g_autofree char *why = g_utf8_make_valid (strings->pdata[i + 1], -1);

      g_variant_builder_add (&builder, "(ss)", what, why);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
new_cpus (ThAgentPages *pages)
{
  GVariantBuilder builder;
  guint n;
  const ThAgentCpu *cpus = th_agent_pages_get_cpus (pages, &n);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("au"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "u", cpus[i].number);
  return g_variant_builder_end (&builder);
}

GVariant *
th_agent_report_configured (ThAgentInstance   *instance,
                            const ThAgentPlan *plan,
                            ThAgentSetup      *setup,
                            ThAgentPages      *pages,
                            const char        *resume)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "instance", "s", th_agent_instance_get_name (instance));
  g_variant_dict_insert (&dict, "clock", "s", plan->clock);
  g_variant_dict_insert (&dict, "buffer-kb", "t", setup->buffer_kb);
  g_variant_dict_insert (&dict, "page-size", "u", th_agent_pages_get_size (pages));
  g_variant_dict_insert_value (&dict, "cpus", new_cpus (pages));
  g_variant_dict_insert_value (&dict, "missing", new_strings (setup->missing));
  g_variant_dict_insert_value (&dict, "refused", new_pairs (setup->refused));
  g_variant_dict_insert_value (&dict, "probes", new_strings (setup->probes));
  if (resume != NULL)
    g_variant_dict_insert (&dict, "resume", "s", resume);
  return g_variant_dict_end (&dict);
}

void
th_agent_report_times (GVariantDict *dict)
{
  static const char *const clocks[] = { "mono", "boot", "real" };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      gint64 ns = 0;

      th_agent_read_clock (clocks[i], &ns);
      g_variant_dict_insert (dict, clocks[i], "x", ns);
    }
}

static void
insert_numbers (GVariantDict     *dict,
                const char       *key,
                const ThAgentCpu *cpus,
                guint             n,
                gsize             offset)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("at"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "t", G_STRUCT_MEMBER (guint64, &cpus[i], offset));
  g_variant_dict_insert_value (dict, key, g_variant_builder_end (&builder));
}

void
th_agent_report_status (GVariantDict *dict,
                        ThAgentPages *pages,
                        guint64       buffer_kb,
                        gsize         waiting)
{
  GVariantBuilder fill;
  guint n;
  const ThAgentCpu *cpus = th_agent_pages_get_cpus (pages, &n);

  th_agent_pages_update (pages, buffer_kb);
  insert_numbers (dict, "events", cpus, n, G_STRUCT_OFFSET (ThAgentCpu, n_events));
  insert_numbers (dict, "bytes", cpus, n, G_STRUCT_OFFSET (ThAgentCpu, n_bytes));
  insert_numbers (dict, "overrun", cpus, n, G_STRUCT_OFFSET (ThAgentCpu, n_overrun));
  insert_numbers (dict, "dropped", cpus, n, G_STRUCT_OFFSET (ThAgentCpu, n_dropped));
  g_variant_builder_init (&fill, G_VARIANT_TYPE ("ad"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&fill, "d", cpus[i].fill);
  g_variant_dict_insert_value (dict, "fill", g_variant_builder_end (&fill));
  g_variant_dict_insert (dict, "queue", "t", (guint64) waiting);
}

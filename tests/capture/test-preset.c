/* test-preset.c - presets: reading them, and matching them with a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <glib/gstdio.h>

#include "th-analyses.h"
#include "th-interrupts.h"
#include "th-packets.h"
#include "th-preset-match.h"
#include "th-sched.h"

/* --- reading --------------------------------------------------------------- */

#define HEAD "{\"id\":\"a\",\"title\":\"T\",\"text\":\"S\","
#define PROBE HEAD "\"probes\":[{\"event\":\"b\",\"lines\":["

static const struct
{
  const char   *text;
  ThPresetError code;
} wrong[] = {
  { "", TH_PRESET_ERROR_CONTENT },
  { "[", TH_PRESET_ERROR_SYNTAX },
  { "[]", TH_PRESET_ERROR_CONTENT },
  { "{}", TH_PRESET_ERROR_CONTENT },
  { "// no\n{}", TH_PRESET_ERROR_SYNTAX },
  { "[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]", TH_PRESET_ERROR_SYNTAX },
  { HEAD "\"x\":1}", TH_PRESET_ERROR_CONTENT },
  { "{\"id\":\"A b\",\"title\":\"T\",\"text\":\"S\"}", TH_PRESET_ERROR_CONTENT },
  { "{\"id\":\"a\",\"title\":\"T\\u0007\",\"text\":\"S\"}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"buffer-kb\":0}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"buffer-kb\":99999999999}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"buffer-kb\":\"8\"}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"tracer\":\"hwlat\"}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"needs\":[\"root\"]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":{}}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[\"sched_switch\"]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[\"a:b/x\"]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[7]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[{\"event\":\"a:b\",\"since\":\"six\"}]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[{\"event\":\"a:b\",\"filters\":[]}]}", TH_PRESET_ERROR_CONTENT },
  { HEAD "\"events\":[{\"event\":\"a:b\",\"filter\":\"x\\ny\"}]}", TH_PRESET_ERROR_CONTENT },
  { PROBE "]}]}", TH_PRESET_ERROR_CONTENT },
  { PROBE "\"p other f\"]}]}", TH_PRESET_ERROR_CONTENT },
  { PROBE "\"x b f\"]}]}", TH_PRESET_ERROR_CONTENT },
  { PROBE "\"p b\"]}]}", TH_PRESET_ERROR_CONTENT },
  { PROBE "\"p b f\\n-:*\"]}]}", TH_PRESET_ERROR_CONTENT },
};

static void
test_wrong (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(ThPreset) preset = th_preset_parse ("x.json", wrong[i].text,
                                                    strlen (wrong[i].text), &error);

      if (preset != NULL)
        g_error ("%s was taken", wrong[i].text);
      g_assert_error (error, TH_PRESET_ERROR, (int) wrong[i].code);
      g_assert_true (g_str_has_prefix (error->message, "x.json: "));
    }
}

/* Every cut and every changed byte of a preset is read or refused. */
static void
test_damaged (void)
{
  static const char text[] =
    HEAD "\"includes\":[\"q\"],\"needs\":[\"pids\"],\"events\":[\"a:b\",{\"event\":\"c:*\","
    "\"filters\":{\"x86_64\":\"id == 1\"},\"since\":\"6.1\"}],\"probes\":[{\"event\":\"b\","
    "\"group\":\"g\",\"lines\":[\"p b f x=$arg1\",{\"line\":\"p b g\",\"needs\":\"btf-args\"}]}]}";
  guint n_read = 0;

  for (gsize i = 0; i < sizeof text - 1; i++)
    {
      g_autoptr(ThPreset) cut = th_preset_parse ("x", text, i, NULL);

      g_assert_null (cut);
      for (guint bit = 0; bit < 8; bit++)
        {
          g_autofree char *changed = g_strdup (text);

          changed[i] ^= (char) (1 << bit);
          g_autoptr(ThPreset) preset = th_preset_parse ("x", changed, sizeof text - 1, NULL);
          n_read += preset != NULL;
        }
    }
  g_assert_cmpuint (n_read, >, 0);
}

static void
write_own (const char *name,
           const char *text)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "thresher", "presets", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_own (void)
{
  g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *large = g_strnfill (TH_PRESET_MAX_BYTES + 1, ' ');
  g_autoptr(ThPresets) presets = NULL;

  write_own ("mine.json", "{\"id\":\"mine\",\"title\":\"Mine\",\"text\":\"S.\","
             "\"includes\":[\"sched\"],\"events\":[\"net:net_dev_queue\"]}");
  write_own ("block.json", "{\"id\":\"block\",\"title\":\"My disks\",\"text\":\"S.\"}");
  write_own ("broken.json", "{");
  write_own ("lonely.json", "{\"id\":\"lonely\",\"title\":\"L\",\"text\":\"S.\","
             "\"includes\":[\"nowhere\"]}");
  write_own ("large.json", large);
  write_own ("ignored.txt", "{");

  presets = th_presets_load (problems);
  g_assert_cmpuint (th_presets_get_n (presets), ==, 9);
  g_assert_cmpstr (th_presets_get (presets, 0)->id, ==, "packets");
  g_assert_cmpstr (th_presets_get (presets, 8)->id, ==, "mine");
  g_assert_true (th_presets_get (presets, 8)->is_own);
  g_assert_cmpstr (th_presets_find (presets, "block")->title, ==, "My disks");
  g_assert_null (th_presets_find (presets, "lonely"));
  g_assert_cmpuint (problems->len, ==, 3);
}

/* --- matching -------------------------------------------------------------- */

/* The events of two real kernels, as available_events lists them. */
static char **
read_events (const char *kernel)
{
  g_autofree char *name = g_strdup_printf ("events-%s.txt", kernel);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "capture", "data", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return g_strsplit (g_strchomp (text), "\n", -1);
}

static char *
describe (const ThPresetMatch *match)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%u of %u", match->choices->len, match->n_wanted);
  for (guint i = 0; i < match->missing->len; i++)
    {
      const ThPresetMissing *missing = match->missing->pdata[i];

      g_string_append_printf (text, "; %s %s", missing->name,
                              missing->since != NULL ? missing->since : "-");
    }
  return g_string_free (text, FALSE);
}

static void
check_match (const char *kernel,
             const char *release,
             const char *id,
             const char *expected)
{
  const char *const ids[] = { id, NULL };
  const char *const can[] = { "kprobes", NULL };
  const char *const tracers[] = { "nop", NULL };
  g_auto(GStrv) events = read_events (kernel);
  const ThPresetTarget target = { .release = release, .machine = "x86_64",
                                  .events = (const char *const *) events, .can = can,
                                  .tracers = tracers };
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(ThPresetMatch) match = th_preset_match (presets, ids, &target);
  g_autofree char *text = describe (match);

  g_assert_cmpstr (text, ==, expected);
}

/* The numbers were counted with grep over the lists. */
static void
test_match (void)
{
  check_match ("6.1", "6.1.0-56-amd64", "packets",
               "35 of 39; sock:sk_data_ready 6.3; sock:sock_recv_length 6.3; "
               "sock:sock_send_length 6.3; icmp:icmp_send 6.10");
  check_match ("6.18", "6.18.44", "packets", "39 of 39");
  check_match ("6.1", "6.1.0", "sched", "16 of 17; ipi:ipi_send_cpu 6.4");
}

static ThPresetMatch *
match_small (ThPresets         *presets,
             const char *const *ids,
             const char        *machine,
             const char *const *can)
{
  static const char *const events[] = { "irq:softirq_entry", "irq:softirq_exit",
                                        "irq:softirq_raise", "net:net_dev_queue",
                                        "raw_syscalls:sys_enter", "raw_syscalls:sys_exit",
                                        "sched:sched_switch", NULL };
  static const char *const tracers[] = { "function_graph", "nop", NULL };
  const ThPresetTarget target = { .release = "6.12.95", .machine = machine, .events = events,
                                  .can = can, .tracers = tracers, .max_buffer_kb = 9000 };

  return th_preset_match (presets, ids, &target);
}

static const char *
get_filter (const ThPresetMatch *match,
            const char          *name)
{
  for (guint i = 0; i < match->choices->len; i++)
    {
      const ThPresetChoice *choice = match->choices->pdata[i];

      if (strcmp (choice->name, name) == 0)
        return choice->filter != NULL ? choice->filter : "";
    }
  return NULL;
}

/* Block filters softirqs by vector, interrupts does not: together there is no filter. */
static void
test_filters (void)
{
  static const char *const block[] = { "block", NULL };
  static const char *const both[] = { "block", "interrupts", NULL };
  static const char *const calls[] = { "packets-calls", NULL };
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(ThPresetMatch) first = match_small (presets, block, "x86_64", NULL);
  g_autoptr(ThPresetMatch) second = match_small (presets, both, "x86_64", NULL);
  g_autoptr(ThPresetMatch) third = match_small (presets, calls, "x86_64", NULL);
  g_autoptr(ThPresetMatch) fourth = match_small (presets, calls, "riscv64", NULL);

  g_assert_cmpstr (get_filter (first, "irq:softirq_entry"), ==, "vec == 4");
  g_assert_cmpstr (get_filter (second, "irq:softirq_entry"), ==, "");
  g_assert_nonnull (strstr (get_filter (third, "raw_syscalls:sys_enter"), "id == 299"));
  g_assert_cmpstr (get_filter (fourth, "raw_syscalls:sys_enter"), ==, "");
}

static void
test_two_filters (void)
{
  static const char *const ids[] = { "one", "two", NULL };
  g_autoptr(ThPresets) presets = NULL;
  g_autoptr(ThPresetMatch) match = NULL;

  write_own ("one.json", "{\"id\":\"one\",\"title\":\"A\",\"text\":\"S.\",\"events\":["
             "{\"event\":\"net:net_dev_queue\",\"filter\":\"len > 9\"}]}");
  write_own ("two.json", "{\"id\":\"two\",\"title\":\"B\",\"text\":\"S.\",\"events\":["
             "{\"event\":\"net:*\",\"filter\":\"len < 3\"}]}");
  presets = th_presets_load (NULL);
  match = match_small (presets, ids, "x86_64", NULL);
  g_assert_cmpstr (get_filter (match, "net:net_dev_queue"), ==, "(len > 9) || (len < 3)");
  g_assert_cmpuint (match->n_wanted, ==, 1);
}

static char *
configure (const char *const *can)
{
  static const char *const ids[] = { "deep", NULL };
  static const char *const events[] = { "sched:sched_switch", NULL };
  const ThPresetTarget target = { .release = "6.12.95", .machine = "x86_64", .events = events,
                                  .can = can, .max_buffer_kb = 9000 };
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(ThPresetMatch) match = th_preset_match (presets, ids, &target);
  g_autoptr(GVariantDict) dict = g_variant_dict_new (NULL);
  g_autoptr(GVariant) configuration = NULL;

  th_preset_match_configure (match, &target, dict);
  configuration = g_variant_ref_sink (g_variant_dict_end (dict));
  return g_variant_print (configuration, TRUE);
}

static void
test_probes (void)
{
  static const char *const none[] = { "function", NULL };
  static const char *const plain[] = { "kprobes", NULL };
  static const char *const typed[] = { "kprobes", "btf-args", NULL };
  g_autofree char *without = configure (none);
  g_autofree char *with = configure (plain);
  g_autofree char *best = configure (typed);

  g_assert_null (strstr (without, "probes"));
  g_assert_nonnull (strstr (without, "'buffer-kb': <uint64 9000>"));
  g_assert_nonnull (strstr (with, "['p clone __skb_clone new=$arg1 skb=$arg2']"));
  g_assert_nonnull (strstr (with, "['p death_defer __kfree_skb_defer skb=$arg1', "
                                  "'p death_defer napi_skb_cache_put skb=$arg1']"));
  g_assert_nonnull (strstr (with, "['birth', 'clone', 'death_mem', 'death_partial', "
                                  "'death_defer', 'death_stolen'], ['segment', 'segment_ret']"));
  g_assert_nonnull (strstr (best, "['p clone __skb_clone new=$arg1 skb=$arg2 head=skb->head:x64 "
                                  "len=skb->len:u32', 'p clone"));
}

/* A group of which one probe has no line for the target is left out. */
static void
test_torn_group (void)
{
  static const char *const ids[] = { "torn", NULL };
  static const char *const can[] = { "kprobes", NULL };
  g_autoptr(ThPresets) presets = NULL;
  g_autoptr(ThPresetMatch) match = NULL;

  write_own ("torn.json", "{\"id\":\"torn\",\"title\":\"A\",\"text\":\"S.\",\"probes\":["
             "{\"event\":\"a\",\"group\":\"g\",\"lines\":[\"p a f\"]},"
             "{\"event\":\"b\",\"group\":\"g\",\"lines\":["
             "{\"line\":\"p b f\",\"before\":\"6.2\"}]},"
             "{\"event\":\"c\",\"lines\":[\"p c f\"]}]}");
  presets = th_presets_load (NULL);
  match = match_small (presets, ids, "x86_64", can);
  g_assert_cmpuint (match->n_probes_wanted, ==, 3);
  g_assert_cmpuint (match->probes->len, ==, 1);
  g_assert_cmpstr (((ThPresetProbe *) match->probes->pdata[0])->name, ==, "c");
  g_assert_cmpuint (match->missing->len, ==, 2);
}

static void
test_added_events (void)
{
  static const char *const events[] = { "net:net_dev_queue", "net:netif_rx",
                                        "sched:sched_switch", NULL };
  const ThPresetTarget target = { .release = "6.1", .machine = "x86_64", .events = events };
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(ThPresetMatch) match = th_preset_match (presets, NULL, &target);
  g_autoptr(GError) error = NULL;

  g_assert_true (th_preset_match_add_event (match, "net:netif_rx/len > 5", &target, NULL));
  g_assert_cmpstr (get_filter (match, "net:netif_rx"), ==, "len > 5");
  g_assert_true (th_preset_match_add_event (match, "net", &target, NULL));
  g_assert_cmpuint (match->choices->len, ==, 2);
  g_assert_cmpstr (get_filter (match, "net:netif_rx"), ==, "");
  g_assert_false (th_preset_match_add_event (match, "net:nothing", &target, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
}

static void
test_releases (void)
{
  g_assert_true (th_preset_release_is_from ("6.1.0-56-amd64", "5.19"));
  g_assert_true (th_preset_release_is_from ("6.10.1", "6.9"));
  g_assert_true (th_preset_release_is_from ("6.3-rc1", "6.3"));
  g_assert_false (th_preset_release_is_from ("6.1.0", "6.3"));
  g_assert_false (th_preset_release_is_from ("nonsense", "4.19"));
}

/* --- what the analyses want ------------------------------------------------ */

/* Events that an analysis can read and a preset leaves out, with the reason. */
static const struct
{
  const char *preset;
  const char *event;
  const char *reason;
} left_out[] = {
  { "packets", "sched:sched_wakeup", "sched_waking of the same wakeup is recorded" },
  { "packets", "syscalls:*", "the preset packets-calls records the calls" },
  { "packets", "raw_syscalls:*", "the preset packets-calls records the calls" },
  { "packets", "tcp:tcp_hash_*", "only signed connections (BGP) have it" },
  { "packets", "tcp:tcp_ao_handshake_failure", "only signed connections (BGP) have it" },
  { "packets-calls", "sched:sched_wakeup", "sched_waking of the same wakeup is recorded" },
  { "packets-calls", "tcp:tcp_hash_*", "only signed connections (BGP) have it" },
  { "packets-calls", "tcp:tcp_ao_handshake_failure", "only signed connections (BGP) have it" },
  { "deep", "sched:sched_wakeup", "sched_waking of the same wakeup is recorded" },
  { "deep", "syscalls:*", "the preset packets-calls records the calls" },
  { "deep", "raw_syscalls:*", "the preset packets-calls records the calls" },
  { "deep", "tcp:tcp_hash_*", "only signed connections (BGP) have it" },
  { "deep", "tcp:tcp_ao_handshake_failure", "only signed connections (BGP) have it" },
  { "process", "syscalls:*", "raw_syscalls has them all in two events" },
  { "sched", "sched:sched_wakeup", "sched_waking of the same wakeup is recorded" },
};

static const struct
{
  const char       *preset;
  const ThAnalysis *analysis;
} wanted[] = {
  { "packets", &th_packets_analysis },
  { "packets-calls", &th_packets_analysis },
  { "packets-calls", &th_syscalls_analysis },
  { "deep", &th_packets_analysis },
  { "sched", &th_sched_analysis },
  { "sched", &th_power_analysis },
  { "interrupts", &th_interrupts_analysis },
  { "process", &th_sched_analysis },
  { "process", &th_syscalls_analysis },
};

static gboolean
preset_has (ThPresets      *presets,
            const ThPreset *preset,
            const char     *event)
{
  for (guint i = 0; i < preset->n_events; i++)
    {
      const char *name = preset->events[i].name;

      if (strcmp (name, event) == 0 || g_pattern_match_simple (name, event) ||
          g_pattern_match_simple (event, name))
        return TRUE;
    }
  for (guint i = 0; preset->includes[i] != NULL; i++)
    if (preset_has (presets, th_presets_find (presets, preset->includes[i]), event))
      return TRUE;
  return FALSE;
}

static gboolean
is_left_out (const char *preset,
             const char *event)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (strcmp (left_out[i].preset, preset) == 0 &&
        g_pattern_match_simple (left_out[i].event, event))
      return TRUE;
  return FALSE;
}

static void
test_cover (void)
{
  g_autoptr(ThPresets) presets = th_presets_load (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const ThPreset *preset = th_presets_find (presets, wanted[i].preset);
      const ThSubscription *one = wanted[i].analysis->subscriptions;

      for (; one->event != NULL; one++)
        {
          gboolean recorded = preset_has (presets, preset, one->event);
          gboolean excused = is_left_out (preset->id, one->event);

          if (*one->event != '$' && recorded == excused)
            g_error ("%s: %s %s", preset->id, one->event,
                     recorded ? "is recorded, but has a reason not to be"
                              : "is missing, and there is no reason");
        }
    }
}

/* Each reason concerns something that an analysis of that preset wants. */
static void
test_reasons (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    {
      gboolean used = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (wanted); j++)
        if (strcmp (wanted[j].preset, left_out[i].preset) == 0)
          for (const ThSubscription *one = wanted[j].analysis->subscriptions; one->event; one++)
            used |= g_pattern_match_simple (left_out[i].event, one->event);
      if (!used)
        g_error ("%s %s is left out, but nothing wants it", left_out[i].preset, left_out[i].event);
    }
}

/* The sentences of data/presets/ are those that can be translated. */
static void
test_texts (void)
{
  g_autoptr(ThPresets) presets = th_presets_load (NULL);

  for (guint i = 0; i < th_presets_get_n (presets); i++)
    {
      const ThPreset *preset = th_presets_get (presets, i);

      g_assert_true (th_preset_is_translatable (preset->title));
      g_assert_true (th_preset_is_translatable (preset->text));
      for (guint j = 0; j < preset->n_events; j++)
        if (preset->events[j].without != NULL &&
            !th_preset_is_translatable (preset->events[j].without))
          g_error ("%s", preset->events[j].without);
      for (guint j = 0; j < preset->n_probes; j++)
        if (!th_preset_is_translatable (preset->probes[j].without))
          g_error ("%s", preset->probes[j].without);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add_func ("/capture/preset/wrong", test_wrong);
  g_test_add_func ("/capture/preset/damaged", test_damaged);
  g_test_add_func ("/capture/preset/own", test_own);
  g_test_add_func ("/capture/preset/match", test_match);
  g_test_add_func ("/capture/preset/filters", test_filters);
  g_test_add_func ("/capture/preset/two-filters", test_two_filters);
  g_test_add_func ("/capture/preset/probes", test_probes);
  g_test_add_func ("/capture/preset/torn-group", test_torn_group);
  g_test_add_func ("/capture/preset/added", test_added_events);
  g_test_add_func ("/capture/preset/releases", test_releases);
  g_test_add_func ("/capture/preset/cover", test_cover);
  g_test_add_func ("/capture/preset/reasons", test_reasons);
  g_test_add_func ("/capture/preset/texts", test_texts);
  return g_test_run ();
}

/* test-origin.c - how a recording was made: stored, read back, and without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-origin.h"

static ThOrigin *
make (void)
{
  const char *presets[] = { "packets", "sched", NULL };
  const char *processes[] = { "nginx", NULL };
  ThOrigin *self = th_origin_new ();

  self->program = g_strdup ("thresher");
  self->command = g_strdup ("thresh record --preset packets ssh://root@web-3");
  self->target = g_strdup ("ssh://root@web-3");
  self->host = g_strdup ("web-3");
  self->clock = g_strdup ("mono");
  g_strfreev (self->presets);
  self->presets = g_strdupv ((char **) presets);
  g_strfreev (self->processes);
  self->processes = g_strdupv ((char **) processes);
  th_origin_add_event (self, "sched:sched_switch", "next_comm == \"nginx\"");
  th_origin_add_event (self, "irq:irq_handler_entry", NULL);
  self->buffer_kb = 8192;
  self->n_lost = 28965;
  return self;
}

static const ThOriginEvent *
get_event (const ThOrigin *self,
           guint           index)
{
  return self->events->pdata[index];
}

static void
test_stored (void)
{
  g_autoptr(ThOrigin) made = make ();
  g_autoptr(GBytes) bytes = th_origin_encode (made);
  g_autoptr(ThOrigin) read = th_origin_decode (bytes);
  g_autoptr(GBytes) again = NULL;

  g_assert_nonnull (read);
  g_assert_cmpstr (read->command, ==, "thresh record --preset packets ssh://root@web-3");
  g_assert_cmpstr (read->clock, ==, "mono");
  g_assert_null (read->agent);
  g_assert_cmpstr (read->presets[1], ==, "sched");
  g_assert_null (read->presets[2]);
  g_assert_null (read->functions[0]);
  g_assert_cmpuint (read->events->len, ==, 2);
  g_assert_cmpstr (get_event (read, 0)->filter, ==, "next_comm == \"nginx\"");
  g_assert_cmpstr (get_event (read, 1)->name, ==, "irq:irq_handler_entry");
  g_assert_cmpstr (get_event (read, 1)->filter, ==, "");
  g_assert_cmpuint (read->buffer_kb, ==, 8192);
  g_assert_cmpuint (read->ring_mb, ==, 0);
  g_assert_cmpuint (read->n_lost, ==, 28965);
  again = th_origin_encode (read);
  g_assert_true (g_bytes_equal (bytes, again));
}

static ThOrigin *
decode_text (const char *text)
{
  g_autoptr(GVariant) dict = g_variant_ref_sink (g_variant_parse (NULL, text, NULL, NULL, NULL));
  g_autoptr(GBytes) bytes = NULL;

  g_assert_nonnull (dict);
  bytes = g_variant_get_data_as_bytes (dict);
  return th_origin_decode (bytes);
}

static void
test_hostile_texts (void)
{
  g_autofree char *longest = g_strnfill (100000, 'x');
  g_autofree char *text = g_strdup_printf ("{'command': <'a\\u001b[2Jb\\nc'>, 'presets': <['%s']>,"
                                           " 'clock': <7>, 'buffer-kb': <'much'>}", longest);
  g_autoptr(ThOrigin) origin = decode_text (text);

  g_assert_nonnull (origin);
  g_assert_cmpstr (origin->command, ==, "a\\x1b[2Jb\\nc");
  g_assert_cmpuint (strlen (origin->presets[0]), ==, 4096);
  g_assert_null (origin->clock);
  g_assert_cmpuint (origin->buffer_kb, ==, 0);
}

/* Damage is not an origin: each byte of a good one is changed, and each beginning of it is read. */
static void
test_damage (void)
{
  g_autoptr(ThOrigin) made = make ();
  g_autoptr(GBytes) good = th_origin_encode (made);
  gsize size;
  const guint8 *data = g_bytes_get_data (good, &size);
  g_autofree guint8 *large = g_malloc0 (TH_ORIGIN_MAX_SIZE + 1);
  g_autoptr(GBytes) too_large = g_bytes_new (large, TH_ORIGIN_MAX_SIZE + 1);

  for (gsize i = 0; i < size; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, size);
      g_autoptr(GBytes) beginning = g_bytes_new (data, i);
      g_autoptr(GBytes) changed = NULL;
      G_GNUC_UNUSED g_autoptr(ThOrigin) first = th_origin_decode (beginning);
      g_autoptr(ThOrigin) second = NULL;

      copy[i] ^= 0xff;
      changed = g_bytes_new (copy, size);
      second = th_origin_decode (changed);
    }
  g_assert_null (th_origin_decode (too_large));
}

/* perf.data has a command line, the trace.dat of trace-cmd its version. */
static void
test_facts (void)
{
  g_autoptr(ThRecording) unknown = th_recording_new ("ftrace text");
  g_autoptr(ThRecording) perf = th_recording_new ("perf.data");
  g_autoptr(ThOrigin) origin = NULL;

  g_assert_null (th_origin_find (unknown));
  th_recording_set_fact (perf, "perf", "6.1.0");
  th_recording_set_fact (perf, "command", "/usr/bin/perf sched record sleep 1");
  origin = th_origin_find (perf);
  g_assert_cmpstr (origin->program, ==, "perf");
  g_assert_cmpstr (origin->version, ==, "6.1.0");
  g_assert_cmpstr (origin->command, ==, "/usr/bin/perf sched record sleep 1");
  g_assert_cmpuint (origin->events->len, ==, 0);
}

static void
count_cb (const char *key,
          const char *text,
          gpointer    found)
{
  g_hash_table_insert (found, g_strdup (key), g_strdup (text));
}

static void
test_lines (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("trace.dat");
  g_autoptr(ThOrigin) made = make ();
  g_autoptr(GBytes) bytes = th_origin_encode (made);
  g_autoptr(GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  th_recording_set_attachment (recording, TH_ORIGIN_ATTACHMENT, bytes);
  th_origin_describe (recording, count_cb, found);
  g_assert_cmpstr (g_hash_table_lookup (found, "presets"), ==, "packets, sched");
  g_assert_cmpstr (g_hash_table_lookup (found, "filters"), ==,
                   "sched:sched_switch: next_comm == \"nginx\"");
  g_assert_cmpstr (g_hash_table_lookup (found, "event types"), ==, "2");
  g_assert_nonnull (strstr (g_hash_table_lookup (found, "lost"), "by the kernel’s count"));
  g_assert_false (g_hash_table_contains (found, "tracer"));
  g_assert_false (g_hash_table_contains (found, "kept"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/origin/stored", test_stored);
  g_test_add_func ("/origin/hostile-texts", test_hostile_texts);
  g_test_add_func ("/origin/damage", test_damage);
  g_test_add_func ("/origin/facts", test_facts);
  g_test_add_func ("/origin/lines", test_lines);
  return g_test_run ();
}

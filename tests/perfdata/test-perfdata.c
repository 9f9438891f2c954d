/* test-perfdata.c - compares real recordings with the output of perf script
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts and times are those of NAME.expected.json, texts and stacks those of
 * NAME.perf.script.txt(.gz), which perf printed on the recorded machine.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "loader-fixture.h"
#include "th-kernel-symbols.h"
#include "th-load-options.h"
#include "th-order.h"

static const char *const names[] = {
  "e1000-tp.perf.data", "e1000-tp-g.perf.data", "e1000-cpu-clock-g.perf.data",
  "e1000-cpu-clock-z.perf.data",
  "e1000-probe.perf.data", "k612-tp.perf.data", "k612-tp-g.perf.data", "k612-cpu-clock-g.perf.data",
  "k612-cpu-clock-z.perf.data", "virtio-tp.perf.data", "virtio-tp-g.perf.data",
  "virtio-cpu-clock-g.perf.data",
  "virtio-cpu-clock-z.perf.data",
};

static const struct { const char *name; const char *types; gint64 first; gint64 last; } foreign[] =
  {
  { "public/fibo.compressed2.pipe.data", "cycles:P 547", 1643407493235, 1650290431724 },
  { "public/fib2-aarch64.perf_data", "branch-misses 881 cache-misses 225 cycles 879",
    1798404232519040, 1798404454432520 },
  { "public/perf.data.lost_samples-4.4",
    "branch-instructions:pp 14 cycles:pp 97 instructions:pp 80", 3325068166316, 3325070377628 },
};

/* --- counting ---------------------------------------------------------- */

static void
count (GHashTable *counts,
       const char *key)
{
  gint n = GPOINTER_TO_INT (g_hash_table_lookup (counts, key));

  g_hash_table_insert (counts, g_strdup (key), GINT_TO_POINTER (n + 1));
}

static GHashTable *
counts_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static char *
counts_to_text (GHashTable *counts)
{
  g_autoptr(GList) keys = g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (GList *l = keys; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s %d", text->len > 0 ? " " : "", (char *) l->data,
                            GPOINTER_TO_INT (g_hash_table_lookup (counts, l->data)));
  return g_string_free (text, FALSE);
}

static char *
json_to_text (JsonObject *object)
{
  g_autoptr(GHashTable) counts = counts_new ();
  g_autoptr(GList) keys = json_object_get_members (object);

  for (GList *l = keys; l != NULL; l = l->next)
    g_hash_table_insert (counts, g_strdup (l->data),
                         GINT_TO_POINTER ((gint) json_object_get_int_member (object, l->data)));
  return counts_to_text (counts);
}

/* Returns the name as perf prints it: without a system unless it is a tracepoint. */
static char *
type_name (ThRecording *recording,
           guint        type)
{
  const char *system = th_recording_get_type_system (recording, type);
  const char *name = th_recording_get_type_name (recording, type);

  if (strcmp (system, "software") == 0 || strcmp (system, "hardware") == 0)
    return g_strdup (name);
  return g_strconcat (system, ":", name, NULL);
}

static void
count_all (ThRecording *recording,
           char       **types,
           char       **cpus,
           char       **tasks)
{
  g_autoptr(GHashTable) by_type = counts_new (), by_cpu = counts_new (), by_task = counts_new ();
  ThStream *stream = th_recording_get_stream (recording, 0);
  ThTasks *table = th_recording_get_tasks (recording);

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, i);

      for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
        {
          guint32 task = th_cpu_get_task (cpu, row);
          gint32 pid = th_tasks_get_pid (table, task);
          g_autofree char *type = type_name (recording, th_cpu_get_type (cpu, row));
          g_autofree char *number = g_strdup_printf ("%u", th_cpu_get_number (cpu));
          g_autofree char *who = g_strdup_printf ("%s-%d",
                                                  pid == 0 ? "swapper"
                                                  : th_tasks_get_name (table, task,
                                                                       th_cpu_get_time (cpu, row)),
                                                  pid);

          count (by_type, type);
          count (by_cpu, number);
          count (by_task, who);
        }
    }
  *types = counts_to_text (by_type);
  *cpus = counts_to_text (by_cpu);
  *tasks = counts_to_text (by_task);
}

/* "365.742565824" in ns */
static gint64
parse_time (const char *text)
{
  char *end;
  gint64 seconds = g_ascii_strtoll (text, &end, 10);
  gint64 fraction = g_ascii_strtoll (end + 1, NULL, 10);

  for (gsize digits = strspn (end + 1, "0123456789"); digits < 9; digits++)
    fraction *= 10;
  return seconds * 1000000000 + fraction;
}

static void
test_counts (gconstpointer name)
{
  g_autofree char *path = fixture_find_recording (name);
  g_autofree char *expected_path = path != NULL ? fixture_expected_path (path) : NULL;
  g_autofree char *types = NULL, *cpus = NULL, *tasks = NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;
  JsonObject *expected;
  gint64 first, last;

  if (path == NULL)
    return;

  g_assert_true (json_parser_load_from_file (parser, expected_path, NULL));
  expected = json_node_get_object (json_parser_get_root (parser));
  recording = fixture_load (path, NULL);
  g_assert_nonnull (recording);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  count_all (recording, &types, &cpus, &tasks);
  g_assert_cmpint (th_recording_get_n_events (recording), ==,
                   json_object_get_int_member (expected, "events"));
  g_assert_true (th_recording_get_range (recording, &first, &last));
  /* One of them was printed without ns. */
  if (strlen (strchr (json_object_get_string_member (expected, "first_ts"), '.')) == 10)
    {
      g_assert_cmpint (first, ==,
                       parse_time (json_object_get_string_member (expected, "first_ts")));
      g_assert_cmpint (last, ==, parse_time (json_object_get_string_member (expected, "last_ts")));
    }
  else
    g_assert_cmpint ((first + 500) / 1000 * 1000, ==,
                     parse_time (json_object_get_string_member (expected, "first_ts")));
  {
    g_autofree char *want_types =
      json_to_text (json_object_get_object_member (expected, "per_event"));
    g_autofree char *want_cpus = json_to_text (json_object_get_object_member (expected, "per_cpu"));
    g_autofree char *want_tasks =
      json_to_text (json_object_get_object_member (expected, "per_task"));

    g_assert_cmpstr (types, ==, want_types);
    g_assert_cmpstr (cpus, ==, want_cpus);
    g_assert_cmpstr (tasks, ==, want_tasks);
  }
}

static guint
count_type (ThRecording *recording,
            guint        type)
{
  ThStream *stream = th_recording_get_stream (recording, 0);
  guint n = 0;

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    for (guint32 row = 0; row < th_cpu_get_n_rows (th_stream_get_cpu (stream, i)); row++)
      n += th_cpu_get_type (th_stream_get_cpu (stream, i), row) == type;
  return n;
}

/* By perf script --show-task-events --show-mmap-events, except records of time 0. */
static void
test_notes (gconstpointer name)
{
  static const struct { const char *name; guint n; } want[] = {
    { "comm", 2 }, { "exit", 2 }, { "fork", 2 }, { "mmap", 0 }, { "mmap2", 38 },
  };
  g_autofree char *path = fixture_find_recording (name);
  g_autoptr(ThRecording) recording = NULL, plain = NULL;
  guint n_notes = 0;

  if (path == NULL)
    return;

  plain = fixture_load (path, NULL);
  th_load_options_set_sideband (TH_SIDEBAND_TASKS | TH_SIDEBAND_MMAPS);
  recording = fixture_load (path, NULL);
  th_load_options_set_sideband (0);
  for (guint i = 0; i < G_N_ELEMENTS (want); i++)
    {
      g_autofree char *full = g_strconcat ("perf:", want[i].name, NULL);

      g_assert_cmpuint (count_type (recording, th_recording_find_type (recording, full)), ==,
                        want[i].n);
      n_notes += want[i].n;
    }
  g_assert_cmpuint (th_recording_get_n_events (recording), ==,
                    th_recording_get_n_events (plain) + n_notes);
  fixture_read_all (recording);
}

static void
test_foreign (gconstpointer index)
{
  guint i = GPOINTER_TO_UINT (index);
  g_autofree char *path = fixture_find_recording (foreign[i].name);
  g_autofree char *types = NULL, *cpus = NULL, *tasks = NULL, *problems = NULL;
  g_autoptr(ThRecording) recording = NULL;
  gint64 first, last;

  if (path == NULL)
    return;

  recording = fixture_load (path, NULL);
  g_assert_nonnull (recording);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  count_all (recording, &types, &cpus, &tasks);
  g_assert_cmpstr (types, ==, foreign[i].types);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  g_assert_cmpint (first, ==, foreign[i].first);
  g_assert_cmpint (last, ==, foreign[i].last);
  g_assert_nonnull (th_recording_get_fact (recording, "without cpu"));
}

/* --- text and stacks --------------------------------------------------- */

static char *
read_script (const char *path)
{
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".data"));
  g_autofree char *packed = g_strconcat (stem, ".script.txt.gz", NULL);
  g_autofree char *plain = g_strconcat (stem, ".script.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (packed);
  g_autoptr(GInputStream) in = (GInputStream *) g_file_read (file, NULL, NULL);
  g_autoptr(GConverter) converter = NULL;
  g_autoptr(GInputStream) out = NULL;
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  char *text = NULL;

  if (in == NULL)
    {
      g_file_get_contents (plain, &text, NULL, NULL);
      return text;
    }

  converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  out = g_converter_input_stream_new (in, converter);
  if (g_output_stream_splice (memory, out, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL) < 0)
    return NULL;
  return g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

/* Returns the text after "… 365.742565824:  sched:sched_waking: ". */
static const char *
line_text (const char *line,
           const char *type)
{
  g_autofree char *mark = g_strconcat (type, ":", NULL);
  const char *at = strstr (line, mark);

  return at != NULL ? at + strlen (mark) + strspn (at + strlen (mark), " ") : NULL;
}

/* A frame of a process: "ee137 sched_setaffinity+0x7 (/usr/lib/…/libc.so.6)" has its file offset,
 * which is all that is known without the file. */
static void
check_user_frame (ThRecording   *recording,
                  const ThFrame *frame,
                  const char    *line)
{
  const char *open = strrchr (line, '(');
  guint64 address = g_ascii_strtoull (line, NULL, 16), offset;

  g_assert_nonnull (open);
  if (strcmp (open, "([unknown])") == 0)
    g_assert_cmphex (frame->address, ==, address);
  else
    {
      g_autofree char *path = g_strndup (open + 1, strlen (open) - 2);
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *want = g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", name, address);

      g_assert_true (th_address_is_made_up (frame->address));
      g_assert_cmpstr (th_recording_get_symbol (recording, frame->address, &offset), ==, want);
      g_assert_cmpuint (offset, ==, 0);
    }
}

/* With kallsyms made from perf's own output: "ffffffffb62e19d2 try_to_wake_up+0x2d2 (…)". */
static void
check_kernel_frame (ThRecording   *recording,
                    const ThFrame *frame,
                    const char    *line)
{
  g_auto(GStrv) words = g_strsplit (line, " ", 3);
  g_autofree char *ours = NULL;
  guint64 offset;
  const char *symbol = th_recording_get_symbol (recording, frame->address, &offset);

  g_assert_cmphex (g_ascii_strtoull (line, NULL, 16), ==, frame->address);
  if (strchr (words[1], '+') == NULL || strstr (line, "kallsyms") == NULL)
    return;
  ours = g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", symbol, offset);
  g_assert_cmpstr (ours, ==, words[1]);
}

static void
check_stack (ThRecording *recording,
             ThReader *reader,
             ThRef     ref,
             char    **lines,
             guint    *line)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  guint n = 0;

  th_reader_get_stack (reader, ref, frames);
  for (; lines[*line] != NULL && lines[*line][0] == '\t'; (*line)++, n++)
    {
      const ThFrame *frame = &g_array_index (frames, ThFrame, n);

      g_assert_cmpuint (n, <, frames->len);
      g_strchug (lines[*line]);
      if (frame->user)
        check_user_frame (recording, frame, lines[*line]);
      else
        check_kernel_frame (recording, frame, lines[*line]);
    }
  if (n > 0)
    g_assert_cmpuint (n, ==, frames->len);
}

#define FIRST_MODULE G_GUINT64_CONSTANT (0xffffffffc0000000) /* of x86-64 */

/* The text of a sample begins with function and file as perf prints them for its instruction
 * pointer.  Of a process, only the file is known here. */
static void
check_code (ThRecording *recording,
            ThReader    *reader,
            ThRef        ref,
            const char  *line)
{
  g_auto(GStrv) words = g_strsplit (line, " ", 3);
  const ThFieldTable *table = th_recording_get_fields (recording,
                                                       th_recording_get_type (recording, ref));
  g_autoptr(GString) text = g_string_new (NULL), dso = g_string_new (NULL);
  g_autofree char *shown = NULL, *begin = NULL;
  ThPayload payload;

  g_assert_cmpuint (g_strv_length (words), ==, 3);
  g_assert_true (th_reader_get_text (reader, ref, FALSE, text));
  if (strcmp (words[2], "([unknown])") == 0)
    {
      g_assert_true (g_str_has_prefix (text->str, "ip="));
      return;
    }
  g_assert_true (th_reader_get_payload (reader, ref, &payload));
  g_assert_true (th_reader_format_field (reader, th_field_table_find (table, "dso"), &payload,
                                         dso));
  shown = g_strdup_printf ("(%s)", dso->str);
  /* On the machine that it recorded, perf read modules from /proc/kcore, with the kernel. */
  if (g_ascii_strtoull (words[0], NULL, 16) < FIRST_MODULE)
    g_assert_cmpstr (shown, ==, words[2]);
  else
    g_assert_true (g_str_has_prefix (shown, "(["));
  if (strstr (line, "kallsyms") == NULL)
    {
      g_assert_nonnull (strstr (text->str, shown));
      return;
    }
  begin = g_strdup_printf ("%s %s ip=0x%s ", words[1], shown, words[0]);
  g_assert_true (g_str_has_prefix (text->str, begin));
  g_string_truncate (text, 0);
  g_assert_true (th_reader_format_field (reader, th_field_table_find (table, "sym"), &payload,
                                         text));
  g_assert_cmpstr (text->str, ==, words[1]);
}

/* perf knew the symbols of the machine it ran on.  The file does not hold them,
 * so an address of code (%ps) is one in ours: "location=0xffffffff…" for
 * "location=ip_rcv+0x12".  Nothing else may differ. */
static gboolean
same_text (const char *perf,
           const char *ours)
{
  g_auto(GStrv) want = g_strsplit (perf, " ", -1), have = g_strsplit (ours, " ", -1);

  if (g_strv_length (want) != g_strv_length (have))
    return FALSE;
  for (guint i = 0; want[i] != NULL; i++)
    {
      const char *value = strchr (want[i], '='), *address = strchr (have[i], '=');

      if (strcmp (want[i], have[i]) == 0)
        continue;
      if (value == NULL || address == NULL || value - want[i] != address - have[i] ||
          strncmp (want[i], have[i], value - want[i]) != 0 ||
          !(g_ascii_isalpha (value[1]) || value[1] == '_') ||
          strncmp (address, "=0xffffffff", 11) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The symbols in perf's output, as a file that a user would load. */
static void
give_symbols (char **lines)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr(GError) error = NULL;
  int fd;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *sample = line_text (lines[i], "cpu-clock");
      char *end;
      guint64 address = g_ascii_strtoull (sample != NULL ? sample : lines[i], &end, 16), offset;
      char *plus = strstr (end, "+0x");

      if ((*lines[i] != '\t' && sample == NULL) || plus == NULL ||
          strstr (plus, "kallsyms") == NULL)
        continue;
      offset = g_ascii_strtoull (plus + 3, NULL, 16);
      g_string_append_printf (text, "%016" G_GINT64_MODIFIER "x t %.*s\n", address - offset,
                              (int) (plus - end - 1), end + 1);
    }
  if (text->len == 0)
    return;
  /* The last symbol of a list has no known end. */
  g_string_append (text, "ffffffffffffffff t end\n");

  fd = g_file_open_tmp ("test-perfdata-XXXXXX", &path, &error);
  g_assert_no_error (error);
  close (fd);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_assert_true (th_kernel_symbols_set (path, NULL, FALSE, &error));
  g_unlink (path);
}

static void
test_script (gconstpointer name)
{
  g_autofree char *path = fixture_find_recording (name);
  g_autofree char *script = path != NULL ? read_script (path) : NULL;
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThRecording) named = NULL;
  g_autoptr(ThReader) reader = NULL;
  g_autoptr(ThReader) named_reader = NULL;
  g_autoptr(ThOrder) order = NULL;
  g_autoptr(ThCursor) cursor = NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;
  guint n = 0, n_different = 0;
  guint64 offset;
  ThRef ref;

  if (script == NULL)
    {
      if (path != NULL)
        g_test_skip ("perf script's text is not beside the recording");
      return;
    }

  lines = g_strsplit (script, "\n", -1);
  /* Texts are as without symbols, stacks as with them. */
  recording = fixture_load (path, NULL);
  th_recording_get_symbol (recording, 0, &offset);
  give_symbols (lines);
  named = fixture_load (path, NULL);
  named_reader = th_reader_new (named);
  reader = th_reader_new (recording);
  order = th_order_new (recording);
  cursor = th_cursor_new (order, 0);
  while (th_cursor_next (cursor, &ref))
    {
      g_autofree char *type = type_name (recording, th_recording_get_type (recording, ref));
      gboolean is_sample = strcmp (type, "cpu-clock") == 0;
      const char *want;

      while (lines[n] != NULL && *lines[n] == '\0')
        n++;
      g_assert_nonnull (lines[n]);
      want = line_text (lines[n], type);
      g_assert_nonnull (want);
      g_string_truncate (text, 0);
      g_assert_true (th_reader_get_text (reader, ref, FALSE, text));
      g_strchomp (text->str);
      /* perf prints no text for events that are not tracepoints. */
      if (strcmp (th_recording_get_type_system (recording, th_recording_get_type (recording, ref)),
                  "software") != 0 &&
          !same_text (g_strchomp ((char *) want), text->str))
        {
          if (n_different++ < 20)
            g_test_message ("perf: %s\nours: %s", want, text->str);
        }
      n++;
      if (is_sample)
        check_code (named, named_reader, ref, *want != '\0' ? want
                                                           : lines[n] + strspn (lines[n], "\t "));
      check_stack (named, named_reader, ref, lines, &n);
    }
  g_assert_cmpuint (n_different, ==, 0);
  th_kernel_symbols_set (NULL, NULL, FALSE, NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* perf may have put the libraries of a recording into ~/.debug here. */
  g_setenv ("HOME", "/nonexistent", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *counts = g_strconcat ("/perfdata/counts/", names[i], NULL);
      g_autofree char *script = g_strconcat ("/perfdata/script/", names[i], NULL);

      g_test_add_data_func (counts, names[i], test_counts);
      g_test_add_data_func (script, names[i], test_script);
    }
  g_test_add_data_func ("/perfdata/notes/e1000-tp", "e1000-tp.perf.data", test_notes);
  g_test_add_data_func ("/perfdata/notes/virtio-tp-g", "virtio-tp-g.perf.data", test_notes);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autofree char *path = g_strconcat ("/perfdata/foreign/", foreign[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_foreign);
    }
  return g_test_run ();
}

/* test-agent-parts.c - parts of the agent on folders that look like tracefs and /proc
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "th-agent-cleanup.h"
#include "th-agent-grace.h"
#include "th-agent-guardian.h"
#include "th-agent-machine.h"
#include "th-agent-output.h"
#include "th-agent-sink.h"
#include "th-agent-task-names.h"
#include "th-agent-top.h"

typedef struct
{
  char         *root;
  ThAgentPlaces places;
} Fixture;

static void
write_file (Fixture    *fixture,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (fixture->root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_file (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = g_build_filename (fixture->root, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
assert_file (Fixture    *fixture,
             const char *name,
             const char *expected)
{
  g_autofree char *text = read_file (fixture, name);

  g_assert_cmpstr (text, ==, expected);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->root = g_dir_make_tmp ("thresher-XXXXXX", NULL);
  fixture->places.tracefs = g_build_filename (fixture->root, "tracefs", NULL);
  fixture->places.proc = g_build_filename (fixture->root, "proc", NULL);
  write_file (fixture, "tracefs/dynamic_events", "");
  write_file (fixture, "tracefs/instances/others/tracing_on", "1");
}

static void
remove_tree (const char *path)
{
  g_auto(GStrv) names = th_agent_file_list (path);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *inner = g_build_filename (path, names[i], NULL);

      remove_tree (inner);
    }
  g_remove (path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_tree (fixture->root);
  g_free (fixture->root);
  g_free (fixture->places.tracefs);
  g_free (fixture->places.proc);
}

/* --- clean-up ---------------------------------------------------------------------------- */

/* Here a file keeps what is appended, so the removals can be seen. */
static void
test_remove_probes (Fixture       *fixture,
                    gconstpointer  data)
{
  write_file (fixture, "tracefs/dynamic_events",
              "p:kprobes/mine vfs_read\np:thresher_7/a vfs_read x=%di\n"
              "r64:thresher_7/b vfs_read\nt:thresher_70/c consume_skb\n");
  g_assert_true (th_agent_remove_probes (&fixture->places, "thresher_7"));
  assert_file (fixture, "tracefs/dynamic_events",
               "p:kprobes/mine vfs_read\np:thresher_7/a vfs_read x=%di\n"
               "r64:thresher_7/b vfs_read\nt:thresher_70/c consume_skb\n"
               "-:thresher_7/a-:thresher_7/b");
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GPtrArray) groups = NULL;
  g_autofree char *seen = NULL;

  write_file (fixture, "tracefs/dynamic_events",
              "p:kprobes/mine vfs_read\np:thresher_7/a vfs_read\nr:thresher_7/b vfs_read\n"
              "nonsense\n:\np:thresher_8/a vfs_read\n");
  groups = th_agent_list_groups (&fixture->places);
  g_ptr_array_add (groups, NULL);
  seen = g_strjoinv (" ", (char **) groups->pdata);
  g_assert_cmpstr (seen, ==, "thresher_7 thresher_8");
}

/* An instance is an empty folder here, as rmdir(2) wants it. */
static void
test_sweep (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *dead = g_build_filename (fixture->root, "tracefs/instances/thresher_1", NULL);
  g_autofree char *alive = g_build_filename (fixture->root, "tracefs/instances/thresher_2", NULL);
  g_autoptr(GPtrArray) swept = NULL;
  int lock;

  g_mkdir (dead, 0700);
  g_mkdir (alive, 0700);
  lock = open (alive, O_RDONLY | O_DIRECTORY);
  g_assert_cmpint (flock (lock, LOCK_EX), ==, 0);

  swept = th_agent_sweep (&fixture->places);
  g_assert_cmpuint (swept->len, ==, 1);
  g_assert_cmpstr (swept->pdata[0], ==, "thresher_1");
  g_assert_false (g_file_test (dead, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (alive, G_FILE_TEST_EXISTS));
  assert_file (fixture, "tracefs/instances/others/tracing_on", "1");
  close (lock);
}

/* The last change is undone first, and no mark leads out of tracefs. */
static void
test_marks (Fixture       *fixture,
            gconstpointer  data)
{
  write_file (fixture, "tracefs/tracing_on", "0");
  write_file (fixture, "tracefs/set_event", "x");
  write_file (fixture, "outside", "as it was");
  write_file (fixture, "tracefs/instances/thresher_1/trace",
              "# tracer: nop\n"
              " agent-1 [000] ..... 1.0: tracing_mark_write: restore\ttracing_on\t1\n"
              " agent-1 [000] ..... 1.0: tracing_mark_write: restore\ttracing_on\t0\n"
              " agent-1 [000] ..... 1.0: tracing_mark_write: restore\t../outside\tchanged\n"
              " agent-1 [000] ..... 1.0: tracing_mark_write: restore\tset_event\t\n");
  /* The kernel removes an instance by rmdir(), which fails here: the folder holds a file. */
  g_assert_false (th_agent_remove_abandoned (&fixture->places, "thresher_1", 0));
  assert_file (fixture, "tracefs/tracing_on", "1");
  assert_file (fixture, "tracefs/set_event", "");
  assert_file (fixture, "outside", "as it was");
}

static void
wait_for_removal (const char *path)
{
  for (guint i = 0; i < 500 && g_file_test (path, G_FILE_TEST_EXISTS); i++)
    g_usleep (20 * 1000);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* The agent is a process that ends without a word. */
static void
test_guardian (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->root, "tracefs/instances/thresher_1", NULL);
  pid_t pid;

  g_mkdir (path, 0700);
  write_file (fixture, "tracefs/max_graph_depth", "5");
  pid = fork ();
  if (pid == 0)
    {
      ThAgentGuardian *guardian = th_agent_guardian_new (&fixture->places);

      th_agent_guardian_watch (guardian, "thresher_1");
      th_agent_guardian_restore (guardian, "max_graph_depth", "0");
      _exit (0);
    }
  wait_for_removal (path);
  assert_file (fixture, "tracefs/max_graph_depth", "0");
}

static void
test_dismissed (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->root, "tracefs/instances/thresher_1", NULL);
  ThAgentGuardian *guardian = th_agent_guardian_new (&fixture->places);

  g_mkdir (path, 0700);
  th_agent_guardian_watch (guardian, "thresher_1");
  th_agent_guardian_dismiss (guardian); /* waits for its end */
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
}

/* --- the top ----------------------------------------------------------------------------- */

static void
assert_undo (Fixture    *fixture,
             const char *file,
             const char *text,
             const char *expected)
{
  g_autofree char *name = g_build_filename ("tracefs", file, NULL);
  g_autofree char *undo = NULL;

  write_file (fixture, name, text);
  undo = th_agent_top_dup_text (&fixture->places, file);
  g_assert_cmpstr (undo, ==, expected);
}

static void
test_top (Fixture       *fixture,
          gconstpointer  data)
{
  assert_undo (fixture, "trace_clock", "local [global] counter\n", "global");
  assert_undo (fixture, "buffer_size_kb", "7 (expanded: 1408)\n", "1408");
  assert_undo (fixture, "buffer_size_kb", "4096\n", "4096");
  assert_undo (fixture, "events/a/b/filter", "none\n", "0");
  assert_undo (fixture, "events/a/b/filter", "x == 1\n", "x == 1");
  assert_undo (fixture, "events/a/b/enable", "0*\n", "0");
  assert_undo (fixture, "set_graph_function", "#### all functions enabled ####\n", "");
  assert_undo (fixture, "set_ftrace_pid", "no pid\n", "");
  assert_undo (fixture, "current_tracer", "nop\n", "nop");
}

static void
test_top_in_use (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  write_file (fixture, "tracefs/current_tracer", "nop\n");
  write_file (fixture, "tracefs/set_event", "");
  write_file (fixture, "tracefs/per_cpu/cpu0/stats", "entries: 0\noverrun: 5\n");
  g_assert_true (th_agent_top_is_unused (&fixture->places, NULL));
  write_file (fixture, "tracefs/per_cpu/cpu0/stats", "entries: 1\noverrun: 5\n");
  g_assert_false (th_agent_top_is_unused (&fixture->places, NULL));
  write_file (fixture, "tracefs/per_cpu/cpu0/stats", "entries: 0\n");
  write_file (fixture, "tracefs/set_event", "sched:sched_switch\n");
  g_assert_false (th_agent_top_is_unused (&fixture->places, &error));
  g_assert_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_IN_USE);
}

/* --- the machine ------------------------------------------------------------------------- */

static void
test_machine (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GArray) cpus = NULL;
  g_auto(GStrv) clocks = NULL;
  g_autofree char *joined = NULL;

  write_file (fixture, "tracefs/per_cpu/cpu10/stats", "");
  write_file (fixture, "tracefs/per_cpu/cpu2/stats", "");
  write_file (fixture, "tracefs/per_cpu/cpuX/stats", "");
  write_file (fixture, "tracefs/trace_clock", "local [mono] x86-tsc\n");
  write_file (fixture, "proc/meminfo", "MemTotal: 99 kB\nMemAvailable:   1234 kB\n");
  cpus = th_agent_list_cpus (fixture->places.tracefs);
  g_assert_cmpuint (cpus->len, ==, 2);
  g_assert_cmpuint (g_array_index (cpus, guint32, 0), ==, 2);
  g_assert_cmpuint (g_array_index (cpus, guint32, 1), ==, 10);
  clocks = th_agent_read_words (fixture->places.tracefs, "trace_clock");
  joined = g_strjoinv (",", clocks);
  g_assert_cmpstr (joined, ==, "local,mono,x86-tsc");
  g_assert_cmpuint (th_agent_read_available_kb (&fixture->places), ==, 1234);
  /* 16 GiB and 4 CPUs: 8 MB; 1 GiB and 64 CPUs: 1 MB; hardly any: 256 KB. */
  g_assert_cmpuint (th_agent_get_default_buffer_kb (16 << 20, 4), ==, 8192);
  g_assert_cmpuint (th_agent_get_default_buffer_kb (1 << 20, 64), ==, 1024);
  g_assert_cmpuint (th_agent_get_default_buffer_kb (1 << 10, 4), ==, 256);
}

static void
test_page_size (void)
{
  const char *header =
    "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
    "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
    "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
    "\tfield: char data;\toffset:16;\tsize:65520;\tsigned:1;\n";

  g_assert_cmpuint (th_agent_parse_page_size (header), ==, 65536);
  g_assert_cmpuint (th_agent_parse_page_size (""), ==, 0);
  g_assert_cmpuint (th_agent_parse_page_size ("field: char data;\toffset:16;\tsize:1;"), ==, 0);
  g_assert_cmpuint (th_agent_parse_page_size ("field: char data;\toffset:16;\tsize:4294967295;"),
                    ==, 0);
}

static void
test_task_names (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(ThAgentTaskNames) names = th_agent_task_names_new (&fixture->places);
  g_autofree char *text = NULL;

  write_file (fixture, "proc/1/task/1/comm", "init\n");
  write_file (fixture, "proc/20/task/20/comm", "two words\n");
  write_file (fixture, "proc/20/task/3/comm", "a\nb\n");
  write_file (fixture, "proc/self/task/99/comm", "not a number\n");
  write_file (fixture, "tracefs/saved_cmdlines", "20 older\n400 gone\nx y\n0 <idle>\n");
  th_agent_task_names_begin (names);
  while (th_agent_task_names_step (names, 1))
    ;
  text = th_agent_task_names_dup_text (names);
  g_assert_cmpstr (text, ==, "1 init\n3 a?b\n20 two words\n400 gone\n");
}

/* --- output ------------------------------------------------------------------------------ */

static void
test_output (void)
{
  g_autoptr(GByteArray) page = g_byte_array_new ();
  g_autofree guint8 *seen = g_malloc (4 << 20);
  gsize n_seen = 0;
  ThAgentOutput *output;
  int ends[2];

  g_assert_cmpint (pipe (ends), ==, 0);
  output = th_agent_output_new (ends[1]);
  g_byte_array_set_size (page, 1 << 20);
  for (guint i = 0; i < page->len; i++)
    page->data[i] = i % 251;
  /* The pipe takes a part at once, and the rest as it is emptied. */
  th_agent_output_send (output, TH_WIRE_PAGES, page, 0);
  th_agent_output_send (output, TH_WIRE_PAGES, page, 0);
  g_assert_cmpuint (th_agent_output_get_waiting (output), >, 1 << 20);
  while (th_agent_output_get_waiting (output) > 0)
    {
      n_seen += read (ends[0], seen + n_seen, 65536);
      g_assert_true (th_agent_output_flush (output));
    }
  while (n_seen < 2 * ((1 << 20) + 8))
    n_seen += read (ends[0], seen + n_seen, 65536);
  g_assert_cmpmem (seen + 8, 1 << 20, page->data, page->len);
  g_assert_cmpmem (seen + (1 << 20) + 16, 1 << 20, page->data, page->len);

  close (ends[0]);
  th_agent_output_send (output, TH_WIRE_PAGES, page, 0);
  g_assert_false (th_agent_output_flush (output));
  th_agent_output_free (output);
  close (ends[1]);
}

static void
test_hold (void)
{
  g_autoptr(GError) error = NULL;
  int null = open ("/dev/null", O_WRONLY);
  ThAgentOutput *output = th_agent_output_new (null);
  g_autoptr(ThAgentSink) sink = th_agent_sink_new (TH_AGENT_SINK_HOLD, output, 0, FALSE, &error);
  g_autofree guint8 *page = g_malloc0 (100);
  GByteArray *bytes = th_agent_output_get_bytes (output);

  g_assert_no_error (error);
  g_byte_array_append (th_agent_sink_get_batch (sink), page, 100);
  th_agent_sink_added (sink);
  th_agent_sink_flush (sink);
  g_assert_cmpuint (bytes->len, ==, 0);
  g_assert_true (th_agent_sink_send_held (sink));
  g_assert_cmpuint (bytes->len, ==, TH_WIRE_HEADER_SIZE + 100);
  g_assert_cmpuint (bytes->data[4], ==, TH_WIRE_PAGES);
  th_agent_output_free (output);
  close (null);
}

/* A remote line gets no small batches, unless they are old. */
static void
test_remote (void)
{
  int null = open ("/dev/null", O_WRONLY);
  ThAgentOutput *output = th_agent_output_new (null);
  g_autoptr(ThAgentSink) sink = th_agent_sink_new (TH_AGENT_SINK_LINE, output, 0, TRUE, NULL);
  g_autofree guint8 *page = g_malloc0 (65536);
  GByteArray *batch = th_agent_sink_get_batch (sink);

  g_byte_array_append (batch, page, 100);
  th_agent_sink_added (sink);
  th_agent_sink_pause (sink);
  g_assert_cmpuint (batch->len, ==, 100);
  g_usleep (260 * 1000);
  th_agent_sink_pause (sink);
  g_assert_cmpuint (batch->len, ==, 0);
  g_byte_array_append (batch, page, 65536);
  th_agent_sink_added (sink);
  g_assert_cmpuint (batch->len, ==, 0);
  th_agent_output_free (output);
  close (null);
}

static void
append_frame (ThAgentOutput *output,
              gsize          size)
{
  g_autofree guint8 *zeros = g_malloc0 (size);

  th_wire_frame_append (th_agent_output_get_bytes (output), TH_WIRE_PAGES, zeros, size, 0);
}

/* Reads all that a pipe holds. */
static gssize
read_pipe (int fd)
{
  static guint8 bytes[1 << 20];

  return read (fd, bytes, sizeof bytes);
}

/* Frames are sent again behind the last one that is acknowledged. */
static void
test_kept (void)
{
  int ends[2];
  ThAgentOutput *output;

  g_assert_cmpint (pipe (ends), ==, 0);
  output = th_agent_output_new (ends[1]);
  append_frame (output, 50);
  g_assert_false (th_agent_output_acknowledge (output, 0));
  th_agent_output_keep (output, TRUE);
  g_assert_true (th_agent_output_flush (output) && th_agent_output_has_arrived (output));
  for (guint i = 1; i <= 3; i++)
    append_frame (output, 100 * i);
  g_assert_false (th_agent_output_acknowledge (output, 1));
  g_assert_true (th_agent_output_flush (output));
  g_assert_cmpint (read_pipe (ends[0]), ==, 4 * TH_WIRE_HEADER_SIZE + 650);
  g_assert_false (th_agent_output_has_arrived (output) || th_agent_output_acknowledge (output, 4));
  g_assert_true (th_agent_output_acknowledge (output, 1));
  g_assert_false (th_agent_output_acknowledge (output, 0));

  /* What is appended while there is no connection is sent as well. */
  th_agent_output_detach (output);
  append_frame (output, 400);
  g_assert_true (th_agent_output_flush (output) && th_agent_output_is_detached (output));
  g_assert_false (th_agent_output_acknowledge (output, 4));
  g_assert_true (th_agent_output_acknowledge (output, 2));
  th_agent_output_attach (output);
  g_assert_true (th_agent_output_flush (output));
  g_assert_cmpint (read_pipe (ends[0]), ==, 2 * TH_WIRE_HEADER_SIZE + 700);
  g_assert_true (th_agent_output_acknowledge (output, 4) && th_agent_output_has_arrived (output));

  /* More is not kept than the bound. */
  while (!th_agent_output_is_full (output))
    {
      append_frame (output, 900000);
      th_agent_output_flush (output);
      g_assert_cmpint (read_pipe (ends[0]), >, 0);
    }
  g_assert_cmpuint (th_agent_output_get_bytes (output)->len, >=, TH_AGENT_OUTPUT_KEEPS);
  g_assert_cmpuint (th_agent_output_get_bytes (output)->len, <, TH_AGENT_OUTPUT_KEEPS + 1000000);
  th_agent_output_keep (output, FALSE);
  g_assert_false (th_agent_output_is_full (output));
  th_agent_output_free (output);
  close (ends[0]);
  close (ends[1]);
}

/* A grace period ends once, wakes poll(2), and may be pending at the end. */
static void
test_grace (void)
{
  g_autoptr(ThAgentGrace) grace = th_agent_grace_new ();
  struct pollfd fd = { -1, POLLIN };

  if (!th_agent_grace_is_available ())
    {
      g_assert_null (grace);
      g_test_skip ("membarrier(2) does not wait for grace periods here");
      return;
    }
  g_assert_nonnull (grace);
  g_assert_cmpint (th_agent_grace_get_thread (grace), !=, getpid ());
  g_assert_false (th_agent_grace_is_pending (grace) || th_agent_grace_finish (grace));
  fd.fd = th_agent_grace_get_fd (grace);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (poll (&fd, 1, 0), ==, 0);
      th_agent_grace_begin (grace);
      g_assert_true (th_agent_grace_is_pending (grace));
      g_assert_cmpint (poll (&fd, 1, 20000), ==, 1);
      g_assert_true (th_agent_grace_finish (grace));
      g_assert_false (th_agent_grace_is_pending (grace) || th_agent_grace_finish (grace));
    }
  th_agent_grace_begin (grace);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* As the agent does: a line that breaks is an error of write(2). */
  signal (SIGPIPE, SIG_IGN);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/capture/agent/remove-probes", test_remove_probes);
  ADD ("/capture/agent/groups", test_groups);
  ADD ("/capture/agent/sweep", test_sweep);
  ADD ("/capture/agent/marks", test_marks);
  ADD ("/capture/agent/guardian", test_guardian);
  ADD ("/capture/agent/dismissed", test_dismissed);
  ADD ("/capture/agent/top", test_top);
  ADD ("/capture/agent/top-in-use", test_top_in_use);
  ADD ("/capture/agent/machine", test_machine);
  ADD ("/capture/agent/task-names", test_task_names);
  g_test_add_func ("/capture/agent/page-size", test_page_size);
  g_test_add_func ("/capture/agent/output", test_output);
  g_test_add_func ("/capture/agent/hold", test_hold);
  g_test_add_func ("/capture/agent/remote", test_remote);
  g_test_add_func ("/capture/agent/kept", test_kept);
  g_test_add_func ("/capture/agent/grace", test_grace);
  return g_test_run ();
}

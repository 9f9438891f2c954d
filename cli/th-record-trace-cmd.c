/* th-record-trace-cmd.c - records by trace-cmd where there is no agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-trace-cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-atomic-file.h"
#include "th-capture-process.h"
#include "th-printable.h"
#include "th-record-exec.h"
#include "th-record-progress.h"

#define MAX_FACTS (4 << 20)
#define END_US (10 * G_TIME_SPAN_SECOND)

/* What an agent would say in its hello, and the events. */
static const char query[] =
  "command -v trace-cmd >/dev/null || { echo 'trace-cmd: not found' >&2; exit 127; }; "
  "uname -n; uname -r; uname -m; t=/sys/kernel/tracing; "
  "[ -e $t/available_events ] || t=/sys/kernel/debug/tracing; "
  "cat $t/available_tracers && cat $t/available_events";

#define STARTED "thresher: started"

/* trace-cmd writes to a file of its own until our end closes standard input; then the file is
 * what comes on standard output.  Recording has begun when the files of the CPUs exist; its
 * messages are no indication, because its output is buffered.  A job in the background has no
 * standard input, hence fd 3. */
static const char recorder[] =
  "d=$(mktemp -d) || exit 1; trap 'rm -rf \"$d\"' EXIT; exec 3<&0; "
  "trace-cmd record -o \"$d/trace.dat\" \"$@\" >&2 3<&- & p=$!; "
  "{ cat <&3 >/dev/null; kill -INT $p; } >/dev/null 2>&1 & "
  "while kill -0 $p 2>/dev/null; do set -- \"$d\"/trace.dat.cpu*; [ ! -e \"$1\" ] || break; "
  "sleep 0.1; done; echo '" STARTED "' >&2; "
  "wait $p || exit 1; cat \"$d/trace.dat\"";

typedef struct
{
  GMainLoop          *loop;
  ThTarget           *target;
  const ThRecordPlan *plan;
  ThCaptureProcess    process;
  char               *path;
  char               *part;
  int                 file;
  guint64             n_bytes;
  gboolean            has_started;
  int                 command_status;
  ThRecordExec       *command;
  guint               timer;
  int                 error; /* errno of a failed write */
} Run;

static ThExit
refuse (const char *message)
{
  g_printerr ("thresh record: %s\n", message);
  return TH_EXIT_REFUSED;
}

static char **
dup_argv (ThTarget          *target,
          const char        *script,
          const char *const *arguments)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new ();

  if (th_target_get_kind (target) == TH_TARGET_SSH_SUDO)
    for (guint i = 0; i < 3; i++)
      g_ptr_array_add (words, (char *) ((const char *const[]) { "sudo", "-n", "--" })[i]);
  g_ptr_array_add (words, (char *) "sh");
  g_ptr_array_add (words, (char *) "-c");
  g_ptr_array_add (words, (char *) script);
  g_ptr_array_add (words, (char *) "sh");
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    g_ptr_array_add (words, (char *) arguments[i]);
  g_ptr_array_add (words, NULL);
  return th_target_dup_command_argv (target, (const char *const *) words->pdata);
}

/* --- facts ----------------------------------------------------------------- */

static GVariant *
dup_words (const char *line,
           const char *separator)
{
  g_auto(GStrv) words = g_strsplit (line, separator, -1);

  return g_variant_new_strv ((const char *const *) words, -1);
}

/* @text: three lines of uname, the tracers, then the events. */
static ThTargetFacts *
parse_facts (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", 5);
  g_autoptr(GVariant) hello = NULL;
  g_autoptr(GVariant) answer = NULL;
  GVariantDict dict;

  if (g_strv_length (lines) < 5 || strlen (text) > MAX_FACTS ||
      !g_utf8_validate (text, -1, NULL))
    return NULL;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "host", "s", lines[0]);
  g_variant_dict_insert (&dict, "release", "s", lines[1]);
  g_variant_dict_insert (&dict, "machine", "s", lines[2]);
  g_variant_dict_insert_value (&dict, "tracers", dup_words (g_strchomp (lines[3]), " "));
  hello = g_variant_ref_sink (g_variant_dict_end (&dict));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "names", dup_words (g_strchomp (lines[4]), "\n"));
  answer = g_variant_ref_sink (g_variant_dict_end (&dict));
  return th_target_facts_new (hello, answer, NULL);
}

static ThTargetFacts *
ask (ThTarget  *target,
     GError   **error)
{
  g_auto(GStrv) argv = dup_argv (target, query, NULL);
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  ThTargetFacts *facts;
  int status;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &errors, &status,
                     error))
    return NULL;
  facts = g_spawn_check_wait_status (status, NULL) ? parse_facts (output) : NULL;
  if (facts == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 _("trace-cmd cannot be used there: %s"), g_strchomp (errors));
  return facts;
}

/* --- arguments ------------------------------------------------------------- */

static void
add_pair (GPtrArray  *argv,
          const char *option,
          const char *value)
{
  g_ptr_array_add (argv, g_strdup (option));
  g_ptr_array_add (argv, g_strdup (value));
}

static void
add_events (GPtrArray           *argv,
            const ThPresetMatch *match)
{
  for (guint i = 0; i < match->choices->len; i++)
    {
      const ThPresetChoice *choice = match->choices->pdata[i];

      add_pair (argv, "-e", choice->name);
      if (choice->filter != NULL)
        add_pair (argv, "-f", choice->filter);
    }
}

static char **
make_arguments (const ThRecordPlan  *plan,
                const ThPresetMatch *match)
{
  int buffer_kb = plan->buffer_kb > 0 ? plan->buffer_kb : (int) match->buffer_kb;
  GPtrArray *argv = g_ptr_array_new ();

  add_pair (argv, "-C", plan->clock != NULL ? plan->clock : "mono");
  if (buffer_kb > 0)
    {
      g_autofree char *number = g_strdup_printf ("%d", buffer_kb);

      add_pair (argv, "-b", number);
    }
  if (match->tracer != NULL)
    add_pair (argv, "-p", match->tracer);
  for (guint i = 0; plan->functions != NULL && plan->functions[i] != NULL; i++)
    add_pair (argv, g_strcmp0 (match->tracer, "function") == 0 ? "-l" : "-g", plan->functions[i]);
  for (guint i = 0; plan->pids != NULL && plan->pids[i] != NULL; i++)
    add_pair (argv, "-P", plan->pids[i]);
  if (plan->pids != NULL)
    g_ptr_array_add (argv, g_strdup ("-c"));
  add_events (argv, match);
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

/* --- recording ------------------------------------------------------------- */

static void
stop (Run *self)
{
  th_capture_process_close_input (&self->process);
}

static gboolean
time_is_over_cb (gpointer data)
{
  Run *self = data;

  self->timer = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
command_ended_cb (int      status,
                  gpointer data)
{
  Run *self = data;

  self->command_status = status;
  stop (self);
}

static void
begin (Run *self)
{
  g_autoptr(GError) error = NULL;

  self->has_started = TRUE;
  if (self->plan->seconds > 0)
    self->timer = g_timeout_add ((guint) MIN (self->plan->seconds * 1000, G_MAXUINT),
                                 time_is_over_cb, self);
  if (self->plan->command == NULL)
    return;
  self->command = th_record_exec_start (self->target, self->plan->command, NULL, command_ended_cb,
                                        self, &error);
  if (self->command == NULL)
    {
      refuse (error->message);
      command_ended_cb (FALSE, self);
      return;
    }
  th_record_exec_release (self->command);
}

static gboolean
errors_cb (int          fd,
           GIOCondition condition,
           gpointer     data)
{
  Run *self = data;

  th_capture_process_read_errors (&self->process);
  if (!self->has_started && strstr (self->process.log->str, STARTED) != NULL)
    begin (self);
  return self->process.errors >= 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
output_cb (int          fd,
           GIOCondition condition,
           gpointer     data)
{
  static char buffer[1 << 18];
  Run *self = data;
  gssize n = read (fd, buffer, sizeof buffer);

  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return G_SOURCE_CONTINUE;
  if (n > 0 && th_write_all (self->file, buffer, (gsize) n))
    {
      self->n_bytes += (guint64) n;
      return G_SOURCE_CONTINUE;
    }
  self->error = n != 0 ? errno : 0;
  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

static gboolean
signal_cb (gpointer data)
{
  Run *self = data;

  if (self->command != NULL)
    th_record_exec_end (self->command);
  stop (self);
  return G_SOURCE_CONTINUE;
}

static void
run_loop (Run *self)
{
  guint interrupt = g_unix_signal_add (SIGINT, signal_cb, self);
  guint terminate = g_unix_signal_add (SIGTERM, signal_cb, self);
  GSource *errors = g_unix_fd_source_new (self->process.errors, G_IO_IN | G_IO_HUP);
  GSource *output = g_unix_fd_source_new (self->process.output, G_IO_IN | G_IO_HUP);

  g_source_set_callback (errors, G_SOURCE_FUNC (errors_cb), self, NULL);
  g_source_set_callback (output, G_SOURCE_FUNC (output_cb), self, NULL);
  g_source_attach (errors, NULL);
  g_source_attach (output, NULL);
  g_main_loop_run (self->loop);

  g_source_destroy (errors);
  g_source_destroy (output);
  g_source_unref (errors);
  g_source_unref (output);
  g_source_remove (interrupt);
  g_source_remove (terminate);
  g_clear_handle_id (&self->timer, g_source_remove);
}

/* --- end ------------------------------------------------------------------- */

static gboolean
is_recording (int fd)
{
  static const char magic[] = "\x17\x08\x44tracing";
  char head[sizeof magic - 1];

  return pread (fd, head, sizeof head, 0) == sizeof head && memcmp (head, magic, sizeof head) == 0;
}

static ThExit
finish (Run      *self,
        gboolean  is_quiet)
{
  g_autofree char *name = g_filename_display_name (self->path);
  g_autofree char *size = g_format_size (self->n_bytes);

  if (self->error == 0 && (fsync (self->file) != 0 || close (self->file) != 0))
    self->error = errno;
  if (self->error != 0)
    {
      g_unlink (self->part);
      return refuse (g_strerror (self->error));
    }
  if (g_rename (self->part, self->path) != 0)
    return refuse (g_strerror (errno));
  if (!is_quiet)
    g_printerr (_("%s: %s, recorded by trace-cmd\n"), name, size);
  if (self->command_status == 0)
    return TH_EXIT_WHOLE;

  g_printerr (_("thresh record: the command failed with status %d\n"), self->command_status);
  return TH_EXIT_FAILED;
}

/* The file is complete if trace-cmd and what fetched it succeeded. */
static ThExit
end (Run      *self,
     gboolean  is_quiet)
{
  g_autofree char *log = NULL;

  th_capture_process_reap (&self->process, g_get_monotonic_time () + END_US);
  if (self->error != 0 ||
      (g_spawn_check_wait_status (self->process.status, NULL) && is_recording (self->file)))
    return finish (self, is_quiet);

  close (self->file);
  g_unlink (self->part);
  log = th_printable_dup (self->process.log->str);
  g_printerr ("%s", log);
  return refuse (_("trace-cmd has recorded nothing"));
}

static ThExit
run (Run      *self,
     char    **arguments,
     gboolean  is_quiet)
{
  g_auto(GStrv) argv = dup_argv (self->target, recorder, (const char *const *) arguments);
  g_autoptr(GError) error = NULL;
  ThExit status;

  self->part = g_strconcat (self->path, ".part", NULL);
  if (g_file_test (self->path, G_FILE_TEST_EXISTS))
    return refuse (g_strerror (EEXIST));
  self->file = open (self->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (self->file < 0)
    return refuse (g_strerror (errno));

  th_capture_process_init (&self->process);
  if (th_capture_process_start (&self->process, argv, &error))
    {
      run_loop (self);
      status = end (self, is_quiet);
    }
  else
    {
      close (self->file);
      g_unlink (self->part);
      status = refuse (error->message);
    }
  th_capture_process_clear (&self->process);
  return status;
}

ThExit
th_record_by_trace_cmd (ThTarget           *target,
                        const ThRecordPlan *plan,
                        ThPresets          *presets,
                        gboolean            is_quiet)
{
  Run self = { .target = target, .plan = plan };
  g_autoptr(GError) error = NULL;
  g_autoptr(ThTargetFacts) facts = ask (target, &error);
  g_autoptr(ThPresetMatch) match = facts != NULL
                                   ? th_record_plan_match (plan, presets, facts, &error) : NULL;
  g_auto(GStrv) arguments = NULL;
  ThExit status;

  if (match == NULL)
    return refuse (error->message);
  if (th_record_plan_traces_command (plan, presets))
    return refuse (_("only the agent can record a command alone; --trace-cmd needs --pid"));
  if (!is_quiet)
    th_record_report_match (match);

  arguments = make_arguments (plan, match);
  self.path = plan->path != NULL ? g_strdup (plan->path) : th_record_plan_dup_path (facts, NULL);
  self.loop = g_main_loop_new (NULL, FALSE);
  status = run (&self, arguments, is_quiet);
  g_clear_pointer (&self.command, th_record_exec_free);
  g_main_loop_unref (self.loop);
  g_free (self.path);
  g_free (self.part);
  return status;
}

/* th-record-exec.c - a command that is run on the target while it is recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-exec.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-capture-process.h"
#include "th-process-tree.h"

/* What a login shell may print before the pid. */
#define MAX_NOISE (64 << 10)
/* How long output is awaited after the end; a daemon that the command leaves may keep it open. */
#define OUTPUT_MS 500

#define MARK "thresher-command-pid="
/* The shell keeps its pid when it becomes the command.  It ends if it is not told to go on. */
#define SCRIPT \
  "echo " MARK "$$; read -r go && [ \"$go\" = go ] && exec sh -c \"$1\" sh </dev/null; exit 125"

/* Shared with the thread that copies the output. */
typedef struct
{
  ThRecordExec *exec;    /* NULL once it was freed; main thread only */
  int           output;
  gint          pid;     /* on the target; atomic; 0: unknown */
  gint          is_done; /* atomic: there is no more output */
} Output;

struct _ThRecordExec
{
  ThRecordExecHeld  held;
  ThRecordExecEnded ended;
  gpointer          data;
  GPid              pid;         /* of the command here, or of its connection; 0: it has ended */
  int               input;       /* -1: closed */
  guint             watch_id;
  guint             timer_id;    /* waits for the end of the output */
  Output           *output;
  gboolean          is_held;     /* the pid has been reported */
  gboolean          is_released; /* or will be, when it is there */
  int               status;
};

static char **
dup_argv (ThTarget   *target,
          const char *command)
{
  const char *const words[] = { "sh", "-c", SCRIPT, "sh", command, NULL };

  return th_target_dup_command_argv (target, words);
}

gboolean
th_record_exec_is_possible (ThTarget *target)
{
  g_auto(GStrv) argv = dup_argv (target, "");

  return argv != NULL;
}

/* --- the end --------------------------------------------------------------- */

static void
report_end (ThRecordExec *self)
{
  g_clear_handle_id (&self->timer_id, g_source_remove);
  /* May free @self. */
  self->ended (self->status, self->data);
}

static gboolean
timeout_cb (gpointer data)
{
  ThRecordExec *self = data;

  self->timer_id = 0;
  report_end (self);
  return G_SOURCE_REMOVE;
}

static void
ended_cb (GPid     pid,
          int      status,
          gpointer data)
{
  ThRecordExec *self = data;

  self->watch_id = 0;
  self->pid = 0;
  self->status = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  if (g_atomic_int_get (&self->output->is_done))
    report_end (self);
  else
    self->timer_id = g_timeout_add (OUTPUT_MS, timeout_cb, self);
}

/* --- the output ------------------------------------------------------------ */

static void
unref_output (gpointer data)
{
  g_atomic_rc_box_release (data);
}

static void
go_on (ThRecordExec *self)
{
  static const char go[] = "go\n";

  if (self->input < 0)
    return;
  if (th_capture_process_write_quietly (self->input, (const guint8 *) go, strlen (go)) < 0)
    g_debug ("the command: %s", g_strerror (errno));
  close (self->input);
  self->input = -1;
}

/* The output has brought the pid, or its end. */
static gboolean
output_cb (gpointer data)
{
  Output *output = data;
  ThRecordExec *self = output->exec;
  GPid pid = g_atomic_int_get (&output->pid);

  if (self != NULL && pid != 0 && !self->is_held)
    {
      self->is_held = TRUE;
      if (self->is_released)
        go_on (self);
      if (self->held != NULL)
        self->held (pid, self->data);
    }
  self = output->exec;
  if (self != NULL && self->timer_id != 0 && g_atomic_int_get (&output->is_done))
    report_end (self);
  return G_SOURCE_REMOVE;
}

static void
notify (Output *output)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, output_cb, g_atomic_rc_box_acquire (output), unref_output);
}

static void
copy_out (const char *bytes,
          gsize       size)
{
  while (size > 0)
    {
      gssize n = th_capture_process_write_quietly (STDOUT_FILENO, (const guint8 *) bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return; /* nobody reads it */
      bytes += n;
      size -= (gsize) n;
    }
}

/* Takes the line with the pid out of @head and copies the rest; TRUE when the pid is known, or will
 * never be. */
static gboolean
take_pid (Output  *output,
          GString *head)
{
  char *mark = strstr (head->str, MARK), *end;
  guint64 pid;

  if (mark == NULL)
    {
      if (head->len <= MAX_NOISE)
        return FALSE;
      copy_out (head->str, head->len);
      return TRUE;
    }
  if ((end = strchr (mark, '\n')) == NULL)
    return FALSE;

  *end = '\0';
  copy_out (head->str, (gsize) (mark - head->str));
  copy_out (end + 1, head->len - (gsize) (end + 1 - head->str));
  if (g_ascii_string_to_unsigned (mark + strlen (MARK), 10, 1, G_MAXINT32, &pid, NULL))
    g_atomic_int_set (&output->pid, (gint) pid);
  notify (output);
  return TRUE;
}

static gpointer
output_thread (gpointer data)
{
  Output *output = data;
  g_autoptr(GString) head = g_string_new (NULL);
  gboolean is_known = FALSE;
  char buffer[4096];
  gssize n;

  while ((n = read (output->output, buffer, sizeof buffer)) != 0)
    {
      if (n < 0 && errno != EINTR)
        break;
      if (n > 0 && is_known)
        copy_out (buffer, (gsize) n);
      else if (n > 0)
        {
          g_string_append_len (head, buffer, n);
          is_known = take_pid (output, head);
        }
    }
  close (output->output);
  g_atomic_int_set (&output->is_done, 1);
  notify (output);
  unref_output (output);
  return NULL;
}

/* --- life ------------------------------------------------------------------ */

ThRecordExec *
th_record_exec_start (ThTarget           *target,
                      const char         *command,
                      ThRecordExecHeld    held,
                      ThRecordExecEnded   ended,
                      gpointer            data,
                      GError            **error)
{
  g_auto(GStrv) argv = dup_argv (target, command);
  ThRecordExec *self;
  int input, output;
  GPid pid;

  g_return_val_if_fail (argv != NULL, NULL);

  if (!g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                 NULL, NULL, &pid, &input, &output, NULL, error))
    return NULL;

  self = g_new0 (ThRecordExec, 1);
  self->held = held;
  self->ended = ended;
  self->data = data;
  self->pid = pid;
  self->input = input;
  self->output = g_atomic_rc_box_new0 (Output);
  self->output->exec = self;
  self->output->output = output;
  self->watch_id = g_child_watch_add (pid, ended_cb, self);
  g_thread_unref (g_thread_new ("command", output_thread, g_atomic_rc_box_acquire (self->output)));
  return self;
}

void
th_record_exec_release (ThRecordExec *self)
{
  self->is_released = TRUE;
  if (self->is_held)
    go_on (self);
}

void
th_record_exec_end (ThRecordExec *self)
{
  if (self->input >= 0)
    close (self->input);
  self->input = -1;
  if (self->pid != 0)
    {
      g_autoptr(ThProcessTree) tree = th_process_tree_new (self->pid);

      th_process_tree_signal (tree, SIGTERM);
    }
}

static void
reap_cb (GPid     pid,
         int      status,
         gpointer data)
{
  g_spawn_close_pid (pid);
}

void
th_record_exec_free (ThRecordExec *self)
{
  if (self == NULL)
    return;
  th_record_exec_end (self);
  g_clear_handle_id (&self->timer_id, g_source_remove);
  if (self->watch_id != 0)
    {
      g_source_remove (self->watch_id);
      g_child_watch_add (self->pid, reap_cb, NULL);
    }
  self->output->exec = NULL;
  unref_output (self->output);
  g_free (self);
}

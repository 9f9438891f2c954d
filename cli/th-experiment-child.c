/* th-experiment-child.c - runs the commands of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "th-experiment-child.h"

/* The time that a command has to end after a signal, before it is killed. */
#define KILL_AFTER_S 10

static struct
{
  GMainLoop  *loop;
  GPid        pid; /* 0 if no command is running */
  ThChildKind kind;
  int         status;
  guint       killer; /* source of the timeout, or 0 */
  gboolean    is_interrupted;
} child;

static gboolean
kill_cb (gpointer data G_GNUC_UNUSED)
{
  child.killer = 0;
  kill (-child.pid, SIGKILL);
  return G_SOURCE_REMOVE;
}

static gboolean
signal_cb (gpointer data)
{
  child.is_interrupted = TRUE;
  if (child.pid != 0 && child.kind == TH_CHILD_RESTORE)
    g_printerr ("%s\n", _("thresh experiment: waiting for --restore to end"));
  else if (child.pid != 0)
    {
      kill (-child.pid, GPOINTER_TO_INT (data));
      if (child.killer == 0)
        child.killer = g_timeout_add_seconds (KILL_AFTER_S, kill_cb, NULL);
    }
  return G_SOURCE_CONTINUE;
}

static void
ended_cb (GPid     pid G_GNUC_UNUSED,
          int      status,
          gpointer data G_GNUC_UNUSED)
{
  child.status = status;
  g_clear_handle_id (&child.killer, g_source_remove);
  g_main_loop_quit (child.loop);
}

/* Called in the child process, where only async-signal-safe functions may be called. */
static void
set_up_cb (gpointer data G_GNUC_UNUSED)
{
  setpgid (0, 0);
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

void
th_experiment_child_init (void)
{
  const int signals[] = { SIGINT, SIGTERM, SIGHUP };

  child.loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_unix_signal_add (signals[i], signal_cb, GINT_TO_POINTER (signals[i]));
}

gboolean
th_experiment_child_is_interrupted (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return child.is_interrupted;
}

static void
set_interrupted (GError **error)
{
  g_set_error_literal (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, _("interrupted"));
}

gboolean
th_experiment_child_run (const char  *command,
                         ThChildKind  kind,
                         GError     **error)
{
  char *argv[] = { (char *) "/bin/sh", (char *) "-c", (char *) command, NULL };

  if (kind != TH_CHILD_RESTORE && th_experiment_child_is_interrupted ())
    {
      set_interrupted (error);
      return FALSE;
    }
  child.kind = kind;
  if (!g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_up_cb, NULL, &child.pid,
                      error))
    return FALSE;

  g_child_watch_add (child.pid, ended_cb, NULL);
  g_main_loop_run (child.loop);
  /* Background processes are in the same process group. */
  if (kind == TH_CHILD_LOAD || (kind == TH_CHILD_STATE && child.is_interrupted))
    kill (-child.pid, SIGKILL);
  child.pid = 0;
  if (kind != TH_CHILD_RESTORE && child.is_interrupted)
    {
      set_interrupted (error);
      return FALSE;
    }
  return g_spawn_check_wait_status (child.status, error);
}

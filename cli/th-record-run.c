/* th-record-run.c - recordings of all targets of one `thresh record`, at the same time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-run.h"

#include <signal.h>
#include <string.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-record-exec.h"
#include "th-record-target.h"
#include "th-trace-writer.h"

/* A command that has not answered by then may not lead to an agent. */
#define ANSWER_SECONDS 10

typedef struct
{
  GMainLoop          *loop;
  const ThRecordPlan *plan;
  ThRecordShared      shared;
  ThRecordProgress    progress;
  GPtrArray          *targets;      /* (element-type ThRecordTarget) */
  ThClockRelation    *relations;    /* of each, as stored in its file; error 0: none yet */
  guint               timer;        /* ends the recording */
  guint               reminder;     /* reports who has not answered */
  guint               n_signals;
  ThRecordExec       *command;      /* or NULL */
  int                 command_status;
  gboolean            has_started;
} Run;

static ThRecordTarget *
get_target (Run   *self,
            guint  index)
{
  return self->targets->pdata[index];
}

static gboolean
are_all (Run       *self,
         gboolean (*is) (ThRecordTarget *target))
{
  for (guint i = 0; i < self->targets->len; i++)
    if (!is (get_target (self, i)))
      return FALSE;
  return TRUE;
}

/* --- clocks ---------------------------------------------------------------- */

/* What is added to the times of a target to be on the timeline of the first. */
static gboolean
get_offset (Run             *self,
            guint            index,
            ThClockRelation *relation)
{
  ThClockRelation first, other;

  if (!th_capture_get_clock (th_record_target_get_capture (get_target (self, 0)), &first) ||
      !th_capture_get_clock (th_record_target_get_capture (get_target (self, index)), &other))
    return FALSE;
  *relation = th_clock_relation_between (&first, &other);
  return TRUE;
}

/* Each file has what is known so far, even if the next report never comes. */
static void
set_offsets (Run *self)
{
  for (guint i = 1; i < self->targets->len; i++)
    if (get_offset (self, i, &self->relations[i]))
      th_capture_set_offset (th_record_target_get_capture (get_target (self, i)),
                             self->relations[i].offset, self->relations[i].error);
}

static void
report_clocks (Run *self)
{
  for (guint i = 1; i < self->targets->len; i++)
    {
      const char *first = th_record_target_get_name (get_target (self, 0));
      const char *name = th_record_target_get_name (get_target (self, i));

      if (!th_record_target_has_begun (get_target (self, i)))
        continue;
      if (self->relations[i].error > 0)
        th_record_report_clock (name, first, &self->relations[i]);
      else
        g_printerr (_("thresh record: %s: how its clock differs from that of %s is not known; use "
                      "--clock mono\n"), name, first);
    }
}

/* --- the end of the recording ---------------------------------------------- */

/* @keep: whether what is still on its way is waited for. */
static void
stop (Run      *self,
      gboolean  keep)
{
  set_offsets (self);
  for (guint i = 0; i < self->targets->len; i++)
    {
      ThCapture *capture = th_record_target_get_capture (get_target (self, i));

      if (keep)
        th_capture_stop (capture, 0);
      else
        th_capture_hang_up (capture);
    }
}

static gboolean
time_is_over_cb (gpointer data)
{
  Run *self = data;

  self->timer = 0;
  stop (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
stop_after (Run    *self,
            double  seconds)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add ((guint) CLAMP (seconds * 1000, 0, G_MAXUINT), time_is_over_cb, self);
}

/* What was recorded after the event until now counts. */
static void
matched_cb (ThRecordTarget *target,
            gint64          time,
            gpointer        data)
{
  Run *self = data;
  gint64 now = th_feed_get_until (th_capture_get_feed (th_record_target_get_capture (target)));
  double passed = now > time ? (double) (now - time) / 1e9 : 0;
  double left = MAX (self->plan->after_seconds - passed, 0);

  th_record_progress_clear (&self->progress);
  if (!self->progress.is_quiet)
    th_record_report_match_found (time, left);
  stop_after (self, left);
}

static void
command_ended_cb (int      status,
                  gpointer data)
{
  Run *self = data;

  self->command_status = status;
  stop (self, TRUE);
}

/* --- the beginning --------------------------------------------------------- */

static char *
dup_path (Run                 *self,
          const ThTargetFacts *facts)
{
  if (self->plan->path == NULL)
    return th_record_plan_dup_path (facts, NULL);
  return self->targets->len == 1 ? g_strdup (self->plan->path)
         : th_record_plan_dup_path_of (facts, self->plan->path);
}

/* Two targets may give their host the same name. */
static char *
dup_free_path (Run        *self,
               GHashTable *taken,
               guint       index)
{
  g_autofree char *path = dup_path (self, th_record_target_get_facts (get_target (self, index)));
  const char *dot = strrchr (path, '.');
  gsize stem = g_strcmp0 (dot, ".dat") == 0 ? (gsize) (dot - path) : strlen (path);
  char *free_path = g_strdup (path);

  for (guint n = 2; g_hash_table_contains (taken, free_path); n++)
    {
      g_free (free_path);
      free_path = g_strdup_printf ("%.*s-%u%s", (int) stem, path, n, path + stem);
    }
  return free_path;
}

static void
start_all (Run  *self,
           GPid  command)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->has_started = TRUE;
  for (guint i = 0; i < self->targets->len; i++)
    {
      char *path = dup_free_path (self, taken, i);

      g_hash_table_add (taken, path);
      th_record_target_start (get_target (self, i), path, command);
    }
}

static void
held_cb (GPid     pid,
         gpointer data)
{
  Run *self = data;

  if (!self->has_started)
    start_all (self, pid);
}

/* The command exists before the recording, and runs when that has begun. */
static gboolean
prepare_command (Run *self)
{
  ThCapture *capture = th_record_target_get_capture (get_target (self, 0));
  g_autoptr(GError) error = NULL;

  self->command = th_record_exec_start (th_capture_get_target (capture), self->plan->command,
                                        held_cb, command_ended_cb, self, &error);
  if (self->command != NULL)
    return TRUE;
  th_cli_fail ("record", error);
  command_ended_cb (FALSE, self);
  return FALSE;
}

static void
ready_cb (ThRecordTarget *target,
          gpointer        data)
{
  Run *self = data;
  gboolean has_command = self->plan->command != NULL && self->shared.mode == TH_RECORD_FILE;

  if (!are_all (self, th_record_target_is_ready))
    return;
  if (has_command && !prepare_command (self))
    return;
  if (!has_command || !th_record_plan_traces_command (self->plan, self->shared.presets))
    start_all (self, 0);
}

/* Recordings of several targets begin when the last of them has accepted what it is to record. */
static void
accepted_cb (ThRecordTarget *target,
             gpointer        data)
{
  Run *self = data;

  for (guint i = 0; i < self->targets->len; i++)
    if (!th_capture_is_held (th_record_target_get_capture (get_target (self, i))))
      return;
  for (guint i = 0; i < self->targets->len; i++)
    th_capture_release (th_record_target_get_capture (get_target (self, i)));
}

static void
begun_cb (ThRecordTarget *target,
          gpointer        data)
{
  Run *self = data;

  if (self->shared.mode == TH_RECORD_ESTIMATE || !are_all (self, th_record_target_has_begun))
    return;
  if (self->plan->seconds > 0 && self->timer == 0)
    stop_after (self, self->plan->seconds);
  if (self->command != NULL)
    th_record_exec_release (self->command);
}

/* The sum of all targets. */
static void
status_cb (ThRecordTarget *target,
           gpointer        data)
{
  Run *self = data;
  ThCaptureCpu fullest = { 0 };
  ThCaptureStatus sum = { .cpus = &fullest, .n_cpus = 1 }, one;

  for (guint i = 0; i < self->targets->len; i++)
    {
      if (!th_capture_get_status (th_record_target_get_capture (get_target (self, i)), &one))
        continue;
      sum.time_us = MAX (sum.time_us, one.time_us);
      sum.seconds = MAX (sum.seconds, one.seconds);
      sum.n_events += one.n_events;
      sum.n_lost += one.n_lost;
      sum.n_bytes += one.n_bytes;
      sum.events_per_second += one.events_per_second;
      for (guint c = 0; c < one.n_cpus; c++)
        fullest.fill = MAX (fullest.fill, one.cpus[c].fill);
    }
  th_record_progress_show (&self->progress, &sum);
  set_offsets (self);
}

/* --- the end of all -------------------------------------------------------- */

/* Without one of them the recording does not begin.  The others may not have accepted yet: once
 * they do, they would record until they are told to stop. */
static void
end_others (Run *self)
{
  stop (self, TRUE);
  for (guint i = 0; i < self->targets->len; i++)
    if (self->shared.is_several && !th_record_target_has_begun (get_target (self, i)))
      th_capture_discard (th_record_target_get_capture (get_target (self, i)));
}

static void
ended_cb (ThRecordTarget *target,
          gpointer        data)
{
  Run *self = data;

  if (!th_record_target_has_begun (target) && self->shared.mode == TH_RECORD_FILE)
    end_others (self);
  if (are_all (self, th_record_target_has_ended))
    g_main_loop_quit (self->loop);
}

/* What of all recordings is there. */
static ThExit
get_recorded (Run *self)
{
  guint n = self->targets->len, n_whole = 0, n_begun = 0;

  for (guint i = 0; i < n; i++)
    {
      ThExit one = th_record_target_get_exit (get_target (self, i));

      if (one == TH_EXIT_USAGE)
        return one;
      n_whole += one == TH_EXIT_WHOLE;
      n_begun += th_record_target_has_begun (get_target (self, i));
    }
  if (n == 1)
    return th_record_target_get_exit (get_target (self, 0));
  return n_whole == n ? TH_EXIT_WHOLE : n_begun == 0 ? TH_EXIT_REFUSED : TH_EXIT_PART;
}

/* A command that failed counts if the recordings are whole. */
static ThExit
get_exit (Run *self)
{
  ThExit recorded = get_recorded (self);

  if (self->command_status == 0 || self->n_signals > 0)
    return recorded;
  g_printerr (_("thresh record: the command failed with status %d\n"), self->command_status);
  return recorded == TH_EXIT_WHOLE ? TH_EXIT_FAILED : recorded;
}

/* The first stops in order; the second does not wait for what is still on its way. */
static gboolean
signal_cb (gpointer data)
{
  Run *self = data;

  self->shared.is_interrupted = TRUE;
  if (self->command != NULL)
    th_record_exec_end (self->command);
  stop (self, self->n_signals++ == 0);
  return G_SOURCE_CONTINUE;
}

/* ssh says itself what it waits for.  Any other command may wait for ever, and a dialog of polkit
 * may be hidden behind a window. */
static gboolean
remind_cb (gpointer data)
{
  Run *self = data;

  self->reminder = 0;
  for (guint i = 0; i < self->targets->len; i++)
    {
      ThRecordTarget *target = get_target (self, i);
      ThCapture *capture = th_record_target_get_capture (target);

      if (th_target_get_host (th_capture_get_target (capture)) == NULL &&
          th_capture_get_state (capture) == TH_CAPTURE_CONNECTING)
        g_printerr (_("thresh record: no agent has answered yet through “%s”; Ctrl+C ends the "
                      "wait\n"), th_record_target_get_name (target));
    }
  return G_SOURCE_REMOVE;
}

static void
run (Run              *self,
     ThTarget *const  *targets,
     guint             n_targets)
{
  guint sources[] = {
    g_unix_signal_add (SIGINT, signal_cb, self),
    g_unix_signal_add (SIGTERM, signal_cb, self),
    g_unix_signal_add (SIGHUP, signal_cb, self),
  };

  self->relations = g_new0 (ThClockRelation, n_targets);
  for (guint i = 0; i < n_targets; i++)
    g_ptr_array_add (self->targets, th_record_target_new (targets[i], &self->shared));
  self->reminder = g_timeout_add_seconds (ANSWER_SECONDS, remind_cb, self);
  g_main_loop_run (self->loop);
  g_clear_handle_id (&self->reminder, g_source_remove);
  if (!self->progress.is_quiet)
    report_clocks (self);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    g_source_remove (sources[i]);
}

/* Checks the file before the user has to type a password. */
static gboolean
check_path (const ThRecordPlan *plan,
            guint               n_targets,
            ThRecordMode        mode)
{
  g_autoptr(GError) error = NULL;

  if (mode != TH_RECORD_FILE || n_targets != 1 || plan->path == NULL ||
      th_trace_writer_may_create (plan->path, &error))
    return TRUE;
  th_cli_fail ("record", error);
  return FALSE;
}

ThExit
th_record_run (ThTarget *const    *targets,
               guint               n_targets,
               const char         *agent,
               const ThRecordPlan *plan,
               ThPresets          *presets,
               ThRecordMode        mode,
               gboolean            is_quiet)
{
  Run self = { .plan = plan };
  ThExit status;

  if (!check_path (plan, n_targets, mode))
    return TH_EXIT_REFUSED;
  /* Standard error of a pipeline that ended must not end the recording. */
  signal (SIGPIPE, SIG_IGN);
  self.loop = g_main_loop_new (NULL, FALSE);
  self.targets = g_ptr_array_new_with_free_func ((GDestroyNotify) th_record_target_free);
  self.shared = (ThRecordShared) {
    .plan = plan, .presets = presets, .agent = agent, .mode = mode, .is_several = n_targets > 1,
    .progress = &self.progress, .data = &self, .ready = ready_cb, .held = accepted_cb,
    .begun = begun_cb, .status = status_cb, .matched = matched_cb, .ended = ended_cb,
  };
  th_record_progress_init (&self.progress, is_quiet, plan->ring_mb > 0);
  run (&self, targets, n_targets);

  g_clear_handle_id (&self.timer, g_source_remove);
  status = get_exit (&self);
  g_clear_pointer (&self.command, th_record_exec_free);
  g_ptr_array_unref (self.targets);
  g_free (self.relations);
  g_main_loop_unref (self.loop);
  return status;
}

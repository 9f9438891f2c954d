/* th-record-target.c - one target of `thresh record`, from the connection to the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-target.h"

#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-output.h"
#include "th-known-targets.h"
#include "th-record-left-out.h"
#include "th-record-presets.h"
#include "th-record-until.h"

#define ESTIMATE_SECONDS 1.0
/* How many lines are shown of what a failed command printed. */
#define MAX_LOG_LINES 20

/* The filter of --until, and where it is wrong.  Shared with the thread of the capture, which has
 * done with it when the state is reported. */
typedef struct
{
  char    *filter;
  gboolean is_wrong;
  guint    begin;
  guint    end;
} UntilCheck;

struct _ThRecordTarget
{
  const ThRecordShared *shared;
  ThCapture            *capture;
  ThTargetFacts        *facts;
  ThPresetMatch        *match;
  UntilCheck           *check;
  ThRecordUntil        *until;
  guint                 processes_ticket; /* of the questions */
  guint                 events_ticket;    /* 0: not asked yet */
  GVariant             *processes;  /* the answer; or NULL */
  gboolean              has_started; /* th_record_target_start() was called */
  gboolean              has_begun;
  gboolean              has_ended;
  gboolean              is_unwatched; /* the event of --until could not be waited for */
  gint64                lost_us;    /* when the connection was lost; 0: it is there */
  ThExit                exit;
};

const char *
th_record_target_get_name (ThRecordTarget *self)
{
  return th_target_get_name (th_capture_get_target (self->capture));
}

G_GNUC_PRINTF (2, 3) static void
print (ThRecordTarget *self,
       const char     *format,
       ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  th_record_progress_clear (self->shared->progress);
  if (self->shared->is_several)
    g_printerr ("thresh record: %s: %s\n", th_record_target_get_name (self), message);
  else
    g_printerr ("thresh record: %s\n", message);
}

static void
end (ThRecordTarget *self,
     ThExit          status)
{
  if (self->has_ended)
    return;
  self->has_ended = TRUE;
  self->exit = status;
  g_clear_pointer (&self->until, th_record_until_free);
  self->shared->ended (self, self->shared->data);
}

static void
fail (ThRecordTarget *self,
      const char     *message)
{
  print (self, "%s", message);
  end (self, TH_EXIT_REFUSED);
}

/* --- ready ----------------------------------------------------------------- */

static void
take_facts (ThRecordTarget *self)
{
  const ThRecordShared *shared = self->shared;
  g_autoptr(GError) error = NULL;

  self->match = th_record_plan_match (shared->plan, shared->presets, self->facts, &error);
  if (self->match == NULL || !th_record_plan_check_processes (shared->plan, self->facts, &error))
    {
      fail (self, error->message);
      return;
    }
  if (!shared->progress->is_quiet)
    {
      if (shared->is_several)
        g_printerr ("%s:\n", th_record_target_get_name (self));
      th_record_report_match (self->match);
      th_record_report_limits (th_capture_get_hello (self->capture), self->match);
    }
  shared->ready (self, shared->data);
}

static void
answered_cb (ThCapture      *capture,
             guint           ticket,
             GVariant       *answer,
             ThRecordTarget *self)
{
  if (ticket == self->processes_ticket && self->processes == NULL)
    self->processes = g_variant_ref (answer);
  if (ticket != self->events_ticket || self->facts != NULL)
    return;
  self->facts = th_target_facts_new (th_capture_get_hello (capture), answer, self->processes);

  switch (self->shared->mode)
    {
    case TH_RECORD_LIST_EVENTS:
      end (self, th_record_print_events (self->facts));
      break;
    case TH_RECORD_LIST_PRESETS:
      end (self, th_record_print_presets (self->shared->presets, self->facts));
      break;
    case TH_RECORD_ESTIMATE:
    case TH_RECORD_FILE:
    default:
      take_facts (self);
    }
}

static guint
ask_for (ThRecordTarget *self,
         const char     *what)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "what", "s", what);
  return th_capture_ask (self->capture, g_variant_dict_end (&dict));
}

/* The agent answers in order. */
static void
ask_for_facts (ThRecordTarget *self)
{
  if (self->shared->plan->pids != NULL)
    self->processes_ticket = ask_for (self, "processes");
  self->events_ticket = ask_for (self, "events");
}

static void
clear_check (gpointer data)
{
  g_free (((UntilCheck *) data)->filter);
}

static void
unref_check (gpointer data)
{
  g_atomic_rc_box_release_full (data, clear_check);
}

static gboolean
check_cb (const char  *path,
          ThFeed      *feed,
          gpointer     data,
          GError     **error)
{
  UntilCheck *check = data;

  check->is_wrong = !th_record_until_check (path, feed, check->filter, &check->begin, &check->end,
                                            error);
  return !check->is_wrong;
}

static gboolean
has_until (ThRecordTarget *self)
{
  const ThRecordPlan *plan = self->shared->plan;

  return self->shared->mode == TH_RECORD_FILE && plan->until != NULL && plan->ring_mb == 0;
}

static void
check_until (ThRecordTarget *self)
{
  self->check = g_atomic_rc_box_new0 (UntilCheck);
  self->check->filter = g_strdup (self->shared->plan->until);
  th_capture_check_head (self->capture, check_cb, g_atomic_rc_box_acquire (self->check),
                         unref_check);
}

/* Whether what the target accepts is looked at before the recording begins. */
static gboolean
holds (ThRecordTarget *self)
{
  return self->shared->is_several || self->shared->plan->events != NULL;
}

/* NULL if the target records each event that the user has named. */
static char *
find_left_out (ThRecordTarget *self)
{
  GVariant *configured = th_capture_get_configured (self->capture);

  return configured != NULL
         ? th_record_plan_find_left_out (self->shared->plan, self->facts, configured) : NULL;
}

static void
accept_or_withdraw (ThRecordTarget *self)
{
  g_autofree char *reason = find_left_out (self);

  if (reason != NULL)
    th_capture_withdraw (self->capture, reason);
  else
    self->shared->held (self, self->shared->data);
}

void
th_record_target_start (ThRecordTarget *self,
                        const char     *path,
                        GPid            command)
{
  const ThRecordPlan *plan = self->shared->plan;
  GVariant *configuration =
    th_record_plan_dup_configuration (plan, self->match, self->facts,
                                      th_capture_get_target (self->capture), command);

  self->has_started = TRUE;
  if (has_until (self))
    check_until (self);
  if (holds (self))
    th_capture_hold (self->capture);
  if (self->shared->mode == TH_RECORD_ESTIMATE)
    th_capture_measure (self->capture, configuration, ESTIMATE_SECONDS);
  else
    th_capture_start (self->capture, configuration, path, (guint64) plan->limit_mb << 20);
}

static void
refuse_until (ThRecordTarget *self,
              const char     *message)
{
  th_record_progress_clear (self->shared->progress);
  th_cli_print_error ("record", self->check->filter, self->check->begin, self->check->end,
                      message);
  end (self, TH_EXIT_USAGE);
}

/* After a measurement, or a configuration that was refused. */
static void
ready_again (ThRecordTarget *self)
{
  const char *refusal = th_capture_get_refusal (self->capture);
  g_autofree char *left_out = refusal == NULL ? find_left_out (self) : NULL;
  ThCaptureStatus status;

  if (refusal != NULL && self->check != NULL && self->check->is_wrong)
    refuse_until (self, refusal);
  else if (refusal != NULL)
    fail (self, refusal);
  else if (left_out != NULL)
    fail (self, left_out);
  else if (self->shared->mode == TH_RECORD_ESTIMATE &&
           th_capture_get_status (self->capture, &status))
    end (self, th_record_report_estimate (&status, th_capture_get_configured (self->capture),
                                          MAX (status.seconds, 0.001)));
}

/* --- recording ------------------------------------------------------------- */

/* The filter fits; if the file cannot be read, nothing would end the recording. */
static void
until_cb (gint64        time,
          const GError *error,
          gpointer      data)
{
  ThRecordTarget *self = data;

  if (error == NULL)
    {
      self->shared->matched (self, time, self->shared->data);
      return;
    }
  print (self, "%s", error->message);
  self->is_unwatched = TRUE;
  th_capture_stop (self->capture, 0);
}

static void
begin (ThRecordTarget *self)
{
  self->has_begun = TRUE;
  th_record_report_left_out (th_capture_get_configured (self->capture));
  if (has_until (self))
    self->until = th_record_until_new (th_capture_get_path (self->capture),
                                       th_capture_get_feed (self->capture),
                                       self->shared->plan->until, until_cb, self);
  self->shared->begun (self, self->shared->data);
}

/* Reports a connection that was lost, and its return. */
static void
report_connection (ThRecordTarget *self)
{
  gboolean is_lost = th_capture_is_resuming (self->capture);
  gint64 now = g_get_monotonic_time ();

  if (is_lost == (self->lost_us != 0) || th_capture_get_state (self->capture) >= TH_CAPTURE_ENDED)
    return;
  if (is_lost)
    print (self, _("connection lost; trying again for %u s"), TH_RECORD_RESUME_SECONDS);
  else
    print (self, _("the connection is back after %.1f s; the recording goes on where it was"),
           (double) (now - self->lost_us) / G_USEC_PER_SEC);
  self->lost_us = is_lost ? now : 0;
}

static void
state_cb (ThCapture      *capture,
          GParamSpec     *pspec,
          ThRecordTarget *self)
{
  ThCaptureState state = th_capture_get_state (capture);

  report_connection (self);
  if (state == TH_CAPTURE_READY && self->events_ticket == 0)
    ask_for_facts (self);
  else if (state == TH_CAPTURE_READY && self->has_started)
    ready_again (self);
  else if (th_capture_is_held (capture))
    accept_or_withdraw (self);
  else if (state >= TH_CAPTURE_RECORDING && state < TH_CAPTURE_ENDED && !self->has_begun &&
           th_capture_get_feed (capture) != NULL)
    begin (self); /* it may be stopped before it has begun */
}

static void
status_cb (ThCapture      *capture,
           GParamSpec     *pspec,
           ThRecordTarget *self)
{
  if (self->has_begun && th_capture_get_state (capture) < TH_CAPTURE_ENDED)
    self->shared->status (self, self->shared->data);
}

/* --- end ------------------------------------------------------------------- */

static void
remember (ThRecordTarget *self)
{
  g_autofree char *settings = th_record_plan_dup_settings (self->shared->plan);
  g_autoptr(GError) error = NULL;

  if (!th_known_targets_store (th_capture_get_target (self->capture), NULL, settings, &error))
    g_debug ("%s", error->message);
}

/* Tells a partial recording from a missing one: a target that was stopped before it answered, or
 * before all had accepted, has recorded nothing. */
static ThExit
get_status (ThRecordTarget *self,
            const char     *path)
{
  if (self->shared->is_several && self->has_started && !self->has_begun)
    return TH_EXIT_REFUSED;
  if (self->shared->mode == TH_RECORD_FILE && path == NULL)
    return TH_EXIT_REFUSED;
  if (th_capture_get_error (self->capture) != NULL || self->is_unwatched)
    return path != NULL ? TH_EXIT_PART : TH_EXIT_REFUSED;
  return TH_EXIT_WHOLE;
}

/* Does not repeat what the error quotes already.  If the program is not an agent, its last lines
 * are enough. */
static void
print_log (ThRecordTarget *self,
           const GError   *error)
{
  g_auto(GStrv) lines = g_strsplit (th_capture_get_log (self->capture), "\n", -1);
  guint n = g_strv_length (lines);

  if (n > MAX_LOG_LINES)
    g_printerr ("  …\n");
  for (guint i = n > MAX_LOG_LINES ? n - MAX_LOG_LINES : 0; i < n; i++)
    if (*lines[i] != '\0' && strstr (error->message, lines[i]) == NULL)
      {
        g_autofree char *line = th_cli_shorten (lines[i]);

        g_printerr ("  %s\n", line);
      }
}

/* A recording that the user stopped before it began leaves no other message. */
static void
report_nothing (ThRecordTarget *self)
{
  if (!self->shared->is_interrupted || self->has_begun)
    return;
  if (th_capture_get_hello (self->capture) == NULL)
    print (self, _("stopped before an agent answered; nothing was recorded"));
  else
    print (self, _("stopped before the recording began; nothing was recorded"));
}

static void
ended_cb (ThCapture      *capture,
          ThRecordTarget *self)
{
  const GError *error = th_capture_get_error (capture);
  const char *path = th_capture_get_path (capture);
  gboolean is_quiet = self->shared->progress->is_quiet;

  th_record_progress_clear (self->shared->progress);
  if (error != NULL)
    {
      print (self, "%s", error->message);
      print_log (self, error);
    }
  else if (path == NULL)
    report_nothing (self);
  if (th_capture_get_end (capture) != NULL)
    th_record_report_end (th_capture_get_end (capture), is_quiet);
  if (path != NULL)
    {
      if (!is_quiet)
        th_record_report_summary (capture, self->shared->progress->is_ring, path);
      remember (self);
    }
  end (self, get_status (self, path));
}

/* --- life ------------------------------------------------------------------ */

ThRecordTarget *
th_record_target_new (ThTarget             *target,
                      const ThRecordShared *shared)
{
  ThRecordTarget *self = g_new0 (ThRecordTarget, 1);

  self->shared = shared;
  self->capture = th_capture_new (target, shared->agent);
  if (shared->is_several)
    th_capture_measure_clock (self->capture);
  g_signal_connect (self->capture, "notify::state", G_CALLBACK (state_cb), self);
  g_signal_connect (self->capture, "notify::status", G_CALLBACK (status_cb), self);
  g_signal_connect (self->capture, "answered", G_CALLBACK (answered_cb), self);
  g_signal_connect (self->capture, "ended", G_CALLBACK (ended_cb), self);
  return self;
}

void
th_record_target_free (ThRecordTarget *self)
{
  g_signal_handlers_disconnect_by_data (self->capture, self);
  g_clear_pointer (&self->until, th_record_until_free);
  if (th_capture_get_state (self->capture) < TH_CAPTURE_ENDED)
    th_capture_hang_up (self->capture);
  th_capture_wait (self->capture);
  g_object_unref (self->capture);
  g_clear_pointer (&self->match, th_preset_match_free);
  g_clear_pointer (&self->facts, th_target_facts_free);
  g_clear_pointer (&self->processes, g_variant_unref);
  g_clear_pointer (&self->check, unref_check);
  g_free (self);
}

gboolean
th_record_target_is_ready (ThRecordTarget *self)
{
  return self->match != NULL;
}

gboolean
th_record_target_has_begun (ThRecordTarget *self)
{
  return self->has_begun;
}

gboolean
th_record_target_has_ended (ThRecordTarget *self)
{
  return self->has_ended;
}

ThExit
th_record_target_get_exit (ThRecordTarget *self)
{
  return self->exit;
}

ThCapture *
th_record_target_get_capture (ThRecordTarget *self)
{
  return self->capture;
}

const ThTargetFacts *
th_record_target_get_facts (ThRecordTarget *self)
{
  return self->facts;
}

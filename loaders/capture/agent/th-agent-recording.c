/* th-agent-recording.c - one recording, from its configuration to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "th-agent-counters.h"
#include "th-agent-grace.h"
#include "th-agent-machine.h"
#include "th-agent-pages.h"
#include "th-agent-recording.h"
#include "th-agent-report.h"
#include "th-agent-setup.h"
#include "th-agent-sink.h"
#include "th-agent-task-names.h"
#include "th-agent-texts.h"
#include "th-message.h"

/* poll(2) wakes for buffers that are half full; the others are read this often. */
#define DRAIN_US (50 * 1000)
#define STATUS_US (250 * 1000)
/* How long after its time stamp an event may be committed, where the kernel cannot wait for it.
 * That takes longest if the host of a virtual machine stops a CPU in between. */
#define UNTIL_MARGIN_NS (20 * 1000 * 1000)
/* While the kernel adjusts its clock, time stamps of events may be a little behind those of
 * clock_gettime(2). */
#define CLOCK_MARGIN_NS 1000
#define PROCESSES_A_STEP 64
#define NICENESS -10

typedef enum
{
  CONFIGURED,
  RUNNING,
  DRAINING, /* tracing is off; what the buffers hold is read */
  SENDING,  /* what was held is sent */
  SENT
} Stage;

struct _ThAgentRecording
{
  const ThAgentPlaces *places;
  ThAgentInstance     *instance;
  ThAgentOutput       *output;
  ThAgentPlan         *plan;
  ThAgentSetup        *setup;
  ThAgentPages        *pages;
  ThAgentSink         *sink;
  ThAgentTexts        *texts;
  ThAgentTaskNames    *names;
  ThAgentGrace        *grace;      /* NULL if it is not needed, or this kernel has none */
  gint64               grace_ns;   /* the time of the recording at its beginning */
  Stage                stage;
  gboolean             texts_left;
  gboolean             names_left;
  int                  marker;
  gint64               drained_us; /* when all buffers were read */
  gint64               status_us;
  guint64              missed;
  char                *reason;
  char                *message;
};

/* --- configuration ----------------------------------------------------------------------- */

static ThAgentSinkKind
get_sink_kind (const ThAgentPlan *plan)
{
  if (plan->measure)
    return TH_AGENT_SINK_NOTHING;
  return plan->hold ? TH_AGENT_SINK_HOLD : TH_AGENT_SINK_LINE;
}

static int
open_marker (ThAgentInstance *instance)
{
  g_autofree char *path = g_build_filename (th_agent_instance_get_folder (instance),
                                            "trace_marker", NULL);

  return open (path, O_WRONLY | O_CLOEXEC);
}

/* Whether STATUS says how far the recording is complete. */
static gboolean
has_until (const ThAgentPlan *plan)
{
  gint64 now;

  return !plan->ring && !plan->hold && !plan->measure && th_agent_read_clock (plan->clock, &now);
}

/* The tasks of this program, of pid_t. */
static GArray *
list_own_tasks (ThAgentRecording *self)
{
  pid_t tasks[] = { getpid (),
                    th_agent_guardian_get_pid (th_agent_instance_get_guardian (self->instance)),
                    self->grace != NULL ? th_agent_grace_get_thread (self->grace) : 0 };
  GArray *own = g_array_new (FALSE, FALSE, sizeof (pid_t));

  return g_array_append_vals (own, tasks, self->grace != NULL ? 3 : 2);
}

ThAgentRecording *
th_agent_recording_new (const ThAgentPlaces *places,
                        ThAgentInstance     *instance,
                        ThAgentOutput       *output,
                        ThAgentPlan         *plan,
                        const char          *resume,
                        char               **detail,
                        GError             **error)
{
  g_autoptr(ThAgentRecording) self = g_new0 (ThAgentRecording, 1);
  g_autoptr(GArray) own = NULL;

  self->places = places;
  self->instance = instance;
  self->output = output;
  self->plan = plan;
  self->marker = -1;
  self->grace = has_until (plan) ? th_agent_grace_new () : NULL;
  own = list_own_tasks (self);
  self->setup = th_agent_setup_new (instance, plan, own, places, detail, error);
  if (self->setup == NULL)
    return NULL;
  self->pages = th_agent_pages_new (th_agent_instance_get_folder (instance), error);
  if (self->pages == NULL)
    return NULL;
  self->sink = th_agent_sink_new (get_sink_kind (plan), output, plan->pack, plan->remote, error);
  if (self->sink == NULL)
    return NULL;

  self->marker = open_marker (instance);
  self->texts = th_agent_texts_new (places, output, plan->pack);
  self->names = th_agent_task_names_new (places);
  th_message_append (th_agent_output_get_bytes (output), TH_WIRE_CONFIGURED,
                     th_agent_report_configured (instance, plan, self->setup, self->pages,
                                                 resume));
  th_agent_output_keep (output, resume != NULL);
  if (!plan->measure)
    th_agent_texts_send_formats (self->texts, th_agent_instance_get_folder (instance),
                                 self->setup->events);
  return g_steal_pointer (&self);
}

void
th_agent_recording_free (ThAgentRecording *self)
{
  if (self->marker >= 0)
    close (self->marker);
  g_clear_pointer (&self->grace, th_agent_grace_free);
  g_clear_pointer (&self->names, th_agent_task_names_free);
  g_clear_pointer (&self->texts, th_agent_texts_free);
  g_clear_pointer (&self->sink, th_agent_sink_free);
  g_clear_pointer (&self->pages, th_agent_pages_free);
  g_clear_pointer (&self->setup, th_agent_setup_free);
  th_agent_plan_free (self->plan);
  g_free (self->reason);
  g_free (self->message);
  g_free (self);
}

gboolean
th_agent_recording_is_started (ThAgentRecording *self)
{
  return self->stage > CONFIGURED;
}

gboolean
th_agent_recording_is_measuring (ThAgentRecording *self)
{
  return self->plan->measure;
}

const char *
th_agent_recording_get_clock (ThAgentRecording *self)
{
  return self->plan->clock;
}

/* --- reports ----------------------------------------------------------------------------- */

static void
insert_status (ThAgentRecording *self,
               GVariantDict     *dict)
{
  th_agent_report_status (dict, self->pages, self->setup->buffer_kb,
                          th_agent_output_get_waiting (self->output));
}

/* @until: G_MININT64 if it is not known. */
static void
send_status (ThAgentRecording *self,
             gint64            until)
{
  GVariantDict dict;
  gint64 now;

  self->status_us = g_get_monotonic_time ();
  /* Nobody looks at it while the connection is lost. */
  if (th_agent_output_is_detached (self->output))
    return;
  g_variant_dict_init (&dict, NULL);
  if (th_agent_read_clock (self->plan->clock, &now))
    g_variant_dict_insert (&dict, "time", "x", now);
  if (until != G_MININT64)
    g_variant_dict_insert (&dict, "until", "x", until);
  insert_status (self, &dict);
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_STATUS,
                     g_variant_dict_end (&dict));
}

static void
send_counters (ThAgentRecording *self,
               const char       *when)
{
  if (self->plan->counters)
    th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_COUNTERS,
                       th_agent_counters_read (self->places, when));
}

/* --- start, mark, stop ------------------------------------------------------------------- */

void
th_agent_recording_start (ThAgentRecording *self)
{
  GVariantDict dict;

  send_counters (self, "before");
  /* Late readers lose events; without the right to it the agent goes on as it is. */
  if (setpriority (PRIO_PROCESS, 0, NICENESS) != 0)
    g_debug ("No priority: %s", g_strerror (errno));
  g_variant_dict_init (&dict, NULL);
  th_agent_report_times (&dict);
  th_agent_instance_write (self->instance, "tracing_on", "1");
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_STARTED,
                     g_variant_dict_end (&dict));

  self->texts_left = self->names_left = !self->plan->measure;
  if (self->names_left)
    th_agent_task_names_begin (self->names);
  self->status_us = self->drained_us = g_get_monotonic_time ();
  self->stage = RUNNING;
}

void
th_agent_recording_mark (ThAgentRecording *self,
                         const char       *text)
{
  g_autofree char *line = g_strdup (text);

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  if (self->stage == RUNNING && self->marker >= 0 && write (self->marker, line, strlen (line)) < 0)
    g_debug ("No mark: %s", g_strerror (errno));
}

void
th_agent_recording_stop (ThAgentRecording *self,
                         const char       *reason,
                         const char       *message)
{
  if (self->reason != NULL)
    return;
  self->reason = g_strdup (reason);
  self->message = g_strdup (message);
  th_agent_instance_write (self->instance, "tracing_on", "0");
  self->stage = DRAINING;
}

/* --- steps ------------------------------------------------------------------------------- */

static gboolean
reads_now (ThAgentRecording *self)
{
  return self->stage == RUNNING && !self->plan->ring && !th_agent_sink_is_full (self->sink);
}

static gboolean
has_slices (ThAgentRecording *self)
{
  return (self->texts_left || self->names_left) && th_agent_output_is_low (self->output);
}

static gboolean
is_grace_pending (ThAgentRecording *self)
{
  return self->stage == RUNNING && self->grace != NULL && th_agent_grace_is_pending (self->grace);
}

/* When the next STATUS is due: a grace period that lasts long does not hold it up for ever. */
static gint64
get_status_time (ThAgentRecording *self)
{
  return self->status_us + (is_grace_pending (self) ? 2 : 1) * STATUS_US;
}

int
th_agent_recording_get_timeout (ThAgentRecording *self)
{
  gint64 now = g_get_monotonic_time (), next = get_status_time (self);

  if (self->stage == CONFIGURED)
    return -1;
  if (self->stage == SENT || (self->stage == RUNNING && has_slices (self)))
    return 0;
  if (self->stage > RUNNING)
    return th_agent_sink_is_full (self->sink) || th_agent_output_is_full (self->output) ? -1 : 0;
  if (reads_now (self))
    next = MIN (next, self->drained_us + DRAIN_US);
  return CLAMP ((next - now + 999) / 1000, 0, 1000);
}

void
th_agent_recording_add_fds (ThAgentRecording *self,
                            GArray           *fds)
{
  guint n;
  const ThAgentCpu *cpus = th_agent_pages_get_cpus (self->pages, &n);
  struct pollfd grace = { is_grace_pending (self) ? th_agent_grace_get_fd (self->grace) : -1,
                          POLLIN };

  for (guint i = 0; i < n; i++)
    {
      struct pollfd fd = { reads_now (self) ? cpus[i].raw : -1, POLLIN };

      g_array_append_val (fds, fd);
    }
  g_array_append_val (fds, grace);
}

static void
fail (ThAgentRecording *self)
{
  const char *message = th_agent_sink_get_error (self->sink);

  th_agent_recording_stop (self, "error", message != NULL ? message : g_strerror (errno));
}

static void
read_buffers (ThAgentRecording    *self,
              const struct pollfd *ready)
{
  gint64 now = g_get_monotonic_time ();

  if (!reads_now (self))
    return;
  if (now - self->drained_us >= DRAIN_US)
    {
      ready = NULL;
      self->drained_us = now;
    }
  else if (ready == NULL)
    return;
  if (th_agent_pages_drain (self->pages, ready, self->sink) == TH_AGENT_FAILED)
    fail (self);
  th_agent_sink_pause (self->sink);
}

static void
send_slice (ThAgentRecording *self)
{
  g_autofree char *text = NULL;

  if (!has_slices (self))
    return;
  if (self->texts_left)
    self->texts_left = th_agent_texts_step (self->texts);
  else if (!(self->names_left = th_agent_task_names_step (self->names, PROCESSES_A_STEP)))
    {
      text = th_agent_task_names_dup_text (self->names);
      th_agent_texts_send_names (self->texts, text);
    }
}

/* Reads everything from before @moment, so that an idle CPU is known to be idle; then all that is
 * older by @margin has been read. */
static void
report_until (ThAgentRecording *self,
              gint64            moment,
              gint64            margin)
{
  gint64 until = G_MININT64;

  if (reads_now (self))
    {
      ThAgentDrained drained = th_agent_pages_drain_until (self->pages, moment, self->sink);

      if (drained == TH_AGENT_FAILED)
        fail (self);
      if (drained == TH_AGENT_DRAINED)
        until = moment - margin;
      th_agent_sink_flush (self->sink);
    }
  send_status (self, until);
}

static void
report (ThAgentRecording *self)
{
  gint64 now = 0;

  if (self->grace != NULL && th_agent_grace_finish (self->grace))
    {
      report_until (self, self->grace_ns, CLOCK_MARGIN_NS);
      return;
    }
  if (g_get_monotonic_time () < get_status_time (self))
    return;
  if (is_grace_pending (self) || !has_until (self->plan))
    {
      send_status (self, G_MININT64);
      return;
    }
  th_agent_read_clock (self->plan->clock, &now);
  if (self->grace == NULL)
    {
      report_until (self, now, UNTIL_MARGIN_NS);
      return;
    }
  self->grace_ns = now;
  th_agent_grace_begin (self->grace);
}

static void
check_trigger (ThAgentRecording *self)
{
  g_autofree char *on = NULL;

  if (self->plan->trigger == NULL)
    return;
  on = th_agent_instance_read (self->instance, "tracing_on");
  if (g_strcmp0 (on, "0") == 0)
    th_agent_recording_stop (self, "trigger", "");
}

static void
run (ThAgentRecording    *self,
     const struct pollfd *ready)
{
  gint64 status_us = self->status_us;

  read_buffers (self, ready);
  send_slice (self);
  report (self);
  /* Nothing is read any more, so going on would lose everything. */
  if (th_agent_sink_get_error (self->sink) != NULL)
    fail (self);
  if (self->status_us != status_us && self->stage == RUNNING)
    check_trigger (self);
}

/* What the buffers still hold; a failure here leaves what was read. */
static void
drain (ThAgentRecording *self)
{
  if (th_agent_sink_get_error (self->sink) == NULL &&
      th_agent_pages_drain_until (self->pages, G_MAXUINT64, self->sink) == TH_AGENT_FULL &&
      th_agent_sink_get_error (self->sink) == NULL)
    return;
  th_agent_sink_flush (self->sink);
  self->stage = SENDING;
}

static void
send_rest (ThAgentRecording *self)
{
  g_autofree char *text = NULL;

  if (!th_agent_sink_send_held (self->sink))
    return;
  if (self->texts_left && !th_agent_output_is_full (self->output))
    self->texts_left = th_agent_texts_step (self->texts);
  if (self->texts_left)
    return;
  self->stage = SENT;
  send_counters (self, "after");
  if (self->plan->measure)
    return;
  th_agent_task_names_begin (self->names);
  while (th_agent_task_names_step (self->names, PROCESSES_A_STEP))
    ;
  text = th_agent_task_names_dup_text (self->names);
  th_agent_texts_send_names (self->texts, text);
  self->missed = th_agent_texts_send_profile (self->texts, self->setup->probes);
}

gboolean
th_agent_recording_step (ThAgentRecording    *self,
                         const struct pollfd *ready)
{
  if (self->stage == RUNNING)
    run (self, ready);
  else if (self->stage == DRAINING)
    drain (self);
  else if (self->stage == SENDING)
    send_rest (self);
  if (self->stage != SENT)
    return TRUE;
  send_status (self, G_MININT64);
  return FALSE;
}

void
th_agent_recording_get_end (ThAgentRecording *self,
                            GVariantDict     *dict)
{
  /* It may have occurred after the stop. */
  const char *trouble = th_agent_sink_get_error (self->sink);
  const char *reason = self->reason != NULL && trouble == NULL ? self->reason : "error";
  const char *words = trouble != NULL ? trouble : self->message != NULL ? self->message : "";
  g_autofree char *message = g_utf8_make_valid (words, -1);

  g_variant_dict_insert (dict, "reason", "s", reason);
  g_variant_dict_insert (dict, "message", "s", message);
  insert_status (self, dict);
  th_agent_report_times (dict);
  g_variant_dict_insert (dict, "missed", "t", self->missed);
}

/* th-live-recording.c - a recording in progress, as a window shows and controls it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-live-recording.h"

#include <glib/gi18n-lib.h>

#include "th-live-until.h"
#include "th-message.h"
#include "th-number-format.h"

/* With so many rates, each two are averaged into one. */
#define MAX_RATES 480
#define REPORT_SECONDS 0.25
/* The lead of the target's clock may decrease by so much with each report, as clocks drift. */
#define DRIFT_NS 20000

/* A longer delay is shown at once, a shorter one little by little. */
#define CALM 0.8

struct _ThLiveRecording
{
  GObject       parent;

  ThCapture    *capture;
  ThDocument   *document;     /* weak */
  ThCompanions *companions;   /* or NULL */
  ThRecordPlan *plan;
  char         *summary;
  char         *elapsed;
  guint         timer_id;     /* ends a recording of a given length */
  ThLiveUntil  *until;        /* waits for the event that ends it; or NULL */
  gint64        lost_us;      /* when the connection was lost; 0: it is there */
  guint         lost_id;      /* tells how long ago that was */
  ThHeldCommand *command;     /* that runs meanwhile; or NULL */
  char         *command_error; /* why it did not run; or NULL */
  gint64        lead;         /* of the target's clock; TH_TIME_NONE: unknown */
  gint64        shown;        /* up to when the lanes were complete before */
  double        delay_ms;     /* of what was shown last; -1: unknown */
  guint         report;

  GArray       *rates;        /* double: events per second */
  double        rate_seconds; /* that each of them lasts */
  double        rated;        /* seconds of the recording that are in them */
  guint64       rated_events; /* events in them */
  double        keep_seconds; /* only the last so many are kept; 0: all */
  gboolean      discarded;
};

enum
{
  PROP_STATE = 1,
  PROP_ELAPSED,
  PROP_REPORT,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_ENDED,
  SIGNAL_FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThLiveRecording, th_live_recording, G_TYPE_OBJECT)

/* --- reports ------------------------------------------------------------------ */

/* Each report is a little late, so its clock reading is too old; the least delayed one comes
 * closest. */
static void
update_lead (ThLiveRecording       *self,
             const ThCaptureStatus *status)
{
  gint64 lead;

  if (status->clock_ns == TH_CAPTURE_NO_CLOCK)
    return;

  lead = status->clock_ns - status->time_us * 1000;
  if (self->lead != TH_TIME_NONE)
    lead = MAX (lead, self->lead - DRIFT_NS);
  self->lead = lead;
  if (self->document != NULL)
    th_document_set_clock_lead (self->document, lead);
}

/* The lanes are about to show more events; the oldest of those has waited longest. */
static void
grown_cb (ThLiveRecording *self)
{
  gint64 present = th_document_get_present (self->document);
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (self->document));

  if (watermark == self->shown)
    return;

  if (present != TH_TIME_NONE && self->shown != TH_TIME_NONE)
    self->delay_ms = MAX ((double) (present - self->shown) / 1e6, self->delay_ms * CALM);
  self->shown = watermark;
}

static void
halve_rates (ThLiveRecording *self)
{
  guint n = self->rates->len / 2;

  for (guint i = 0; i < n; i++)
    g_array_index (self->rates, double, i) = (g_array_index (self->rates, double, 2 * i) +
                                              g_array_index (self->rates, double, 2 * i + 1)) / 2;
  g_array_set_size (self->rates, n);
  self->rate_seconds *= 2;
}

static void
add_rates (ThLiveRecording       *self,
           const ThCaptureStatus *status)
{
  double passed = status->seconds - self->rated, rate;
  guint n = (guint) CLAMP (passed / self->rate_seconds, 0, MAX_RATES);

  if (n == 0 || status->n_events < self->rated_events)
    return;

  rate = (double) (status->n_events - self->rated_events) / passed;
  for (guint i = 0; i < n; i++)
    g_array_append_val (self->rates, rate);
  self->rated = status->seconds;
  self->rated_events = status->n_events;
  while (self->rates->len >= MAX_RATES)
    halve_rates (self);
}

static void
update_elapsed (ThLiveRecording       *self,
                const ThCaptureStatus *status)
{
  guint64 tenths = (guint64) MAX (status->seconds * 10, 0);
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT ":%02u.%u", tenths / 600,
                                           (guint) (tenths / 10 % 60), (guint) (tenths % 10));

  if (g_strcmp0 (text, self->elapsed) == 0)
    return;

  g_free (self->elapsed);
  self->elapsed = g_steal_pointer (&text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ELAPSED]);
}

static void
status_cb (ThLiveRecording *self)
{
  ThCaptureStatus status;

  if (!th_capture_get_status (self->capture, &status))
    return;

  update_lead (self, &status);
  add_rates (self, &status);
  update_elapsed (self, &status);
  self->report++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REPORT]);
}

/* --- a lost connection ----------------------------------------------------------- */

gboolean
th_live_recording_is_resuming (ThLiveRecording *self)
{
  return self->lost_us != 0;
}

/* NULL if all is well. */
static char *
dup_problem (ThLiveRecording *self)
{
  guint seconds;

  if (!th_live_recording_is_resuming (self))
    return NULL;

  seconds = (guint) ((g_get_monotonic_time () - self->lost_us) / G_USEC_PER_SEC);
  /* Translators: the name of a machine, seconds */
  return g_strdup_printf (_("The connection to %s was lost, trying again (%u s). The recording "
                            "goes on there for up to a minute."),
                          th_live_recording_get_host (self), seconds);
}

static void
notify_problem (ThLiveRecording *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

static gboolean
lost_cb (gpointer data)
{
  notify_problem (data);
  return G_SOURCE_CONTINUE;
}

static void
update_resuming (ThLiveRecording *self)
{
  gboolean resuming = th_live_recording_is_active (self) &&
                      th_capture_is_resuming (self->capture);

  if (resuming == th_live_recording_is_resuming (self))
    return;

  g_clear_handle_id (&self->lost_id, g_source_remove);
  self->lost_us = resuming ? g_get_monotonic_time () : 0;
  if (resuming)
    self->lost_id = g_timeout_add_seconds (1, lost_cb, self);
  notify_problem (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REPORT]);
}

static void
state_cb (ThLiveRecording *self)
{
  update_resuming (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* --- the command that runs meanwhile --------------------------------------------- */

static void
command_ended_cb (ThLiveRecording *self,
                  gboolean         succeeded)
{
  if (!succeeded && self->command_error == NULL && th_live_recording_is_active (self))
    self->command_error = g_strdup (_("The command failed."));
  if (self->capture != NULL)
    th_live_recording_stop (self, 0);
}

/* It has waited for the recording to begin. */
static void
release_command (ThLiveRecording *self,
                 ThHeldCommand   *command)
{
  self->command = g_object_ref (command);
  g_signal_connect_object (command, "ended", G_CALLBACK (command_ended_cb), self,
                           G_CONNECT_SWAPPED);
  th_held_command_release (command);
}

/* A command that outlasts its recording is asked to end. */
static void
end_command (ThLiveRecording *self)
{
  if (self->command != NULL)
    th_held_command_end (self->command);
}

/* --- end ----------------------------------------------------------------------- */

static void
ended_cb (ThLiveRecording *self)
{
  const char *path = th_capture_get_path (self->capture);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_clear_handle_id (&self->lost_id, g_source_remove);
  g_clear_pointer (&self->until, th_live_until_free);
  end_command (self);
  if (path != NULL && self->document != NULL)
    {
      g_autoptr(GFile) file = g_file_new_for_path (path);

      th_document_finished (self->document, file);
    }
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
  if (self->companions == NULL)
    return;
  g_object_ref (self); /* until they have finished */
  th_companions_finish (self->companions, path != NULL ? self->document : NULL);
}

static void
companions_finished_cb (ThLiveRecording *self)
{
  g_signal_emit (self, signals[SIGNAL_FINISHED], 0);
  g_object_unref (self);
}

gboolean
th_live_recording_is_active (ThLiveRecording *self)
{
  return self->capture != NULL && th_capture_get_state (self->capture) < TH_CAPTURE_ENDED;
}

gboolean
th_live_recording_has_rates (ThLiveRecording *self)
{
  return th_live_recording_is_active (self) && !th_live_recording_is_resuming (self) &&
         self->plan->ring_mb == 0;
}

gboolean
th_live_recording_had_trouble (ThLiveRecording *self)
{
  g_autofree char *trouble = self->companions != NULL ? th_companions_dup_trouble (self->companions)
                                                      : NULL;

  return th_capture_get_error (self->capture) != NULL || self->command_error != NULL ||
         th_live_recording_get_n_lost (self) > 0 || trouble != NULL;
}

static void
add_sentence (GString *text,
              char    *sentence) /* taken */
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

static char *
describe_lost (guint64 n_lost)
{
  g_autofree char *count = th_format_count (n_lost);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s event was lost because a buffer was full: use larger "
                                       "buffers, or record fewer events.",
                                       "%s events were lost because buffers were full: use larger "
                                       "buffers, or record fewer events.", n_lost), count);
}

/* The document may have more than the last report, if the connection broke. */
static guint64
count_kept (ThLiveRecording       *self,
            const ThCaptureStatus *status)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;

  return MAX (status->n_events, recording != NULL ? th_recording_get_n_events (recording) : 0);
}

static char *
describe_kept (ThLiveRecording       *self,
               const ThCaptureStatus *status,
               const char            *path)
{
  g_autofree char *name = g_filename_display_name (path);
  guint64 n = count_kept (self, status);
  g_autofree char *events = th_format_count_short (n);

  if (self->keep_seconds > 0)
    /* Translators: seconds, path of the file */
    return g_strdup_printf (_("The last %g s were kept in %s."), self->keep_seconds, name);

  /* Translators: number of events, elapsed time, path of the file */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event in %s was kept in %s.",
                                       "%s events in %s were kept in %s.", n),
                          events, self->elapsed, name);
}

char *
th_live_recording_dup_outcome (ThLiveRecording *self)
{
  const GError *error = th_capture_get_error (self->capture);
  const char *path = th_capture_get_path (self->capture);
  guint64 n_lost = th_live_recording_get_n_lost (self);
  ThCaptureStatus status = { 0 };
  g_autoptr(GString) text = g_string_new (NULL);
  char *trouble;

  if (self->discarded)
    return NULL;

  th_capture_get_status (self->capture, &status);
  if (error != NULL)
    add_sentence (text, g_strdup (error->message));
  if (self->command_error != NULL)
    add_sentence (text, g_strdup (self->command_error));
  if (n_lost > 0)
    add_sentence (text, describe_lost (n_lost));
  if (path != NULL)
    add_sentence (text, describe_kept (self, &status, path));
  if (self->companions != NULL && (trouble = th_companions_dup_trouble (self->companions)) != NULL)
    add_sentence (text, trouble);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- requests -------------------------------------------------------------------- */

void
th_live_recording_stop (ThLiveRecording *self,
                        double           keep_seconds)
{
  g_return_if_fail (TH_IS_LIVE_RECORDING (self));

  if (th_capture_get_state (self->capture) != TH_CAPTURE_RECORDING)
    return;

  self->keep_seconds = keep_seconds;
  th_capture_stop (self->capture, keep_seconds);
  if (self->companions != NULL)
    th_companions_stop (self->companions, keep_seconds);
}

void
th_live_recording_discard (ThLiveRecording *self)
{
  g_return_if_fail (TH_IS_LIVE_RECORDING (self));

  if (!th_live_recording_is_active (self))
    return;

  self->discarded = TRUE;
  th_capture_discard (self->capture);
  if (self->companions != NULL)
    th_companions_discard (self->companions);
}

/* The clock of the recording now; the last event if that is not known. */
static gint64
find_now (ThLiveRecording *self)
{
  gint64 first, last;

  if (!th_document_get_range (self->document, &first, &last))
    return TH_TIME_NONE;

  return self->lead != TH_TIME_NONE ? MAX (g_get_monotonic_time () * 1000 + self->lead, last)
                                    : last;
}

gboolean
th_live_recording_mark (ThLiveRecording *self,
                        const char      *text,
                        gboolean         to_target)
{
  gint64 now;

  g_return_val_if_fail (TH_IS_LIVE_RECORDING (self), FALSE);

  if (to_target && th_capture_get_state (self->capture) == TH_CAPTURE_RECORDING)
    th_capture_mark (self->capture, text);
  now = self->document != NULL ? find_now (self) : TH_TIME_NONE;
  return now != TH_TIME_NONE &&
         th_markers_add_bookmark (th_document_get_markers (self->document), now,
                                  text[0] != '\0' ? text : NULL) != G_MAXUINT;
}

static gboolean
timer_cb (gpointer data)
{
  ThLiveRecording *self = data;

  self->timer_id = 0;
  th_live_recording_stop (self, 0);
  return G_SOURCE_REMOVE;
}

static void
stop_after (ThLiveRecording *self,
            double           seconds)
{
  g_clear_handle_id (&self->timer_id, g_source_remove);
  self->timer_id = g_timeout_add ((guint) CLAMP (seconds * 1000, 0, G_MAXUINT), timer_cb, self);
}

/* The event is known a little after it occurred. */
static void
until_cb (gint64   time,
          gpointer data)
{
  ThLiveRecording *self = data;
  gint64 now = find_now (self);
  double passed = now != TH_TIME_NONE ? (double) (now - time) / 1e9 : 0;

  stop_after (self, MAX (self->plan->after_seconds - passed, 0));
}

/* --- class ------------------------------------------------------------------------ */

static void
th_live_recording_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  ThLiveRecording *self = TH_LIVE_RECORDING (object);

  switch (id)
    {
    case PROP_STATE: g_value_set_int (value, th_capture_get_state (self->capture)); break;
    case PROP_ELAPSED: g_value_set_string (value, self->elapsed); break;
    case PROP_REPORT: g_value_set_uint (value, self->report); break;
    case PROP_PROBLEM: g_value_take_string (value, dup_problem (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_live_recording_dispose (GObject *object)
{
  ThLiveRecording *self = TH_LIVE_RECORDING (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_clear_handle_id (&self->lost_id, g_source_remove);
  g_clear_pointer (&self->until, th_live_until_free);
  g_clear_weak_pointer (&self->document);
  g_clear_object (&self->companions);
  g_clear_object (&self->command);
  g_clear_object (&self->capture);

  G_OBJECT_CLASS (th_live_recording_parent_class)->dispose (object);
}

static void
th_live_recording_finalize (GObject *object)
{
  ThLiveRecording *self = TH_LIVE_RECORDING (object);

  g_array_unref (self->rates);
  th_record_plan_free (self->plan);
  g_free (self->summary);
  g_free (self->command_error);
  g_free (self->elapsed);

  G_OBJECT_CLASS (th_live_recording_parent_class)->finalize (object);
}

static void
th_live_recording_class_init (ThLiveRecordingClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_live_recording_get_property;
  object_class->dispose = th_live_recording_dispose;
  object_class->finalize = th_live_recording_finalize;
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, 0, TH_CAPTURE_FAILED, 0, flags);
  properties[PROP_ELAPSED] = g_param_spec_string ("elapsed", NULL, NULL, NULL, flags);
  properties[PROP_REPORT] = g_param_spec_uint ("report", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_ENDED] = g_signal_new ("ended", TH_TYPE_LIVE_RECORDING, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FINISHED] = g_signal_new ("finished", TH_TYPE_LIVE_RECORDING, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_live_recording_init (ThLiveRecording *self)
{
  self->lead = self->shown = TH_TIME_NONE;
  self->delay_ms = -1;
  self->elapsed = g_strdup ("0:00.0");
  self->rates = g_array_new (FALSE, FALSE, sizeof (double));
  self->rate_seconds = REPORT_SECONDS;
}

static char *
describe_length (const ThRecordPlan *plan)
{
  if (plan->command != NULL)
    return g_strdup_printf (_("while “%s” runs"), plan->command);
  if (plan->ring_mb > 0)
    return g_strdup_printf (_("the last %d MiB"), plan->ring_mb);
  if (plan->until != NULL)
    return g_strdup_printf (_("until %s"), plan->until);
  if (plan->seconds > 0)
    return g_strdup_printf (_("for %g s"), plan->seconds);
  return g_strdup (_("until stopped"));
}

static char *
describe_plan (const ThRecordPlan *plan)
{
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autofree char *length = describe_length (plan);
  GString *text = g_string_new (NULL);

  for (guint i = 0; plan->presets != NULL && plan->presets[i] != NULL; i++)
    {
      const ThPreset *preset = th_presets_find (presets, plan->presets[i]);

      if (preset != NULL)
        g_string_append_printf (text, "%s · ", th_preset_translate (preset->title));
    }
  g_string_append (text, length);
  return g_string_free (text, FALSE);
}

ThLiveRecording *
th_live_recording_new (ThCapture          *capture,
                       const ThRecordPlan *plan,
                       ThHeldCommand      *command)
{
  ThLiveRecording *self = g_object_new (TH_TYPE_LIVE_RECORDING, NULL);

  self->capture = g_object_ref (capture);
  self->plan = th_record_plan_copy (plan);
  self->summary = describe_plan (plan);
  if (plan->seconds > 0)
    stop_after (self, plan->seconds);
  g_signal_connect_object (capture, "notify::status", G_CALLBACK (status_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (capture, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (capture, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  if (command != NULL)
    release_command (self, command);
  return self;
}

/* --- accessors --------------------------------------------------------------------- */

void
th_live_recording_set_document (ThLiveRecording *self,
                                ThDocument      *document)
{
  g_return_if_fail (TH_IS_LIVE_RECORDING (self));

  g_set_weak_pointer (&self->document, document);
  g_signal_connect_object (document, "grown", G_CALLBACK (grown_cb), self, G_CONNECT_SWAPPED);
  if (self->lead != TH_TIME_NONE)
    th_document_set_clock_lead (document, self->lead);
  if (self->plan->until != NULL && self->plan->ring_mb == 0)
    self->until = th_live_until_new (document, self->plan->until, until_cb, self);
}

void
th_live_recording_set_companions (ThLiveRecording *self,
                                  ThCompanions    *companions)
{
  g_return_if_fail (TH_IS_LIVE_RECORDING (self));

  g_set_object (&self->companions, companions);
  g_signal_connect_object (companions, "finished", G_CALLBACK (companions_finished_cb), self,
                           G_CONNECT_SWAPPED);
}

ThCompanions *
th_live_recording_get_companions (ThLiveRecording *self)
{
  return self->companions;
}

ThDocument *
th_live_recording_get_document (ThLiveRecording *self)
{
  return self->document;
}

ThCapture *
th_live_recording_get_capture (ThLiveRecording *self)
{
  return self->capture;
}

const char *
th_live_recording_get_elapsed (ThLiveRecording *self)
{
  return self->elapsed;
}

const char *
th_live_recording_get_host (ThLiveRecording *self)
{
  return th_message_get_string (th_capture_get_hello (self->capture), "host", "");
}

const ThRecordPlan *
th_live_recording_get_plan (ThLiveRecording *self)
{
  return self->plan;
}

guint64
th_live_recording_get_n_lost (ThLiveRecording *self)
{
  ThCaptureStatus status;

  return self->plan->ring_mb == 0 && th_capture_get_status (self->capture, &status) ? status.n_lost
                                                                                    : 0;
}

const char *
th_live_recording_get_summary (ThLiveRecording *self)
{
  return self->summary;
}

const GArray *
th_live_recording_get_rates (ThLiveRecording *self,
                             double          *seconds)
{
  *seconds = self->rate_seconds;
  return self->rates;
}

double
th_live_recording_get_delay_ms (ThLiveRecording *self)
{
  return self->delay_ms;
}

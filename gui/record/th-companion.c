/* th-companion.c - one further target of a recording in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-companion.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-known-targets.h"
#include "th-number-format.h"
#include "th-record-left-out.h"
#include "th-target-link.h"

#define MAX_NAMES 1000

struct _ThCompanion
{
  GObject       parent;

  char         *name;
  ThRecordPlan *plan;
  ThCapture    *first;      /* of the first target */
  GHashTable   *taken;
  ThTargetLink *link;
  GSignalGroup *link_signals;
  ThCapture    *capture;    /* once the recording is being started; or NULL */
  GSignalGroup *capture_signals;
  gboolean      has_ended;
  gboolean      discarded;
  char         *trouble;    /* what went wrong; or NULL */
};

enum
{
  PROP_NAME = 1,
  PROP_TEXT,
  PROP_TROUBLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_ACCEPTED,
  SIGNAL_ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThCompanion, th_companion, G_TYPE_OBJECT)

static void
changed (ThCompanion *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/* --- the clock --------------------------------------------------------------------- */

/* What is added to its times to be on the timeline of the first target. */
static gboolean
get_relation (ThCompanion     *self,
              ThClockRelation *relation)
{
  ThClockRelation first, own;

  if (self->capture == NULL || !th_capture_get_clock (self->first, &first) ||
      !th_capture_get_clock (self->capture, &own))
    return FALSE;
  *relation = th_clock_relation_between (&first, &own);
  return TRUE;
}

/* The file has what is known so far, even if the next report never comes. */
static void
store_offset (ThCompanion *self)
{
  ThClockRelation relation;

  if (get_relation (self, &relation))
    th_capture_set_offset (self->capture, relation.offset, relation.error);
}

static char *
dup_clock (ThCompanion *self)
{
  g_autofree char *range = NULL, *drift = NULL;
  ThClockRelation relation;

  if (!get_relation (self, &relation))
    return NULL;
  range = th_format_duration (relation.error, TH_RESOLUTION_NS, TH_FORMAT_PLAIN);
  drift = th_clock_relation_describe_drift (&relation);
  return g_strdup_printf ("± %s, %s", range, drift);
}

/* --- what is shown ----------------------------------------------------------------- */

static guint64
get_n_events (ThCompanion *self)
{
  ThCaptureStatus status;

  return self->capture != NULL && th_capture_get_status (self->capture, &status) ? status.n_events
                                                                                 : 0;
}

/* What a ring overwrites is not lost. */
static guint64
get_n_lost (ThCompanion *self)
{
  ThCaptureStatus status;

  return self->plan->ring_mb == 0 && self->capture != NULL &&
         th_capture_get_status (self->capture, &status) ? status.n_lost : 0;
}

static char *
describe_progress (ThCompanion *self)
{
  g_autofree char *events = th_format_count_short (get_n_events (self));
  g_autofree char *lost = th_format_count (get_n_lost (self));
  g_autofree char *clock = dup_clock (self);

  if (clock == NULL)
    /* Translators: two numbers of events */
    return g_strdup_printf (_("%s events so far, %s lost; clock not measured yet"), events, lost);
  /* Translators: two numbers of events, an error and a drift as "± 59 µs, drift not known" */
  return g_strdup_printf (_("%s events so far, %s lost; clock %s"), events, lost, clock);
}

static char *
describe_kept (ThCompanion *self)
{
  g_autofree char *events = th_format_count_short (get_n_events (self));
  g_autofree char *lost = th_format_count (get_n_lost (self));
  g_autofree char *name = g_filename_display_name (th_companion_get_path (self));
  g_autofree char *clock = dup_clock (self);

  if (clock == NULL)
    /* Translators: two numbers of events, path of a file */
    return g_strdup_printf (_("%s events, %s lost, in %s; how its clock differs is not known"),
                            events, lost, name);
  /* Translators: two numbers of events, path of a file, an error and a drift as "± 59 µs, drift not
   * known" */
  return g_strdup_printf (_("%s events, %s lost, in %s; clock %s"), events, lost, name, clock);
}

static char *
describe (ThCompanion *self)
{
  if (self->trouble != NULL)
    return g_strdup (self->trouble);
  if (self->capture == NULL)
    return g_strdup (_("connecting…"));
  if (self->has_ended)
    return th_companion_get_path (self) != NULL ? describe_kept (self) : g_strdup ("");
  if (th_capture_is_resuming (self->capture))
    return g_strdup (_("The connection was lost, trying again."));
  return describe_progress (self);
}

/* --- the end ----------------------------------------------------------------------- */

static void
remove_file (ThCompanion *self)
{
  const char *path = th_companion_get_path (self);

  if (path != NULL && g_unlink (path) != 0)
    g_debug ("%s was not removed", path);
}

/* @trouble: why, or NULL. */
static void
end (ThCompanion *self,
     const char  *trouble)
{
  if (self->has_ended)
    return;
  self->has_ended = TRUE;
  if (trouble != NULL && self->trouble == NULL)
    self->trouble = g_strdup (trouble);
  g_signal_group_set_target (self->link_signals, NULL);
  g_signal_group_set_target (self->capture_signals, NULL);
  if (self->capture == NULL)
    g_clear_object (&self->link);
  changed (self);
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
}

static void
remember (ThCompanion *self)
{
  g_autoptr(GError) error = NULL;

  if (!th_known_targets_store (th_capture_get_target (self->capture), NULL, NULL, &error))
    g_debug ("%s", error->message);
}

/* What had arrived is kept, so a file may exist although there was an error. */
static void
ended_cb (ThCompanion *self)
{
  const GError *error = th_capture_get_error (self->capture);
  const char *path = th_capture_get_path (self->capture);

  if (path != NULL && !self->discarded)
    remember (self);
  if (self->discarded)
    remove_file (self);
  if (error != NULL && path != NULL)
    {
      g_autofree char *name = g_filename_display_name (path);
      /* Translators: why a recording ended, in sentences; path of a file */
      g_autofree char *text = g_strdup_printf (_("%s The file is %s."), error->message,
                                               name);

      end (self, text);
      return;
    }
  end (self, error != NULL ? error->message : NULL);
}

/* --- recording --------------------------------------------------------------------- */

static gboolean
is_free (ThCompanion *self,
         const char  *path)
{
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  return !g_hash_table_contains (self->taken, path) && !g_file_test (path, G_FILE_TEST_EXISTS) &&
         !g_file_test (part, G_FILE_TEST_EXISTS);
}

/* Two targets may give their host the same name. */
static char *
dup_path (ThCompanion         *self,
          const ThTargetFacts *facts)
{
  g_autofree char *path = th_record_plan_dup_path_of (facts, self->plan->path);
  gsize stem = strlen (path) - (g_str_has_suffix (path, ".dat") ? strlen (".dat") : 0);
  char *found = g_strdup (path);

  for (guint n = 2; n < MAX_NAMES && !is_free (self, found); n++)
    {
      g_free (found);
      found = g_strdup_printf ("%.*s-%u%s", (int) stem, path, n, path + stem);
    }
  g_hash_table_add (self->taken, g_strdup (found));
  return found;
}

static void
start (ThCompanion *self)
{
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThPresetMatch) match = th_record_plan_match (self->plan, presets, facts, &error);
  g_autofree char *path = NULL;

  if (match == NULL || !th_record_plan_check_processes (self->plan, facts, &error))
    {
      end (self, error->message);
      return;
    }
  path = dup_path (self, facts);
  g_signal_group_set_target (self->link_signals, NULL);
  self->capture = g_object_ref (th_target_link_get_capture (self->link));
  g_signal_group_set_target (self->capture_signals, self->capture);
  th_capture_measure_clock (self->capture);
  th_capture_hold (self->capture);
  th_capture_start (self->capture,
                    th_record_plan_dup_configuration (self->plan, match, facts,
                                                      th_capture_get_target (self->capture), 0),
                    path, (guint64) self->plan->limit_mb << 20);
  changed (self);
}

static void
link_cb (ThCompanion *self)
{
  ThTargetState state = th_target_link_get_state (self->link);

  if (state == TH_TARGET_FAILED)
    end (self, th_target_link_get_error (self->link)->message);
  else if (state == TH_TARGET_READY && self->capture == NULL)
    start (self);
}

static void
refuse (ThCompanion *self,
        const char  *refusal)
{
  g_autofree char *text = g_strdup (refusal);

  th_capture_discard (self->capture);
  end (self, text);
}

/* The target has accepted its configuration, perhaps without some events. */
static void
accept (ThCompanion *self)
{
  g_autofree char *left_out =
    th_record_plan_find_left_out (self->plan, th_target_link_get_facts (self->link),
                                  th_capture_get_configured (self->capture));

  if (left_out != NULL)
    th_capture_withdraw (self->capture, left_out);
  else
    g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
}

static void
state_cb (ThCompanion *self)
{
  const char *refusal = th_capture_get_refusal (self->capture);

  if (th_capture_get_state (self->capture) == TH_CAPTURE_READY && refusal != NULL)
    refuse (self, refusal);
  else
    changed (self);
  if (self->capture != NULL && th_capture_is_held (self->capture))
    accept (self);
}

static void
status_cb (ThCompanion *self)
{
  store_offset (self);
  changed (self);
}

/* --- requests ---------------------------------------------------------------------- */

gboolean
th_companion_has_accepted (ThCompanion *self)
{
  g_return_val_if_fail (TH_IS_COMPANION (self), FALSE);

  return !self->has_ended && self->capture != NULL && th_capture_is_held (self->capture);
}

void
th_companion_begin (ThCompanion *self)
{
  g_return_if_fail (th_companion_has_accepted (self));

  th_capture_release (self->capture);
}

void
th_companion_stop (ThCompanion *self,
                   double       keep_seconds)
{
  g_return_if_fail (TH_IS_COMPANION (self));

  if (self->has_ended)
    return;
  if (self->capture == NULL)
    {
      end (self, _("The recording ended before this target was ready."));
      return;
    }
  store_offset (self);
  th_capture_stop (self->capture, keep_seconds);
}

void
th_companion_discard (ThCompanion *self)
{
  g_return_if_fail (TH_IS_COMPANION (self));

  self->discarded = TRUE;
  if (self->has_ended)
    remove_file (self);
  else if (self->capture == NULL)
    end (self, NULL);
  else
    th_capture_discard (self->capture);
}

gboolean
th_companion_is_active (ThCompanion *self)
{
  return !self->has_ended;
}

const char *
th_companion_get_path (ThCompanion *self)
{
  return self->capture != NULL ? th_capture_get_path (self->capture) : NULL;
}

/* --- class ------------------------------------------------------------------------- */

static void
th_companion_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThCompanion *self = TH_COMPANION (object);

  switch (id)
    {
    case PROP_NAME: g_value_set_string (value, self->name); break;
    case PROP_TEXT: g_value_take_string (value, describe (self)); break;
    case PROP_TROUBLE: g_value_set_boolean (value, self->trouble != NULL); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_companion_dispose (GObject *object)
{
  ThCompanion *self = TH_COMPANION (object);

  g_clear_object (&self->link_signals);
  g_clear_object (&self->capture_signals);
  g_clear_object (&self->link);
  g_clear_object (&self->capture);
  g_clear_object (&self->first);

  G_OBJECT_CLASS (th_companion_parent_class)->dispose (object);
}

static void
th_companion_finalize (GObject *object)
{
  ThCompanion *self = TH_COMPANION (object);

  g_hash_table_unref (self->taken);
  th_record_plan_free (self->plan);
  g_free (self->name);
  g_free (self->trouble);

  G_OBJECT_CLASS (th_companion_parent_class)->finalize (object);
}

static void
th_companion_class_init (ThCompanionClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_companion_get_property;
  object_class->dispose = th_companion_dispose;
  object_class->finalize = th_companion_finalize;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  properties[PROP_TROUBLE] = g_param_spec_boolean ("trouble", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_ACCEPTED] = g_signal_new ("accepted", TH_TYPE_COMPANION, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENDED] = g_signal_new ("ended", TH_TYPE_COMPANION, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_companion_init (ThCompanion *self)
{
  self->link_signals = g_signal_group_new (TH_TYPE_TARGET_LINK);
  g_signal_group_connect_swapped (self->link_signals, "notify::state", G_CALLBACK (link_cb), self);
  self->capture_signals = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->capture_signals, "notify::state", G_CALLBACK (state_cb),
                                  self);
  g_signal_group_connect_swapped (self->capture_signals, "notify::status", G_CALLBACK (status_cb),
                                  self);
  g_signal_group_connect_swapped (self->capture_signals, "ended", G_CALLBACK (ended_cb), self);
}

ThCompanion *
th_companion_new (ThTarget           *target,
                  const char         *name,
                  const ThRecordPlan *plan,
                  ThCapture          *first,
                  GHashTable         *taken)
{
  ThCompanion *self = g_object_new (TH_TYPE_COMPANION, NULL);

  self->name = g_strdup (name != NULL ? name : th_target_get_name (target));
  self->plan = th_record_plan_copy (plan);
  self->first = g_object_ref (first);
  self->taken = g_hash_table_ref (taken);
  self->link = th_target_link_new (target, self->name, 0, "");
  g_signal_group_set_target (self->link_signals, self->link);
  th_target_link_connect (self->link);
  return self;
}

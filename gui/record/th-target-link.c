/* th-target-link.c - the connection to a machine on which recordings can be made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target-link.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-message.h"

/* What an agent gives at most. */
#define MAX_ANSWERS 10000

struct _ThTargetLink
{
  GObject        parent;

  ThTarget      *target;
  char          *name;
  char          *summary;
  gint64         used;
  char          *settings;
  ThTargetState  state;
  GError        *error;
  char          *log;
  GVariant      *hello;   /* of the last agent that answered; or NULL */

  ThCapture     *capture;
  GSignalGroup  *signals; /* of the capture */
  guint          ticket;  /* of the last question; 0: it was answered */
  guint          processes_ticket;
  GVariant      *processes; /* the answer; or NULL */
  ThTargetFacts *facts;
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_NAME,
  PROP_SUMMARY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_REFRESHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThTargetLink, th_target_link, G_TYPE_OBJECT)

/* --- summary ----------------------------------------------------------------------- */

/* "6.1" of "6.1.0-56-amd64". */
static char *
dup_version (const char *release)
{
  const char *dot = strchr (release, '.');
  gsize length = dot != NULL ? dot + 1 - release + strspn (dot + 1, "0123456789")
                             : strlen (release);

  return g_strndup (release, length);
}

static char *
describe_hello (GVariant *hello)
{
  g_autofree char *version = dup_version (th_message_get_string (hello, "release", "?"));
  g_autoptr(GVariant) cpus = g_variant_lookup_value (hello, "cpus", G_VARIANT_TYPE ("au"));
  guint n = cpus != NULL ? g_variant_n_children (cpus) : 0;

  return g_strdup_printf (ngettext ("Linux %s · %u CPU", "Linux %s · %u CPUs", n), version, n);
}

static char *
describe_last_use (gint64 used)
{
  g_autoptr(GDateTime) then = g_date_time_new_from_unix_local (used);
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  GTimeSpan ago = then != NULL ? g_date_time_difference (now, then) : 0;

  if (used == 0 || then == NULL)
    return g_strdup (_("never used"));
  if (ago < G_TIME_SPAN_DAY)
    return g_strdup (_("used in the last 24 hours"));
  /* Translators: a date as the locale writes it */
  return g_date_time_format (then, _("last used %x"));
}

static char *
describe (ThTargetLink *self)
{
  switch (self->state)
    {
    case TH_TARGET_CONNECTING:
      return g_strdup (_("connecting…"));
    case TH_TARGET_READY:
      return describe_hello (self->hello);
    case TH_TARGET_FAILED:
      return g_strdup (_("cannot record"));
    default:
      if (th_target_needs_root (self->target) && self->used == 0)
        return g_strdup (_("may ask for a password"));
      return describe_last_use (self->used);
    }
}

static void
set_state (ThTargetLink  *self,
           ThTargetState  state)
{
  GObject *object = G_OBJECT (self);

  self->state = state;
  g_free (self->summary);
  self->summary = describe (self);
  g_object_freeze_notify (object);
  g_object_notify_by_pspec (object, properties[PROP_STATE]);
  g_object_notify_by_pspec (object, properties[PROP_SUMMARY]);
  g_object_thaw_notify (object);
}

/* --- the connection ------------------------------------------------------------------- */

static void
clear_connection (ThTargetLink *self)
{
  g_signal_group_set_target (self->signals, NULL);
  g_clear_object (&self->capture);
  g_clear_pointer (&self->facts, th_target_facts_free);
  g_clear_pointer (&self->processes, g_variant_unref);
}

static void
take_hello (ThTargetLink *self)
{
  GVariant *hello = th_capture_get_hello (self->capture);

  g_clear_pointer (&self->hello, g_variant_unref);
  self->hello = hello != NULL ? g_variant_ref (hello) : NULL;
}

static void
fail (ThTargetLink *self)
{
  const GError *error = th_capture_get_error (self->capture);

  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error)
                              : g_error_new_literal (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_CONNECTION,
                                                     _("The connection ended."));
  g_free (self->log);
  self->log = g_strdup (th_capture_get_log (self->capture));
  take_hello (self);
  clear_connection (self);
  set_state (self, TH_TARGET_FAILED);
}

static guint
ask_for (ThTargetLink *self,
         const char   *what,
         guint         limit)
{
  GVariantDict question;

  g_variant_dict_init (&question, NULL);
  g_variant_dict_insert (&question, "what", "s", what);
  g_variant_dict_insert (&question, "limit", "u", limit);
  return th_capture_ask (self->capture, g_variant_dict_end (&question));
}

static void
state_cb (ThTargetLink *self)
{
  ThCaptureState state = th_capture_get_state (self->capture);

  if (state == TH_CAPTURE_READY && self->state == TH_TARGET_CONNECTING && self->ticket == 0)
    {
      self->processes_ticket = ask_for (self, "processes", MAX_ANSWERS);
      self->ticket = ask_for (self, "events", MAX_ANSWERS);
    }
  else if (state == TH_CAPTURE_FAILED || state == TH_CAPTURE_ENDED)
    fail (self);
}

static void
take_processes (ThTargetLink *self,
                GVariant     *processes)
{
  g_clear_pointer (&self->processes, g_variant_unref);
  self->processes = g_variant_ref (processes);
  if (self->facts != NULL)
    th_target_facts_set_processes (self->facts, processes);
}

/* The agent answers in order; one that cannot list its processes refuses that question. */
static void
answered_cb (ThTargetLink *self,
             guint         ticket,
             GVariant     *answer)
{
  if (ticket == self->processes_ticket)
    take_processes (self, answer);
  if (ticket != self->ticket)
    return;

  self->ticket = 0;
  if (self->state == TH_TARGET_READY)
    {
      g_signal_emit (self, signals[SIGNAL_REFRESHED], 0);
      return;
    }
  take_hello (self);
  self->facts = th_target_facts_new (self->hello, answer, self->processes);
  set_state (self, TH_TARGET_READY);
}

void
th_target_link_refresh (ThTargetLink *self)
{
  g_return_if_fail (self->state == TH_TARGET_READY);

  self->processes_ticket = ask_for (self, "processes", MAX_ANSWERS);
  self->ticket = ask_for (self, "events", 1);
}

void
th_target_link_connect (ThTargetLink *self)
{
  clear_connection (self);
  self->ticket = 0;
  self->capture = th_capture_new (self->target, NULL);
  g_signal_group_set_target (self->signals, self->capture);
  set_state (self, TH_TARGET_CONNECTING);
  state_cb (self);
}

/* --- getters ------------------------------------------------------------------------------ */

ThTarget *
th_target_link_get_target (ThTargetLink *self)
{
  return self->target;
}

ThTargetState
th_target_link_get_state (ThTargetLink *self)
{
  return self->state;
}

const char *
th_target_link_get_name (ThTargetLink *self)
{
  return self->name;
}

const char *
th_target_link_get_settings (ThTargetLink *self)
{
  return self->settings;
}

const char *
th_target_link_get_summary (ThTargetLink *self)
{
  return self->summary;
}

const GError *
th_target_link_get_error (ThTargetLink *self)
{
  return self->state == TH_TARGET_FAILED ? self->error : NULL;
}

const char *
th_target_link_get_log (ThTargetLink *self)
{
  return self->log != NULL ? self->log : "";
}

GVariant *
th_target_link_get_hello (ThTargetLink *self)
{
  return self->hello;
}

ThCapture *
th_target_link_get_capture (ThTargetLink *self)
{
  return self->state == TH_TARGET_READY ? self->capture : NULL;
}

const ThTargetFacts *
th_target_link_get_facts (ThTargetLink *self)
{
  return self->state == TH_TARGET_READY ? self->facts : NULL;
}

/* --- class ----------------------------------------------------------------------------------- */

static void
th_target_link_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  ThTargetLink *self = TH_TARGET_LINK (object);

  switch (id)
    {
    case PROP_STATE: g_value_set_uint (value, self->state); break;
    case PROP_NAME: g_value_set_string (value, self->name); break;
    case PROP_SUMMARY: g_value_set_string (value, self->summary); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_target_link_dispose (GObject *object)
{
  ThTargetLink *self = TH_TARGET_LINK (object);

  if (self->signals != NULL)
    clear_connection (self);
  g_clear_object (&self->signals);

  G_OBJECT_CLASS (th_target_link_parent_class)->dispose (object);
}

static void
th_target_link_finalize (GObject *object)
{
  ThTargetLink *self = TH_TARGET_LINK (object);

  th_target_unref (self->target);
  g_clear_error (&self->error);
  g_clear_pointer (&self->hello, g_variant_unref);
  g_free (self->name);
  g_free (self->summary);
  g_free (self->settings);
  g_free (self->log);

  G_OBJECT_CLASS (th_target_link_parent_class)->finalize (object);
}

static void
th_target_link_class_init (ThTargetLinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_target_link_get_property;
  object_class->dispose = th_target_link_dispose;
  object_class->finalize = th_target_link_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_TARGET_FAILED, 0, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_REFRESHED] = g_signal_new ("refreshed", TH_TYPE_TARGET_LINK, G_SIGNAL_RUN_LAST, 0,
                                            NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_target_link_init (ThTargetLink *self)
{
  self->signals = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (state_cb), self);
  g_signal_group_connect_swapped (self->signals, "answered", G_CALLBACK (answered_cb), self);
}

ThTargetLink *
th_target_link_new (ThTarget   *target,
                    const char *name,
                    gint64      used,
                    const char *settings)
{
  ThTargetLink *self = g_object_new (TH_TYPE_TARGET_LINK, NULL);

  self->target = th_target_ref (target);
  self->name = g_strdup (name != NULL ? name : th_target_get_name (target));
  self->used = used;
  self->settings = g_strdup (settings);
  self->summary = describe (self);
  return self;
}

/* th-capture.c - a recording in progress: the window's end of the connection to an agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture.h"

#include "th-capture-connection.h"

struct _ThCapture
{
  GObject              parent;

  ThTarget            *target;
  ThCaptureConnection *connection;
  ThCaptureSnapshot    now;
  guint                status;      /* serial of the reports */
  guint                last_ticket;
  gboolean             has_ended;   /* the signal was emitted */
};

G_DEFINE_FINAL_TYPE (ThCapture, th_capture, G_TYPE_OBJECT)

enum
{
  PROP_STATE = 1,
  PROP_STATUS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

enum
{
  ANSWERED,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- from the thread of the connection ------------------------------------------- */

/* Shared with the thread of the connection, which may outlive the capture. */
typedef struct
{
  GWeakRef      capture;
  GMainContext *context;
  gint          is_queued;
} Door;

static void
emit_answers (ThCapture *self)
{
  GVariant *answer;
  guint ticket;

  while ((answer = th_capture_connection_take_answer (self->connection, &ticket)) != NULL)
    {
      g_signal_emit (self, signals[ANSWERED], 0, ticket, answer);
      g_variant_unref (answer);
    }
}

static void
update (ThCapture *self)
{
  ThCaptureSnapshot old = self->now;

  th_capture_connection_take_snapshot (self->connection, &self->now);
  g_object_freeze_notify (G_OBJECT (self));
  if (self->now.state != old.state || self->now.n_changes != old.n_changes)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (self->now.has_status && self->now.status.time_us != old.status.time_us)
    {
      self->status++;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
    }
  g_object_thaw_notify (G_OBJECT (self));
  th_capture_snapshot_clear (&old);

  if (self->now.state >= TH_CAPTURE_ENDED && !self->has_ended)
    {
      self->has_ended = TRUE;
      g_signal_emit (self, signals[ENDED], 0);
    }
}

static gboolean
changed_in_context_cb (gpointer data)
{
  Door *door = data;
  g_autoptr(ThCapture) self = NULL;

  g_atomic_int_set (&door->is_queued, 0);
  self = g_weak_ref_get (&door->capture);
  if (self != NULL && !self->has_ended)
    {
      emit_answers (self);
      update (self);
    }
  return G_SOURCE_REMOVE;
}

static void
clear_door (gpointer data)
{
  Door *door = data;

  g_weak_ref_clear (&door->capture);
  g_main_context_unref (door->context);
}

static void
unref_door (gpointer data)
{
  g_atomic_rc_box_release_full (data, clear_door);
}

static void
changed_cb (gpointer data)
{
  Door *door = data;

  if (g_atomic_int_compare_and_exchange (&door->is_queued, 0, 1))
    {
      g_autoptr(GSource) source = g_idle_source_new ();

      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, changed_in_context_cb, g_atomic_rc_box_acquire (door),
                             unref_door);
      g_source_attach (source, door->context);
    }
}

/* --- object ---------------------------------------------------------------- */

static void
th_capture_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  ThCapture *self = TH_CAPTURE (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->now.state);
      break;
    case PROP_STATUS:
      g_value_set_uint (value, self->status);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_capture_finalize (GObject *object)
{
  ThCapture *self = TH_CAPTURE (object);

  if (self->connection != NULL)
    {
      th_capture_connection_hang_up (self->connection);
      th_capture_connection_unref (self->connection);
    }
  g_clear_pointer (&self->target, th_target_unref);
  th_capture_snapshot_clear (&self->now);

  G_OBJECT_CLASS (th_capture_parent_class)->finalize (object);
}

static void
th_capture_class_init (ThCaptureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_capture_get_property;
  object_class->finalize = th_capture_finalize;

  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, 0, TH_CAPTURE_FAILED, TH_CAPTURE_CONNECTING,
                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_STATUS] =
    g_param_spec_uint ("status", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[ANSWERED] = g_signal_new ("answered", TH_TYPE_CAPTURE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_VARIANT);
  signals[ENDED] = g_signal_new ("ended", TH_TYPE_CAPTURE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
th_capture_init (ThCapture *self)
{
}

ThCapture *
th_capture_new (ThTarget   *target,
                const char *agent)
{
  ThCapture *self = g_object_new (TH_TYPE_CAPTURE, NULL);
  Door *door = g_atomic_rc_box_new0 (Door);

  g_weak_ref_init (&door->capture, self);
  door->context = g_main_context_ref_thread_default ();
  self->target = th_target_ref (target);
  self->connection = th_capture_connection_new (target, agent, changed_cb, door, unref_door);
  return self;
}

/* --- accessors ------------------------------------------------------------- */

ThTarget *
th_capture_get_target (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->target;
}

ThCaptureState
th_capture_get_state (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), TH_CAPTURE_FAILED);

  return self->now.state;
}

GVariant *
th_capture_get_hello (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.hello;
}

const GError *
th_capture_get_error (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.error;
}

const char *
th_capture_get_log (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), "");

  return self->now.log != NULL ? self->now.log : "";
}

const char *
th_capture_get_refusal (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.refusal;
}

GVariant *
th_capture_get_configured (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.configured;
}

GVariant *
th_capture_get_end (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.end;
}

gboolean
th_capture_get_clock (ThCapture       *self,
                      ThClockRelation *relation)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), FALSE);

  *relation = self->now.clock;
  return self->now.has_clock;
}

gboolean
th_capture_is_resuming (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), FALSE);

  return self->now.is_resuming;
}

guint
th_capture_get_n_resumed (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), 0);

  return self->now.n_resumed;
}

const char *
th_capture_get_path (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.path;
}

ThFeed *
th_capture_get_feed (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), NULL);

  return self->now.feed;
}

gint64
th_capture_get_span (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), TH_CAPTURE_NO_SPAN);

  return self->now.span;
}

gboolean
th_capture_get_status (ThCapture       *self,
                       ThCaptureStatus *status)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), FALSE);

  *status = self->now.status;
  return self->now.has_status;
}

/* --- requests -------------------------------------------------------------- */

guint
th_capture_ask (ThCapture *self,
                GVariant  *question)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), 0);

  th_capture_connection_ask (self->connection, ++self->last_ticket, question);
  return self->last_ticket;
}

void
th_capture_start (ThCapture  *self,
                  GVariant   *configuration,
                  const char *path,
                  guint64     limit)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_start (self->connection, configuration, path, limit);
}

void
th_capture_check_head (ThCapture      *self,
                       ThCaptureCheck  check,
                       gpointer        data,
                       GDestroyNotify  free_data)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_check_head (self->connection, check, data, free_data);
}

void
th_capture_hold (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_hold (self->connection);
}

gboolean
th_capture_is_held (ThCapture *self)
{
  g_return_val_if_fail (TH_IS_CAPTURE (self), FALSE);

  return self->now.is_held;
}

void
th_capture_release (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_release (self->connection);
}

void
th_capture_withdraw (ThCapture  *self,
                     const char *reason)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_withdraw (self->connection, reason);
}

void
th_capture_measure (ThCapture *self,
                    GVariant  *configuration,
                    double     seconds)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_measure (self->connection, configuration, seconds);
}

void
th_capture_mark (ThCapture  *self,
                 const char *text)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_mark (self->connection, text);
}

void
th_capture_measure_clock (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_measure_clock (self->connection);
}

void
th_capture_set_offset (ThCapture *self,
                       gint64     offset,
                       gint64     error)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_set_offset (self->connection, offset, error);
}

void
th_capture_stop (ThCapture *self,
                 double     keep_seconds)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_stop (self->connection, keep_seconds);
}

void
th_capture_hang_up (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_hang_up (self->connection);
}

void
th_capture_wait (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_wait (self->connection, 10 * G_TIME_SPAN_SECOND);
}

void
th_capture_discard (ThCapture *self)
{
  g_return_if_fail (TH_IS_CAPTURE (self));

  th_capture_connection_discard (self->connection);
}

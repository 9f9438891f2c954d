/* th-live-view.c - whether the view follows the newest event of a recording in progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-live-view.h"

/* The length of the first view, in ns. */
#define FIRST_LENGTH (10 * G_GINT64_CONSTANT (1000000000))
/* The share of the view that lies beyond the present. */
#define ROOM 32

struct _ThLiveView
{
  GObject  parent;

  gboolean live;
  gboolean following;
  gboolean paused;
  gboolean has_lead;
  gint64   lead;    /* of the recording's clock, in ns */
  gint64   present; /* TH_TIME_NONE: unknown */
  gint64   length;  /* of the view, in ns */
};

enum
{
  PROP_0,
  PROP_LIVE,
  PROP_FOLLOWING,
  PROP_PAUSED,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (ThLiveView, th_live_view, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

gboolean
th_live_view_is_live (ThLiveView *self)
{
  return self->live;
}

gboolean
th_live_view_is_following (ThLiveView *self)
{
  return self->following;
}

static void
set_flag (ThLiveView *self,
          gboolean   *flag,
          gboolean    value,
          guint       prop)
{
  if (*flag == value)
    return;

  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

void
th_live_view_begin (ThLiveView *self,
                    gboolean    live,
                    gboolean    follows)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  self->present = TH_TIME_NONE;
  set_flag (self, &self->live, live, PROP_LIVE);
  set_flag (self, &self->following, live && follows, PROP_FOLLOWING);
}

void
th_live_view_end (ThLiveView *self)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  self->present = TH_TIME_NONE;
  set_flag (self, &self->paused, FALSE, PROP_PAUSED);
  set_flag (self, &self->following, FALSE, PROP_FOLLOWING);
  set_flag (self, &self->live, FALSE, PROP_LIVE);
}

void
th_live_view_follow (ThLiveView   *self,
                     const ThView *view)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  if (!self->live)
    return;

  self->length = MAX (view->to - view->from, 1);
  set_flag (self, &self->following, TRUE, PROP_FOLLOWING);
}

void
th_live_view_leave (ThLiveView *self)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  set_flag (self, &self->following, FALSE, PROP_FOLLOWING);
}

gboolean
th_live_view_is_paused (ThLiveView *self)
{
  return self->paused;
}

void
th_live_view_set_paused (ThLiveView *self,
                         gboolean    paused)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  set_flag (self, &self->paused, paused && self->live, PROP_PAUSED);
}

/* --- the present -------------------------------------------------------- */

void
th_live_view_set_clock_lead (ThLiveView *self,
                             gint64      lead)
{
  g_return_if_fail (TH_IS_LIVE_VIEW (self));

  self->has_lead = TRUE;
  self->lead = lead;
}

void
th_live_view_update_present (ThLiveView *self)
{
  if (self->live && self->has_lead)
    self->present = g_get_monotonic_time () * 1000 + self->lead;
}

gint64
th_live_view_get_present (ThLiveView *self)
{
  return self->present;
}

gint64
th_live_view_get_newest (ThLiveView *self,
                         gint64      last)
{
  return self->present != TH_TIME_NONE ? MAX (self->present, last) : last;
}

gboolean
th_live_view_move (ThLiveView *self,
                   gint64      first,
                   gint64      last,
                   ThView     *view)
{
  gint64 newest = th_live_view_get_newest (self, last), room;

  if (!self->following)
    return FALSE;

  room = newest > last ? MIN (newest - first, self->length) / ROOM : 0;
  if (newest + room > view->to)
    view->to = newest + room;
  if (newest - first > self->length)
    view->from = newest + room - self->length, view->to = newest + room;
  return TRUE;
}

/* --- class -------------------------------------------------------------- */

static void
th_live_view_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThLiveView *self = TH_LIVE_VIEW (object);

  switch (prop_id)
    {
    case PROP_LIVE: g_value_set_boolean (value, self->live); break;
    case PROP_FOLLOWING: g_value_set_boolean (value, self->following); break;
    case PROP_PAUSED: g_value_set_boolean (value, self->paused); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_live_view_class_init (ThLiveViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_live_view_get_property;
  properties[PROP_LIVE] = g_param_spec_boolean ("live", NULL, NULL, FALSE, flags);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, flags);
  properties[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_live_view_init (ThLiveView *self)
{
  self->length = FIRST_LENGTH;
  self->present = TH_TIME_NONE;
}

ThLiveView *
th_live_view_new (void)
{
  return g_object_new (TH_TYPE_LIVE_VIEW, NULL);
}

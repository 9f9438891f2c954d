/* th-lane-room.c - whether the lanes of both sides have room for their CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-room.h"

#include <math.h>

#include "th-lane-arrangement.h"

#define CPUS_AT_A_GLANCE 4

struct _ThLaneRoom
{
  GObject       parent;

  ThSideView   *sides[2];
  GSignalGroup *documents[2];
  int           wanted;
  guint         idle_id;
};

enum
{
  PROP_0,
  PROP_WANTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThLaneRoom, th_lane_room, G_TYPE_OBJECT)

static void
set_tight (ThLaneRoom *self,
           gboolean    is_tight)
{
  for (guint side = 0; side < 2; side++)
    {
      ThDocument *document = th_side_view_get_document (self->sides[side]);

      if (document != NULL)
        th_document_set_tight (document, is_tight);
    }
}

static int
get_lanes_height (ThLaneRoom *self,
                  guint       side)
{
  ThDocumentView *view = th_side_view_get_view (self->sides[side]);
  int height;

  g_object_get (th_document_view_get_timeline (view), "lanes-height", &height, NULL);
  return height;
}

static void
update (ThLaneRoom *self)
{
  gboolean is_tight = FALSE;
  int wanted = 0;

  for (guint side = 0; side < 2; side++)
    {
      ThDocument *document = th_side_view_get_document (self->sides[side]);
      ThScene *scene = document != NULL ? th_document_get_scene (document) : NULL;
      int height = get_lanes_height (self, side);

      if (scene == NULL || height == 0)
        continue;

      wanted = MAX (wanted, ceil (th_timeline_get_lanes_top () +
                                  th_scene_measure_cpus (scene, CPUS_AT_A_GLANCE, TRUE)));
      is_tight = is_tight || th_scene_measure_cpus (scene, CPUS_AT_A_GLANCE, FALSE) > height;
    }

  set_tight (self, is_tight);
  if (wanted == self->wanted)
    return;

  self->wanted = wanted;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WANTED]);
}

static gboolean
update_cb (gpointer data)
{
  ThLaneRoom *self = data;

  self->idle_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Updates before the next frame, so that frame is already right. */
static void
update_soon (ThLaneRoom *self)
{
  if (self->idle_id == 0)
    self->idle_id = g_idle_add_full (GTK_PRIORITY_RESIZE, update_cb, self, NULL);
}

static void
document_cb (ThLaneRoom *self)
{
  for (guint side = 0; side < 2; side++)
    g_signal_group_set_target (self->documents[side],
                               th_side_view_get_document (self->sides[side]));
  update_soon (self);
}

int
th_lane_room_get_wanted (ThLaneRoom *self)
{
  g_return_val_if_fail (TH_IS_LANE_ROOM (self), 0);

  return self->wanted;
}

static void
watch (ThLaneRoom *self,
       guint       side,
       ThSideView *view)
{
  static const char *const signals[] = { "recording-changed", "results-changed", "lanes-changed",
                                         "grown", "theme-changed" };

  self->sides[side] = g_object_ref (view);
  self->documents[side] = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_group_connect_swapped (self->documents[side], signals[i], G_CALLBACK (update_soon),
                                    self);
  g_signal_connect_object (th_document_view_get_timeline (th_side_view_get_view (view)),
                           "notify::lanes-height", G_CALLBACK (update_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::document", G_CALLBACK (document_cb), self,
                           G_CONNECT_SWAPPED);
}

ThLaneRoom *
th_lane_room_new (ThSideView *first,
                  ThSideView *second)
{
  ThLaneRoom *self = g_object_new (TH_TYPE_LANE_ROOM, NULL);

  watch (self, 0, first);
  watch (self, 1, second);
  document_cb (self);
  return self;
}

/* --- class ---------------------------------------------------------------------- */

static void
th_lane_room_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  if (id == PROP_WANTED)
    g_value_set_int (value, TH_LANE_ROOM (object)->wanted);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_lane_room_dispose (GObject *object)
{
  ThLaneRoom *self = TH_LANE_ROOM (object);

  for (guint side = 0; side < 2; side++)
    g_clear_object (&self->documents[side]);
  g_clear_handle_id (&self->idle_id, g_source_remove);
  if (self->sides[0] != NULL)
    set_tight (self, FALSE);
  for (guint side = 0; side < 2; side++)
    g_clear_object (&self->sides[side]);

  G_OBJECT_CLASS (th_lane_room_parent_class)->dispose (object);
}

static void
th_lane_room_class_init (ThLaneRoomClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_lane_room_get_property;
  object_class->dispose = th_lane_room_dispose;
  properties[PROP_WANTED] = g_param_spec_int ("wanted", NULL, NULL, 0, G_MAXINT, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_lane_room_init (ThLaneRoom *self G_GNUC_UNUSED)
{
}

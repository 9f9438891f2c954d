/* th-lane-view.c - one visible lane of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-view.h"

#include <glib/gi18n-lib.h>

#include "th-scene-draw.h"
#include "th-scene-edit.h"
#include "th-texture-cache.h"

struct _ThLaneView
{
  GtkWidget       parent;

  ThDocument     *document; /* weak: the timeline owns us both */
  guint           lane;
  double          label_width;
  gboolean        current;
  ThTextureCache  label;
  ThTextureCache  body;
  guint           n_late;   /* frames in a row that lacked the picture */

  /* State of the last accessible description. */
  guint           told_serial;
  guint           told_lane;
  ThRef           told_selected;
};

enum
{
  PROP_0,
  PROP_LANE,
  PROP_N_DRAWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThLaneView, th_lane_view, GTK_TYPE_WIDGET)

/* --- accessibility ------------------------------------------------------ */

static char *
describe_selected (ThLaneView   *self,
                   const ThLane *lane)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef ref = th_document_get_selected (self->document);
  g_autofree char *time = NULL;

  if (th_ref_is_none (ref) || lane->kind != TH_LANE_CPU || ref.stream != lane->stream ||
      ref.cpu != lane->cpu)
    return NULL;

  time = th_document_format_time (self->document, th_recording_get_time (recording, ref));
  /* Translators: an event type and its time */
  return g_strdup_printf (_("Selected: %s at %s"),
                          th_recording_get_type_name (recording,
                                                      th_recording_get_type (recording, ref)),
                          time);
}

/* Describes how the lane is arranged; NULL for an ordinary lane. */
static const char *
describe_order (ThLaneView   *self,
                const ThLane *lane)
{
  ThLaneSort sort;

  if (!th_lane_is_heading (lane) && lane->chosen_size != TH_LANE_NORMAL)
    return lane->chosen_size == TH_LANE_HIGH ? _("Tall lane") : _("Compact lane");
  if (lane->kind != TH_LANE_SECTION ||
      !th_scene_get_sort (th_document_get_scene (self->document), self->lane, &sort))
    return NULL;

  switch (sort)
    {
    case TH_SORT_BUSY: return _("Sorted by busy time");
    case TH_SORT_NUMBER: return _("Sorted by number");
    case TH_SORT_NAME: return _("Sorted by name");
    default: return NULL;
    }
}

/* The heading of the lane's section, which names its recording; NULL if there is only
 * one recording. */
static const char *
describe_part (ThLaneView   *self,
               const ThLane *lane)
{
  ThScene *scene = th_document_get_scene (self->document);
  guint at = self->lane;

  if (lane->kind != TH_LANE_CPU ||
      th_recording_get_n_parts (th_document_get_recording (self->document)) < 2)
    return NULL;

  while (at > 0 && th_scene_get_lane (scene, at)->kind != TH_LANE_SECTION)
    at--;
  return th_scene_get_lane (scene, at)->title;
}

static void
tell (ThLaneView   *self,
      const ThLane *lane)
{
  g_autofree char *selected = describe_selected (self, lane);
  const char *const parts[] = { lane->detail, describe_part (self, lane),
                                describe_order (self, lane), selected };
  g_autoptr(GString) told = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (told, "%s%s", told->len > 0 ? ". " : "", parts[i]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, lane->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, told->str,
                                  -1);
  if (lane->kind == TH_LANE_SECTION || lane->kind == TH_LANE_PROCESS)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 !lane->folded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED);
}

/* --- drawing ------------------------------------------------------------ */

/* Time runs from left to right in every locale; the labels are on the side where reading
 * starts. */
static gboolean
is_mirrored (ThLaneView *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static double
time_x (ThLaneView *self)
{
  return is_mirrored (self) ? 0 : self->label_width;
}

static void
draw_label_cb (cairo_t *cr,
               gpointer data)
{
  ThLaneView *self = data;

  th_scene_draw_label (th_document_get_scene (self->document), self->lane, self->label_width,
                       is_mirrored (self), cr);
}

/* Identifies the lane independently of its position; lane names are interned. */
static guint
lane_key (ThLaneView *self,
          guint       index)
{
  const ThLane *lane = th_scene_get_lane (th_document_get_scene (self->document), index);

  return lane->name != NULL ? g_direct_hash (lane->name) : index;
}

static gboolean
has_content (ThLaneView *self)
{
  return self->document != NULL && th_document_get_scene (self->document) != NULL &&
         self->lane < th_scene_get_n_lanes (th_document_get_scene (self->document));
}

static ThPictureKey
label_key (ThLaneView *self)
{
  return (ThPictureKey) {
    .width = self->label_width,
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .serial = th_document_get_serial (self->document),
    .what = lane_key (self, self->lane),
  };
}

static ThPictureKey
body_key (ThLaneView *self)
{
  const ThView *view = th_document_get_view (self->document);
  ThPictureKey key = label_key (self);

  key.from = view->from;
  key.to = view->to;
  key.width = view->width;
  return key;
}

/* After more data was loaded, an unnamed lane may be a different one. */
static gboolean
can_move (ThLaneView         *self,
          const ThPictureKey *key)
{
  const ThLane *lane = th_scene_get_lane (th_document_get_scene (self->document), self->lane);

  return th_texture_cache_can_move (&self->body, key) &&
         (self->body.key.serial == key->serial || lane->name != NULL);
}

static void
snapshot_body (ThLaneView         *self,
               GtkSnapshot        *snapshot,
               const ThPictureKey *key)
{
  if (!th_texture_cache_is_stale (&self->body, key))
    th_texture_cache_snapshot (&self->body, GTK_WIDGET (self), snapshot, time_x (self), 0, key,
                               NULL, NULL);
  else if (can_move (self, key))
    th_texture_cache_snapshot_moved (&self->body, GTK_WIDGET (self), snapshot, time_x (self), 0,
                                     key);
}

static void
th_lane_view_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  ThLaneView *self = TH_LANE_VIEW (widget);
  ThPictureKey label, body;

  if (!has_content (self))
    return;

  label = label_key (self);
  body = body_key (self);
  th_texture_cache_snapshot (&self->label, widget, snapshot, is_mirrored (self) ? body.width : 0,
                             0, &label, draw_label_cb, self);
  snapshot_body (self, snapshot, &body);

  if (self->current)
    gtk_snapshot_append_color (snapshot, &(GdkRGBA) { .2f, .5f, .9f, 1 },
                               &GRAPHENE_RECT_INIT (is_mirrored (self)
                                                    ? gtk_widget_get_width (widget) - 3 : 0, 0, 3,
                                                    gtk_widget_get_height (widget)));
}

static void
th_lane_view_dispose (GObject *object)
{
  ThLaneView *self = TH_LANE_VIEW (object);

  g_clear_weak_pointer (&self->document);
  th_texture_cache_clear (&self->label);
  th_texture_cache_clear (&self->body);

  G_OBJECT_CLASS (th_lane_view_parent_class)->dispose (object);
}

static void
th_lane_view_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThLaneView *self = TH_LANE_VIEW (object);

  g_value_set_uint (value, id == PROP_LANE ? self->lane : self->body.n_drawn);
}

static void
th_lane_view_class_init (ThLaneViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_lane_view_get_property;
  object_class->dispose = th_lane_view_dispose;
  properties[PROP_LANE] = g_param_spec_uint ("lane", NULL, NULL, 0, G_MAXUINT, G_MAXUINT,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_N_DRAWN] = g_param_spec_uint ("n-drawn", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  widget_class->snapshot = th_lane_view_snapshot;

  gtk_widget_class_set_css_name (widget_class, "lane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
th_lane_view_init (ThLaneView *self)
{
  self->lane = G_MAXUINT;
  self->told_lane = G_MAXUINT;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
th_lane_view_new (ThDocument *document)
{
  ThLaneView *self = g_object_new (TH_TYPE_LANE_VIEW, NULL);

  g_set_weak_pointer (&self->document, document);

  return GTK_WIDGET (self);
}

/* --- pictures ------------------------------------------------------------- */

void
th_lane_view_swap (ThLaneView *self,
                   ThLaneView *other)
{
  const ThTextureCache label = self->label, body = self->body;

  self->label = other->label;
  self->body = other->body;
  other->label = label;
  other->body = body;
}

gboolean
th_lane_view_has_lane (ThLaneView *self,
                       guint       lane)
{
  return self->body.texture != NULL && self->body.key.what == lane_key (self, lane);
}

gboolean
th_lane_view_take (ThLaneView    *self,
                   ThLanePainter *painter)
{
  ThPictureKey key;

  if (!has_content (self))
    return TRUE;

  key = body_key (self);
  if (th_texture_cache_is_stale (&self->body, &key) &&
      th_lane_painter_take (painter, key.what, &self->body))
    gtk_widget_queue_draw (GTK_WIDGET (self));

  return !th_texture_cache_is_stale (&self->body, &key);
}

guint
th_lane_view_count_late (ThLaneView *self,
                         gboolean    is_late)
{
  self->n_late = is_late ? self->n_late + 1 : 0;
  return self->n_late;
}

void
th_lane_view_order (ThLaneView    *self,
                    ThLanePainter *painter)
{
  ThPictureKey key = body_key (self);

  th_lane_painter_order (painter, &key,
                         th_lane_content_new (th_document_get_scene (self->document), self->lane));
}

gboolean
th_lane_view_is_blank (ThLaneView *self)
{
  ThPictureKey key = body_key (self);

  return !can_move (self, &key);
}

/* --- binding -------------------------------------------------------------- */

void
th_lane_view_bind (ThLaneView *self,
                   guint       lane,
                   double      label_width,
                   gboolean    current)
{
  guint serial = th_document_get_serial (self->document);
  ThRef selected = th_document_get_selected (self->document);

  self->lane = lane;
  self->label_width = label_width;
  if (self->current != current)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, current, -1);
  self->current = current;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (self->told_lane == lane && self->told_serial == serial &&
      th_ref_equal (self->told_selected, selected))
    return;

  self->told_lane = lane;
  self->told_serial = serial;
  self->told_selected = selected;
  tell (self, th_scene_get_lane (th_document_get_scene (self->document), lane));
}

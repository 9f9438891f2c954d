/* th-bookmark.c - a named and colored place in time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmark.h"
#include "th-theme.h"

enum
{
  PROP_0,
  PROP_NAME,
  PROP_COLOR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThBookmark, th_bookmark, G_TYPE_OBJECT)

void
th_bookmark_set_name (ThBookmark *self,
                      const char *name)
{
  char *copy;

  g_return_if_fail (TH_IS_BOOKMARK (self) && name != NULL);

  if (g_strcmp0 (self->name, name) == 0)
    return;

  copy = g_strdup (name);
  g_free (self->name);
  self->name = copy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

void
th_bookmark_set_color (ThBookmark *self,
                       guint       color)
{
  g_return_if_fail (TH_IS_BOOKMARK (self) && color < TH_N_BOOKMARK_COLORS);

  if (self->color == color)
    return;

  self->color = color;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLOR]);
}

static void
th_bookmark_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  ThBookmark *self = TH_BOOKMARK (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_COLOR:
      g_value_set_uint (value, self->color);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_bookmark_set_property (GObject      *object,
                          guint         id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  ThBookmark *self = TH_BOOKMARK (object);

  switch (id)
    {
    case PROP_NAME:
      th_bookmark_set_name (self, g_value_get_string (value));
      break;
    case PROP_COLOR:
      th_bookmark_set_color (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_bookmark_finalize (GObject *object)
{
  g_free (TH_BOOKMARK (object)->name);

  G_OBJECT_CLASS (th_bookmark_parent_class)->finalize (object);
}

static void
th_bookmark_class_init (ThBookmarkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_bookmark_get_property;
  object_class->set_property = th_bookmark_set_property;
  object_class->finalize = th_bookmark_finalize;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_COLOR] = g_param_spec_uint ("color", NULL, NULL, 0, TH_N_BOOKMARK_COLORS - 1, 0,
                                              flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_bookmark_init (ThBookmark *self)
{
}

ThBookmark *
th_bookmark_new (gint64      time,
                 const char *name,
                 guint       color)
{
  ThBookmark *self = g_object_new (TH_TYPE_BOOKMARK, NULL);

  self->time = time;
  self->name = g_strdup (name);
  self->color = color;

  return self;
}

/* th-markers.c - places that the user marked: A, B and bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-markers.h"
#include "th-theme.h"

struct _ThMarkers
{
  GObject    parent;

  gint64     markers[TH_N_MARKERS];
  GPtrArray *bookmarks; /* ThBookmark, by time */
  guint      n_named;   /* numbers that were given */
};

G_DEFINE_FINAL_TYPE (ThMarkers, th_markers, G_TYPE_OBJECT)

static guint changed_signal;

static void
emit_changed (ThMarkers *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- markers ------------------------------------------------------------ */

gint64
th_markers_get_marker (ThMarkers  *self,
                       ThMarker    marker)
{
  g_return_val_if_fail (TH_IS_MARKERS (self) && marker < TH_N_MARKERS, TH_TIME_NONE);

  return self->markers[marker];
}

void
th_markers_set_marker (ThMarkers  *self,
                       ThMarker    marker,
                       gint64      time)
{
  g_return_if_fail (TH_IS_MARKERS (self) && marker < TH_N_MARKERS);

  if (self->markers[marker] == time)
    return;

  self->markers[marker] = time;
  emit_changed (self);
}

gboolean
th_markers_get_span (ThMarkers *self,
                     gint64    *from,
                     gint64    *to)
{
  gint64 a = self->markers[TH_MARKER_A], b = self->markers[TH_MARKER_B];

  *from = MIN (a, b);
  *to = MAX (a, b);

  return *from != TH_TIME_NONE;
}

/* --- bookmarks ---------------------------------------------------------- */

static void
bookmark_free (gpointer data)
{
  ThBookmark *bookmark = data;

  g_free (bookmark->name);
  g_free (bookmark);
}

/* The first at or after @time. */
static guint
lower_bound (ThMarkers *self,
             gint64     time)
{
  guint index = 0;

  while (index < self->bookmarks->len && th_markers_get_bookmark (self, index)->time < time)
    index++;

  return index;
}

guint
th_markers_get_n_bookmarks (ThMarkers *self)
{
  return self->bookmarks->len;
}

const ThBookmark *
th_markers_get_bookmark (ThMarkers *self,
                         guint      index)
{
  g_return_val_if_fail (TH_IS_MARKERS (self) && index < self->bookmarks->len, NULL);

  return self->bookmarks->pdata[index];
}

guint
th_markers_add_bookmark (ThMarkers    *self,
                         gint64        time,
                         const char   *name)
{
  ThBookmark *bookmark;
  guint index;

  g_return_val_if_fail (TH_IS_MARKERS (self), G_MAXUINT);

  index = lower_bound (self, time);
  if (index < self->bookmarks->len && th_markers_get_bookmark (self, index)->time == time)
    {
      if (name != NULL)
        th_markers_edit_bookmark (self, index, name, th_markers_get_bookmark (self, index)->color);
      return index;
    }
  if (self->bookmarks->len >= TH_MAX_BOOKMARKS)
    return G_MAXUINT;

  bookmark = g_new0 (ThBookmark, 1);
  bookmark->time = time;
  bookmark->color = self->n_named % TH_N_BOOKMARK_COLORS;
  bookmark->name = name != NULL ? g_strdup (name) : g_strdup_printf ("%u", self->n_named + 1);
  self->n_named++;
  g_ptr_array_insert (self->bookmarks, index, bookmark);
  emit_changed (self);

  return index;
}

void
th_markers_edit_bookmark (ThMarkers    *self,
                          guint         index,
                          const char   *name,
                          guint         color)
{
  ThBookmark *bookmark;
  char *taken;

  g_return_if_fail (TH_IS_MARKERS (self) && index < self->bookmarks->len &&
                    color < TH_N_BOOKMARK_COLORS);

  bookmark = self->bookmarks->pdata[index];
  if (g_str_equal (bookmark->name, name) && bookmark->color == color)
    return;

  /* @name may be its own. */
  taken = g_strdup (name);
  g_free (bookmark->name);
  bookmark->name = taken;
  bookmark->color = color;
  emit_changed (self);
}

void
th_markers_remove_bookmark (ThMarkers *self,
                            guint      index)
{
  g_return_if_fail (TH_IS_MARKERS (self) && index < self->bookmarks->len);

  g_ptr_array_remove_index (self->bookmarks, index);
  emit_changed (self);
}

guint
th_markers_find_bookmark (ThMarkers *self,
                          gint64     time,
                          int        step)
{
  guint index = lower_bound (self, time);

  if (step < 0)
    return index > 0 ? index - 1 : G_MAXUINT;
  if (index < self->bookmarks->len && th_markers_get_bookmark (self, index)->time == time)
    index++;

  return index < self->bookmarks->len ? index : G_MAXUINT;
}

/* --- class -------------------------------------------------------------- */

static void
th_markers_finalize (GObject *object)
{
  g_ptr_array_unref (TH_MARKERS (object)->bookmarks);

  G_OBJECT_CLASS (th_markers_parent_class)->finalize (object);
}

static void
th_markers_class_init (ThMarkersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_markers_finalize;
  changed_signal = g_signal_new ("changed", TH_TYPE_MARKERS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
th_markers_init (ThMarkers *self)
{
  self->bookmarks = g_ptr_array_new_with_free_func (bookmark_free);
  for (guint i = 0; i < TH_N_MARKERS; i++)
    self->markers[i] = TH_TIME_NONE;
}

ThMarkers *
th_markers_new (void)
{
  return g_object_new (TH_TYPE_MARKERS, NULL);
}

/* th-markers.c - the markers A and B, and the bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-markers.h"
#include "th-theme.h"

struct _ThMarkers
{
  GObject     parent;

  gint64      markers[TH_N_MARKERS];
  GListStore *bookmarks; /* ThBookmark, by time */
  guint       n_named;   /* number of bookmarks added so far, for default names and colors */
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

GListModel *
th_markers_get_bookmarks (ThMarkers *self)
{
  return G_LIST_MODEL (self->bookmarks);
}

guint
th_markers_get_n_bookmarks (ThMarkers *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->bookmarks));
}

ThBookmark *
th_markers_get_bookmark (ThMarkers *self,
                         guint      index)
{
  g_autoptr(ThBookmark) bookmark = NULL;

  g_return_val_if_fail (TH_IS_MARKERS (self) && index < th_markers_get_n_bookmarks (self), NULL);

  bookmark = g_list_model_get_item (G_LIST_MODEL (self->bookmarks), index);
  return bookmark; /* the list holds another reference */
}

/* The first bookmark at or after @time. */
static guint
lower_bound (ThMarkers *self,
             gint64     time)
{
  guint index = 0;

  while (index < th_markers_get_n_bookmarks (self) &&
         th_markers_get_bookmark (self, index)->time < time)
    index++;

  return index;
}


guint
th_markers_add_bookmark (ThMarkers    *self,
                         gint64        time,
                         const char   *name)
{
  g_autoptr(ThBookmark) bookmark = NULL;
  g_autofree char *number = NULL;
  guint index;

  g_return_val_if_fail (TH_IS_MARKERS (self), G_MAXUINT);

  index = lower_bound (self, time);
  if (index < th_markers_get_n_bookmarks (self) &&
      th_markers_get_bookmark (self, index)->time == time)
    {
      if (name != NULL)
        th_bookmark_set_name (th_markers_get_bookmark (self, index), name);
      return index;
    }
  if (th_markers_get_n_bookmarks (self) >= TH_MAX_BOOKMARKS)
    return G_MAXUINT;

  number = g_strdup_printf ("%u", self->n_named + 1);
  bookmark = th_bookmark_new (time, name != NULL ? name : number,
                              self->n_named % TH_N_BOOKMARK_COLORS);
  self->n_named++;
  g_signal_connect_object (bookmark, "notify", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  g_list_store_insert (self->bookmarks, index, bookmark);
  emit_changed (self);

  return index;
}

void
th_markers_edit_bookmark (ThMarkers    *self,
                          guint         index,
                          const char   *name,
                          guint         color)
{
  ThBookmark *bookmark = th_markers_get_bookmark (self, index);

  g_return_if_fail (bookmark != NULL);

  th_bookmark_set_name (bookmark, name);
  th_bookmark_set_color (bookmark, color);
}

void
th_markers_remove_bookmark (ThMarkers *self,
                            guint      index)
{
  ThBookmark *bookmark = th_markers_get_bookmark (self, index);

  g_return_if_fail (bookmark != NULL);

  g_signal_handlers_disconnect_by_data (bookmark, self);
  g_list_store_remove (self->bookmarks, index);
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
  if (index < th_markers_get_n_bookmarks (self) &&
      th_markers_get_bookmark (self, index)->time == time)
    index++;

  return index < th_markers_get_n_bookmarks (self) ? index : G_MAXUINT;
}

/* --- class -------------------------------------------------------------- */

static void
th_markers_finalize (GObject *object)
{
  g_object_unref (TH_MARKERS (object)->bookmarks);

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
  self->bookmarks = g_list_store_new (TH_TYPE_BOOKMARK);
  for (guint i = 0; i < TH_N_MARKERS; i++)
    self->markers[i] = TH_TIME_NONE;
}

ThMarkers *
th_markers_new (void)
{
  return g_object_new (TH_TYPE_MARKERS, NULL);
}

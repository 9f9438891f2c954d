/* th-actions-markers.c - actions on markers and bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-theme.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-bookmarks-window.h"
#include "th-widgets.h"

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

static ThMarkers *
get_marks (ThWindow *self)
{
  return th_document_get_markers (self->document);
}

/* Where a mark is set: at the selected event, else under the pointer, else in
 * the middle.  A selected span begins at A and ends at B. */
static gint64
place_to_mark (ThWindow *self,
               ThMarker  marker)
{
  ThRef selected = th_document_get_selected (self->document);
  const ThView *view = th_document_get_view (self->document);
  gint64 from, to, time;

  if (marker < TH_N_MARKERS && th_document_get_span (self->document, &from, &to))
    return marker == TH_MARKER_A ? from : to;
  if (!th_ref_is_none (selected))
    return th_recording_get_time (th_document_get_recording (self->document), selected);
  if (th_timeline_get_pointer_time (self->timeline, &time))
    return time;

  return th_scene_round_time (th_document_get_scene (self->document),
                              view->from + (view->to - view->from) / 2);
}

static gboolean
has_recording (ThWindow *self)
{
  return self->document != NULL && th_document_get_recording (self->document) != NULL;
}

static ThMarker
marker_of (GVariant *parameter)
{
  return g_str_equal (g_variant_get_string (parameter, NULL), "B") ? TH_MARKER_B : TH_MARKER_A;
}

/* --- markers ------------------------------------------------------------ */

DEFINE_ACTION (set_marker)
{
  if (has_recording (data))
    th_markers_set_marker (get_marks (data), marker_of (parameter),
                           place_to_mark (data, marker_of (parameter)));
}

DEFINE_ACTION (set_marker_a)
{
  if (has_recording (data))
    th_markers_set_marker (get_marks (data), TH_MARKER_A, place_to_mark (data, TH_MARKER_A));
}

DEFINE_ACTION (set_marker_b)
{
  if (has_recording (data))
    th_markers_set_marker (get_marks (data), TH_MARKER_B, place_to_mark (data, TH_MARKER_B));
}

static void
go_to_marker (ThWindow *self,
              ThMarker  marker)
{
  gint64 time = has_recording (self) ? th_markers_get_marker (get_marks (self), marker)
                                     : TH_TIME_NONE;

  if (time != TH_TIME_NONE)
    th_timeline_center (self->timeline, time);
}

DEFINE_ACTION (go_marker)
{
  go_to_marker (data, marker_of (parameter));
}

DEFINE_ACTION (go_marker_a)
{
  go_to_marker (data, TH_MARKER_A);
}

DEFINE_ACTION (go_marker_b)
{
  go_to_marker (data, TH_MARKER_B);
}

DEFINE_ACTION (select_markers)
{
  ThWindow *self = data;
  gint64 from, to;

  if (has_recording (self) && th_markers_get_span (get_marks (self), &from, &to))
    th_document_select_span (self->document, from, to);
}

DEFINE_ACTION (fit_markers)
{
  ThWindow *self = data;
  gint64 from, to, margin;

  if (!has_recording (self) || !th_markers_get_span (get_marks (self), &from, &to))
    return;

  margin = MAX ((to - from) / 20, 10);
  th_timeline_go (self->timeline, from - margin, to + margin);
}

DEFINE_ACTION (clear_markers)
{
  if (!has_recording (data))
    return;

  th_markers_set_marker (get_marks (data), TH_MARKER_A, TH_TIME_NONE);
  th_markers_set_marker (get_marks (data), TH_MARKER_B, TH_TIME_NONE);
}

/* --- bookmarks ---------------------------------------------------------- */

/* Once more at the same place takes it away. */
static void
bookmark_at (ThWindow *self,
             gint64    time)
{
  ThMarkers *marks = get_marks (self);
  guint added;

  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    if (th_markers_get_bookmark (marks, i)->time == time)
      {
        th_status_bar_say (self->status_bar, _("Bookmark removed"));
        th_markers_remove_bookmark (marks, i);
        return;
      }

  added = th_markers_add_bookmark (marks, time, NULL);
  th_status_bar_say (self->status_bar,
                     added != G_MAXUINT ? _("Bookmark set") : _("There are too many bookmarks"));
  if (added != G_MAXUINT)
    th_timeline_name_bookmark (self->timeline, added);
}

DEFINE_ACTION (bookmarks)
{
  ThWindow *self = data;

  if (has_recording (self) && !th_dialog_present (GTK_WINDOW (self), TH_TYPE_BOOKMARKS_WINDOW))
    gtk_window_present (GTK_WINDOW (th_bookmarks_window_new (GTK_WINDOW (self), self->document)));
}

/* The bookmark that @parameter is the index of; NULL if there is none. */
static const ThBookmark *
get_bookmark (ThWindow *self,
              GVariant *parameter)
{
  guint index = g_variant_get_uint32 (parameter);

  return has_recording (self) && index < th_markers_get_n_bookmarks (get_marks (self))
         ? th_markers_get_bookmark (get_marks (self), index) : NULL;
}

DEFINE_ACTION (go_bookmark)
{
  ThWindow *self = data;
  const ThBookmark *bookmark = get_bookmark (self, parameter);

  if (bookmark != NULL)
    th_timeline_center (self->timeline, bookmark->time);
}

DEFINE_ACTION (rename_bookmark)
{
  if (get_bookmark (data, parameter) != NULL)
    th_timeline_name_bookmark (((ThWindow *) data)->timeline, g_variant_get_uint32 (parameter));
}

DEFINE_ACTION (color_bookmark)
{
  const ThBookmark *bookmark = get_bookmark (data, parameter);
  g_autofree char *name = bookmark != NULL ? g_strdup (bookmark->name) : NULL;

  if (bookmark != NULL)
    th_markers_edit_bookmark (get_marks (data), g_variant_get_uint32 (parameter), name,
                              (bookmark->color + 1) % TH_N_BOOKMARK_COLORS);
}

DEFINE_ACTION (remove_bookmark)
{
  if (get_bookmark (data, parameter) != NULL)
    th_markers_remove_bookmark (get_marks (data), g_variant_get_uint32 (parameter));
}

DEFINE_ACTION (bookmark)
{
  if (has_recording (data))
    bookmark_at (data, place_to_mark (data, TH_N_MARKERS));
}

/* What a menu does at the time that it was opened at. */
DEFINE_ACTION (mark_at)
{
  ThWindow *self = data;
  const char *mark;
  gint64 time;

  g_variant_get (parameter, "(&sx)", &mark, &time);
  if (!has_recording (self))
    return;

  if (g_str_equal (mark, "bookmark"))
    bookmark_at (self, time);
  else
    th_markers_set_marker (get_marks (self), g_str_equal (mark, "B") ? TH_MARKER_B : TH_MARKER_A,
                           time);
}

/* From the selected event, or the middle of the view. */
static void
step_bookmark (ThWindow *self,
               int       step)
{
  ThView view;
  gint64 time;
  guint index;

  if (!has_recording (self))
    return;

  view = th_timeline_get_target (self->timeline);
  time = view.from + (view.to - view.from) / 2;
  index = th_markers_find_bookmark (get_marks (self), time, step);
  if (index != G_MAXUINT)
    th_timeline_center (self->timeline, th_markers_get_bookmark (get_marks (self), index)->time);
}

DEFINE_ACTION (next_bookmark)
{
  step_bookmark (data, 1);
}

DEFINE_ACTION (previous_bookmark)
{
  step_bookmark (data, -1);
}

static const GActionEntry entries[] = {
  { "set-marker", set_marker_cb, "s" },
  { "set-marker-a", set_marker_a_cb },
  { "set-marker-b", set_marker_b_cb },
  { "go-marker", go_marker_cb, "s" },
  { "go-marker-a", go_marker_a_cb },
  { "go-marker-b", go_marker_b_cb },
  { "select-markers", select_markers_cb },
  { "fit-markers", fit_markers_cb },
  { "clear-markers", clear_markers_cb },
  { "bookmark", bookmark_cb },
  { "mark-at", mark_at_cb, "(sx)" },
  { "bookmarks", bookmarks_cb },
  { "go-bookmark", go_bookmark_cb, "u" },
  { "rename-bookmark", rename_bookmark_cb, "u" },
  { "color-bookmark", color_bookmark_cb, "u" },
  { "remove-bookmark", remove_bookmark_cb, "u" },
  { "next-bookmark", next_bookmark_cb },
  { "previous-bookmark", previous_bookmark_cb },
};

void
th_window_update_marks (ThWindow *self)
{
  gboolean has = has_recording (self);
  gboolean a = has && th_markers_get_marker (get_marks (self), TH_MARKER_A) != TH_TIME_NONE;
  gboolean b = has && th_markers_get_marker (get_marks (self), TH_MARKER_B) != TH_TIME_NONE;
  gboolean bookmarks = has && th_markers_get_n_bookmarks (get_marks (self)) > 0;

  th_action_enable (G_ACTION_MAP (self), "set-marker", has);
  th_action_enable (G_ACTION_MAP (self), "set-marker-a", has);
  th_action_enable (G_ACTION_MAP (self), "set-marker-b", has);
  th_action_enable (G_ACTION_MAP (self), "go-marker", a || b);
  th_action_enable (G_ACTION_MAP (self), "go-marker-a", a);
  th_action_enable (G_ACTION_MAP (self), "go-marker-b", b);
  th_action_enable (G_ACTION_MAP (self), "select-markers", a && b);
  th_action_enable (G_ACTION_MAP (self), "fit-markers", a && b);
  th_action_enable (G_ACTION_MAP (self), "clear-markers", a || b);
  th_action_enable (G_ACTION_MAP (self), "bookmark", has);
  th_action_enable (G_ACTION_MAP (self), "mark-at", has);
  th_action_enable (G_ACTION_MAP (self), "bookmarks", has);
  th_action_enable (G_ACTION_MAP (self), "go-bookmark", bookmarks);
  th_action_enable (G_ACTION_MAP (self), "rename-bookmark", bookmarks);
  th_action_enable (G_ACTION_MAP (self), "color-bookmark", bookmarks);
  th_action_enable (G_ACTION_MAP (self), "remove-bookmark", bookmarks);
  th_action_enable (G_ACTION_MAP (self), "next-bookmark", bookmarks);
  th_action_enable (G_ACTION_MAP (self), "previous-bookmark", bookmarks);
}

void
th_window_add_marks (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  th_window_update_marks (self);
}

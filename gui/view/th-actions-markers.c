/* th-actions-markers.c - actions on markers and bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-theme.h"
#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-bookmarks-window.h"

static ThMarkers *
get_markers (ThDocumentView *self)
{
  return th_document_get_markers (self->document);
}

/* Returns the time at which to set @marker, or a bookmark if it is TH_N_MARKERS: that of
 * the selected event, or else of the pointer, or else the middle of the view.  If a span
 * is selected, A is set to its start and B to its end. */
static gint64
find_marker_time (ThDocumentView *self,
                  ThMarker        marker)
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

static ThMarker
parse_marker (GVariant *parameter)
{
  return g_str_equal (g_variant_get_string (parameter, NULL), "B") ? TH_MARKER_B : TH_MARKER_A;
}

/* --- markers ------------------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (set_marker)
{
  if (th_view_has_recording (data))
    th_markers_set_marker (get_markers (data), parse_marker (parameter),
                           find_marker_time (data, parse_marker (parameter)));
}

TH_DEFINE_VIEW_ACTION (set_marker_a)
{
  if (th_view_has_recording (data))
    th_markers_set_marker (get_markers (data), TH_MARKER_A, find_marker_time (data, TH_MARKER_A));
}

TH_DEFINE_VIEW_ACTION (set_marker_b)
{
  if (th_view_has_recording (data))
    th_markers_set_marker (get_markers (data), TH_MARKER_B, find_marker_time (data, TH_MARKER_B));
}

static void
go_to_marker (ThDocumentView *self,
              ThMarker        marker)
{
  gint64 time = th_view_has_recording (self) ? th_markers_get_marker (get_markers (self), marker)
                                     : TH_TIME_NONE;

  if (time != TH_TIME_NONE)
    th_timeline_center (self->timeline, time);
}

TH_DEFINE_VIEW_ACTION (go_marker)
{
  go_to_marker (data, parse_marker (parameter));
}

TH_DEFINE_VIEW_ACTION (go_marker_a)
{
  go_to_marker (data, TH_MARKER_A);
}

TH_DEFINE_VIEW_ACTION (go_marker_b)
{
  go_to_marker (data, TH_MARKER_B);
}

TH_DEFINE_VIEW_ACTION (select_markers)
{
  ThDocumentView *self = data;
  gint64 from, to;

  if (th_view_has_recording (self) && th_markers_get_span (get_markers (self), &from, &to))
    th_document_select_span (self->document, from, to);
}

TH_DEFINE_VIEW_ACTION (fit_markers)
{
  ThDocumentView *self = data;
  gint64 from, to, margin;

  if (!th_view_has_recording (self) || !th_markers_get_span (get_markers (self), &from, &to))
    return;

  margin = MAX ((to - from) / 20, 10);
  th_timeline_go (self->timeline, from - margin, to + margin);
}

TH_DEFINE_VIEW_ACTION (clear_markers)
{
  if (!th_view_has_recording (data))
    return;

  th_markers_set_marker (get_markers (data), TH_MARKER_A, TH_TIME_NONE);
  th_markers_set_marker (get_markers (data), TH_MARKER_B, TH_TIME_NONE);
}

/* --- bookmarks ---------------------------------------------------------- */

/* Sets a bookmark at @time, or removes the one that is there. */
static void
bookmark_at (ThDocumentView *self,
             gint64          time)
{
  ThMarkers *markers = get_markers (self);
  guint added;

  for (guint i = 0; i < th_markers_get_n_bookmarks (markers); i++)
    if (th_markers_get_bookmark (markers, i)->time == time)
      {
        th_status_bar_say (self->status_bar, _("Bookmark removed"));
        th_markers_remove_bookmark (markers, i);
        return;
      }

  added = th_markers_add_bookmark (markers, time, NULL);
  th_status_bar_say (self->status_bar,
                     added != G_MAXUINT ? _("Bookmark set") : _("There are too many bookmarks"));
  if (added != G_MAXUINT)
    th_timeline_name_bookmark (self->timeline, added);
}

TH_DEFINE_VIEW_ACTION (bookmarks)
{
  ThDocumentView *self = data;

  if (th_view_has_recording (self) && !th_view_present_dialog (self, TH_TYPE_BOOKMARKS_WINDOW))
    th_view_add_dialog (self,
                        th_bookmarks_window_new (th_view_get_window (self), self->document));
}

/* Returns the bookmark whose index is @parameter; NULL if there is none. */
static const ThBookmark *
get_bookmark (ThDocumentView *self,
              GVariant       *parameter)
{
  guint index = g_variant_get_uint32 (parameter);

  return th_view_has_recording (self) && index < th_markers_get_n_bookmarks (get_markers (self))
         ? th_markers_get_bookmark (get_markers (self), index) : NULL;
}

TH_DEFINE_VIEW_ACTION (go_bookmark)
{
  ThDocumentView *self = data;
  const ThBookmark *bookmark = get_bookmark (self, parameter);

  if (bookmark != NULL)
    th_timeline_center (self->timeline, bookmark->time);
}

TH_DEFINE_VIEW_ACTION (rename_bookmark)
{
  if (get_bookmark (data, parameter) != NULL)
    th_timeline_name_bookmark (TH_DOCUMENT_VIEW (data)->timeline, g_variant_get_uint32 (parameter));
}

TH_DEFINE_VIEW_ACTION (color_bookmark)
{
  const ThBookmark *bookmark = get_bookmark (data, parameter);
  g_autofree char *name = bookmark != NULL ? g_strdup (bookmark->name) : NULL;

  if (bookmark != NULL)
    th_markers_edit_bookmark (get_markers (data), g_variant_get_uint32 (parameter), name,
                              (bookmark->color + 1) % TH_N_BOOKMARK_COLORS);
}

TH_DEFINE_VIEW_ACTION (remove_bookmark)
{
  if (get_bookmark (data, parameter) != NULL)
    th_markers_remove_bookmark (get_markers (data), g_variant_get_uint32 (parameter));
}

TH_DEFINE_VIEW_ACTION (bookmark)
{
  if (th_view_has_recording (data))
    bookmark_at (data, find_marker_time (data, TH_N_MARKERS));
}

/* Sets a marker or a bookmark at the time at which the context menu was opened. */
TH_DEFINE_VIEW_ACTION (mark_at)
{
  ThDocumentView *self = data;
  const char *mark;
  gint64 time;

  g_variant_get (parameter, "(&sx)", &mark, &time);
  if (!th_view_has_recording (self))
    return;

  if (g_str_equal (mark, "bookmark"))
    bookmark_at (self, time);
  else
    th_markers_set_marker (get_markers (self), g_str_equal (mark, "B") ? TH_MARKER_B : TH_MARKER_A,
                           time);
}

/* Goes to the next bookmark after (or before) the middle of the view. */
static void
step_bookmark (ThDocumentView *self,
               int             step)
{
  ThView view;
  gint64 time;
  guint index;

  if (!th_view_has_recording (self))
    return;

  view = th_timeline_get_target (self->timeline);
  time = view.from + (view.to - view.from) / 2;
  index = th_markers_find_bookmark (get_markers (self), time, step);
  if (index != G_MAXUINT)
    th_timeline_center (self->timeline, th_markers_get_bookmark (get_markers (self), index)->time);
}

TH_DEFINE_VIEW_ACTION (next_bookmark)
{
  step_bookmark (data, 1);
}

TH_DEFINE_VIEW_ACTION (previous_bookmark)
{
  step_bookmark (data, -1);
}

static gboolean
is_set (ThDocumentView *self,
        ThMarker        marker)
{
  return th_view_has_recording (self) &&
         th_markers_get_marker (get_markers (self), marker) != TH_TIME_NONE;
}

static gboolean
has_marker_a (ThDocumentView *self)
{
  return is_set (self, TH_MARKER_A);
}

static gboolean
has_marker_b (ThDocumentView *self)
{
  return is_set (self, TH_MARKER_B);
}

static gboolean
has_marker (ThDocumentView *self)
{
  return has_marker_a (self) || has_marker_b (self);
}

static gboolean
has_markers (ThDocumentView *self)
{
  return has_marker_a (self) && has_marker_b (self);
}

static gboolean
has_bookmarks (ThDocumentView *self)
{
  return th_view_has_recording (self) && th_markers_get_n_bookmarks (get_markers (self)) > 0;
}

static const ThViewAction actions[] = {
  { { "set-marker", set_marker_cb, "s" }, th_view_has_recording },
  { { "set-marker-a", set_marker_a_cb }, th_view_has_recording },
  { { "set-marker-b", set_marker_b_cb }, th_view_has_recording },
  { { "go-marker", go_marker_cb, "s" }, has_marker },
  { { "go-marker-a", go_marker_a_cb }, has_marker_a },
  { { "go-marker-b", go_marker_b_cb }, has_marker_b },
  { { "select-markers", select_markers_cb }, has_markers },
  { { "fit-markers", fit_markers_cb }, has_markers },
  { { "clear-markers", clear_markers_cb }, has_marker },
  { { "bookmark", bookmark_cb }, th_view_has_recording },
  { { "mark-at", mark_at_cb, "(sx)" }, th_view_has_recording },
  { { "bookmarks", bookmarks_cb }, th_view_has_recording },
  { { "go-bookmark", go_bookmark_cb, "u" }, has_bookmarks },
  { { "rename-bookmark", rename_bookmark_cb, "u" }, has_bookmarks },
  { { "color-bookmark", color_bookmark_cb, "u" }, has_bookmarks },
  { { "remove-bookmark", remove_bookmark_cb, "u" }, has_bookmarks },
  { { "next-bookmark", next_bookmark_cb }, has_bookmarks },
  { { "previous-bookmark", previous_bookmark_cb }, has_bookmarks },
};

void
th_view_add_marker_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}

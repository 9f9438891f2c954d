/* th-go-to.c - to a time, a row, a mark or a problem, by typing it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-chooser.h"
#include "th-order.h"
#include "th-display-text.h"
#include "th-literals.h"

/* Each with an index of its own kind. */
typedef enum
{
  PLACE_TYPED,
  PLACE_FIRST,
  PLACE_LAST,
  PLACE_SELECTED,
  PLACE_MARKER,
  PLACE_BOOKMARK,
  PLACE_PROBLEM
} PlaceKind;

#define KIND_SHIFT 24

static guint
place_id (PlaceKind kind,
          guint     index)
{
  return (guint) kind << KIND_SHIFT | index;
}

/* --- what is typed ------------------------------------------------------ */

static gboolean
uses_ticks (ThWindow *self)
{
  return th_stream_get_clock (th_recording_get_stream (th_document_get_recording (self->document),
                                                       0))->ticks;
}

/* "A", "B + 3us", "a-12ms" */
static gboolean
parse_from_marker (ThWindow   *self,
                   const char *text,
                   gint64     *time)
{
  char letter = g_ascii_toupper (text[0]);
  gint64 marker, delta = 0;

  if (letter != 'A' && letter != 'B')
    return FALSE;

  text++;
  while (*text == ' ')
    text++;
  marker = th_markers_get_marker (th_document_get_markers (self->document),
                                  letter == 'B' ? TH_MARKER_B : TH_MARKER_A);
  if (marker == TH_TIME_NONE)
    return FALSE;
  if (*text != '\0' &&
      ((*text != '+' && *text != '-') || !th_time_parse (text, uses_ticks (self), 0, &delta)))
    return FALSE;

  return __builtin_add_overflow (marker, delta, time) == 0;
}

/* "#1234": the row as the table of all events numbers it, from 1. */
static gboolean
parse_row (ThWindow   *self,
           const char *text,
           gint64     *time)
{
  g_autoptr(ThOrder) order = NULL;
  g_autofree char *digits = NULL;
  guint64 row;

  if (text[0] != '#')
    return FALSE;

  order = th_order_new (th_document_get_recording (self->document));
  digits = g_strstrip (g_strdup (text + 1));
  if (th_order_get_n (order) == 0 ||
      !g_ascii_string_to_unsigned (digits, 10, 1, th_order_get_n (order), &row, NULL))
    return FALSE;

  self->go_ref = th_order_get (order, row - 1);
  *time = th_recording_get_time (th_document_get_recording (self->document), self->go_ref);
  return TRUE;
}

/* The one that the table would show there. */
static ThRef
event_at (ThWindow *self,
          gint64    time)
{
  g_autoptr(ThOrder) order = th_order_new (th_document_get_recording (self->document));
  guint64 row = th_order_lower_bound (order, time);
  guint64 n = th_order_get_n (order);

  return n == 0 ? TH_REF_NONE : th_order_get (order, MIN (row, n - 1));
}

static char *
describe_event (ThWindow *self,
                ThRef     ref)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *name = NULL, *time = NULL;

  if (th_ref_is_none (ref))
    return NULL;

  name =
    th_display_text_make_valid (th_recording_get_type_name (recording,
                                                            th_recording_get_type (recording,
                                                                                   ref)));
  time = th_document_format_time (self->document, th_recording_get_time (recording, ref));

  /* Translators: an event's name, and when it was */
  return g_strdup_printf (_("%s at %s"), name, time);
}

static gboolean
offer_cb (const char *typed,
          ThOffer    *offer,
          gpointer    data)
{
  ThWindow *self = data;
  g_autofree char *text = g_strstrip (g_strdup (typed));
  g_autofree char *shown = NULL;
  gint64 first, last;

  self->go_ref = TH_REF_NONE;
  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return FALSE;
  if (!parse_row (self, text, &self->go_time) && !parse_from_marker (self, text, &self->go_time) &&
      !th_time_parse (text, uses_ticks (self), first, &self->go_time))
    return FALSE;

  offer->id = place_id (PLACE_TYPED, 0);
  offer->disabled = self->go_time < first || self->go_time > last;
  shown = th_document_format_time (self->document, self->go_time);
  offer->title = g_strdup_printf (_("Go to %s"), shown);
  if (offer->disabled)
    offer->detail = g_strdup (self->go_time < first ? _("before the recording begins")
                                                    : _("after the recording ends"));
  else
    {
      if (th_ref_is_none (self->go_ref))
        self->go_ref = event_at (self, self->go_time);
      offer->detail = describe_event (self, self->go_ref);
    }

  return TRUE;
}

/* --- what is listed ----------------------------------------------------- */

static void
add_place (ThWindow    *self,
           ThChooser   *finder,
           PlaceKind    kind,
           guint        index,
           const char  *title,
           gint64       time)
{
  g_autofree char *shown = time != TH_TIME_NONE ? th_document_format_time (self->document, time)
                                                : NULL;

  th_chooser_add (finder,
                  &(ThChoice) { title, shown, NULL, place_id (kind, index), time == TH_TIME_NONE });
}

static void
add_marks (ThWindow  *self,
           ThChooser *finder)
{
  ThMarkers *marks = th_document_get_markers (self->document);

  add_place (self, finder, PLACE_MARKER, TH_MARKER_A, _("Marker A"),
             th_markers_get_marker (marks, TH_MARKER_A));
  add_place (self, finder, PLACE_MARKER, TH_MARKER_B, _("Marker B"),
             th_markers_get_marker (marks, TH_MARKER_B));
  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (marks, i);

      add_place (self, finder, PLACE_BOOKMARK, i, bookmark->name, bookmark->time);
    }
}

/* Those that lie somewhere on the timeline. */
static void
add_problems (ThWindow  *self,
              ThChooser *finder)
{
  g_autoptr(GPtrArray) problems =
    th_recording_list_problems (th_document_get_recording (self->document));

  for (guint i = 0; i < problems->len; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *sentence = NULL, *valid = NULL;

      if (problem->time == TH_TIME_NONE)
        continue;
      sentence = th_problem_describe_grouped (problem);
      valid = th_display_text_make_valid (sentence);
      add_place (self, finder, PLACE_PROBLEM, i, valid, problem->time);
    }
}

static gint64
find_place (ThWindow *self,
            PlaceKind kind,
            guint     index)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThMarkers *marks = th_document_get_markers (self->document);
  g_autoptr(GPtrArray) problems = NULL;
  gint64 first, last;

  if (!th_document_get_range (self->document, &first, &last))
    return TH_TIME_NONE;

  switch (kind)
    {
    case PLACE_TYPED: return self->go_time;
    case PLACE_FIRST: return first;
    case PLACE_LAST: return last;
    case PLACE_SELECTED: return th_recording_get_time (recording,
                                                       th_document_get_selected (self->document));
    case PLACE_MARKER: return th_markers_get_marker (marks, index);
    case PLACE_BOOKMARK: return index < th_markers_get_n_bookmarks (marks)
      ? th_markers_get_bookmark (marks, index)->time : TH_TIME_NONE;
    case PLACE_PROBLEM:
      problems = th_recording_list_problems (recording);
      return index < problems->len ? ((const ThProblem *) problems->pdata[index])->time
                                   : TH_TIME_NONE;
    default: return TH_TIME_NONE;
    }
}

/* The event there too, so that the table follows. */
static void
chosen_cb (guint    id,
           gpointer data)
{
  ThWindow *self = data;
  PlaceKind kind = id >> KIND_SHIFT;
  gint64 time;
  ThRef ref;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL ||
      (kind == PLACE_SELECTED && th_ref_is_none (th_document_get_selected (self->document))))
    return;

  time = find_place (self, kind, id & ((1u << KIND_SHIFT) - 1));
  if (time == TH_TIME_NONE)
    return;

  ref = kind == PLACE_TYPED ? self->go_ref : kind == PLACE_SELECTED ? TH_REF_NONE
                                                                    : event_at (self, time);
  if (!th_ref_is_none (ref))
    th_document_select (self->document, ref);
  th_timeline_center (self->timeline, time);
}

GtkWindow *
th_window_open_go_to (ThWindow *self)
{
  ThRef selected = TH_REF_NONE;
  gint64 first, last;
  ThChooser *finder;

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return NULL;

  finder = th_chooser_new (GTK_WINDOW (self),
                           _("Time, like 188.024, +12ms or A+3us; row, like #1234; or a marker"),
                           chosen_cb, self);
  th_chooser_set_offer (finder, offer_cb);
  selected = th_document_get_selected (self->document);
  if (!th_ref_is_none (selected))
    add_place (self, finder, PLACE_SELECTED, 0, _("Selected event"),
               th_recording_get_time (th_document_get_recording (self->document), selected));
  add_place (self, finder, PLACE_FIRST, 0, _("First event"), first);
  add_place (self, finder, PLACE_LAST, 0, _("Last event"), last);
  add_marks (self, finder);
  add_problems (self, finder);
  gtk_window_present (GTK_WINDOW (finder));

  return GTK_WINDOW (finder);
}

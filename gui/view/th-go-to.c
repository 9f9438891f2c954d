/* th-go-to.c - the chooser of a time, a row, a marker or a problem to go to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-go-to.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-order.h"
#include "th-display-text.h"
#include "th-event-filter.h"
#include "th-literals.h"

/* The data of the dialog.  The document may be closed before a place is chosen. */
typedef struct
{
  ThDocument *document; /* weak */
  ThTimeline *timeline; /* weak */
  gint64      time;     /* the time typed last */
  ThRef       ref;      /* the event there */
} GoTo;

/* The id of a place is its kind and an index among those of that kind. */
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

/* --- the typed text ----------------------------------------------------- */

static gboolean
uses_ticks (GoTo *self)
{
  return th_stream_get_clock (th_recording_get_stream (th_document_get_recording (self->document),
                                                       0))->ticks;
}

/* Parses "A", "B + 3us" or "a-12ms". */
static gboolean
parse_from_marker (GoTo       *self,
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

/* Parses "#1234", a row number in the table of all events, from 1. */
static gboolean
parse_row (GoTo       *self,
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

  self->ref = th_order_get (order, row - 1);
  *time = th_recording_get_time (th_document_get_recording (self->document), self->ref);
  return TRUE;
}

/* The order of the events that the table lists, or of all if the filter hides them all. */
static ThOrder *
order_listed (GoTo *self)
{
  ThRows *rows = th_event_filter_get_listed_rows (th_document_get_filter (self->document));

  if (rows == NULL || th_rows_get_n (rows) == 0)
    return th_order_new (th_document_get_recording (self->document));

  return th_order_new_rows (rows, NULL, 0, G_MININT64, G_MAXINT64);
}

/* Returns the first listed event at or after @time, or else the last one. */
static ThRef
event_at (GoTo  *self,
          gint64 time)
{
  g_autoptr(ThOrder) order = order_listed (self);
  guint64 row = th_order_lower_bound (order, time);
  guint64 n = th_order_get_n (order);

  return n == 0 ? TH_REF_NONE : th_order_get (order, MIN (row, n - 1));
}

/* Returns the time of the event that the table shows at @time. */
static gint64
time_at (GoTo  *self,
         gint64 time)
{
  ThRef ref = event_at (self, time);

  return th_ref_is_none (ref) ? time
                              : th_recording_get_time (th_document_get_recording (self->document),
                                                       ref);
}

static char *
describe_event (GoTo *self,
                ThRef ref)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *name = NULL, *time = NULL, *event = NULL;

  if (th_ref_is_none (ref))
    return NULL;

  name =
    th_display_text_make_valid (th_recording_get_type_name (recording,
                                                            th_recording_get_type (recording,
                                                                                   ref)));
  time = th_document_format_time (self->document, th_recording_get_time (recording, ref));

  /* Translators: an event's name, and when it was */
  event = g_strdup_printf (_("%s at %s"), name, time);
  if (th_document_get_unlisted (self->document, ref) != TH_UNLISTED_BY_FILTER)
    return g_steal_pointer (&event);

  /* Translators: %s is an event's name and time */
  return g_strdup_printf (_("%s, hidden by the filter"), event);
}

static gboolean
offer_cb (const char *typed,
          ThOffer    *offer,
          gpointer    data)
{
  GoTo *self = data;
  g_autofree char *text = g_strstrip (g_strdup (typed));
  g_autofree char *shown = NULL;
  gint64 first, last;

  self->ref = TH_REF_NONE;
  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return FALSE;
  if (!parse_row (self, text, &self->time) && !parse_from_marker (self, text, &self->time) &&
      !th_time_parse (text, uses_ticks (self), first, &self->time))
    return FALSE;

  offer->id = place_id (PLACE_TYPED, 0);
  offer->disabled = self->time < first || self->time > last;
  shown = th_document_format_time (self->document, self->time);
  offer->title = g_strdup_printf (_("Go to %s"), shown);
  if (offer->disabled)
    offer->detail = g_strdup (self->time < first ? _("before the recording begins")
                                                    : _("after the recording ends"));
  else
    {
      if (th_ref_is_none (self->ref))
        self->ref = event_at (self, self->time);
      offer->detail = describe_event (self, self->ref);
    }

  return TRUE;
}

/* --- the list ----------------------------------------------------------- */

static void
add_place (GoTo       *self,
           ThChooser  *chooser,
           PlaceKind   kind,
           guint       index,
           const char *title,
           gint64      time)
{
  g_autofree char *shown = time != TH_TIME_NONE ? th_document_format_time (self->document, time)
                                                : NULL;

  th_chooser_add (chooser,
                  &(ThChoice) { title, shown, NULL, place_id (kind, index), time == TH_TIME_NONE });
}

static void
add_markers (GoTo      *self,
             ThChooser *chooser)
{
  ThMarkers *markers = th_document_get_markers (self->document);

  add_place (self, chooser, PLACE_MARKER, TH_MARKER_A, _("Marker A"),
             th_markers_get_marker (markers, TH_MARKER_A));
  add_place (self, chooser, PLACE_MARKER, TH_MARKER_B, _("Marker B"),
             th_markers_get_marker (markers, TH_MARKER_B));
  for (guint i = 0; i < th_markers_get_n_bookmarks (markers); i++)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (markers, i);

      add_place (self, chooser, PLACE_BOOKMARK, i, bookmark->name, bookmark->time);
    }
}

/* Lists the problems that have a time. */
static void
add_problems (GoTo      *self,
              ThChooser *chooser)
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
      add_place (self, chooser, PLACE_PROBLEM, i, valid, problem->time);
    }
}

static gint64
find_place (GoTo     *self,
            PlaceKind kind,
            guint     index)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThMarkers *markers = th_document_get_markers (self->document);
  g_autoptr(GPtrArray) problems = NULL;
  gint64 first, last;

  if (!th_document_get_range (self->document, &first, &last))
    return TH_TIME_NONE;

  switch (kind)
    {
    case PLACE_TYPED: return self->time;
    case PLACE_FIRST: return time_at (self, first);
    case PLACE_LAST: return time_at (self, last);
    case PLACE_SELECTED: return th_recording_get_time (recording,
                                                       th_document_get_selected (self->document));
    case PLACE_MARKER: return th_markers_get_marker (markers, index);
    case PLACE_BOOKMARK: return index < th_markers_get_n_bookmarks (markers)
      ? th_markers_get_bookmark (markers, index)->time : TH_TIME_NONE;
    case PLACE_PROBLEM:
      problems = th_recording_list_problems (recording);
      return index < problems->len ? ((const ThProblem *) problems->pdata[index])->time
                                   : TH_TIME_NONE;
    default: return TH_TIME_NONE;
    }
}

/* Goes to the place, and selects the event there so that the table scrolls to it. */
static void
chosen_cb (guint    id,
           gpointer data)
{
  GoTo *self = data;
  PlaceKind kind = id >> KIND_SHIFT;
  gint64 time;
  ThRef ref;

  if (self->document == NULL || self->timeline == NULL ||
      th_document_get_recording (self->document) == NULL ||
      (kind == PLACE_SELECTED && th_ref_is_none (th_document_get_selected (self->document))))
    return;

  time = find_place (self, kind, id & ((1u << KIND_SHIFT) - 1));
  if (time == TH_TIME_NONE)
    return;

  ref = kind == PLACE_TYPED ? self->ref : kind == PLACE_SELECTED ? TH_REF_NONE
                                                                    : event_at (self, time);
  if (!th_ref_is_none (ref))
    th_document_select (self->document, ref);
  th_timeline_center (self->timeline, time);
}

static void
go_to_free (gpointer data)
{
  GoTo *self = data;

  g_clear_weak_pointer (&self->document);
  g_clear_weak_pointer (&self->timeline);
  g_free (self);
}

static void
add_places (GoTo      *self,
            ThChooser *chooser)
{
  ThRef selected = th_document_get_selected (self->document);
  gint64 first, last;

  if (!th_ref_is_none (selected))
    add_place (self, chooser, PLACE_SELECTED, 0, _("Selected event"),
               th_recording_get_time (th_document_get_recording (self->document), selected));
  if (th_document_get_range (self->document, &first, &last))
    {
      add_place (self, chooser, PLACE_FIRST, 0, _("First event"), time_at (self, first));
      add_place (self, chooser, PLACE_LAST, 0, _("Last event"), time_at (self, last));
    }
  add_markers (self, chooser);
  add_problems (self, chooser);
}

ThChooser *
th_go_to_new (GtkWindow  *parent,
              ThDocument *document,
              ThTimeline *timeline)
{
  GoTo *self = g_new0 (GoTo, 1);
  ThChooser *chooser =
    th_chooser_new (parent,
                    _("Time, like 188.024, +12ms or A+3us; row, like #1234; or a marker"),
                    chosen_cb, self);

  g_set_weak_pointer (&self->document, document);
  g_set_weak_pointer (&self->timeline, timeline);
  self->ref = TH_REF_NONE;
  g_object_set_data_full (G_OBJECT (chooser), "th-go-to", self, go_to_free);
  th_chooser_set_offer (chooser, offer_cb);
  add_places (self, chooser);

  return chooser;
}

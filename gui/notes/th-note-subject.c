/* th-note-subject.c - makes the selection in a view the subject of a note, and finds it again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-subject.h"

#include "th-event-filter.h"
#include "th-filter-state.h"
#include "th-flow-follower.h"
#include "th-result-table.h"
#include "th-row-span.h"
#include "th-shown-row.h"
#include "th-time.h"

/* --- what is selected --------------------------------------------------------- */

static guint
find_part (ThRecording *recording,
           guint        stream)
{
  ThRecording *part = th_recording_get_stream_part (recording, stream);
  guint index = 0;

  while (index + 1 < th_recording_get_n_parts (recording) &&
         th_recording_get_part (recording, index) != part)
    index++;
  return index;
}

static ThNoteAnchor *
find_event (ThDocument   *document,
            ThNotePlaces *places)
{
  ThRecording *recording = th_document_get_recording (document);
  ThRef ref = th_document_get_selected (document);

  if (th_ref_is_none (ref))
    return NULL;

  return th_note_anchor_for_event (recording,
                                   th_note_places_get_key (places,
                                                           find_part (recording, ref.stream)),
                                   ref);
}

static ThNoteAnchor *
find_packet (ThDocument   *document,
             ThNotePlaces *places)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (th_document_get_follower (document), &row);

  if (results == NULL)
    return NULL;

  return th_note_anchor_for_flow (th_document_get_recording (document),
                                  th_note_places_get_key (places, th_results_get_part (results)),
                                  results, row);
}

/* The name of the current lane, unless that is a heading; owned by the scene. */
static const char *
get_lane_name (ThDocumentView *view)
{
  ThScene *scene = th_document_get_scene (th_document_view_get_document (view));
  guint index = th_timeline_get_current (th_document_view_get_timeline (view));
  const ThLane *lane = index < th_scene_get_n_lanes (scene) ? th_scene_get_lane (scene, index)
                                                            : NULL;

  return lane != NULL && !th_lane_is_heading (lane) ? lane->name : NULL;
}

static ThNoteAnchor *
find_span (ThDocumentView *view,
           ThNotePlaces   *places)
{
  ThDocument *document = th_document_view_get_document (view);
  const char *lanes[] = { get_lane_name (view), NULL };
  gint64 from, to;

  if (!th_document_get_span (document, &from, &to))
    return NULL;

  return th_note_anchor_for_span (th_recording_get_part (th_document_get_recording (document), 0),
                                  th_note_places_get_key (places, 0), from, to,
                                  lanes[0] != NULL ? lanes : NULL);
}

static ThNoteAnchor *
find_lane (ThDocumentView *view,
           ThNotePlaces   *places)
{
  const char *lanes[] = { get_lane_name (view), NULL };
  ThNoteAnchor *anchor;

  if (lanes[0] == NULL)
    return NULL;

  anchor = th_note_anchor_new (TH_NOTE_ON_LANE);
  anchor->recording = g_strdup (th_note_places_get_key (places, 0));
  anchor->lanes = g_strdupv ((char **) lanes);
  return anchor;
}

/* The results that have @table; NULL if they are gone. */
static ThResults *
find_results (ThDocument *document,
              ThTable    *table)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tables (all->pdata[i]); t++)
      if (th_results_get_table (all->pdata[i], t) == table)
        return all->pdata[i];

  return NULL;
}

/* Whether the rows of @table are the flows of @results. */
static gboolean
has_flows (ThResults *results,
           ThTable   *table)
{
  ThFlows *flows = th_results_get_flows (results);

  return flows != NULL &&
         th_results_get_table (results, th_flows_get_info (flows)->table) == table;
}

static ThNoteAnchor *
find_row (ThDocumentView *view,
          ThNotePlaces   *places)
{
  ThDocument *document = th_document_view_get_document (view);
  GtkWidget *page = th_table_pane_get_visible_page (th_document_view_get_table_pane (view));
  ThTable *table = TH_IS_RESULT_TABLE (page)
                   ? th_result_table_get_table (TH_RESULT_TABLE (page)) : NULL;
  ThResults *results = table != NULL ? find_results (document, table) : NULL;
  g_autoptr(ThResultList) list = NULL;
  const char *key;
  guint position;
  guint32 row;

  if (results == NULL)
    return NULL;

  g_object_get (page, "list", &list, "selected", &position, NULL);
  row = position != GTK_INVALID_LIST_POSITION ? th_result_list_get_row (list, position)
                                              : G_MAXUINT32;
  if (row == G_MAXUINT32)
    return NULL;

  key = th_note_places_get_key (places, th_results_get_part (results));
  if (has_flows (results, table))
    return th_note_anchor_for_flow (th_document_get_recording (document), key, results, row);
  return th_note_anchor_for_row (th_document_get_recording (document), key, results, table, row);
}

static gboolean
table_has_focus (ThDocumentView *view)
{
  GtkWidget *pane = GTK_WIDGET (th_document_view_get_table_pane (view));
  GtkRoot *root = gtk_widget_get_root (pane);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, pane);
}

static ThNoteAnchor *
find_any (ThDocumentView *view,
          ThNotePlaces   *places)
{
  ThDocument *document = th_document_view_get_document (view);
  ThNoteAnchor *anchor = table_has_focus (view) ? find_row (view, places) : NULL;

  if (anchor == NULL)
    anchor = find_span (view, places);
  if (anchor == NULL && th_flow_follower_is_latest (th_document_get_follower (document)))
    anchor = find_packet (document, places);
  if (anchor == NULL)
    anchor = find_event (document, places);
  if (anchor == NULL)
    anchor = find_packet (document, places);
  if (anchor == NULL)
    anchor = find_lane (view, places);

  return anchor != NULL ? anchor : th_note_anchor_new (TH_NOTE_ON_REVIEW);
}

ThNoteAnchor *
th_note_subject_find (ThDocumentView *view,
                      ThNotePlaces   *places,
                      ThNoteOn        on)
{
  ThDocument *document = th_document_view_get_document (view);

  if (document == NULL || th_document_get_recording (document) == NULL)
    return on == TH_NOTE_N_ON ? th_note_anchor_new (TH_NOTE_ON_REVIEW) : NULL;

  switch (on)
    {
    case TH_NOTE_ON_EVENT: return find_event (document, places);
    case TH_NOTE_ON_SPAN: return find_span (view, places);
    case TH_NOTE_ON_LANE: return find_lane (view, places);
    case TH_NOTE_ON_PACKET: return find_packet (document, places);
    case TH_NOTE_ON_ROW: return find_row (view, places);
    case TH_NOTE_ON_REVIEW: return th_note_anchor_new (TH_NOTE_ON_REVIEW);
    case TH_NOTE_ON_COMPARISON: return NULL;
    case TH_NOTE_N_ON:
    default: return find_any (view, places);
    }
}

void
th_note_subject_add_view (ThDocumentView *view,
                          ThNoteEntry    *entry)
{
  ThDocument *document = th_document_view_get_document (view);
  ThFilterState *filter;
  ThView target;
  gint64 shift;

  if (document == NULL || th_document_get_recording (document) == NULL)
    return;

  shift = th_recording_get_shift (th_recording_get_part (th_document_get_recording (document), 0));
  target = th_timeline_get_target (th_document_view_get_timeline (view));
  filter = th_event_filter_get_state (th_document_get_filter (document));
  entry->view_from = th_time_between (shift, target.from);
  entry->view_to = th_time_between (shift, target.to);
  if (!th_filter_state_is_empty (filter))
    entry->view_filter = th_filter_state_to_string (filter);
}

char *
th_note_subject_make_link (ThDocumentView *view)
{
  ThDocument *document = th_document_view_get_document (view);
  ThRecording *recording = document != NULL ? th_document_get_recording (document) : NULL;
  ThFlowFollower *follower = recording != NULL ? th_document_get_follower (document) : NULL;
  ThRef ref = recording != NULL ? th_document_get_selected (document) : TH_REF_NONE;
  ThResults *results;
  const ThFlow *flow;
  guint32 row;

  if (!th_ref_is_none (ref) && !th_flow_follower_is_latest (follower))
    return th_note_link_for_time (th_recording_get_own_time (recording, ref),
                                  (int) th_cpu_get_number (th_recording_get_cpu (recording, ref)));

  results = follower != NULL ? th_flow_follower_get_followed (follower, &row) : NULL;
  if (results == NULL)
    return NULL;

  flow = th_flows_get (th_results_get_flows (results), row);
  return th_note_link_for_packet (flow->key, flow->generation);
}

/* --- the way back -------------------------------------------------------------- */

/* Brings the span into view, without a change if it is. */
static void
bring_into_view (ThDocumentView *view,
                 gint64          from,
                 gint64          to)
{
  ThTimeline *timeline = th_document_view_get_timeline (view);
  ThView target = th_timeline_get_target (timeline);
  gint64 margin = MAX ((to - from) / 10, 10);

  if (from == TH_TIME_NONE || (from >= target.from && to <= target.to))
    return;

  if (to - from <= target.to - target.from)
    th_timeline_center (timeline, from + (to - from) / 2);
  else
    th_timeline_go (timeline, from - margin, to + margin);
}

static void
select_lane (ThDocumentView *view,
             const char     *name)
{
  ThTimeline *timeline = th_document_view_get_timeline (view);
  ThScene *scene = th_document_get_scene (th_document_view_get_document (view));
  guint lane = th_scene_find_name (scene, name);

  if (lane == G_MAXUINT)
    return;

  th_timeline_set_current (timeline, lane);
  th_timeline_show_current (timeline);
}

static void
select_row (ThDocumentView    *view,
            const ThNotePlace *place,
            gboolean           keeps_tab)
{
  ThDocument *document = th_document_view_get_document (view);
  g_autofree char *tab = g_strconcat (th_results_get_id (place->results), "/",
                                      th_table_get_info (place->table)->id, NULL);
  ThRowSpan span;

  if (!keeps_tab)
    th_table_pane_set_tab (th_document_view_get_table_pane (view), tab);
  th_row_span_read (th_document_get_recording (document), place->results, place->table, place->row,
                    &span);
  th_document_show_row (document, place->results, &span);
}

/* Following a flow shows its journey; the page that the user reads stays instead. */
static void
follow (ThDocumentView    *view,
        const ThNotePlace *place)
{
  ThInspector *inspector = th_document_view_get_inspector (view);
  const char *page = th_inspector_get_page (inspector);

  th_flow_follower_follow (th_document_get_follower (th_document_view_get_document (view)),
                           place->results, place->flow);
  if (page != NULL)
    th_inspector_show_page (inspector, page);
}

static void
select_place (ThDocumentView    *view,
              const ThNotePlace *place,
              gboolean           keeps_tab)
{
  ThDocument *document = th_document_view_get_document (view);

  if (place->table != NULL)
    select_row (view, place, keeps_tab);
  else if (place->flow != TH_FLOW_NONE)
    follow (view, place);
  else if (!th_ref_is_none (place->event))
    {
      th_document_clear_span (document);
      th_document_select (document, place->event);
    }
  else if (place->from != TH_TIME_NONE && place->to > place->from)
    th_document_select_span (document, place->from, place->to);
}

void
th_note_subject_go (ThDocumentView    *view,
                    const ThNotePlace *place)
{
  select_place (view, place, FALSE);
  bring_into_view (view, place->from, place->to);
}

static void
show_view (ThDocumentView    *view,
           const ThNoteEntry *entry)
{
  ThDocument *document = th_document_view_get_document (view);
  g_autoptr(ThFilterState) filter = entry->view_filter != NULL
                                    ? th_filter_state_parse (entry->view_filter) : NULL;
  gint64 shift =
    th_recording_get_shift (th_recording_get_part (th_document_get_recording (document), 0));

  th_event_filter_set_state (th_document_get_filter (document), filter);
  th_timeline_go (th_document_view_get_timeline (view), th_time_shift (entry->view_from, shift),
                  th_time_shift (entry->view_to, shift));
}

void
th_note_subject_show (ThDocumentView    *view,
                      const ThNote      *note,
                      const ThNotePlace *place,
                      gboolean           keeps_tab)
{
  const ThNoteEntry *entry = note->entry;

  if (place == NULL)
    return;

  select_place (view, place, keeps_tab);
  if (entry->anchor->lanes != NULL)
    select_lane (view, entry->anchor->lanes[0]);
  if (entry->view_from != TH_TIME_NONE)
    show_view (view, entry);
  else
    bring_into_view (view, place->from, place->to);
}

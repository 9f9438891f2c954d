/* th-document.h - a recording in a window: loading, view, selection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A document holds the state that all parts of a window share.  Each task is done by an object
 * of its own, which can be tested without the others and without a window: loading
 * (th-recording-loader.h), the analyses (th-analysis-runner.h), the view and its
 * history (th-navigator.h), the selection (th-selection.h), the filter
 * (th-event-filter.h), color rules (th-event-coloring.h), Find (th-event-search.h),
 * the followed flow (th-flow-follower.h) and restoring the state after another load
 * (th-restorer.h).  The document connects them, keeps the scene up to date, and
 * notifies the window by its own signals.
 *
 * Signals
 *   "recording-changed": the document has another recording, or its first: start over
 *   "grown":             more events were read, or the load ended
 *   "view-changed", "selection-changed", "theme-changed"
 *   "results-changed":   analyses published more, or ended
 *   "filter-changed":    another filter is in force, or more events were evaluated
 *   "follow-changed", "followed": see th-flow-follower.h
 *   "flow-restored":     the flow that was followed before another load was found again, or a
 *                        step of the history follows one while none was followed
 *   "find-changed":      the text changed, there are more hits, or a search or a step ended
 *   "append-failed":     see th-document-parts.h
 *   "names-changed":     more functions have names in the texts of events
 *   "lanes-changed":     lanes were folded, hidden or moved: see th-lane-arrangement.h
 *
 * Properties (all with notify): state, progress, title, facts, time-format,
 * changed (the file on disk is no longer what was loaded), coloring (color rules are
 * being evaluated), stepping (a step of Find is under way), linked-time, pointer-time and
 * linked-pointer (int64), only-span, live, following and paused (see below).
 *
 * A document whose options have a feed shows a file that is being recorded.  It is live, and in
 * the state TH_DOCUMENT_LOADING, until the feed is closed.  Until the user chooses a view it
 * follows the present: the view ends at the newest event and is as long as the last view that
 * was chosen, at first ten seconds.  "grown" is emitted at most ten times a second, and not at
 * all while no events come.  While it is paused, lanes and tables stay as they are and the view
 * stays where it is; loading goes on.
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-analysis-runner.h"
#include "th-anchor.h"
#include "th-event-coloring.h"
#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-flags.h"
#include "th-flow-follower.h"
#include "th-loaders.h"
#include "th-markers.h"
#include "th-open-options.h"
#include "th-recording-loader.h"
#include "th-results.h"
#include "th-rows.h"
#include "th-scene-times.h"
#include "th-scene.h"
#include "th-view.h"

G_BEGIN_DECLS

typedef enum
{
  TH_IS_LISTED,
  TH_UNLISTED_BY_FILTER,
  TH_UNLISTED_BY_SPAN
} ThUnlisted;

#define TH_TYPE_DOCUMENT (th_document_get_type ())
G_DECLARE_FINAL_TYPE (ThDocument, th_document, TH, DOCUMENT, GObject)

/* Starts to open @file.  Copies @options; NULL for the defaults. */
ThDocument      *th_document_new             (GFile                   *file,
                                              ThTheme                 *theme,
                                              const ThOpenOptions     *options);
/* Loads the file again and keeps view and selection. */
void             th_document_reload          (ThDocument       *self);
/* Whether the file is being recorded. */
gboolean         th_document_is_live         (ThDocument       *self);
/* Whether the view follows the present; FALSE unless the document is live. */
gboolean         th_document_is_following    (ThDocument       *self);
/* Follows the present again, with a view of the current length; ends a pause. */
void             th_document_follow_present  (ThDocument       *self);
/* Stops following; the view stays where it is. */
void             th_document_leave_present   (ThDocument       *self);
/* Whether th_document_finished() is still to be called: the file will have another name, so it is
 * not remembered (recent files, session). */
gboolean         th_document_is_unfinished   (ThDocument       *self);
/* Has no effect unless the document is live. */
void             th_document_set_paused      (ThDocument       *self,
                                              gboolean          paused);
gboolean         th_document_is_paused       (ThDocument       *self);
/* Sets how far the clock of the recording is ahead of g_get_monotonic_time(), in ns, while the
 * document is live. */
void             th_document_set_clock_lead  (ThDocument       *self,
                                              gint64            lead);
/* What the clock of the recording showed when events last arrived; TH_TIME_NONE if that is not
 * known, or the document is not live. */
gint64           th_document_get_present     (ThDocument       *self);
/* Call this when the recording has ended and its file has been finished as @file: the document
 * takes that name (title, session), and loads it as th_document_reload() does. */
void             th_document_finished        (ThDocument       *self,
                                              GFile            *file);
/* Stops loading and keeps the events read so far.  FALSE if nothing was loading. */
gboolean         th_document_cancel          (ThDocument       *self);

GFile           *th_document_get_file        (ThDocument       *self);
ThDocumentState  th_document_get_state       (ThDocument       *self);
/* Why the last load failed, translated; NULL if it did not.  Owned by @self. */
const char      *th_document_get_error       (ThDocument       *self);
/* From 0 to 1; negative if the size is unknown. */
double           th_document_get_progress    (ThDocument       *self);
/* Whether the document waits for a pipe or an archive, and how many bytes it has received. */
gboolean         th_document_get_awaited     (ThDocument       *self,
                                              guint64          *n_bytes);
/* Whether the file can be read only once; FALSE while this is unknown. */
gboolean         th_document_is_pipe         (ThDocument       *self);
/* The estimated time until the end of the load; -1 while there is no estimate. */
double           th_document_get_seconds_left (ThDocument      *self);
/* The names of its files, and the text of th_recording_facts_line(); owned by @self. */
const char      *th_document_get_title       (ThDocument       *self);
const char      *th_document_get_facts       (ThDocument       *self);
/* Whether the file on disk differs from what was loaded. */
gboolean         th_document_get_changed     (ThDocument       *self);
/* Checks the files on disk and notifies "changed".  Call it when the user returns to the window;
 * changes to local files are noticed without it. */
void             th_document_look_at_files   (ThDocument       *self);

/* Both owned by @self; NULL until the header has been read. */
ThRecording     *th_document_get_recording   (ThDocument       *self);
ThScene         *th_document_get_scene       (ThDocument       *self);
/* Increases whenever lanes have to be redrawn: new data, another theme, folding. */
guint            th_document_get_serial      (ThDocument       *self);
void             th_document_set_theme       (ThDocument       *self,
                                              ThTheme          *theme);
/* The CPUs that the table lists; NULL for all. */
const GArray    *th_document_get_cpus        (ThDocument       *self);

const ThView    *th_document_get_view        (ThDocument       *self);
/* Clamps the view, which becomes a step of the history after a short rest. */
void             th_document_set_view        (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);
/* FALSE while the view follows the load. */
gboolean         th_document_has_chosen_view (ThDocument       *self);
/* May be called during layout: a view that follows the load changes at once, but "view-changed"
 * is emitted later. */
void             th_document_set_view_width  (ThDocument       *self,
                                              double            width);
/* FALSE while there is no event. */
gboolean         th_document_get_range       (ThDocument       *self,
                                              gint64           *first,
                                              gint64           *last);
ThView           th_document_get_fit         (ThDocument       *self);
/* Goes one step forward or back and sets @view to the span to show.  FALSE if there is no step. */
gboolean         th_document_step_history    (ThDocument       *self,
                                              gboolean          forward,
                                              ThView           *view);
gboolean         th_document_can_step        (ThDocument       *self,
                                              gboolean          forward);

ThRef            th_document_get_selected    (ThDocument       *self);
/* The time of the selected step of the followed flow, also if no event is there, or else that of
 * the selected event; TH_TIME_NONE if none is selected. */
gint64           th_document_get_cursor      (ThDocument       *self);
void             th_document_select          (ThDocument       *self,
                                              ThRef             ref);
/* FALSE if no span is selected. */
gboolean         th_document_get_span        (ThDocument       *self,
                                              gint64           *from,
                                              gint64           *to);
/* The times may be in either order; equal times select nothing. */
void             th_document_select_span     (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);
/* Selects the event and brings it into view. */
void             th_document_lead_to         (ThDocument       *self,
                                              ThRef             ref);
void             th_document_clear_selection (ThDocument       *self);
void             th_document_clear_span      (ThDocument       *self);
/* Whether the table lists only the events of the selected span, while there is one. */
void             th_document_set_only_span   (ThDocument       *self,
                                              gboolean          only_span);
/* Why the table does not list @ref; the filter if both reasons apply. */
ThUnlisted       th_document_get_unlisted    (ThDocument       *self,
                                              ThRef             ref);
/* A time to which the selection of another, linked document corresponds; TH_TIME_NONE if there is
 * none. */
gint64           th_document_get_linked_time (ThDocument       *self);
void             th_document_set_linked_time (ThDocument       *self,
                                              gint64            time);
/* The time under the pointer in the timeline of this document; TH_TIME_NONE if it is elsewhere. */
gint64           th_document_get_pointer_time (ThDocument      *self);
void             th_document_set_pointer_time (ThDocument      *self,
                                              gint64            time);
/* The time to which the pointer in another, linked document corresponds; TH_TIME_NONE if there is
 * none. */
gint64           th_document_get_linked_pointer (ThDocument    *self);
void             th_document_set_linked_pointer (ThDocument    *self,
                                              gint64            time);
/* The next (+1) or previous (-1) event of the same CPU; TH_REF_NONE at the end. */
ThRef            th_document_get_neighbor    (ThDocument       *self,
                                              ThRef             ref,
                                              int               step);
/* The number of events with @from <= time < @to, regardless of the filter. */
guint64          th_document_count_events    (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);

/* The ThResults of all analyses; may be empty; owned by @self. */
const GPtrArray *th_document_get_results     (ThDocument       *self);
/* Those with this id; NULL if there are none. */
ThResults       *th_document_find_results    (ThDocument       *self,
                                              const char       *id);
/* The noun for the flow of the event, as in "Follow packet": translated; NULL if no results so
 * far have a flow of it. */
const char      *th_document_get_noun        (ThDocument       *self,
                                              ThRef             event);
/* Stops following, and cancels a pending lookup; pinned lanes stay. */
void             th_document_unfollow        (ThDocument       *self);

/* The objects that do the work; owned by @self, which alone starts and stops them. */
ThAnalysisRunner *th_document_get_analyses   (ThDocument       *self);
ThEventFilter   *th_document_get_filter      (ThDocument       *self);
ThEventColoring *th_document_get_coloring    (ThDocument       *self);
ThEventSearch   *th_document_get_search      (ThDocument       *self);
ThFlowFollower  *th_document_get_follower    (ThDocument       *self);

/* Both owned by @self. */
ThMarkers         *th_document_get_markers       (ThDocument       *self);
ThFlags           *th_document_get_flags         (ThDocument       *self);

ThTimeFormat     th_document_get_time_format (ThDocument       *self);
void             th_document_set_time_format (ThDocument       *self,
                                              ThTimeFormat      format);
/* Formats @time in the current time format; free with g_free(). */
char            *th_document_format_time     (ThDocument       *self,
                                              gint64            time);
/* The width of the longest time in characters, for columns of times. */
guint            th_document_get_time_chars  (ThDocument       *self);
/* Whether times are clock ticks instead of ns. */
gboolean         th_document_counts_ticks    (ThDocument       *self);
/* TH_RESOLUTION_NS while there is no recording. */
ThResolution     th_document_get_resolution  (ThDocument       *self);
/* Formats a duration with a unit: "43.084 µs"; free with g_free(). */
char            *th_document_format_duration (ThDocument       *self,
                                              gint64            duration);

/* Formats a duration without rounding it: "6.257964 ms"; free with g_free(). */
char            *th_document_format_length   (ThDocument       *self,
                                              gint64            duration);

/* Calls th_scene_set_folded() and emits "lanes-changed". */
void             th_document_fold            (ThDocument       *self,
                                              guint             lane,
                                              gboolean          folded);

/* --- state restored after another load: see th-restorer.h ----------------- */

/* The anchor of the selected event, even while it is still being looked up.  FALSE if nothing
 * is selected. */
gboolean         th_document_get_selected_anchor (ThDocument     *self,
                                                  ThAnchor       *anchor);
/* Whether the current "selection-changed" restores a selection, so that the view should stay. */
gboolean         th_document_is_restoring_search    (ThDocument     *self);
/* An array of ThSessionFlow: the followed and pinned flows, even while they are still being looked
 * up.  Free with g_array_unref(). */
GArray          *th_document_list_flows          (ThDocument     *self);
/* Restores a selection, which may be NULL, and flows; copies @flows, an array of ThSessionFlow.
 * Flows that are still being looked up stay pending and take precedence. */
void             th_document_restore          (ThDocument     *self,
                                                  const ThAnchor *selected,
                                                  const GArray   *flows);

G_END_DECLS

/* th-document.h - a recording in a window: loading, view, selection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A document holds what all parts of a window share.  Each job is an object of its
 * own, which can be tested without the others and without a window: loading
 * (th-recording-loader.h), the analyses (th-analysis-runner.h), the view and its
 * history (th-navigator.h), the selection (th-selection.h), the filter
 * (th-event-filter.h), colour rules (th-event-coloring.h), Find (th-event-search.h),
 * the followed flow (th-flow-follower.h) and what is restored after another load
 * (th-restorer.h).  The document connects them, keeps the scene up to date, and
 * tells the window by its own signals.
 *
 * Signals
 *   "recording-changed": another recording (or its first): start again
 *   "grown":             more events, or the end of the load
 *   "view-changed", "selection-changed", "theme-changed"
 *   "results-changed":   analyses published more, or ended
 *   "filter-changed":    another filter, or it decided on more events
 *   "follow-changed", "followed": see th-follow.h
 *   "followed-again":    the flow that was followed before another load is found
 *   "find-changed":      another text, more hits, or the end of a search or a step
 *   "append-failed":     see th-document-parts.h
 *   "lanes-changed":     lanes were folded, hidden, moved: see th-lane-arrangement.h
 *
 * Properties (all with notify): state, progress, title, facts, time-format,
 * changed (the file on disk is no longer what was loaded), coloring (color rules are
 * being evaluated), stepping (a step of Find is under way).
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-analysis.h"
#include "th-anchor.h"
#include "th-event-filter.h"
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

#define TH_TYPE_DOCUMENT (th_document_get_type ())
G_DECLARE_FINAL_TYPE (ThDocument, th_document, TH, DOCUMENT, GObject)

/* Starts opening at once.  @wish is copied; NULL: nothing is asked for. */
ThDocument      *th_document_new             (GFile                   *file,
                                              ThTheme                 *theme,
                                              const ThOpenOptions     *wish);
/* Loads the file again and keeps view and selection. */
void             th_document_reload          (ThDocument       *self);
/* Stops loading; what came until then stays.  FALSE if nothing was loading. */
gboolean         th_document_cancel          (ThDocument       *self);

GFile           *th_document_get_file        (ThDocument       *self);
ThDocumentState  th_document_get_state       (ThDocument       *self);
/* Why the last load failed, translated; lent; NULL if it did not. */
const char      *th_document_get_error       (ThDocument       *self);
/* 0 … 1; < 0 where the end is not known. */
double           th_document_get_progress    (ThDocument       *self);
/* Whether it comes through a pipe, or is unpacked, and is awaited: how many
 * bytes so far. */
gboolean         th_document_get_awaited     (ThDocument       *self,
                                              guint64          *n_bytes);
/* Whether it can be read only once; FALSE while that is not known. */
gboolean         th_document_is_pipe         (ThDocument       *self);
/* -1 while it cannot be told. */
double           th_document_get_seconds_left (ThDocument      *self);
/* Names of its files, and what th_recording_facts_line() tells; lent. */
const char      *th_document_get_title       (ThDocument       *self);
const char      *th_document_get_facts       (ThDocument       *self);
/* The file on disk is not any more what was loaded. */
gboolean         th_document_get_changed     (ThDocument       *self);
/* Looks whether it is, and tells by "notify::changed": when the user comes back to
 * the window.  What changes on this machine is noticed without it. */
void             th_document_look_at_files   (ThDocument       *self);

/* Both lent; NULL before the header was read. */
ThRecording     *th_document_get_recording   (ThDocument       *self);
ThScene         *th_document_get_scene       (ThDocument       *self);
/* Rises whenever lanes would be drawn otherwise: data, theme, folding. */
guint            th_document_get_serial      (ThDocument       *self);
void             th_document_set_theme       (ThDocument       *self,
                                              ThTheme          *theme);
/* Restricts what the table lists; NULL: every CPU. */
const GArray    *th_document_get_cpus        (ThDocument       *self);

const ThView    *th_document_get_view        (ThDocument       *self);
/* Clamped; becomes a step of the history once it has rested for a moment. */
void             th_document_set_view        (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);
/* FALSE while it follows what is loaded. */
gboolean         th_document_has_chosen_view (ThDocument       *self);
/* May be called while widgets are laid out: the view is another at once where it
 * follows what is loaded, "view-changed" tells of it later. */
void             th_document_set_view_width  (ThDocument       *self,
                                              double            width);
/* FALSE while there is no event. */
gboolean         th_document_get_range       (ThDocument       *self,
                                              gint64           *first,
                                              gint64           *last);
ThView           th_document_get_fit         (ThDocument       *self);
/* The span to show; @forward or back.  FALSE if there is none. */
gboolean         th_document_step_history    (ThDocument       *self,
                                              gboolean          forward,
                                              ThView           *view);
gboolean         th_document_can_step        (ThDocument       *self,
                                              gboolean          forward);

ThRef            th_document_get_selected    (ThDocument       *self);
void             th_document_select          (ThDocument       *self,
                                              ThRef             ref);
/* FALSE if there is none. */
gboolean         th_document_get_span        (ThDocument       *self,
                                              gint64           *from,
                                              gint64           *to);
/* In either order; equal times select nothing. */
void             th_document_select_span     (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);
/* Selects the event and brings it into view. */
void             th_document_lead_to         (ThDocument       *self,
                                              ThRef             ref);
void             th_document_clear_selection (ThDocument       *self);
void             th_document_clear_span      (ThDocument       *self);
/* The next (+1) or previous (-1) event of the same CPU; TH_REF_NONE at the end. */
ThRef            th_document_get_neighbour   (ThDocument       *self,
                                              ThRef             ref,
                                              int               step);
/* From <= time < to, whatever the filter. */
guint64          th_document_count_events    (ThDocument       *self,
                                              gint64            from,
                                              gint64            to);

/* What the analyses found so far, ThResults; lent, may be empty. */
const GPtrArray *th_document_get_results     (ThDocument       *self);
gboolean         th_document_is_analysing    (ThDocument       *self);
/* Runs one more, which is asked for by parameters (id → text), and again when
 * the file is loaded again.  FALSE where it does not fit this recording. */
gboolean         th_document_add_analysis    (ThDocument       *self,
                                              const ThAnalysis *analysis,
                                              GHashTable       *params,
                                              GError          **error);
/* The @index-th of those, with its parameters, both lent; NULL: there are fewer. */
const ThAnalysis *th_document_get_added      (ThDocument       *self,
                                              guint             index,
                                              GHashTable      **params);
/* Ids of the results of those; free with g_strfreev(). */
char           **th_document_list_added      (ThDocument       *self);
void             th_document_remove_analysis (ThDocument       *self,
                                              const char       *id);
double           th_document_get_feed_progress (ThDocument     *self);
/* How long the analyses took; < 0 unless they are done. */
double           th_document_get_feed_seconds (ThDocument      *self);

/* The language of th-filter.h; "" lets all through.  A wrong text changes
 * nothing but the error. */
void             th_document_set_filter      (ThDocument       *self,
                                              const char       *text);
/* The text of the filter that is in force, without its chips. */
const char      *th_document_get_filter      (ThDocument       *self);
/* Text and chips; lent, never NULL. */
ThFilterState   *th_document_get_filter_state (ThDocument      *self);
/* Takes a reference; NULL lets all events pass. */
void             th_document_set_filter_state (ThDocument      *self,
                                              ThFilterState    *state);
/* Whether lanes hide what the filter leaves out, or make it pale; and where it acts. */
void             th_document_set_filter_ways (ThDocument       *self,
                                              gboolean          hides,
                                              ThFilterScope     scope);
/* What the table lists; NULL: all. */
ThRows          *th_document_get_listed_rows (ThDocument       *self);
/* Whether it lists @ref although the filter leaves it out. */
gboolean         th_document_is_dimmed         (ThDocument       *self,
                                                ThRef             ref);
/* ThColorRule of th-color-rules.h, which are kept: events with a colour of their own. */
void             th_document_set_rules       (ThDocument       *self,
                                              GPtrArray        *rules);
/* Lent; NULL without a filter. */
ThRows          *th_document_get_rows        (ThDocument       *self);
gboolean         th_document_is_filtering    (ThDocument       *self);
/* What is wrong with the last text, and where (bytes); NULL if nothing is. */
const char      *th_document_get_filter_error (ThDocument      *self,
                                              guint            *begin,
                                              guint            *end);

/* Of this document; lent. */
ThMarkers         *th_document_get_markers       (ThDocument       *self);

ThTimeFormat     th_document_get_time_format (ThDocument       *self);
void             th_document_set_time_format (ThDocument       *self,
                                              ThTimeFormat      format);
/* As its time format has it; free with g_free(). */
char            *th_document_format_time     (ThDocument       *self,
                                              gint64            time);
/* Characters of the longest time there is: what a column of times must hold. */
guint            th_document_get_time_chars  (ThDocument       *self);
/* Whether times are ticks of a clock, not ns. */
gboolean         th_document_counts_ticks    (ThDocument       *self);
/* TH_RESOLUTION_NS while there is no recording. */
ThResolution     th_document_get_resolution  (ThDocument       *self);
/* With a unit: "43.084 µs"; free with g_free(). */
char            *th_document_format_duration (ThDocument       *self,
                                              gint64            duration);

/* The same with all of its nanoseconds: "6.257964 ms". */
char            *th_document_format_length   (ThDocument       *self,
                                              gint64            duration);

/* th_scene_set_folded(), told. */
void             th_document_fold            (ThDocument       *self,
                                              guint             lane,
                                              gboolean          folded);

/* --- Find ----------------------------------------------------------------- */

/* As in th-text-search.h, TH_FIND_ENTRY; "" ends it.  A wrong text changes nothing but
 * the error.  Goes to the first hit at or behind the selection, or in view. */
void        th_document_set_find       (ThDocument *self,
                                        const char *text);
/* What is sought; "" for nothing. */
const char *th_document_get_find       (ThDocument *self);
/* Selects the next hit, or the one before, of the selected event, or of the view;
 * from the last the first follows. */
void        th_document_step_find      (ThDocument *self,
                                        gboolean    backward);
/* Lent; NULL where nothing is sought. */
ThRows     *th_document_get_hits       (ThDocument *self);
/* Another number for each search; its rows may lie where those of the last one did. */
guint       th_document_get_find_serial (ThDocument *self);
gboolean    th_document_is_finding     (ThDocument *self);
/* How many events the search would find, but the filter does not let through: so far,
 * and while th_document_is_counting_hidden() there may come more. */
guint64     th_document_get_n_hidden_hits  (ThDocument *self);
gboolean    th_document_is_counting_hidden (ThDocument *self);
/* Which of the hits the selected event is, from 1; 0 if it is none, or while that
 * is not known. */
guint64     th_document_get_hit_number (ThDocument *self);
/* What is wrong with the last text, and where (bytes); NULL if nothing is. */
const char *th_document_get_find_error (ThDocument *self,
                                        guint      *begin,
                                        guint      *end);
/* On how many events a regular expression gave up. */
guint       th_document_get_find_given_up (ThDocument *self);

/* --- what is found again after another load: see th-restorer.h ------------ */

/* Also while it is not found yet.  FALSE: nothing is selected. */
gboolean         th_document_get_selected_anchor (ThDocument     *self,
                                                  ThAnchor       *anchor);
/* While "selection-changed" tells of an event that was found again: the view
 * stays where it is. */
gboolean         th_document_is_restoring_search    (ThDocument     *self);
/* Followed or pinned, also while they are not found yet.
 * Returns (element-type ThSessionFlow): free with g_array_unref(). */
GArray          *th_document_list_flows          (ThDocument     *self);
/* @selected may be NULL; @flows (element-type ThSessionFlow) is copied.  What is
 * still being sought from before stays wanted, and comes first. */
void             th_document_find_again          (ThDocument     *self,
                                                  const ThAnchor *selected,
                                                  const GArray   *flows);

G_END_DECLS

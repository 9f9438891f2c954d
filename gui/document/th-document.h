/* th-document.h - a recording in a window: loading, view, selection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A document opens one file and loads it on a worker thread, while the main
 * thread asks ten times a second how far it is.  It holds what all parts of
 * the window share: the recording and its scene, the span of time in view
 * with its history, the selected event and the selected span, and how times
 * are written.  Parts change these through the setters and follow the
 * signals; none knows of another.
 *
 * Signals
 *   "recording-changed": another recording (or its first): start again
 *   "grown":             more events, or the end of the load
 *   "view-changed", "selection-changed", "theme-changed"
 *   "results-changed":   analyses published more, or ended
 *   "filter-changed":    another filter, or it decided on more events
 *   "follow-changed", "followed": see th-follow.h
 *   "followed-again": see th-restorer.h
 *   "find-changed": see th-event-search.h
 *   "append-failed": see th-document-parts.h
 *   "lanes-changed": lanes were folded, hidden, moved: see th-lane-arrangement.h
 *
 * Properties (all with notify): state, progress, title, facts, time-format,
 * changed (the file on disk is no longer what was loaded).
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-analysis.h"
#include "th-filter.h"
#include "th-loaders.h"
#include "th-markers.h"
#include "th-results.h"
#include "th-rows.h"
#include "th-scene-times.h"
#include "th-scene.h"
#include "th-view.h"

G_BEGIN_DECLS

typedef enum
{
  TH_DOCUMENT_OPENING, /* reading the header */
  TH_DOCUMENT_LOADING, /* there is a recording, and it grows */
  TH_DOCUMENT_LOADED,  /* whole, in part, or cancelled: see the recording */
  TH_DOCUMENT_FAILED   /* refused; th_document_get_error() says why */
} ThDocumentState;

typedef enum
{
  TH_FILTER_BOTH,
  TH_FILTER_LANES, /* the table lists all, and makes pale what is left out */
  TH_FILTER_TABLE
} ThFilterScope;

/* What to look at first; NULL where nothing was asked for.  Times and CPUs are
 * as th-literals.h reads them, and were found to be readable: a time means
 * something once the first event is known. */
typedef struct
{
  char *from;
  char *to;
  char *task;
  char *cpus;
  GPtrArray *append; /* of ThAppend; see th-document-parts.h */
} ThWish;

#define TH_TYPE_DOCUMENT (th_document_get_type ())
G_DECLARE_FINAL_TYPE (ThDocument, th_document, TH, DOCUMENT, GObject)

/* Starts opening at once.  @wish is copied; NULL: nothing is asked for. */
ThDocument      *th_document_new             (GFile            *file,
                                              ThTheme          *theme,
                                              const ThWish     *wish);
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
/* Names of its files, and what th_facts_line() tells; lent. */
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
/* Text and chips, as th-filter-state.h has them. */
const char      *th_document_get_filter_state (ThDocument      *self);
void             th_document_set_filter_state (ThDocument      *self,
                                              const char       *state);
/* Whether lanes hide what the filter leaves out, or make it pale; and where it acts. */
void             th_document_set_filter_ways (ThDocument       *self,
                                              gboolean          hides,
                                              ThFilterScope     scope);
/* What the table lists; NULL: all. */
ThRows          *th_document_get_listed_rows (ThDocument       *self);
/* Whether it lists @ref although the filter leaves it out. */
gboolean         th_document_is_pale         (ThDocument       *self,
                                              ThRef             ref);
/* ThColorRule of th-color-rules.h, which are kept: events with a colour of their own. */
void             th_document_set_rules       (ThDocument       *self,
                                              GPtrArray        *rules);
gboolean         th_document_is_coloring     (ThDocument       *self);
/* Lent; NULL without a filter. */
ThRows          *th_document_get_rows        (ThDocument       *self);
gboolean         th_document_is_filtering    (ThDocument       *self);
/* What is wrong with the last text, and where (bytes); NULL if nothing is. */
const char      *th_document_get_filter_error (ThDocument      *self,
                                              guint            *begin,
                                              guint            *end);

/* Of this document; lent. */
ThMarks         *th_document_get_marks       (ThDocument       *self);

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

ThWish          *th_wish_copy                (const ThWish     *wish);
void             th_wish_free                (ThWish           *wish);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThWish, th_wish_free)

G_END_DECLS

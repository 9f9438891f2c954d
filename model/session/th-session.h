/* th-session.h - the state of a recording that is restored when it is opened again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session has markers, bookmarks, the view, the filter, saved views, lanes, the visible tab
 * and its columns, appended recordings, added analyses, the selection and the followed flows.
 * This module converts a session to text and back; it does not store the text.
 *
 * The text is a JSON object (UTF-8) with these members:
 *   "format":      "thresher-session"
 *   "version":     1
 *   "view":        [from, to]
 *   "filter":      a state of th-filter-state.h
 *   "markers":     {"A": time, "B": time}
 *   "bookmarks":   [{"time", "name", "color"}]
 *   "views":       up to 5 of {"from", "to", "filter"}, or null
 *   "tab":         id
 *   "columns":     [{"id", "width"}]
 *   "only-active": true
 *   "lanes":       [{"name", "folded", "hidden", "pinned", "revealed", "ungrouped",
 *                    "opened", "size", "rank", "sort"}]
 *   "appended":    [{"uri", "key", "shift"}], in the order of the parts
 *   "analyses":    [{"id", "params": {id: text}}]
 *   "selected":    event
 *   "flows":       [{"analysis", "key" (hexadecimal), "event", "followed", "kept"}]
 * An event is {"part", "stream", "cpu", "row", "time"}, as in th-anchor.h.  Times are integers
 * on the clock of the recording.  Default values are omitted.  A reader skips unknown members,
 * so that members can be added; a change that an older program would misunderstand needs
 * another version, which that program refuses.
 *
 * The text is untrusted: sizes, counts, depth and times are bounded, and each invalid member is
 * refused or dropped.  Appended recordings that are dropped are counted, so that users learn of it.
 *
 * Any thread, one at a time.
 */
#pragma once

#include <glib.h>

#include "th-anchor.h"

G_BEGIN_DECLS

#define TH_SESSION_VERSION 1

#define TH_SESSION_MAX_BYTES     (1u << 20)
#define TH_SESSION_MAX_BOOKMARKS 1000u
#define TH_SESSION_MAX_LANES     20000u
#define TH_SESSION_MAX_COLUMNS   32u
#define TH_SESSION_MAX_APPENDED  64u
#define TH_SESSION_MAX_FLOWS     64u
#define TH_SESSION_MAX_ANALYSES  64u
#define TH_SESSION_MAX_PARAMS    16u
#define TH_SESSION_N_MARKERS     2u
#define TH_SESSION_N_VIEWS       5u

#define TH_SESSION_ERROR (th_session_error_quark ())

typedef enum
{
  TH_SESSION_ERROR_DAMAGED, /* not a session, or unreadable */
  TH_SESSION_ERROR_NEWER    /* of a later version; not to be overwritten */
} ThSessionError;

typedef struct
{
  gint64 time;
  char  *name;
  guint  color;
} ThSessionBookmark;

/* @from is TH_TIME_NONE if there is no view. */
typedef struct
{
  gint64 from;
  gint64 to;
  char  *filter; /* or NULL */
} ThSessionView;

/* As in th-lane-state.h; bit i of @flags is the i-th of the six words above. */
typedef struct
{
  char  *name;
  guint  flags;
  int    size;
  int    rank; /* -1: none */
  int    sort;
} ThSessionLane;

typedef struct
{
  char *id;
  int   width;
} ThSessionColumn;

/* A further recording on the timeline: @key identifies its content, see below. */
typedef struct
{
  char  *uri;
  char  *key;
  gint64 shift;
} ThSessionAppended;

/* An added analysis: @params are id → text, both owned. */
typedef struct
{
  char       *id;
  GHashTable *params;
} ThSessionAnalysis;

/* A flow (th-flows.h) that has a lane.  @analysis is the id of its results without the number
 * of the part, which is that of @event; @event is one of its steps. */
typedef struct
{
  char    *analysis;
  guint64  key;
  ThAnchor event;
  gboolean followed;
  gboolean kept;     /* its lane stays when another is followed */
} ThSessionFlow;

/* Elements of arrays are owned by them; strings may be NULL. */
typedef struct
{
  ThSessionView view;
  char         *filter;
  gint64        markers[TH_SESSION_N_MARKERS]; /* TH_TIME_NONE: not set */
  GArray       *bookmarks;                     /* ThSessionBookmark */
  ThSessionView views[TH_SESSION_N_VIEWS];
  char         *tab;
  GArray       *columns;                       /* ThSessionColumn */
  gboolean      only_active;
  GArray       *lanes;                         /* ThSessionLane */
  GArray       *appended;                      /* ThSessionAppended */
  guint         n_unusable;                    /* invalid appended recordings, which were dropped */
  GArray       *analyses;                      /* ThSessionAnalysis */
  gboolean      has_selected;
  ThAnchor      selected;
  GArray       *flows;                         /* ThSessionFlow */
} ThSession;

ThSession *th_session_new         (void);
void       th_session_free        (ThSession        *self);

/* Returns an empty array; free with g_array_unref(). */
GArray    *th_session_flows_new   (void);

/* Removes the recording at @index of @appended with the selection and the flows in it, and
 * renumbers the parts after it. */
void       th_session_drop_appended (ThSession      *self,
                                   guint             index);

/* Returns the session as text; free with g_free(). */
char      *th_session_to_text     (const ThSession  *self);
ThSession *th_session_from_text   (const char       *text,
                                   gsize             length,
                                   GError          **error);

/* Applies the changes from @base (NULL: an empty session) to @ours to @theirs, which another
 * window wrote meanwhile; returns @ours if that is not a session.  Free with g_free(). */
char      *th_session_merge       (const char       *base,
                                   const char       *ours,
                                   const char       *theirs);

GQuark     th_session_error_quark (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSession, th_session_free)

G_END_DECLS

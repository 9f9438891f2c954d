/* th-document-private.h - what the files of ThDocument share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document-parts.h"
#include "th-follow.h"
#include "th-history.h"
#include "th-scene-times.h"
#include "th-session.h"
#include "th-loaders.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* Shared with a worker; see th-analysis-runner.c and th-row-query.c */
typedef struct _ThOpenJob ThOpenJob; /* th-recording-loader.c */
typedef struct _ThFeedJob ThFeedJob;
typedef struct _ThFilterJob ThFilterJob;
typedef struct _ThFollowJob ThFollowJob;
typedef struct _ThAgainJob ThAgainJob; /* th-restorer.c */
typedef struct _ThFindJob ThFindJob; /* th-document-color-rules.c */
void th_document_start_rules  (ThDocument      *self);
void th_document_stop_rules   (ThDocument      *self);
/* th-event-search.c */
typedef struct _ThFindStep ThFindStep;
typedef struct _ThRulesJob ThRulesJob; /* th-document-color-rules.c */

/* A flow whose lane stays; see th-flow-follower.c */
typedef struct
{
  ThResults *results; /* lent by the document's */
  guint32    row;
} ThPin;

enum
{
  SIGNAL_RECORDING_CHANGED,
  SIGNAL_GROWN,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_THEME_CHANGED,
  SIGNAL_RESULTS_CHANGED,
  SIGNAL_FILTER_CHANGED,
  SIGNAL_FOLLOW_CHANGED,
  SIGNAL_FOLLOWED,
  SIGNAL_FOLLOWED_AGAIN,
  SIGNAL_FIND_CHANGED,
  SIGNAL_LANES_CHANGED,
  SIGNAL_APPEND_FAILED,
  N_SIGNALS
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_PROGRESS,
  PROP_TITLE,
  PROP_FACTS,
  PROP_TIME_FORMAT,
  PROP_CHANGED,
  N_PROPS
};

/* An analysis that the user asked for, with its parameters. */
typedef struct
{
  const ThAnalysis *analysis;
  GHashTable       *params;
  char             *id;       /* of its results */
} ThAsked;

/* What is wrong with the text that was given last; NULL: nothing. */
typedef struct
{
  char *text;
  guint begin, end;
} ThMistake;

/* What the filter acts on, and how. */
typedef struct
{
  gboolean      hides;
  ThFilterScope scope;
} ThFilterWays;

/* The recordings on the timeline; see th-document-parts.c */
typedef struct
{
  GPtrArray *files;   /* GFile of all parts of the recording; or NULL */
  GPtrArray *bytes;   /* their ThBytes: a pipe cannot be read twice */
  GPtrArray *wanted;  /* ThAppend: what shall be there */
  guint      serial;  /* rises whenever those change */
  guint      opened;  /* the serial of what was opened last */
  char      *error;
  char      *title;   /* of all of them, or NULL */
} ThAppending;

/* What is to be found in this load; see th-restorer.c */
typedef struct
{
  gboolean    has_selected;
  ThAnchor    selected;
  gboolean    selecting;   /* it, just now */
  GArray     *flows;       /* ThSessionFlow, or NULL */
  gboolean    follows;     /* FALSE: another is, or none, by now */
  guint64     code;        /* of what was followed, for the history */
  guint       generations; /* of the results that were looked through */
  ThAgainJob *job;         /* lent by its task */
} ThAgain;

/* Events with a colour of their own; see th-document-color-rules.c */
typedef struct
{
  GPtrArray  *rules;   /* ThColorRule */
  ThRulesJob *job;     /* lent by its task; NULL when all is decided */
  guint       poll_id;
} ThColoring;

/* Whether the files change; see th-file-watch.c */
typedef struct
{
  GPtrArray *monitors;  /* GFileMonitor; NULL: nothing is loaded yet */
  guint      timer_id;  /* where one cannot be had */
  gboolean   looking;   /* a worker does */
  gboolean   again;     /* and has to look once more */
} ThWatch;

struct _ThDocument
{
  GObject          parent;

  GFile           *file;
  char            *title;    /* of the file itself */
  char            *facts;
  char            *error;
  ThWish          *wish;     /* until it was granted */
  GArray          *cpus;     /* guint numbers, or NULL */
  ThTheme         *theme;
  ThDocumentState  state;

  ThRecording     *recording;
  ThScene         *scene;
  guint            serial, n_chars, chars_serial; /* characters of a time, as they were then */

  /* Loading; see th-recording-loader.c */
  GCancellable    *cancellable; /* of the disposed document, not of the load */
  ThOpenJob       *open_job;    /* lent by its task; NULL when nothing is opened */
  ThAppending      appending;
  guint            poll_id;
  gint64           load_begun;
  double           progress;
  guint64          n_seen;
  gboolean         changed;
  ThWatch          watch;

  ThView           view;
  gboolean         view_chosen; /* by the user: no longer follows what is loaded */
  ThHistory       *history;
  guint            settle_id, width_id; /* the latter tells of the view that a new width made */
  gboolean         stepping;    /* on the way to a step of the history */

  gboolean         only_active; /* see th-lane-arrangement.c */
  gboolean         hide_wakeups;
  guint            active_id;

  /* Analyses */
  GPtrArray       *results;      /* ThResults, of the recording */
  GPtrArray       *feed_jobs;    /* ThFeedJob that run, lent by their tasks */
  GPtrArray       *asked;        /* ThAsked */
  GPtrArray       *removed;      /* ThResults no longer shown */
  guint            feed_poll_id;
  guint            generations;  /* of all results, added up */
  gint64           feed_begun;
  double           feed_seconds; /* < 0: not done */

  /* Filter */
  const char      *filter_state; /* of th-filter-state.h, interned; "" lets all through */
  ThRows          *rows;         /* NULL: no filter */
  ThFilterWays     ways;
  ThColoring       coloring;
  ThFilterJob     *filter_job;
  guint            filter_poll_id;
  guint64          n_decided, n_sought; /* of the filter, of what is found */
  ThMistake        filter_mistake, find_mistake;

  /* Finding */
  char            *find_text;    /* "": nothing */
  ThFindJob       *find_job;     /* stays when it is done: it has the hits */
  ThFindStep      *find_step;    /* lent by its task; NULL when none is under way */
  guint            find_serial;  /* of the last job */
  guint            find_poll_id; /* 0: all is decided and counted */
  gboolean         find_unmet;   /* there was no hit yet to go to */

  /* Following */
  ThResults       *followed;     /* lent by results; NULL: nothing */
  guint32          followed_row;
  guint32          followed_step; /* that was asked for last */
  GArray          *pins;         /* ThPin */
  gboolean         dim;
  ThRef            follow_wanted; /* its flow is not known yet */
  ThFollowJob     *follow_job;    /* lent by its task; NULL when nothing is sought */
  ThFollowState    follow_state;
  ThAgain          again;

  ThRef            selected;
  gint64           span_from, span_to; /* TH_TIME_NONE: no span */
  ThRowSpan        shown_row;    /* see th-shown-row.c; from TH_TIME_NONE: none */
  ThResults       *shown_results; /* whose row that is; NULL: none */
  ThTimeFormat     time_format;
  ThMarks         *marks;
  gint64           zero;         /* that the scene has */
};

void th_document_emit         (ThDocument      *self,
                               guint            signal);
void th_document_notify       (ThDocument      *self,
                               guint            prop);
void th_document_set_state    (ThDocument      *self,
                               ThDocumentState  state);
/* Follows the recording's range until the user chose a view. */
void th_document_follow_range (ThDocument      *self);

/* th-open-options.c: once the first event is known */
void th_document_grant_wish   (ThDocument      *self);

void th_document_open         (ThDocument      *self);
void th_document_stop         (ThDocument      *self);

/* th-document-parts.c */
void th_document_drop_appended   (ThDocument   *self,
                                  guint         part,
                                  const GError *error);
void th_document_settle_appended (ThDocument   *self);

/* th-analysis-runner.c: over self->recording, until cancelled */
void th_document_start_feed   (ThDocument      *self);
void th_document_stop_feed    (ThDocument      *self);

void th_asked_free            (gpointer         data);

/* th-file-watch.c: the files of self->appending */
void th_document_watch_files  (ThDocument      *self);
void th_document_stop_watching (ThDocument     *self);

/* th-row-query.c */
void th_document_start_filter (ThDocument      *self);
void th_document_stop_filter  (ThDocument      *self);
/* th-event-search.c */
void th_document_start_find   (ThDocument      *self);
void th_document_stop_find    (ThDocument      *self);
/* The view or the filter changed: a step of the history. */
void th_document_settle       (ThDocument      *self);
/* The same once the view has rested for a moment. */
void th_document_rest         (ThDocument      *self);

/* th-restorer.c: before the recording goes for one of @files, which are
 * told from each other as objects */
void    th_document_keep_for_another   (ThDocument *self,
                                        GPtrArray  *files);
/* There may be more to be found. */
void    th_document_find_selected_again (ThDocument *self);
void    th_document_find_flows_again   (ThDocument *self);

/* th-flow-lookup.c */
void    th_document_retry_follow     (ThDocument *self);
void    th_document_stop_seek        (ThDocument *self);
void    th_document_set_follow_state (ThDocument   *self,
                                      ThFollowState state);

/* th-flow-follower.c */
/* The first event that is its own: what leads up to it is shared with others. */
ThRef   th_document_get_first_own    (const ThFlows *flows,
                                      const ThFlow  *flow);
void    th_document_take_followed    (ThDocument *self,
                                      ThResults  *results,
                                      guint32     row);
void    th_document_keep_flow        (ThDocument *self,
                                      ThResults  *results,
                                      guint32     row);
/* Before the results it is of are let go. */
void    th_document_forget_followed  (ThDocument *self);
/* What is followed, as a number for the history; 0: nothing. */
guint64 th_document_encode_followed  (ThDocument *self);
void    th_document_restore_followed (ThDocument *self,
                                      guint64     code);

G_END_DECLS

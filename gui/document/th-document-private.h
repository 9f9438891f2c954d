/* th-document-private.h - shared by the source files of ThDocument
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-document.c creates the objects and connects them; the other files hold the document's
 * public functions, one file per subject, and may call th-document.c.
 */
#pragma once

#include "th-analysis-runner.h"
#include "th-document.h"
#include "th-event-coloring.h"
#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-live-view.h"
#include "th-navigator.h"
#include "th-recording-loader.h"
#include "th-restorer.h"
#include "th-scene-times.h"
#include "th-selection.h"

G_BEGIN_DECLS

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
  SIGNAL_FLOW_RESTORED,
  SIGNAL_FIND_CHANGED,
  SIGNAL_LANES_CHANGED,
  SIGNAL_APPEND_FAILED,
  SIGNAL_NAMES_CHANGED,
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
  PROP_COLORING,
  PROP_STEPPING,
  PROP_LINKED_TIME,
  PROP_POINTER_TIME,
  PROP_LINKED_POINTER,
  PROP_LIVE,
  PROP_FOLLOWING,
  PROP_PAUSED,
  PROP_ONLY_SPAN,
  N_PROPS
};

/* How times are formatted; see th-document-times.c. */
typedef struct
{
  ThTimeFormat format;
  gint64       zero;         /* the zero time of the scene */
  guint        n_chars;      /* width of the longest time in characters; 0: not measured yet */
  guint        chars_serial; /* serial of the document when that was measured */
} ThTimes;

/* How the user arranged the lanes; see th-lane-arrangement.c. */
typedef struct
{
  gboolean only_active;
  gboolean hides_wakeups;
  gboolean is_tight; /* because the view is low; not a choice of the user */
  guint    timer_id;
} ThLaneArrangement;

struct _ThDocument
{
  GObject            parent;

  ThOpenOptions     *options;     /* until they are shown, then NULL */
  GArray            *cpus;        /* guint numbers, or NULL */
  GCancellable      *cancellable; /* cancelled on dispose */
  ThTheme           *theme;
  ThScene           *scene;       /* of the recording, or NULL */
  guint              serial;
  char              *summary;     /* in one line */
  ThMarkers         *markers;
  ThFlags           *flags;
  gboolean           only_span;
  gint64             linked_time;    /* these are TH_TIME_NONE if there is none */
  gint64             pointer_time;
  gint64             linked_pointer;
  ThTimes            times;
  ThLaneArrangement  lanes;

  ThRecordingLoader *loader;
  ThAnalysisRunner  *runner;
  ThNavigator       *navigator;
  ThLiveView        *live;
  ThSelection       *selection;
  ThEventFilter     *filter;
  ThEventColoring   *coloring;
  ThEventSearch     *search;
  ThFlowFollower    *follower;
  ThRestorer        *restorer;
};

void    th_document_emit           (ThDocument *self,
                                    guint       signal);
void    th_document_notify         (ThDocument *self,
                                    guint       prop);
/* Returns the filter and the followed flow in the form that a step of the history stores. */
ThPlace th_document_get_place      (ThDocument *self);
/* Adds a step to the history after the view or the filter changed. */
void    th_document_settle         (ThDocument *self);
/* Shows the newest events of a recording in progress if the view follows it; else fits the view to
 * the recording until the user has chosen one.  "view-changed" is emitted from an idle source if
 * @later. */
void    th_document_follow_range   (ThDocument *self,
                                    gboolean    later);
/* A recording in progress has ended: the view stays where it is. */
void    th_document_end_live       (ThDocument *self);

G_END_DECLS

/* th-results.h - the results of one run of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Everything that the GUI and the command line show of an analysis comes from here:
 * tracks of slices, points or values, tables, measures, flows, call trees.  Neither
 * of them knows a particular analysis.
 *
 * One worker thread creates, fills and publishes them (th_results_publish()); any
 * thread reads what is published, without locks.  Tracks, tables, measures and trees
 * are only ever added.  Reference-counted.
 */
#pragma once

#include "th-call-tree.h"
#include "th-connections.h"
#include "th-event-links.h"
#include "th-flows.h"
#include "th-measure.h"
#include "th-recording.h"
#include "th-slices.h"
#include "th-table.h"

G_BEGIN_DECLS

typedef struct _ThResults ThResults;
typedef struct _ThTrack   ThTrack;

/* What a track is attached to. */
typedef enum
{
  TH_ATTACH_CPU,   /* @key is the CPU number: rows below the lane of that CPU */
  TH_ATTACH_TASK,  /* @key is the task: rows of the lane of that task */
  TH_ATTACH_NAMED  /* a lane of its own, in a section named after the analysis */
} ThAttach;

/* What the slices of a track of a CPU take that CPU from, while they last. */
typedef enum
{
  TH_TAKES_NONE,
  TH_TAKES_TASKS,   /* softirqs: from tasks */
  TH_TAKES_SOFTIRQS /* interrupts: from softirqs as well */
} ThTakes;

typedef enum
{
  TH_TRACK_SLICES,
  TH_TRACK_POINTS,
  TH_TRACK_VALUES
} ThTrackKind;

/**
 * ThTrackInfo:
 * @id: a stable id such as "softirq", which with @attach and @key identifies the
 *   track in every recording; copied
 * @title: for the user, translated; copied
 * @key: the CPU number or the task that it is attached to.  Tracks of the same
 *   @attach and @key are shown in the order they were added
 * @unit: the unit of values
 * @n_rows: the greatest number of rows to show of slices, deeper ones share the
 *   last row; 0: the view decides
 * @takes_cpu: for slices attached to a CPU: whether they take it from what else ran there
 * @vcpu: for a task that is a virtual CPU of a guest: the number of that CPU + 1;
 *   0: it is not one, or this is not known
 */
typedef struct
{
  ThTrackKind kind;
  const char *id;
  const char *title;
  ThAttach    attach;
  guint32     key;
  ThUnit      unit;
  guint       n_rows;
  guint32     vcpu;
  ThTakes     takes_cpu;
} ThTrackInfo;

typedef struct
{
  gint64  time;
  double  value;  /* in tracks of values */
  ThRef   anchor;
  guint32 name;   /* in tracks of points: a word */
} ThPoint;

/* --- filling ----------------------------------------------------------- */

ThResults         *th_results_new          (const char        *id,
                                            const char        *title);
/* Sets the part of a joined timeline that the results belong to, else 0.  Call it
 * before anything else. */
void               th_results_set_part     (ThResults         *self,
                                            guint              part);
guint              th_results_get_part     (ThResults         *self);
/* Returns the number of a word; equal texts have equal numbers.  @text need not be
 * valid UTF-8, but its word is.  A word can be read at once and is never truncated.
 * After a million words, or 64 MiB of words, titles and ids, each new one is "…".
 * Writer only. */
guint32            th_results_intern       (ThResults         *self,
                                            const char        *text);
guint32            th_results_intern_n     (ThResults         *self,
                                            const char        *text,
                                            gsize              length);
ThTrack           *th_results_add_track    (ThResults         *self,
                                            const ThTrackInfo *info);
/* Copies the info except for the columns, which are static. */
ThTable           *th_results_add_table    (ThResults         *self,
                                            const ThTableInfo *info);
/* Copies the info. */
ThMeasure         *th_results_add_measure  (ThResults         *self,
                                            const ThMeasureInfo *info);
/* Likewise for one of several measures; @name replaces the "*" at the end of the id, @title the
 * title. */
ThMeasure         *th_results_add_named_measure (ThResults    *self,
                                            const ThMeasureInfo *info,
                                            const char        *name,
                                            const char        *title);
/* Call it at most once.  The info must live as long as the results. */
ThFlows           *th_results_add_flows    (ThResults         *self,
                                            const ThFlowsInfo *info);
/* Call it at most once. */
ThConnections     *th_results_add_connections (ThResults      *self);
/* Keeps @data, which the analyses that need this one read once it has finished: they know its
 * type.  @free is called with it at the end.  Call it at most once. */
void               th_results_take_data    (ThResults         *self,
                                            gpointer           data,
                                            GDestroyNotify     free);
/* Sets how many bytes the data takes, which count as memory of the results. */
void               th_results_set_data_memory (ThResults      *self,
                                            gsize              bytes);
/* Takes @links, which are visible once the results have finished.  Call it at most once. */
void               th_results_take_links   (ThResults         *self,
                                            ThEventLinks      *links);
/* Copies the info except for the weights, which are static. */
ThCallTree        *th_results_add_tree     (ThResults         *self,
                                            const ThCallTreeInfo *info);
/* Adds a sentence about what the recording lacks and what cannot be found without it;
 * translated. */
void               th_results_add_remark   (ThResults         *self,
                                            const char        *text);
/* Says that the tables are empty only because the events of the analysis were not recorded. */
void               th_results_set_blind    (ThResults         *self);
/* Adds a point or a value; they must come in order of time (an earlier one is dropped
 * and FALSE returned).  Slices are added to th_track_get_slices(). */
gboolean           th_track_add_point      (ThTrack           *self,
                                            const ThPoint     *point);
/* Makes everything added so far visible, including new tracks, tables, measures and
 * trees. */
void               th_results_publish      (ThResults         *self);
/* Publishes, and marks the results as complete. */
void               th_results_finish       (ThResults         *self);

/* --- using ------------------------------------------------------------- */

ThResults         *th_results_ref          (ThResults         *self);
void               th_results_unref        (ThResults         *self);

/* The number of publications; a view that shows an older one is out of date. */
guint              th_results_get_generation (ThResults       *self);
gboolean           th_results_is_finished  (ThResults         *self);
/* Whether th_results_set_blind() was called: an empty table then does not mean that nothing
 * happened. */
gboolean           th_results_is_blind     (ThResults         *self);

/* Identifies the run of an analysis: "sched", or "values(irq:softirq_raise,vec)" if
 * its parameters are not the defaults.  The title is translated. */
const char        *th_results_get_id       (ThResults         *self);
/* Of @all (element-type ThResults), those with @id; NULL if there are none. */
ThResults         *th_results_find         (const GPtrArray   *all,
                                            const char        *id);
const char        *th_results_get_title    (ThResults         *self);
const char        *th_results_get_word     (ThResults         *self,
                                            guint32            word);
guint              th_results_get_n_tracks (ThResults         *self);
ThTrack           *th_results_get_track    (ThResults         *self,
                                            guint              index);
guint              th_results_get_n_tables (ThResults         *self);
ThTable           *th_results_get_table    (ThResults         *self,
                                            guint              index);
/* The table whose id is @id; NULL if there is none. */
ThTable           *th_results_find_table   (ThResults         *self,
                                            const char        *id);
/* The table that @name means among all results (element-type ThResults): "wakeups", or
 * "sched/wakeups" if several have a table of that name.  @results (out): the ones that it is in. */
ThTable           *th_results_find_table_in (const GPtrArray  *all,
                                            const char        *name,
                                            ThResults        **results);
guint              th_results_get_n_measures (ThResults       *self);
ThMeasure         *th_results_get_measure  (ThResults         *self,
                                            guint              index);
/* NULL if there are none. */
ThFlows           *th_results_get_flows    (ThResults         *self);
/* NULL if there are none.  Only for the thread that runs the analyses. */
ThConnections     *th_results_get_connections (ThResults      *self);
/* NULL if there is none.  Owned by @self, and immutable once that has finished. */
gpointer           th_results_get_data     (ThResults         *self);
/* NULL if there are none, or the results have not finished. */
const ThEventLinks *th_results_get_links   (ThResults         *self);
/* The links of the first of @all (element-type ThResults, or NULL) that has some; NULL if none
 * has. */
const ThEventLinks *th_results_find_links  (const GPtrArray   *all);
guint              th_results_get_n_trees  (ThResults         *self);
ThCallTree        *th_results_get_tree     (ThResults         *self,
                                            guint              index);
/* A copy; free with g_strfreev(). */
char             **th_results_list_remarks (ThResults         *self);
gsize              th_results_get_memory   (ThResults         *self);

const ThTrackInfo *th_track_get_info       (const ThTrack     *self);
ThSlices          *th_track_get_slices     (const ThTrack     *self); /* NULL if it has none */
guint32            th_track_get_n_points   (const ThTrack     *self);
const ThPoint     *th_track_get_point      (const ThTrack     *self,
                                            guint32            index);
/* The last point at or before @time; G_MAXUINT32 if there is none. */
guint32            th_track_find_point     (const ThTrack     *self,
                                            gint64             time);

/* The number of points in a pixel and, for values, the lowest, highest and last one;
 * all 0 if there are none. */
typedef struct
{
  guint32 n;
  double  min;
  double  max;
  double  last;
} ThValuePixel;

void               th_track_get_value_pixels (const ThTrack   *self,
                                            gint64             from,
                                            gint64             to,
                                            guint              n_pixels,
                                            ThValuePixel      *pixels);
/* The lowest and highest of all values; FALSE if there are none. */
gboolean           th_track_get_range      (const ThTrack     *self,
                                            double            *low,
                                            double            *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThResults, th_results_unref)

G_END_DECLS

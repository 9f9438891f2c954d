/* th-results.h - the findings of one run of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whatever a window or a command shows of an analysis comes from here: lanes
 * of slices, points or values, tables, measures, flows, trees of calls.  No
 * front names an analysis.
 *
 * Made and filled by one worker thread, published in pieces
 * (th_results_publish()), read by any thread without locks at any time.
 * Lanes, tables, measures and trees are only ever added.  Reference-counted.
 */
#pragma once

#include "th-call-tree.h"
#include "th-flows.h"
#include "th-measure.h"
#include "th-recording.h"
#include "th-slices.h"
#include "th-table.h"

G_BEGIN_DECLS

typedef struct _ThResults ThResults;
typedef struct _ThTrack   ThTrack;

/* What a lane belongs to. */
typedef enum
{
  TH_ATTACH_CPU,   /* @key is the CPU's number: rows under that CPU's lane */
  TH_ATTACH_TASK,  /* @key is the task: rows of that task's lane */
  TH_ATTACH_NAMED  /* on its own, in a section called by the analysis' title */
} ThAttach;

typedef enum
{
  TH_TRACK_SLICES,
  TH_TRACK_POINTS,
  TH_TRACK_VALUES
} ThTrackKind;

/**
 * ThTrackInfo:
 * @id: stable, with @attach and @key the same in every recording: "softirq";
 *   copied
 * @title: for the user, translated; copied
 * @key: what it is attached to: a CPU's number or a task.  Several tracks of
 *   one @attach and @key are shown in the order they were added
 * @unit: of values
 * @n_rows: rows of slices to be seen at most, deeper ones share the last; 0: as
 *   the view likes
 * @vcpu: of a task that is a CPU of a guest: the number of that CPU + 1; 0: of
 *   none, or it is not known
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
} ThTrackInfo;

typedef struct
{
  gint64  time;
  double  value;  /* of values */
  ThRef   anchor;
  guint32 name;   /* of points: a word */
} ThPoint;

/* --- filling ----------------------------------------------------------- */

ThResults         *th_results_new          (const char        *id,
                                            const char        *title);
/* Of which part of a joined recording it is; 0 otherwise.  Before anything else. */
void               th_results_set_part     (ThResults         *self,
                                            guint              part);
guint              th_results_get_part     (ThResults         *self);
/* The number of a word.  The same text gives the same number.  @text need not be
 * UTF-8, its word is.  It can be read at once and is never cut.  After a million
 * words, or 64 MiB of words, titles and ids, each new one is "…".  Only for the
 * thread that fills. */
guint32            th_results_intern       (ThResults         *self,
                                            const char        *text);
guint32            th_results_intern_n     (ThResults         *self,
                                            const char        *text,
                                            gsize              length);
ThTrack           *th_results_add_track    (ThResults         *self,
                                            const ThTrackInfo *info);
/* The info is copied, but for the columns, which are static. */
ThTable           *th_results_add_table    (ThResults         *self,
                                            const ThTableInfo *info);
/* The info is copied. */
ThMeasure         *th_results_add_measure  (ThResults         *self,
                                            const ThMeasureInfo *info);
/* Once.  The info stays. */
ThFlows           *th_results_add_flows    (ThResults         *self,
                                            const ThFlowsInfo *info);
/* The info is copied, but for the weights, which are static. */
ThCallTree        *th_results_add_tree     (ThResults         *self,
                                            const ThCallTreeInfo *info);
/* A sentence about what is missing and what that hides; translated. */
void               th_results_add_remark   (ThResults         *self,
                                            const char        *text);
/* Points and values in order of time (an earlier one is left out and FALSE
 * returned); slices by th_track_get_slices(). */
gboolean           th_track_add_point      (ThTrack           *self,
                                            const ThPoint     *point);
/* Makes all that was added visible, new tracks, tables, measures and trees too. */
void               th_results_publish      (ThResults         *self);
/* Nothing more will come. */
void               th_results_finish       (ThResults         *self);

/* --- using ------------------------------------------------------------- */

ThResults         *th_results_ref          (ThResults         *self);
void               th_results_unref        (ThResults         *self);

/* How often it was published: a view that shows an older number is out of
 * date. */
guint              th_results_get_generation (ThResults       *self);
gboolean           th_results_is_finished  (ThResults         *self);

/* Of one analysis' run: "sched", or "values(irq:softirq_raise,vec)" where
 * parameters are not the defaults.  @title is translated. */
const char        *th_results_get_id       (ThResults         *self);
const char        *th_results_get_title    (ThResults         *self);
const char        *th_results_get_word     (ThResults         *self,
                                            guint32            word);
guint              th_results_get_n_tracks (ThResults         *self);
ThTrack           *th_results_get_track    (ThResults         *self,
                                            guint              index);
guint              th_results_get_n_tables (ThResults         *self);
ThTable           *th_results_get_table    (ThResults         *self,
                                            guint              index);
guint              th_results_get_n_measures (ThResults       *self);
ThMeasure         *th_results_get_measure  (ThResults         *self,
                                            guint              index);
/* NULL if it has none. */
ThFlows           *th_results_get_flows    (ThResults         *self);
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
/* The last point at or before @time; G_MAXUINT32 if none. */
guint32            th_track_find_point     (const ThTrack     *self,
                                            gint64             time);

/* How many points (values) a pixel has, lowest, highest and last value; all of
 * it 0 where there is none. */
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
/* Lowest and highest of all values; FALSE if there is none. */
gboolean           th_track_get_range      (const ThTrack     *self,
                                            double            *low,
                                            double            *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThResults, th_results_unref)

G_END_DECLS

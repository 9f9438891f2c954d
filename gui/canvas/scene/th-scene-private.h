/* th-scene-private.h - what the files of the scene share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-color.h"
#include "th-draw.h"
#include "th-grid.h"
#include "th-guest.h"
#include "th-lane-state.h"
#include "th-pixels.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Columns read beyond both ends of a view, so that what is decided from the
 * surroundings is the same at its edges as in the middle. */
#define TH_LANE_PAD_PX 32

/* Consecutive columns that look the same in the run row. */
typedef struct
{
  gint       begin; /* columns; may lie outside the view */
  gint       end;
  guint32    run;   /* or G_MAXUINT32 where several share it */
  guint32    task;
  guint32    color;  /* of the task, packed; 0 where nothing is known */
  guint32    fill;   /* what is drawn: lighter where unsure or half idle */
  ThRunFlags flags;
} ThSpan;

/* The same of a row of slices. */
typedef struct
{
  gint    begin;
  gint    end;
  guint32 index;   /* or G_MAXUINT32 where several share it */
  guint32 name;
  guint32 color;   /* of the context, packed */
  guint32 fill;    /* what is drawn */
  guint16 context;
  guint8  flags;
} ThSliceSpan;

/* Counts whose height is looked up; most columns have few events. */
#define TH_N_HEIGHTS 512

/* Where things are in a CPU lane of one size, in logical pixels from its top. */
typedef struct
{
  double  height;
  double  ticks_top;
  double  ticks_base;
  double  tick_height;
  double  runs_top;
  double  runs_height;
  double  stretch;       /* of rows of tracks */
  double  heights_scale; /* that height_of_count is made for; 0: none */
  guint16 height_of_count[TH_N_HEIGHTS];
} ThLaneShape;

/* What one task looks like, kept between frames. */
typedef struct
{
  const char *name;  /* NULL while unknown, or while it has several */
  guint32     fill;
  gboolean    known;
} ThTaskLook;

/* A row of a lane: slices of one depth, points, or values. */
typedef struct
{
  ThResults *results;
  ThTrack   *track;
  guint      depth;
  gboolean   first;   /* of its track */
  gboolean   deeper;  /* shows as well that there are slices below */
  double     top;     /* logical pixels from the top of the lane */
  double     height;
  double     low;     /* of values */
  double     high;
} ThTrackRow;

typedef struct
{
  ThResults *results;
  ThTrack   *track;
} ThTrackPlace;

typedef struct _ThSection ThSection;

/* What a lane is of: a CPU, a task, a track, with the tracks that share it; or
 * the heading of a process. */
typedef struct _ThTrackGroup
{
  ThLaneKind   kind;
  guint32      key;      /* task, number of the CPU, tgid */
  guint        stream;   /* of a CPU */
  guint        cpu;
  guint        lane;     /* its index; G_MAXUINT while it has none */
  ThLaneState *state;    /* lent by the scene */
  ThSection   *members;  /* of a process */
  gint32       tgid;     /* that a task is grouped by; -1: none */
  guint        serial;   /* as they came */
  gboolean     left_out; /* by th_scene_show_cpus() */
  gboolean     may_fold; /* a CPU without events that the user did not arrange */
  GArray      *tracks;   /* ThTrackPlace; while there is none the scene's nothing, as are rows */
  GArray      *rows;     /* ThTrackRow, of the lane */
  double       bottom;   /* of the last row */
  gint64       busy;     /* how long it ran, roughly */
  struct _ThTrackGroup *vcpu; /* of a CPU of a guest: its task on the host, whose lane comes right below; or NULL */
  struct _ThTrackGroup *over; /* of that: the CPU; it is in no section */
  gboolean     unsure;   /* several tasks claim to be that CPU */
} ThTrackGroup;

typedef enum
{
  TH_SECTION_CPUS,
  TH_SECTION_FLOWS,
  TH_SECTION_TASKS,
  TH_SECTION_PROCESS,
  TH_SECTION_ANALYSIS
} ThSectionKind;

/* Lanes with a heading. */
struct _ThSection
{
  ThSectionKind kind;
  ThResults    *results;  /* of an analysis */
  guint         stream;   /* of CPUs */
  ThLaneState  *state;    /* lent by the scene */
  GPtrArray    *groups;   /* ThTrackGroup, sorted */
  guint         n_shown;  /* of them, but for those that are revealed; of CPUs: of those without events */
  guint         n_empty;  /* CPUs without events that may be folded */
  guint32       n_sorted; /* what there was to go by when they were sorted last */
};

typedef struct _ThLaneColumns ThLaneColumns;
typedef struct _ThSliceColumns ThSliceColumns;

typedef struct
{
  ThResults *results;
  guint      n_tracks; /* that are in a group */
} ThTrackSource;

/* A flow with a lane. */
typedef struct
{
  ThResults *results;
  guint32    row;
} ThFlowPlace;

/* What stands behind a lane. */
typedef struct
{
  ThTrackGroup *group;
  ThSection    *section;
  gboolean      closed;  /* its section is, so it has no height */
} ThLaneOwner;

/* CPUs and processes of several recordings have the same numbers: @part tells
 * them apart. */
static inline gpointer
th_scene_cpu_key (guint part,
                  guint number)
{
  return GSIZE_TO_POINTER ((gsize) part << 32 | number);
}

static inline gpointer
th_scene_process_key (guint  part,
                      gint32 tgid)
{
  return th_scene_cpu_key (part, (guint32) tgid);
}

/* Events with a colour of their own. */
typedef struct
{
  guint    n;
  ThRows  *rows[TH_SCENE_MAX_RULES];
  ThColor  colors[TH_SCENE_MAX_RULES];
  ThPixel *pixels; /* scratch, as the scene's */
} ThSceneRules;

/* Counts of the overview, and what they were counted of. */
typedef struct
{
  guint64 *counts; /* by column */
  guint    n;
  gint64   first;
  gint64   last;
  guint64  n_rows;
  guint    which;  /* CPUs: a digest */
  guint64  n_decided; /* of a filter's rows */
} ThSceneDensity;

struct _ThScene
{
  ThRecording     *recording;
  ThTheme         *theme;
  GArray          *lanes;        /* ThLane */
  GArray          *owners;       /* ThLaneOwner, by lane */
  GArray          *sources;      /* ThTrackSource */
  GHashTable      *states;       /* name: KeptState of th-lane-state.c */
  ThLaneState     *pinned;       /* of the section on top */
  double           pinned_height;
  gint64           active_from;  /* TH_TIME_NONE: all lanes are shown */
  gint64           active_to;
  guint            n_groups;     /* made so far */
  GArray          *nothing;      /* stays empty */
  GPtrArray       *cpus;         /* ThTrackGroup, all */
  GPtrArray       *cpu_blocks;   /* what they lie in, one for each stream */
  GHashTable      *cpu_groups;   /* th_scene_cpu_key(): the first ThTrackGroup of that CPU */
  GHashTable      *vcpu_pids;    /* th_scene_process_key() of a host: ThTrackGroup of a guest's CPU */
  GHashTable      *vcpu_numbers; /* th_scene_cpu_key() of a host, where it tells no pids: the same */
  GHashTable      *vcpus;        /* task: ThTrackGroup that it has below a guest's CPU */
  GPtrArray       *tasks_all;    /* ThTrackGroup, all */
  GHashTable      *task_groups;  /* task: ThTrackGroup */
  GHashTable      *processes;    /* th_scene_process_key(): ThTrackGroup */
  GPtrArray       *sections;     /* ThSection: of each stream, of the tasks, of analyses */
  ThSection       *task_section; /* one of them */
  GArray          *flows;        /* ThFlowPlace, that are pinned */
  ThSection       *flow_section; /* the heading of their lanes */
  ThFlowPlace      followed;     /* its results NULL: none */
  gboolean         dim;          /* what is not on its way */
  ThRows          *rows;         /* events that are in, or NULL: all */
  gboolean         hide;         /* those that are not */
  GStringChunk    *words;        /* titles of lanes */
  GArray          *first_cpus;   /* guint, by stream: where its CPUs begin in cpus */
  ThLaneShape      shapes[TH_N_LANE_SIZES];
  double           section_height;
  double           height;

  gboolean         has_range;
  gint64           zero;      /* TH_TIME_NONE: none is set */
  gint64           first;
  gint64           last;
  gboolean         ticks;        /* the clock counts no ns */

  GArray          *looks;        /* ThTaskLook, by task */
  GHashTable      *name_fills;   /* interned name: packed colour */
  GHashTable      *columns;      /* ThCpu: ThLaneColumns; NULL until a lane is drawn */
  GHashTable      *slice_columns; /* place in ThSlices: ThSliceColumns; NULL as well */
  GHashTable      *inks;         /* packed fill: packed ink; of a pale fill without its first byte */
  guint32          context_fills[TH_N_CONTEXTS]; /* 0: not asked for */

  double           log_top;      /* log2 of the events a pixel of full height has */

  /* Scratch, grown once and used again for every lane.  Element i is column
   * i - pad. */
  ThPixel         *pixels;
  ThTaskPixel     *tasks;
  guint32         *marks;        /* packed colours of the event marks */
  guint32         *heights;      /* of the event marks, device pixels; 0: none */
  guint32         *row;          /* a row of pixels */
  guint32         *order;        /* columns by height, of two layers */
  ThSceneRules     rules;
  ThPixel         *in_pixels;    /* events that are in */
  guint32         *in_heights;   /* over the marks, which are dimmed then */
  guint32         *in_marks;
  gboolean         layered;      /* the two are used */
  ThSlicePixel    *slice_pixels;
  ThValuePixel    *value_pixels;
  guint            n_scratch;
  ThSceneDensity   density;
  ThSceneDensity   left;         /* what the filter leaves of it */
  GArray          *spans;        /* ThSpan */
  GArray          *slice_spans;  /* ThSliceSpan */
  GArray          *washes;       /* ThWash: what is made pale of the lane, in order */

  guint16         *corners;      /* of a bar, for corners_scale: th_bar_cut() */
  gint             n_corners;
  double           corners_scale;

  cairo_surface_t *hatch;        /* of lost events, for hatch_scale */
  double           hatch_scale;
};

/* A part of a lane that is off the way of the followed flow; logical pixels. */
typedef struct
{
  double from;
  double to;
} ThWash;

/* What a lane is drawn with; lives for one call. */
typedef struct
{
  ThScene     *scene;
  ThStream    *stream;
  ThCpu       *cpu;
  guint        cpu_index;
  ThCpu       *runs;   /* where the runs come from */
  ThGrid       grid;
  gint         pad;    /* columns read on either side */
  ThTaskPixel *tasks;  /* element i is column i - pad */
  ThPixel     *pixels;
  cairo_t     *cr;
  cairo_t     *names;  /* for text: the same, or what is put over pale parts */
  double       width;  /* logical pixels */
  double       height;
  ThTrackGroup *group; /* rows of tracks, or NULL */
  ThLaneShape *shape;
  gboolean     direct; /* pixels may be written */
  guint32      back;   /* packed: background, idle bar, tick */
  guint32      idle;
  guint32      tick;
} ThLaneDraw;

/* th-lane-tree.c */
void        th_scene_fill          (ThScene          *self);
/* Makes all lanes, and their texts, anew, and places them. */
void        th_scene_refresh       (ThScene          *self);
/* Sizes that follow the text's. */
void        th_scene_shape         (ThScene          *self);
void        th_scene_forget_shapes (ThScene          *self);
void        th_scene_add_lane      (ThScene          *self,
                                    const ThLane     *lane,
                                    ThTrackGroup     *group,
                                    ThSection        *section,
                                    gboolean          closed);

/* th-lane-texts.c */
/* A text that lives until the next refresh; taken. */
const char *th_scene_keep          (ThScene          *self,
                                    char             *text);
char       *th_scene_dup_title     (ThScene          *self,
                                    const ThTrackGroup *group);
char       *th_scene_dup_detail    (ThScene          *self,
                                    const ThTrackGroup *group);
char       *th_section_dup_title   (ThScene          *self,
                                    const ThSection  *section);

/* th-lane-state.c */
/* Of a lane or section that comes to be: @name, taken, or one like it. */
ThLaneState *th_scene_take_state   (ThScene          *self,
                                    char             *name);
/* It is gone; what was set for it stays. */
void        th_scene_release_state (ThScene          *self,
                                    const ThLaneState *state);
void        th_lane_state_free     (ThLaneState      *state);

/* th-lane-order.c */
/* Sorts where there is another order, or much more to go by. */
void        th_scene_sort          (ThScene          *self);
/* Those that were moved first.  Lent ones in a new array. */
GPtrArray  *th_scene_order_sections (ThScene         *self);
void        th_section_sort        (ThScene          *self,
                                    ThSection        *section);
/* Something happens in its lane. */
gboolean    th_track_group_is_active (ThScene        *self,
                                    const ThTrackGroup *group);
/* A CPU that recorded nothing and that no analysis says anything about. */
gboolean    th_track_group_is_empty (ThScene         *self,
                                    const ThTrackGroup *group);

/* th-lane-vcpu.c */
/* Which tasks are CPUs of guests, once there are CPUs. */
void        th_scene_learn_guests  (ThScene          *self);
/* A track that @task got, which has it already. */
void        th_scene_gather_vcpu   (ThScene          *self,
                                    const ThTrackGroup *task,
                                    const ThTrackPlace *place);
void        th_scene_drop_vcpus    (ThScene          *self);
/* The guest whose recording has this stream; NULL if it is none. */
const ThGuest *th_scene_get_guest  (ThScene          *self,
                                    guint             stream);

/* th-track-groups.c */
ThTrackGroup *th_track_group_new   (ThScene          *self,
                                    ThLaneKind        kind,
                                    guint32           key);
/* The same in memory that is there, all zero; cleared, not freed. */
void        th_track_group_init    (ThTrackGroup     *group,
                                    ThScene          *self,
                                    ThLaneKind        kind,
                                    guint32           key);
void        th_track_group_clear   (ThTrackGroup     *group);
void        th_track_group_free    (ThTrackGroup     *group);
void        th_track_group_add_places (ThScene            *self,
                                    ThTrackGroup       *group,
                                    const ThTrackPlace *places,
                                    guint               n);
/* How the recording of its CPUs was moved on the timeline; "" if it was not. */
char       *th_section_dup_offset  (ThScene            *self,
                                    const ThSection    *section);
/* th-label.c: whether the detail of a heading stands beside its label, at the
 * begin of the time: an offset, or why CPUs are folded, has no room in it. */
gboolean    th_lane_tells_beside   (ThScene            *self,
                                    guint               index);
/* The part of the recording that a task's group is of. */
guint       th_scene_get_part      (ThScene            *self,
                                    const ThTrackGroup *group);
ThSection  *th_section_new         (ThScene          *self,
                                    ThSectionKind     kind,
                                    ThResults        *results,
                                    char             *name);
void        th_section_free        (ThSection        *section);
/* Puts tracks that are new into groups and sections. */
void        th_scene_gather        (ThScene          *self);
/* Lets go of all tracks, and of the section of @removed. */
void        th_scene_drop_tracks   (ThScene          *self,
                                    ThResults        *removed);
/* Before its lane is placed. */
void        th_track_group_make_rows (ThScene        *self,
                                    ThTrackGroup     *group);
/* How many lanes a section shows before it is asked for more. */
guint       th_section_get_first   (const ThSection  *section);
/* The row at @y of a lane; NULL if there is none. */
const ThTrackRow *th_track_group_find_row (const ThTrackGroup *group,
                                    double            y);

static inline gboolean
th_lane_state_has (const ThLaneState *state,
                   ThLaneFlags        flag)
{
  return (state->flags & flag) != 0;
}

static inline void
th_lane_state_set (ThLaneState *state,
                   guint        flags,
                   gboolean     set)
{
  state->flags = set ? state->flags | flags : state->flags & ~flags;
}

/* Whether the rows of its tracks are seen. */
static inline gboolean
th_track_group_is_open (const ThTrackGroup *group)
{
  return group != NULL && group->rows->len > 0 &&
         (group->kind != TH_LANE_CPU || !th_lane_state_has (group->state, TH_LANE_IS_FOLDED));
}

/* th-scene.c */
/* Packed colour of a name that lives as long as the scene's recording or results. */
guint32     th_scene_get_name_fill (ThScene          *self,
                                    const char       *name);
guint32     th_scene_get_ink       (ThScene          *self,
                                    guint32           fill);
void        th_scene_reserve       (ThScene          *self,
                                    guint             n_columns);
/* Name and packed colour of @task at the left edge of @column. */
const char *th_scene_get_task      (ThScene          *self,
                                    guint32           task,
                                    const ThGrid     *grid,
                                    gint              column,
                                    guint32          *fill);

/* th-lane-columns.c: into tasks and pixels of @draw, which may be kept: they
 * are not to be written */
void        th_lane_read_columns   (ThLaneDraw       *draw);
/* Units of time that are longer than a column, each to its first column. */
void        th_lane_spread_counts  (ThLaneDraw       *draw,
                                    ThPixel          *pixels,
                                    gint64            from,
                                    gint              units);

/* th-lane-runs.c: reads first, for the marks take their colours from it. */
void        th_lane_read_runs      (ThLaneDraw       *draw);
void        th_lane_paint_runs     (ThLaneDraw       *draw); /* vectors */
void        th_lane_copy_runs      (ThLaneDraw       *draw,
                                    const ThPixels   *pixels);
void        th_lane_draw_names     (ThLaneDraw       *draw);

/* th-lane-event-ticks.c */
void        th_lane_read_event_ticks     (ThLaneDraw       *draw);
void        th_lane_paint_event_ticks    (ThLaneDraw       *draw); /* vectors */
void        th_lane_copy_event_ticks     (ThLaneDraw       *draw,
                                    const ThPixels   *pixels);

/* th-lane-slices.c, th-lane-points.c, th-lane-values.c: a row of tracks, on a
 * background that is drawn */
void        th_lane_draw_slices    (ThLaneDraw       *draw,
                                    const ThTrackRow *row);
void        th_lane_draw_points    (ThLaneDraw       *draw,
                                    const ThTrackRow *row);
void        th_lane_draw_values    (ThLaneDraw       *draw,
                                    const ThTrackRow *row);

/* th-lane-track.c */
/* The columns of points and values, into value_pixels. */
void        th_lane_read_values    (ThLaneDraw       *draw,
                                    ThTrack          *track);
/* All rows of the lane, on a background that is drawn. */
void        th_lane_draw_rows      (ThLaneDraw       *draw);
/* A lane that is nothing but rows. */
void        th_lane_draw_track     (ThLaneDraw       *draw);

/* th-bar.c: bars with corners; columns of the grid, device pixels */
void        th_bar_add_path        (cairo_t          *cr,
                                    double            x,
                                    double            y,
                                    double            width,
                                    double            height);
/* Mixes the background into the corners of a bar that is written already. */
void        th_bar_cut             (ThLaneDraw       *draw,
                                    const ThPixels   *pixels,
                                    gint              begin,
                                    gint              end,
                                    gint              top,
                                    gint              height);
/* A dashed upper edge, for what is inferred. */
void        th_bar_draw_dashes     (ThLaneDraw       *draw,
                                    gint              begin,
                                    gint              end,
                                    double            y,
                                    ThColor           color);

/* th-arrows.c */
/* Where @y of @lane is in a viewport; what is scrolled away ends at its edges. */
double      th_viewport_place          (const ThViewport     *viewport,
                                    const ThLane     *lane,
                                    double            y);

/* th-pinned-flows.c */
/* Adds the lanes of flows, with their heading. */
void        th_scene_add_flows     (ThScene          *self);
/* Of results that are going. */
void        th_scene_forget_flows  (ThScene          *self,
                                    ThResults        *results);
/* A lane is pale but for where the followed flow was on it, and its names are
 * drawn over that, to be read all the same.  Begin before, end after all else. */
void        th_lane_begin_dim      (ThLaneDraw       *draw,
                                    const ThLane     *lane);
void        th_lane_end_dim        (ThLaneDraw       *draw);
/* Of a name at @x on @fill, packed: use draw->names for it. */
void        th_lane_set_ink        (ThLaneDraw       *draw,
                                    guint32           fill,
                                    double            x);

/* th-lane-flow.c */
void        th_lane_draw_flow      (ThLaneDraw       *draw,
                                    const ThLane     *lane);
void        th_lane_hit_flow       (const ThLane     *lane,
                                    const ThView     *view,
                                    double            x,
                                    ThHit            *hit);

/* th-lost.c */
void        th_lane_draw_lost      (ThLaneDraw       *draw);
/* The first loss that ends after @time; their number if none. */
guint32     th_lost_find           (ThCpu            *cpu,
                                    gint64            time);
/* When a loss began; the one before the first event has no begin of its own. */
gint64      th_lost_begin          (ThScene          *scene,
                                    const ThLost     *lost);
/* Adds the columns of the losses of @cpu to the path of @cr, those that touch
 * as one, over the height from @top to @bottom. */
void        th_lost_add_path       (ThScene          *scene,
                                    ThCpu            *cpu,
                                    const ThGrid     *grid,
                                    double            top,
                                    double            bottom,
                                    cairo_t          *cr);
/* Hatches the path of @cr, and takes it away. */
void        th_lost_hatch          (ThScene          *scene,
                                    const ThGrid     *grid,
                                    double            width,
                                    double            height,
                                    cairo_t          *cr,
                                    gboolean          direct);

G_END_DECLS

/* th-scene-private.h - what the files of the scene share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No other room includes this.  From the bottom to the top: states, the list of
 * lanes, groups of tracks, the tree that fills the list from the groups, and
 * the functions that edit states and then build the list again.
 */
#pragma once

#include "th-guest.h"
#include "th-lane-rows.h"
#include "th-lane-shape.h"
#include "th-lane-state.h"
#include "th-pinned-flows.h"
#include "th-scene-cache.h"
#include "th-scene-edit.h"
#include "th-scene-filter.h"
#include "th-scene-times.h"

G_BEGIN_DECLS

/* --- groups and sections ------------------------------------------------ */

typedef struct
{
  ThResults *results;
  ThTrack   *track;
} ThTrackPlace;

typedef struct _ThSection ThSection;
typedef struct _ThTrackGroup ThTrackGroup;

/* What a lane shows: a CPU, a task or a track, with the tracks that share the
 * lane; or the heading of a process. */
struct _ThTrackGroup
{
  ThLaneKind    kind;
  guint32       key;      /* task, number of the CPU, tgid */
  guint         stream;   /* of a CPU */
  guint         cpu;
  guint         lane;     /* its index; G_MAXUINT while it has none */
  ThLaneState  *state;    /* lent by the scene */
  ThSection    *members;  /* of a process */
  gint32        tgid;     /* that a task is grouped by; -1: none */
  guint         serial;   /* the order in which they were made */
  gboolean      left_out; /* by th_scene_show_cpus() */
  gboolean      may_fold; /* a CPU without events that the user did not arrange */
  /* ThTrackPlace; the empty array of the tree while there is none, as are rows */
  GArray       *tracks;
  GArray       *rows;     /* ThTrackRow, of the lane */
  double        bottom;   /* of the last row */
  gint64        busy;     /* how long it ran, roughly */
  /* of a guest's CPU: its task on the host, whose lane is right below; or NULL */
  ThTrackGroup *vcpu;
  ThTrackGroup *over;     /* of that task: the CPU; the task is in no section */
  gboolean      unsure;   /* several tasks claim to be that CPU */
};

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
  guint         n_shown;  /* not counting revealed ones; of CPUs only those without events */
  guint         n_empty;  /* CPUs without events that may be folded */
  guint32       n_sorted; /* how much was known when they were sorted last */
};

typedef struct
{
  ThResults *results;
  guint      n_tracks; /* that are in a group */
} ThTrackSource;

/* --- the scene ---------------------------------------------------------- */

/* What stands behind a lane. */
typedef struct
{
  ThTrackGroup *group;
  ThSection    *section;
  gboolean      closed;  /* the section is, so the lane has no height */
} ThLaneOwner;

/* Made anew by every th_scene_refresh(). */
typedef struct
{
  GArray       *lanes;  /* ThLane */
  GArray       *owners; /* ThLaneOwner, by lane */
  GStringChunk *texts;  /* titles and details */
  double        height;
  double        pinned_height;
} ThLaneList;

/* What could have a lane. */
typedef struct
{
  GArray      *sources;        /* ThTrackSource */
  guint        n_groups;       /* made so far */
  GArray      *empty;          /* stays so */
  GPtrArray   *cpus;           /* ThTrackGroup, all */
  GPtrArray   *cpu_blocks;     /* the memory of these, one block for each stream */
  GArray      *first_cpus;     /* guint, by stream: where its CPUs begin in cpus */
  GHashTable  *cpus_by_number; /* th_scene_cpu_key(): the first ThTrackGroup of that CPU */
  GPtrArray   *tasks;          /* ThTrackGroup, all */
  GHashTable  *tasks_by_id;    /* task: ThTrackGroup */
  GHashTable  *processes;      /* th_scene_process_key(): ThTrackGroup */
  GPtrArray   *sections;       /* ThSection: of each stream, of the tasks, of analyses */
  ThSection   *task_section;   /* one of them */
  ThLaneState *pinned;         /* of the section on top */
} ThLaneTree;

/* Which tasks of a host are CPUs of its guests. */
typedef struct
{
  GHashTable *by_pid;    /* th_scene_process_key() of the host: ThTrackGroup of a guest's CPU */
  GHashTable *by_number; /* th_scene_cpu_key() of a host that does not know the pids: the same */
  GHashTable *by_task;   /* task: ThTrackGroup that it has below a guest's CPU */
} ThVcpuMaps;

typedef struct
{
  ThResults *results;
  guint32    row;
} ThFlowPlace;

typedef struct
{
  GArray      *places;   /* ThFlowPlace, that are pinned */
  ThSection   *section;  /* the heading of their lanes */
  ThFlowPlace  followed; /* its results NULL: none */
  gboolean     dims;     /* what is off its path */
} ThPinnedFlows;

typedef struct
{
  ThRows   *rows; /* events that match the filter, or NULL: there is none */
  gboolean  hide; /* those that do not */
} ThSceneFilter;

typedef struct
{
  gboolean has_range;
  gint64   first;
  gint64   last;
  gint64   zero;      /* TH_TIME_NONE: none is set */
  gboolean has_ticks; /* a clock counts no ns */
} ThSceneTimes;

typedef struct
{
  gint64 from; /* TH_TIME_NONE: all lanes are shown */
  gint64 to;
} ThActiveSpan;

struct _ThScene
{
  ThRecording    *recording;
  ThTheme        *theme;
  ThLaneShape     shapes[TH_N_LANE_SIZES];
  double          section_height;
  GHashTable     *states;  /* name: KeptState of th-lane-state.c */
  ThLaneTree      tree;
  ThVcpuMaps      vcpus;
  ThPinnedFlows   flows;
  ThLaneList      list;
  ThActiveSpan    active;
  ThSceneFilter   filter;
  ThSceneRules    rules;
  ThSceneTimes    times;
  guint32         most_events;
  ThSceneChanges  changes;
  GData          *caches;
};

/* --- th-lane-state.c ---------------------------------------------------- */

/* The state of a lane or section that comes to be: that of @name, which is
 * taken, or of a name like it. */
ThLaneState  *th_scene_take_state      (ThScene *self,
                                        char    *name);
/* The lane or section is gone; what was set for it stays. */
void          th_scene_release_state   (ThScene           *self,
                                        const ThLaneState *state);
/* Without building the lanes again. */
void          th_scene_reset_states    (ThScene           *self,
                                        const ThLaneState *states,
                                        guint              n);
void          th_lane_state_free       (ThLaneState        *state);

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

/* --- th-lane-list.c ----------------------------------------------------- */

void          th_lane_list_init        (ThLaneList         *self);
void          th_lane_list_clear       (ThLaneList         *self);
/* Drops the lanes from @lane on. */
void          th_lane_list_cut         (ThLaneList *self,
                                        guint       lane);
void          th_lane_list_add         (ThLaneList   *self,
                                        const ThLane *lane,
                                        ThTrackGroup *group,
                                        ThSection    *section,
                                        gboolean      closed);
ThLane       *th_lane_list_get         (ThLaneList *self,
                                        guint       lane);
/* A text that lives until the lanes are made anew; @text is taken. */
const char   *th_lane_list_keep_text   (ThLaneList *self,
                                        char       *text);
/* %NULL behind the last lane. */
ThLaneOwner  *th_lane_list_get_owner   (ThLaneList *self,
                                        guint       lane);

/* --- th-lane-shape.c ---------------------------------------------------- */

/* Sizes that follow that of the text. */
void          th_scene_make_shapes     (ThScene            *self);
void          th_scene_place_lanes     (ThScene            *self);

/* --- th-track-group.c --------------------------------------------------- */

ThTrackGroup *th_track_group_new       (ThScene    *self,
                                        ThLaneKind  kind,
                                        guint32     key);
/* The same in memory that is there, all zero; cleared, not freed. */
void          th_track_group_init      (ThTrackGroup       *group,
                                        ThScene            *self,
                                        ThLaneKind          kind,
                                        guint32             key);
void          th_track_group_clear     (ThTrackGroup       *group);
void          th_track_group_free      (ThTrackGroup       *group);
void          th_track_group_add_places (ThScene            *self,
                                         ThTrackGroup       *group,
                                         const ThTrackPlace *places,
                                         guint               n);
/* Replaces the empty array, which groups without tracks share, by one of their own. */
void          th_track_group_own_array (ThScene  *self,
                                        GArray  **array,
                                        guint     size);
/* Its task on the host has something to show. */
gboolean      th_track_group_has_vcpu  (const ThTrackGroup *group);
/* By the user, or by th_scene_show_cpus(). */
gboolean      th_track_group_is_hidden (const ThTrackGroup *group);
/* The part of the recording that a task's group is of. */
guint         th_scene_get_part        (ThScene            *self,
                                        const ThTrackGroup *group);
/* @name is taken. */
ThSection    *th_section_new           (ThScene       *self,
                                        ThSectionKind  kind,
                                        ThResults     *results,
                                        char          *name);
void          th_section_free          (ThSection          *section);
/* How many lanes a section shows before it is asked for more. */
guint         th_section_get_first     (const ThSection    *section);

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

/* Whether the rows of its tracks are seen. */
static inline gboolean
th_track_group_is_open (const ThTrackGroup *group)
{
  return group != NULL && group->rows->len > 0 &&
         (group->kind != TH_LANE_CPU || !th_lane_state_has (group->state, TH_LANE_IS_FOLDED));
}

/* --- th-lane-rows.c ----------------------------------------------------- */

/* Lays out the rows of the group; called before its lane gets its place. */
void          th_track_group_make_rows (ThScene      *self,
                                        ThTrackGroup *group);

/* --- th-lane-activity.c ------------------------------------------------- */

/* Something happens in its lane. */
gboolean      th_track_group_is_active (ThScene            *self,
                                        const ThTrackGroup *group);
/* A CPU that recorded nothing and that no analysis says anything about. */
gboolean      th_track_group_is_empty  (ThScene            *self,
                                        const ThTrackGroup *group);

/* --- th-lane-order.c ---------------------------------------------------- */

/* Sorts where the order changed, or much more is known. */
void          th_scene_sort            (ThScene            *self);
/* Those that were moved first.  Lent sections in a new array. */
GPtrArray    *th_scene_order_sections  (ThScene            *self);
void          th_section_sort          (ThScene   *self,
                                        ThSection *section);

/* --- th-lane-vcpu.c ----------------------------------------------------- */

/* Learns which tasks are CPUs of guests, once there are CPUs. */
void          th_scene_learn_guests    (ThScene            *self);
/* @task, which has the track already, got it. */
void          th_scene_gather_vcpu     (ThScene            *self,
                                        const ThTrackGroup *task,
                                        const ThTrackPlace *place);
void          th_scene_drop_vcpus      (ThScene            *self);
/* The guest whose recording has this stream; NULL if it is none. */
const ThGuest *th_scene_get_guest      (ThScene *self,
                                        guint    stream);

/* --- th-track-groups.c -------------------------------------------------- */

/* Puts new tracks into groups and sections. */
void          th_scene_gather          (ThScene            *self);
/* Drops all tracks, and the section of @removed. */
void          th_scene_drop_tracks     (ThScene   *self,
                                        ThResults *removed);

/* --- th-lane-texts.c ---------------------------------------------------- */

char         *th_scene_dup_title       (ThScene            *self,
                                        const ThTrackGroup *group);
char         *th_scene_dup_detail      (ThScene            *self,
                                        const ThTrackGroup *group);
char         *th_section_dup_title     (ThScene         *self,
                                        const ThSection *section);
/* How the recording of its CPUs was moved on the timeline; "" if it was not. */
char         *th_section_dup_offset    (ThScene         *self,
                                        const ThSection *section);

/* --- th-pinned-flows.c -------------------------------------------------- */

/* The index in places; -1 if it is not pinned. */
gint          th_pinned_flows_find     (ThPinnedFlows *self,
                                        ThResults     *results,
                                        guint32        row);
/* Adds the lanes of flows, with their heading. */
void          th_scene_add_flows       (ThScene            *self);
/* Forgets the flows of results that are going. */
void          th_scene_forget_flows    (ThScene   *self,
                                        ThResults *results);

/* --- th-lane-add.c ------------------------------------------------------ */

/* @hidden: of a CPU, which keeps its lane. */
void          th_scene_add_group_lane  (ThScene      *self,
                                        ThSection    *section,
                                        ThTrackGroup *group,
                                        gboolean      closed,
                                        gboolean      hidden);
/* None if all are shown. */
void          th_scene_add_more_lane   (ThScene   *self,
                                        ThSection *section,
                                        guint      n_more,
                                        gboolean   closed);
/* None if nothing is hidden.  @section NULL: of whole sections. */
void          th_scene_add_unhide_lane (ThScene   *self,
                                        ThSection *section,
                                        guint      n_hidden,
                                        gboolean   closed);

/* --- th-lane-sections.c ------------------------------------------------- */

/* Adds the heading and the lanes of a section, unless it is empty. */
void          th_scene_add_section     (ThScene   *self,
                                        ThSection *section);

/* --- th-lane-tree.c ----------------------------------------------------- */

/* Adds what there always is: CPUs and the section of the tasks. */
void          th_scene_fill            (ThScene            *self);
/* Makes all lanes, and their texts, anew, and places them. */
void          th_scene_refresh         (ThScene            *self);
/* Sorts and gathers again, then refreshes. */
void          th_scene_rearrange       (ThScene            *self);

G_END_DECLS

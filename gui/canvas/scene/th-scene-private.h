/* th-scene-private.h - what the files of the scene share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No other room includes this.  From bottom to top: states, the list of lanes, groups
 * of tracks, the tree that fills the list from the groups, and the functions that
 * edit states and then rebuild the list.
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

/* The contents of a lane: a CPU, a task or a track, with the tracks that share the lane; or the
 * heading of a process. */
struct _ThTrackGroup
{
  ThLaneKind    kind;
  guint32       key;      /* task, CPU number or tgid */
  guint         stream;   /* of a CPU's group */
  guint         cpu;
  guint         lane;     /* its index; G_MAXUINT while it has none */
  ThLaneState  *state;    /* owned by the scene */
  ThSection    *members;  /* the tasks of a process */
  gint32        tgid;     /* the process of a task; -1: none */
  guint         serial;   /* creation order */
  gboolean      left_out; /* by th_scene_show_cpus() */
  gboolean      may_fold; /* a CPU without events that the user did not arrange */
  /* ThTrackPlace; shares the tree's empty array until there is one, like rows */
  GArray       *tracks;
  GArray       *rows;     /* ThTrackRow, of the lane */
  double        bottom;   /* of the last row */
  gint64        busy;     /* estimated run time */
  /* of a guest's CPU: its vCPU task on the host, whose lane is right below; or NULL */
  ThTrackGroup *vcpu;
  ThTrackGroup *over;     /* of a vCPU task: the guest's CPU; the task is in no section */
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

/* A heading and its lanes. */
struct _ThSection
{
  ThSectionKind kind;
  ThResults    *results;  /* of an analysis */
  guint         stream;   /* of CPUs */
  ThLaneState  *state;    /* owned by the scene */
  GPtrArray    *groups;   /* ThTrackGroup, sorted */
  guint         n_shown;  /* lanes shown, without revealed ones; of CPUs, those without events */
  guint         n_empty;  /* CPUs without events that may be folded */
  gboolean      is_quiet; /* no CPU of it has events, but other sections do */
  guint32       n_sorted; /* how much was known at the last sort */
};

typedef struct
{
  ThResults *results;
  guint      n_tracks; /* tracks that are in a group already */
} ThTrackSource;

/* --- the scene ---------------------------------------------------------- */

/* The group or section that a lane was made from. */
typedef struct
{
  ThTrackGroup *group;
  ThSection    *section;
  gboolean      closed;  /* the section is closed, so the lane has no height */
} ThLaneOwner;

/* The list of lanes; every th_scene_refresh() builds it again. */
typedef struct
{
  GArray       *lanes;  /* ThLane */
  GArray       *owners; /* ThLaneOwner, by lane */
  GStringChunk *texts;  /* titles and details */
  double        height;
  double        pinned_height;
} ThLaneList;

/* Everything that could have a lane. */
typedef struct
{
  GArray      *sources;        /* ThTrackSource */
  guint        n_groups;       /* made so far */
  GArray      *empty;          /* shared by groups without tracks or rows */
  GPtrArray   *cpus;           /* ThTrackGroup, all */
  GPtrArray   *cpu_blocks;     /* their memory, one block per stream */
  GArray      *first_cpus;     /* guint, by stream: where its CPUs begin in cpus */
  GHashTable  *cpus_by_number; /* th_scene_cpu_key(): the ThTrackGroup that has its tracks */
  gboolean     has_homes;      /* th_scene_choose_homes() has run */
  GPtrArray   *tasks;          /* ThTrackGroup, all */
  GHashTable  *tasks_by_id;    /* task: ThTrackGroup */
  GHashTable  *processes;      /* th_scene_process_key(): ThTrackGroup */
  GPtrArray   *sections;       /* ThSection: of each stream, of the tasks, of analyses */
  ThSection   *task_section;   /* the section of tasks */
  ThLaneState *pinned;         /* of the pinned section */
} ThLaneTree;

/* The host's tasks that are vCPUs of guests. */
typedef struct
{
  GHashTable *by_pid;    /* th_scene_process_key() of the host: ThTrackGroup of a guest's CPU */
  GHashTable *by_number; /* th_scene_cpu_key() of a host without pids: the same value */
  GHashTable *by_task;   /* task: its ThTrackGroup below a guest's CPU */
} ThVcpuMaps;

typedef struct
{
  ThResults *results;
  guint32    row;
} ThFlowPlace;

typedef struct
{
  GArray       *places;   /* ThFlowPlace of pinned flows */
  ThSection    *section;  /* the heading of their lanes */
  ThFlowPlace   followed; /* with NULL results if none is followed */
  gboolean      dims;     /* dims everything off its path */
  ThTrackGroup *reader;   /* the task that read it, whose lane is below that of the flow; or NULL */
} ThPinnedFlows;

typedef struct
{
  ThRows   *rows; /* events that match the filter; NULL without a filter */
  gboolean  hide; /* hide the other events */
} ThSceneFilter;

typedef struct
{
  gboolean has_range;
  gint64   first;
  gint64   last;
  gint64   zero;      /* TH_TIME_NONE if unset */
  gboolean has_ticks; /* a clock counts ticks, not ns */
} ThSceneTimes;

typedef struct
{
  gint64 from; /* TH_TIME_NONE shows all lanes */
  gint64 to;
} ThActiveSpan;

struct _ThScene
{
  ThRecording    *recording;
  ThTheme        *theme;
  ThLaneShape     shapes[TH_N_LANE_SIZES];
  double          section_height;
  gboolean        is_tight;
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

/* The state for a new lane or section: that of @name, or if it is in use, of @name
 * with a number.  Takes ownership of @name. */
ThLaneState  *th_scene_take_state      (ThScene *self,
                                        char    *name);
/* To be called when the lane or section is removed; its state is kept. */
void          th_scene_release_state   (ThScene           *self,
                                        const ThLaneState *state);
/* Does not rebuild the lanes. */
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
/* Removes the lanes from @lane on. */
void          th_lane_list_cut         (ThLaneList *self,
                                        guint       lane);
void          th_lane_list_add         (ThLaneList   *self,
                                        const ThLane *lane,
                                        ThTrackGroup *group,
                                        ThSection    *section,
                                        gboolean      closed);
ThLane       *th_lane_list_get         (ThLaneList *self,
                                        guint       lane);
/* Keeps @text until the lanes are rebuilt; takes ownership of it. */
const char   *th_lane_list_keep_text   (ThLaneList *self,
                                        char       *text);
/* %NULL after the last lane. */
ThLaneOwner  *th_lane_list_get_owner   (ThLaneList *self,
                                        guint       lane);

/* --- th-lane-shape.c ---------------------------------------------------- */

/* Computes the sizes from that of the text. */
void          th_scene_make_shapes     (ThScene            *self);
void          th_scene_place_lanes     (ThScene            *self);

/* --- th-track-group.c --------------------------------------------------- */

ThTrackGroup *th_track_group_new       (ThScene    *self,
                                        ThLaneKind  kind,
                                        guint32     key);
/* Initializes a group in memory that is all zero; to be cleared, not freed. */
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
/* Replaces the empty array that groups without tracks share by one of its own. */
void          th_track_group_own_array (ThScene  *self,
                                        GArray  **array,
                                        guint     size);
/* Whether the CPU's vCPU task on the host has tracks. */
gboolean      th_track_group_has_vcpu  (const ThTrackGroup *group);
/* Whether the user or th_scene_show_cpus() hid it. */
gboolean      th_track_group_is_hidden (const ThTrackGroup *group);
/* The part of the timeline that a task's group belongs to. */
guint         th_scene_get_part        (ThScene            *self,
                                        const ThTrackGroup *group);
/* Takes ownership of @name. */
ThSection    *th_section_new           (ThScene       *self,
                                        ThSectionKind  kind,
                                        ThResults     *results,
                                        char          *name);
void          th_section_free          (ThSection          *section);
/* The number of lanes that a section shows at first. */
guint         th_section_get_first     (const ThSection    *section);

/* CPUs and processes of several recordings may have equal numbers; @part tells them
 * apart. */
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

/* Whether the track rows of a CPU are folded away. */
static inline gboolean
th_scene_folds_cpu (const ThScene      *self,
                    const ThTrackGroup *cpu)
{
  return th_lane_state_has (cpu->state, TH_LANE_IS_FOLDED) ||
         (self->is_tight && !th_lane_state_has (cpu->state, TH_LANE_IS_OPENED));
}

/* Whether its track rows are visible; @group may be NULL. */
static inline gboolean
th_scene_opens_group (const ThScene      *self,
                      const ThTrackGroup *group)
{
  return group != NULL && group->rows->len > 0 &&
         (group->kind != TH_LANE_CPU || !th_scene_folds_cpu (self, group));
}

/* The size at which its lane is shown. */
static inline ThLaneSize
th_scene_get_group_size (const ThScene      *self,
                         const ThTrackGroup *group)
{
  const ThLaneState *state = group->state;

  return self->is_tight && state->size == TH_LANE_NORMAL &&
         !th_lane_state_has (state, TH_LANE_IS_SIZED) ? TH_LANE_LOW : state->size;
}

/* --- th-lane-rows.c ----------------------------------------------------- */

/* Lays out the rows of the group, before its lane is placed. */
void          th_track_group_make_rows (ThScene      *self,
                                        ThTrackGroup *group);
/* Where the last row would end if the lane had @size, regardless of the size that it has. */
double        th_track_group_measure_rows (ThScene            *self,
                                           const ThTrackGroup *group,
                                           ThLaneSize          size);

/* --- th-lane-activity.c ------------------------------------------------- */

/* Whether its lane is active in the span of th_scene_show_active(). */
gboolean      th_track_group_is_active (ThScene            *self,
                                        const ThTrackGroup *group);
/* Whether it is a CPU without events and without tracks. */
gboolean      th_track_group_is_empty  (ThScene            *self,
                                        const ThTrackGroup *group);

/* --- th-lane-order.c ---------------------------------------------------- */

/* Sorts sections whose order changed, or of which much more is known. */
void          th_scene_sort            (ThScene            *self);
/* The sections in their order, moved ones first, in a new array. */
GPtrArray    *th_scene_order_sections  (ThScene            *self);
void          th_section_sort          (ThScene   *self,
                                        ThSection *section);

/* --- th-lane-vcpu.c ----------------------------------------------------- */

/* Finds the tasks that are vCPUs of guests; to be called after CPUs were added. */
void          th_scene_learn_guests    (ThScene            *self);
/* To be called when a track was added to the group @task. */
void          th_scene_gather_vcpu     (ThScene            *self,
                                        const ThTrackGroup *task,
                                        const ThTrackPlace *place);
void          th_scene_drop_vcpus      (ThScene            *self);
/* The guest whose recording has this stream, or NULL. */
const ThGuest *th_scene_get_guest      (ThScene *self,
                                        guint    stream);

/* --- th-lane-quiet.c ---------------------------------------------------- */

/* Finds the quiet sections, and counts the empty CPUs of each section. */
void          th_scene_find_quiet      (ThScene            *self);
/* Once the recording has loaded, moves the tracks of each CPU to the first buffer that has events
 * of that CPU. */
void          th_scene_choose_homes    (ThScene            *self);

/* --- th-track-groups.c -------------------------------------------------- */

/* Sorts new tracks into groups and sections. */
void          th_scene_gather          (ThScene            *self);
/* Removes all tracks, and the section of @removed. */
void          th_scene_drop_tracks     (ThScene   *self,
                                        ThResults *removed);

/* The section that @group is in when it is neither pinned nor the reader. */
ThSection    *th_scene_find_home       (ThScene            *self,
                                        const ThTrackGroup *group);

/* --- th-lane-texts.c ---------------------------------------------------- */

char         *th_scene_dup_title       (ThScene            *self,
                                        const ThTrackGroup *group);
char         *th_scene_dup_detail      (ThScene            *self,
                                        const ThTrackGroup *group);
char         *th_section_dup_title     (ThScene         *self,
                                        const ThSection *section);
/* How the recording of its CPUs is shifted on the timeline; "" if it is not. */
char         *th_section_dup_offset    (ThScene         *self,
                                        const ThSection *section);

/* --- th-pinned-flows.c -------------------------------------------------- */

/* The index in places, or -1 if the flow is not pinned. */
gint          th_pinned_flows_find     (ThPinnedFlows *self,
                                        ThResults     *results,
                                        guint32        row);
/* Determines which task's lane is below that of the followed flow; TRUE if it is another one. */
gboolean      th_scene_update_reader   (ThScene            *self);
/* Adds the lanes of pinned flows, with their heading, and that of the reader. */
void          th_scene_add_flows       (ThScene            *self);
/* Unpins the flows of results that are removed. */
void          th_scene_forget_flows    (ThScene   *self,
                                        ThResults *results);

/* --- th-lane-add.c ------------------------------------------------------ */

/* @hidden is for CPUs, which keep a lane without height. */
void          th_scene_add_group_lane  (ThScene      *self,
                                        ThSection    *section,
                                        ThTrackGroup *group,
                                        gboolean      closed,
                                        gboolean      hidden);
/* Adds nothing if all lanes are shown. */
void          th_scene_add_more_lane   (ThScene   *self,
                                        ThSection *section,
                                        guint      n_more,
                                        gboolean   closed);
/* Adds nothing if nothing is hidden.  @section NULL counts hidden sections. */
void          th_scene_add_unhide_lane (ThScene   *self,
                                        ThSection *section,
                                        guint      n_hidden,
                                        gboolean   closed);

/* --- th-lane-sections.c ------------------------------------------------- */

/* Adds the heading and the lanes of a section, unless it is empty. */
void          th_scene_add_section     (ThScene   *self,
                                        ThSection *section);

/* --- th-lane-tree.c ----------------------------------------------------- */

/* Adds the CPUs and the section of tasks, which always exist. */
void          th_scene_fill            (ThScene            *self);
/* Rebuilds all lanes and their texts, and places them. */
void          th_scene_refresh         (ThScene            *self);
/* Gathers and sorts again, then refreshes. */
void          th_scene_rearrange       (ThScene            *self);

G_END_DECLS

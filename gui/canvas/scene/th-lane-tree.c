/* th-lane-tree.c - the tree of lanes: what there is, where, and what it is called
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* Lanes that a section shows more of, each time it is asked to. */
#define MORE_LANES 200

static ThLane *
scene_lane (ThScene *self,
            guint    index)
{
  return &g_array_index (self->lanes, ThLane, index);
}

/* --- what there always is ---------------------------------------------- */

/* @prefix: of the CPUs of its stream.  There may be 65,535, so it is written by hand. */
static char *
cpu_name (const char *prefix,
          guint       number)
{
  char digits[12], *at = digits + sizeof digits;

  if (number == G_MAXUINT)
    return g_strconcat (prefix, "none", NULL);

  *--at = '\0';
  do
    *--at = '0' + number % 10;
  while ((number /= 10) > 0);
  return g_strconcat (prefix, at, NULL);
}

/* @group: its place in the block of its stream */
static void
add_cpu (ThScene      *self,
         ThSection    *section,
         ThTrackGroup *group,
         guint         part,
         const char   *prefix)
{
  g_ptr_array_add (self->cpus, group);
  g_ptr_array_add (section->groups, group);
  group->state = th_scene_take_state (self, cpu_name (prefix, group->key));
  /* Tracks lie under their CPU where it is seen first. */
  if (!g_hash_table_contains (self->cpu_groups, th_scene_cpu_key (part, group->key)))
    g_hash_table_insert (self->cpu_groups, th_scene_cpu_key (part, group->key), group);
}

static void
add_cpus (ThScene    *self,
          ThSection  *section,
          ThStream   *stream,
          const char *prefix)
{
  guint part = th_recording_get_index (th_stream_get_recording (stream));
  guint n = th_stream_get_n_cpus (stream);
  ThTrackGroup *groups = g_new0 (ThTrackGroup, n);

  g_ptr_array_add (self->cpu_blocks, groups);
  for (guint i = 0; i < n; i++)
    {
      th_track_group_init (&groups[i], self, TH_LANE_CPU, th_stream_get_cpu_number (stream, i));
      groups[i].stream = section->stream;
      groups[i].cpu = i;
      add_cpu (self, section, &groups[i], part, prefix);
    }
}

static void
add_stream (ThScene  *self,
            ThStream *stream)
{
  const char *buffer = th_stream_get_name (stream);
  gboolean is_first = buffer == NULL || *buffer == '\0';
  g_autofree char *prefix = is_first ? g_strdup ("cpu/") : g_strdup_printf ("cpu/%s/", buffer);
  char *name = is_first ? g_strdup ("cpus") : g_strdup_printf ("cpus/%s", buffer);
  ThSection *section = th_section_new (self, TH_SECTION_CPUS, NULL, name);

  g_array_append_val (self->first_cpus, self->cpus->len);
  section->stream = th_stream_get_index (stream);
  g_ptr_array_add (self->sections, section);
  add_cpus (self, section, stream, prefix);
}

/* Streams and CPUs are all declared before the first event. */
void
th_scene_fill (ThScene *self)
{
  self->pinned = th_scene_take_state (self, g_strdup ("pinned"));
  self->flow_section = th_section_new (self, TH_SECTION_FLOWS, NULL, g_strdup ("followed"));
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    add_stream (self, th_recording_get_stream (self->recording, i));
  th_scene_learn_guests (self);

  self->task_section = th_section_new (self, TH_SECTION_TASKS, NULL, g_strdup ("tasks"));
  g_ptr_array_add (self->sections, self->task_section);
}

/* --- places ------------------------------------------------------------ */

static double
lane_height (ThScene           *self,
             const ThLane      *lane,
             const ThLaneOwner *owner)
{
  double line = th_theme_get_line_height (self->theme);
  const ThLaneShape *shape = &self->shapes[lane->size];
  double bottom = th_track_group_is_open (owner->group) ? owner->group->bottom : 0;

  switch (lane->kind)
    {
    case TH_LANE_CPU:
      return bottom > 0 ? MAX (shape->height, bottom + 6) : shape->height;

    case TH_LANE_TASK:
    case TH_LANE_TRACK:
    case TH_LANE_FLOW:
      if (lane->size == TH_LANE_LOW)
        return MAX (ceil (line) + 4, bottom > 0 ? bottom + 4 : 0);
      /* Two lines of label. */
      return MAX (ceil (line * 1.75) + 3, bottom > 0 ? bottom + 7 : 0);

    default:
      return self->section_height;
    }
}

static void
scene_place (ThScene *self)
{
  self->height = self->pinned_height = 0;
  for (guint i = 0; i < self->lanes->len; i++)
    {
      ThLane *lane = scene_lane (self, i);
      const ThLaneOwner *owner = &g_array_index (self->owners, ThLaneOwner, i);

      lane->y = self->height;
      lane->height = owner->closed || lane->hidden ? 0 : lane_height (self, lane, owner);
      self->height += lane->height;
      if (lane->pinned)
        self->pinned_height = self->height;
    }
}

/* --- one lane ---------------------------------------------------------- */

void
th_scene_add_lane (ThScene      *self,
                   const ThLane *lane,
                   ThTrackGroup *group,
                   ThSection    *section,
                   gboolean      closed)
{
  ThLaneOwner owner = { group, section, closed };

  g_array_append_val (self->lanes, *lane);
  g_array_append_val (self->owners, owner);
}

static gboolean
is_hidden (const ThTrackGroup *group)
{
  return group->left_out || th_lane_state_has (group->state, TH_LANE_IS_HIDDEN);
}

/* Its task on the host has something to show. */
static gboolean
has_vcpu (const ThTrackGroup *group)
{
  return group->vcpu != NULL && group->vcpu->tracks->len > 0;
}

/* @hidden: of a CPU, which keeps its lane. */
static void
add_group_lane (ThScene      *self,
                ThSection    *section,
                ThTrackGroup *group,
                gboolean      closed,
                gboolean      hidden)
{
  ThLane lane = {
    group->kind,
    .stream = group->stream,
    .cpu = group->cpu,
    .task = group->kind == TH_LANE_TASK ? group->key : TH_TASK_NONE,
    .pinned = th_lane_state_has (group->state, TH_LANE_IS_PINNED),
    .size = group->state->size,
    .level = (section->kind == TH_SECTION_PROCESS || group->over != NULL) && !th_lane_state_has (group->state, TH_LANE_IS_PINNED),
    .name = group->state->name,
    .hidden = hidden
  };

  group->lane = self->lanes->len;
  th_track_group_make_rows (self, group);
  lane.title = th_scene_keep (self, th_scene_dup_title (self, group));
  lane.detail = th_scene_keep (self, th_scene_dup_detail (self, group));
  if (group->kind == TH_LANE_CPU)
    {
      lane.can_fold = group->rows->len > 0 || has_vcpu (group);
      lane.folded = lane.can_fold && th_lane_state_has (group->state, TH_LANE_IS_FOLDED);
    }
  else if (group->kind == TH_LANE_TRACK)
    {
      lane.results = g_array_index (group->tracks, ThTrackPlace, 0).results;
      lane.track = g_array_index (group->tracks, ThTrackPlace, 0).track;
    }
  th_scene_add_lane (self, &lane, group, section, closed);
}

static void
add_more_lane (ThScene   *self,
               ThSection *section,
               guint      n_more,
               gboolean   closed)
{
  g_autofree char *count = th_format_count (n_more);
  ThLane lane = { TH_LANE_MORE, .detail = "", .can_fold = TRUE, .task = TH_TASK_NONE, .results = section->results };

  if (n_more == 0 && (section->groups->len <= th_section_get_first (section) || self->active_from != TH_TIME_NONE))
    return;

  lane.folded = n_more > 0;
  lane.level = section->kind == TH_SECTION_PROCESS;
  if (n_more == 0)
    lane.title = _("Show fewer");
  else if (section->kind == TH_SECTION_CPUS)
    {
      /* Translators: %s is how many CPUs have no lane; it must be short */
      lane.title = th_scene_keep (self, g_strdup_printf (ngettext ("%s more CPU…", "%s more CPUs…", n_more), count));
      /* Translators: stands to the right of "998 more CPUs…" */
      lane.detail = _("without events");
    }
  else
    /* Translators: %s is how many lanes are not shown */
    lane.title = th_scene_keep (self, g_strdup_printf (ngettext ("%s more…", "%s more…", n_more), count));
  th_scene_add_lane (self, &lane, NULL, section, closed);
}

/* @section NULL: of whole sections. */
static void
add_unhide_lane (ThScene   *self,
                 ThSection *section,
                 guint      n_hidden,
                 gboolean   closed)
{
  g_autofree char *count = th_format_count (n_hidden);
  ThLane lane = { TH_LANE_UNHIDE, .detail = "", .can_fold = TRUE, .folded = TRUE, .task = TH_TASK_NONE };

  if (n_hidden == 0)
    return;

  lane.level = section != NULL && section->kind == TH_SECTION_PROCESS;
  if (section != NULL)
    lane.title = th_scene_keep (self, g_strdup_printf (ngettext ("%s lane hidden · show", "%s lanes hidden · show", n_hidden), count));
  else
    lane.title = th_scene_keep (self, g_strdup_printf (ngettext ("%s section hidden · show", "%s sections hidden · show", n_hidden), count));
  th_scene_add_lane (self, &lane, NULL, section, closed);
}

/* --- sections ---------------------------------------------------------- */

/* What became of the lanes of a section. */
typedef struct
{
  guint n_tasks;  /* that have a lane */
  guint n_lanes;
  guint n_empty;  /* of them CPUs without events */
  guint n_hidden;
  guint n_more;
} Count;

static Count add_lanes (ThScene   *self,
                        ThSection *section,
                        gboolean   closed);

static void
add_process (ThScene      *self,
             ThSection    *section,
             ThTrackGroup *group,
             gboolean      closed,
             Count        *count)
{
  guint heading = self->lanes->len;
  gboolean folded = th_lane_state_has (group->state, TH_LANE_IS_FOLDED);
  Count inner;

  add_group_lane (self, section, group, closed, FALSE);
  scene_lane (self, heading)->can_fold = TRUE;
  scene_lane (self, heading)->folded = folded;
  inner = add_lanes (self, group->members, closed || folded);
  if (inner.n_lanes + inner.n_hidden == 0)
    {
      g_array_set_size (self->lanes, heading);
      g_array_set_size (self->owners, heading);
      group->lane = G_MAXUINT;
      return;
    }

  count->n_tasks += inner.n_tasks;
  count->n_lanes++;
}

/* It is folded away with the rows of its CPU. */
static void
add_vcpu (ThScene      *self,
          ThSection    *section,
          ThTrackGroup *cpu,
          gboolean      closed,
          Count        *count)
{
  gboolean hidden = is_hidden (cpu->vcpu), pinned = th_lane_state_has (cpu->vcpu->state, TH_LANE_IS_PINNED);

  count->n_hidden += hidden;
  if (!hidden && !pinned && th_track_group_is_active (self, cpu->vcpu))
    add_group_lane (self, section, cpu->vcpu, closed || th_lane_state_has (cpu->state, TH_LANE_IS_FOLDED), FALSE);
}

/* A CPU without events whose lane the user did not arrange. */
static gboolean
may_fold_cpu (ThScene            *self,
              const ThTrackGroup *group)
{
  return group->state->rank < 0 && !is_hidden (group) && !th_lane_state_has (group->state, TH_LANE_IS_PINNED) &&
         th_track_group_is_empty (self, group);
}

static void
count_empty (ThScene   *self,
             ThSection *section)
{
  section->n_empty = 0;
  for (guint i = 0; section->kind == TH_SECTION_CPUS && i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);

      group->may_fold = may_fold_cpu (self, group);
      section->n_empty += group->may_fold;
    }
}

/* Where hundreds of CPUs recorded nothing, their lanes would bury the others. */
static gboolean
is_folded_cpu (const ThSection    *section,
               const ThTrackGroup *group,
               guint               n_empty)
{
  return group->may_fold && n_empty >= MAX (section->n_shown, th_section_get_first (section)) &&
         !th_lane_state_has (group->state, TH_LANE_IS_REVEALED);
}

static void
add_cpu_lanes (ThScene      *self,
               ThSection    *section,
               ThTrackGroup *group,
               gboolean      closed,
               Count        *count)
{
  gboolean unseen;

  if (is_folded_cpu (section, group, count->n_empty))
    {
      count->n_more++;
      return;
    }

  unseen = is_hidden (group) || !th_track_group_is_active (self, group);
  add_group_lane (self, section, group, closed, unseen);
  count->n_lanes++;
  count->n_empty += group->may_fold;
  if (has_vcpu (group))
    add_vcpu (self, section, group, closed || unseen, count);
}

static Count
add_lanes (ThScene   *self,
           ThSection *section,
           gboolean   closed)
{
  Count count = { 0, };
  guint limit;

  count_empty (self, section);
  limit = MAX (section->n_shown, th_section_get_first (section));
  for (guint i = 0; i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);
      gboolean hidden = is_hidden (group);
      gboolean active = group->kind == TH_LANE_CPU || th_track_group_is_active (self, group);

      if (th_lane_state_has (group->state, TH_LANE_IS_PINNED) && !hidden)
        continue;
      count.n_hidden += hidden;
      if (group->kind == TH_LANE_CPU)
        add_cpu_lanes (self, section, group, closed, &count);
      else if (hidden || !active)
        continue;
      else if (count.n_lanes >= limit && group->state->rank < 0 && !th_lane_state_has (group->state, TH_LANE_IS_REVEALED))
        count.n_more++;
      else if (group->kind == TH_LANE_PROCESS)
        add_process (self, section, group, closed, &count);
      else
        {
          add_group_lane (self, section, group, closed, FALSE);
          count.n_lanes++;
          count.n_tasks++;
        }
    }

  add_more_lane (self, section, count.n_more, closed);
  add_unhide_lane (self, section, count.n_hidden, closed);
  return count;
}

static char *
section_detail (ThScene   *self,
                ThSection *section,
                guint      n_shown)
{
  guint n = section->kind == TH_SECTION_TASKS ? self->tasks_all->len : section->groups->len;
  g_autofree char *shown = th_format_count (n_shown);
  g_autofree char *all = th_format_count (n);

  if (section->kind == TH_SECTION_CPUS)
    return th_section_dup_offset (self, section);
  if (n_shown == n)
    return g_strdup (all);
  if (section->results != NULL)
    /* Translators: how many are shown, and of how many */
    return g_strdup_printf (_("%s of %s"), shown, all);

  /* Translators: how many are shown, and of how many */
  return g_strdup_printf (ngettext ("%s of %s task", "%s of %s tasks", n), shown, all);
}

/* Hidden ones have no heading; of CPUs the lanes remain. */
static void
add_section (ThScene   *self,
             ThSection *section)
{
  guint heading = self->lanes->len;
  gboolean hidden = th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);
  gboolean folded = th_lane_state_has (section->state, TH_LANE_IS_FOLDED);
  ThLane lane = {
    TH_LANE_SECTION,
    .stream = section->stream,
    .title = th_scene_keep (self, th_section_dup_title (self, section)),
    .detail = "",
    .folded = folded,
    .can_fold = TRUE,
    .hidden = hidden,
    .name = section->state->name,
    .task = TH_TASK_NONE,
    .results = section->results
  };
  Count count;

  if (section->groups->len == 0 && section->kind != TH_SECTION_CPUS)
    return;

  th_scene_add_lane (self, &lane, NULL, section, FALSE);
  count = add_lanes (self, section, folded || hidden);
  if (section->kind != TH_SECTION_CPUS && count.n_lanes + count.n_hidden == 0)
    {
      g_array_set_size (self->lanes, heading);
      g_array_set_size (self->owners, heading);
      return;
    }
  scene_lane (self, heading)->detail = th_scene_keep (self, section_detail (self, section, section->kind == TH_SECTION_TASKS
                                                                            ? count.n_tasks : count.n_lanes));
}

static gint
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  gint left = (*(const ThTrackGroup *const *) a)->state->rank, right = (*(const ThTrackGroup *const *) b)->state->rank;

  return left < right ? -1 : left > right;
}

static void
list_pinned (ThScene   *self,
             GPtrArray *list,
             GPtrArray *groups)
{
  for (guint i = 0; i < groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (groups, i);

      group->lane = G_MAXUINT;
      if (th_lane_state_has (group->state, TH_LANE_IS_PINNED) && !is_hidden (group) && group->kind != TH_LANE_PROCESS)
        g_ptr_array_add (list, group);
      if (group->members != NULL)
        list_pinned (self, list, group->members->groups);
      if (group->vcpu == NULL)
        continue;
      group->vcpu->lane = G_MAXUINT;
      if (has_vcpu (group) && th_lane_state_has (group->vcpu->state, TH_LANE_IS_PINNED) && !is_hidden (group->vcpu))
        g_ptr_array_add (list, group->vcpu);
    }
}

/* The section that @group is in when it is not pinned. */
static ThSection *
home_section (ThScene            *self,
              const ThTrackGroup *group)
{
  ThTrackGroup *process;

  if (group->over != NULL)
    group = group->over;
  if (group->kind == TH_LANE_TASK)
    {
      process = g_hash_table_lookup (self->processes, th_scene_process_key (th_scene_get_part (self, group), group->tgid));
      return process != NULL && process->members->groups->len > 0 ? process->members : self->task_section;
    }

  for (guint i = 0; i < self->sections->len; i++)
    if (g_ptr_array_find (((ThSection *) g_ptr_array_index (self->sections, i))->groups, group, NULL))
      return g_ptr_array_index (self->sections, i);

  return self->task_section;
}

/* The section on top. */
static void
add_pinned (ThScene *self)
{
  g_autoptr(GPtrArray) list = g_ptr_array_new ();
  gboolean folded = th_lane_state_has (self->pinned, TH_LANE_IS_FOLDED);
  ThLane heading = {
    TH_LANE_SECTION, .title = _("Pinned"), .folded = folded, .can_fold = TRUE, .pinned = TRUE, .name = self->pinned->name,
    .task = TH_TASK_NONE
  };

  for (guint i = 0; i < self->sections->len; i++)
    list_pinned (self, list, ((ThSection *) g_ptr_array_index (self->sections, i))->groups);
  if (list->len == 0)
    return;

  g_ptr_array_sort (list, compare_ranks);
  heading.detail = th_scene_keep (self, th_format_count (list->len));
  th_scene_add_lane (self, &heading, NULL, NULL, FALSE);
  for (guint i = 0; i < list->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (list, i);

      add_group_lane (self, home_section (self, group), group, folded, FALSE);
    }
}

/* As in the picture at 10 pt, and more where the text is larger. */
static void
shape_normal (ThLaneShape *shape,
              double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 4, .ticks_base = 28, .tick_height = 7, .runs_top = 31, .stretch = 1 };
  shape->runs_height = MAX (18, ceil (line * 0.85) + 3);
  shape->height = MAX (56, shape->runs_top + shape->runs_height + 6);
  shape->height = MAX (shape->height, ceil (line * 1.9) + 10);
}

/* One line of label, half of it events. */
static void
shape_low (ThLaneShape *shape,
           double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 2, .ticks_base = 12, .tick_height = 4, .runs_top = 13, .stretch = 0.6 };
  shape->runs_height = MAX (13, ceil (line * 0.72));
  shape->height = MAX (shape->runs_top + shape->runs_height + 3, ceil (line) + 4);
}

static void
shape_high (ThLaneShape *shape,
            double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 5, .ticks_base = 58, .tick_height = 10, .runs_top = 62, .stretch = 1.8 };
  shape->runs_height = MAX (30, ceil (line * 1.4) + 4);
  shape->height = MAX (shape->runs_top + shape->runs_height + 8, ceil (line * 1.9) + 10);
}

void
th_scene_shape (ThScene *self)
{
  double line = th_theme_get_line_height (self->theme);

  shape_normal (&self->shapes[TH_LANE_NORMAL], line);
  shape_low (&self->shapes[TH_LANE_LOW], line);
  shape_high (&self->shapes[TH_LANE_HIGH], line);
  self->section_height = MAX (20, ceil (line) + 3);
}

void
th_scene_forget_shapes (ThScene *self)
{
  for (guint i = 0; i < TH_N_LANE_SIZES; i++)
    self->shapes[i].heights_scale = 0;
}

/* --- what changes while it loads --------------------------------------- */

/* Fixed for a recording, so that heights can be compared between lanes and
 * zooms: ten times the mean of a whole trace on a thousand pixels. */
static void
scene_update_log_top (ThScene *self)
{
  guint32 most = 0;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (self->cpus, i);
      guint32 n = th_cpu_get_n_rows (th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu));

      most = MAX (most, n);
    }

  th_scene_forget_shapes (self);
  self->log_top = MAX (5, log2 (most / 100.0 + 1));
}

static void
scene_update_range (ThScene *self)
{
  self->has_range = th_recording_get_range (self->recording, &self->first, &self->last);
  self->ticks = FALSE;
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    self->ticks |= th_stream_get_clock (th_recording_get_stream (self->recording, i))->ticks;
}

void
th_scene_refresh (ThScene *self)
{
  guint n_hidden = th_lane_state_has (self->flow_section->state, TH_LANE_IS_HIDDEN) && self->flows->len > 0;
  g_autoptr(GPtrArray) sections = th_scene_order_sections (self);

  /* Words change with every update; the old ones are dropped together. */
  g_string_chunk_free (self->words);
  self->words = g_string_chunk_new (1024);
  g_array_set_size (self->lanes, 0);
  g_array_set_size (self->owners, 0);

  add_pinned (self);
  for (guint i = 0; i < sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (sections, i);
      gboolean hidden = th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);

      if (section == self->task_section)
        th_scene_add_flows (self);
      n_hidden += hidden && section->groups->len > 0;
      if (!hidden || section->kind == TH_SECTION_CPUS)
        add_section (self, section);
    }
  add_unhide_lane (self, NULL, n_hidden, FALSE);
  scene_place (self);
}

void
th_scene_update (ThScene *self)
{
  scene_update_range (self);
  scene_update_log_top (self);
  g_array_set_size (self->looks, 0);
  th_scene_gather (self);
  th_scene_refresh (self);
}

/* --- finding ----------------------------------------------------------- */

guint
th_scene_get_n_lanes (ThScene *self)
{
  return self->lanes->len;
}

const ThLane *
th_scene_get_lane (ThScene *self,
                   guint    index)
{
  g_return_val_if_fail (index < self->lanes->len, NULL);

  return scene_lane (self, index);
}

double
th_scene_get_height (ThScene *self)
{
  return self->height;
}

guint
th_scene_find_lane (ThScene *self,
                    double   y)
{
  guint low = 0, n = self->lanes->len;

  if (y < 0 || y >= self->height)
    return G_MAXUINT;

  /* The last lane that begins at or above y; folded ones have no height, so
   * step back to the one that has. */
  while (n > 1)
    {
      guint half = n / 2;

      if (scene_lane (self, low + half)->y <= y)
        low += half;
      n -= half;
    }
  while (low > 0 && scene_lane (self, low)->height <= 0)
    low--;

  return low;
}

guint
th_scene_find_cpu (ThScene *self,
                   guint    stream,
                   guint    cpu)
{
  guint first, end;

  if (stream >= self->first_cpus->len)
    return G_MAXUINT;

  first = g_array_index (self->first_cpus, guint, stream);
  end = stream + 1 < self->first_cpus->len ? g_array_index (self->first_cpus, guint, stream + 1) : self->cpus->len;
  return cpu < end - first ? ((const ThTrackGroup *) g_ptr_array_index (self->cpus, first + cpu))->lane : G_MAXUINT;
}

guint
th_scene_find_task (ThScene *self,
                    guint32  task)
{
  const ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));

  return group != NULL ? group->lane : G_MAXUINT;
}

static gboolean
group_has_track (const ThTrackGroup *group,
                 const ThTrack      *track)
{
  for (guint i = 0; group != NULL && i < group->tracks->len; i++)
    if (g_array_index (group->tracks, ThTrackPlace, i).track == track)
      return TRUE;

  return FALSE;
}

guint
th_scene_find_track (ThScene       *self,
                     const ThTrack *track)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (group_has_track (g_array_index (self->owners, ThLaneOwner, i).group, track))
      return i;

  return G_MAXUINT;
}

guint
th_scene_reveal_task (ThScene *self,
                      guint32  task)
{
  const ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));

  return group != NULL ? th_scene_reveal (self, group->state->name) : G_MAXUINT;
}

/* --- folding ----------------------------------------------------------- */

static gboolean
has_number (const guint *numbers,
            guint        n,
            guint        number)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] == number)
      return TRUE;

  return FALSE;
}

void
th_scene_show_cpus (ThScene     *self,
                    const guint *numbers,
                    guint        n)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->cpus, i);

      group->left_out = numbers != NULL && !has_number (numbers, n, group->key);
    }

  th_scene_refresh (self);
}

static void
section_show_more (ThSection *section,
                   gboolean   more)
{
  if (more)
    section->n_shown = MIN (MAX (section->n_shown, th_section_get_first (section)) / MORE_LANES + 1,
                            section->groups->len / MORE_LANES + 1) * MORE_LANES;
  else
    section->n_shown = 0;

  for (guint i = 0; !more && i < section->groups->len; i++)
    th_lane_state_set (((ThTrackGroup *) g_ptr_array_index (section->groups, i))->state, TH_LANE_IS_REVEALED, FALSE);
}

void
th_scene_set_folded (ThScene  *self,
                     guint     lane,
                     gboolean  folded)
{
  ThLaneState *state;
  ThLaneOwner owner;

  g_return_if_fail (lane < self->lanes->len);

  owner = g_array_index (self->owners, ThLaneOwner, lane);
  if (scene_lane (self, lane)->kind == TH_LANE_UNHIDE)
    {
      if (!folded)
        th_scene_show_hidden (self, lane);
      return;
    }
  if (scene_lane (self, lane)->kind == TH_LANE_MORE)
    section_show_more (owner.section, !folded);
  else if (scene_lane (self, lane)->can_fold)
    {
      state = owner.group != NULL ? owner.group->state : owner.section != NULL ? owner.section->state : self->pinned;
      th_lane_state_set (state, TH_LANE_IS_FOLDED, folded);
    }
  else
    return;

  th_scene_refresh (self);
}

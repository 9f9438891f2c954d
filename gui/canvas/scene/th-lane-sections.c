/* th-lane-sections.c - the heading and the lanes of a section
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* Counts the lanes of a section. */
typedef struct
{
  guint n_tasks;  /* tasks with a lane */
  guint n_lanes;
  guint n_empty;  /* CPUs without events among them */
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
  guint heading = self->list.lanes->len;
  gboolean folded = th_lane_state_has (group->state, TH_LANE_IS_FOLDED);
  Count inner;

  th_scene_add_group_lane (self, section, group, closed, FALSE);
  th_lane_list_get (&self->list, heading)->can_fold = TRUE;
  th_lane_list_get (&self->list, heading)->folded = folded;
  inner = add_lanes (self, group->members, closed || folded);
  if (inner.n_lanes + inner.n_hidden == 0)
    {
      th_lane_list_cut (&self->list, heading);
      group->lane = G_MAXUINT;
      return;
    }

  count->n_tasks += inner.n_tasks;
  count->n_lanes++;
}

/* The lane is folded together with the rows of its CPU. */
static void
add_vcpu (ThScene      *self,
          ThSection    *section,
          ThTrackGroup *cpu,
          gboolean      closed,
          Count        *count)
{
  gboolean hidden = th_track_group_is_hidden (cpu->vcpu);
  gboolean pinned = th_lane_state_has (cpu->vcpu->state, TH_LANE_IS_PINNED);

  count->n_hidden += hidden;
  if (!hidden && !pinned && th_track_group_is_active (self, cpu->vcpu))
    th_scene_add_group_lane (self, section, cpu->vcpu,
                             closed || th_scene_folds_cpu (self, cpu), FALSE);
}

/* Hundreds of CPUs without events would bury the others, so they are folded. */
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

  unseen = th_track_group_is_hidden (group) || !th_track_group_is_active (self, group);
  th_scene_add_group_lane (self, section, group, closed, unseen);
  count->n_lanes++;
  count->n_empty += group->may_fold;
  if (th_track_group_has_vcpu (group))
    add_vcpu (self, section, group, closed || unseen, count);
}

static Count
add_lanes (ThScene   *self,
           ThSection *section,
           gboolean   closed)
{
  Count count = { 0, };
  guint limit;

  limit = MAX (section->n_shown, th_section_get_first (section));
  for (guint i = 0; i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);
      gboolean hidden = th_track_group_is_hidden (group);
      gboolean active = group->kind == TH_LANE_CPU || th_track_group_is_active (self, group);

      if ((th_lane_state_has (group->state, TH_LANE_IS_PINNED) && !hidden) ||
          group == self->flows.reader)
        continue;
      count.n_hidden += hidden;
      if (group->kind == TH_LANE_CPU)
        add_cpu_lanes (self, section, group, closed, &count);
      else if (hidden || !active)
        continue;
      else if (count.n_lanes >= limit && group->state->rank < 0 &&
               !th_lane_state_has (group->state, TH_LANE_IS_REVEALED))
        count.n_more++;
      else if (group->kind == TH_LANE_PROCESS)
        add_process (self, section, group, closed, &count);
      else
        {
          th_scene_add_group_lane (self, section, group, closed, FALSE);
          count.n_lanes++;
          count.n_tasks++;
        }
    }

  /* The heading of a quiet section opens it. */
  if (!section->is_quiet || count.n_lanes > 0)
    th_scene_add_more_lane (self, section, count.n_more, closed);
  th_scene_add_unhide_lane (self, section, count.n_hidden, closed);
  return count;
}

static char *
section_detail (ThScene   *self,
                ThSection *section,
                guint      n_shown)
{
  guint n = section->kind == TH_SECTION_TASKS ? self->tree.tasks->len : section->groups->len;
  g_autofree char *shown = th_format_count (n_shown);
  g_autofree char *all = th_format_count (n);

  /* trace-cmd writes no CPUs of a buffer in which nothing was recorded. */
  if (section->kind == TH_SECTION_CPUS && (n == 0 || section->is_quiet))
    return g_strdup (_("without events"));
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

/* A hidden section has no heading; CPUs keep lanes without height. */
void
th_scene_add_section (ThScene   *self,
                      ThSection *section)
{
  guint heading = self->list.lanes->len;
  gboolean hidden = th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);
  gboolean folded = th_lane_state_has (section->state, TH_LANE_IS_FOLDED);
  ThLane lane = {
    TH_LANE_SECTION,
    .stream = section->stream,
    .title = th_lane_list_keep_text (&self->list, th_section_dup_title (self, section)),
    .detail = "",
    .folded = folded,
    .can_fold = section->groups->len > 0,
    .hidden = hidden,
    .name = section->state->name,
    .task = TH_TASK_NONE,
    .results = section->results
  };
  Count count;
  char *detail;

  if (section->groups->len == 0 && section->kind != TH_SECTION_CPUS)
    return;

  th_lane_list_add (&self->list, &lane, NULL, section, FALSE);
  count = add_lanes (self, section, folded || hidden);
  if (section->kind != TH_SECTION_CPUS && count.n_lanes + count.n_hidden == 0)
    {
      th_lane_list_cut (&self->list, heading);
      return;
    }
  if (section->is_quiet && count.n_lanes == 0)
    th_lane_list_get (&self->list, heading)->folded = section->groups->len > 0;
  detail = section_detail (self, section,
                           section->kind == TH_SECTION_TASKS ? count.n_tasks : count.n_lanes);
  th_lane_list_get (&self->list, heading)->detail = th_lane_list_keep_text (&self->list, detail);
}

/* th-lane-add.c - appends a lane to the list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* @hidden is for CPUs, which keep a lane without height. */
void
th_scene_add_group_lane (ThScene      *self,
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
    .size = th_scene_get_group_size (self, group),
    .chosen_size = group->state->size,
    .level = (section->kind == TH_SECTION_PROCESS || group->over != NULL) &&
             !th_lane_state_has (group->state, TH_LANE_IS_PINNED),
    .name = group->state->name,
    .hidden = hidden
  };

  group->lane = self->list.lanes->len;
  th_track_group_make_rows (self, group);
  lane.title = th_lane_list_keep_text (&self->list, th_scene_dup_title (self, group));
  lane.detail = th_lane_list_keep_text (&self->list, th_scene_dup_detail (self, group));
  if (group->kind == TH_LANE_CPU)
    {
      lane.can_fold = group->rows->len > 0 || th_track_group_has_vcpu (group);
      lane.folded = lane.can_fold && th_scene_folds_cpu (self, group);
    }
  else if (group->kind == TH_LANE_TRACK)
    {
      lane.results = g_array_index (group->tracks, ThTrackPlace, 0).results;
      lane.track = g_array_index (group->tracks, ThTrackPlace, 0).track;
    }
  th_lane_list_add (&self->list, &lane, group, section, closed);
}

void
th_scene_add_more_lane (ThScene   *self,
                        ThSection *section,
                        guint      n_more,
                        gboolean   closed)
{
  g_autofree char *count = th_format_count (n_more);
  ThLane lane = { TH_LANE_MORE, .detail = "", .can_fold = TRUE, .task = TH_TASK_NONE,
                  .results = section->results };

  if (n_more == 0 &&
      (section->groups->len <= th_section_get_first (section) || self->active.from != TH_TIME_NONE))
    return;

  lane.folded = n_more > 0;
  lane.level = section->kind == TH_SECTION_PROCESS;
  if (n_more == 0)
    lane.title = _("Show fewer");
  else if (section->kind == TH_SECTION_CPUS &&
           !th_stream_is_interface (th_recording_get_stream (self->recording, section->stream)))
    {
      /* Translators: %s is how many CPUs have no lane; it must be short */
      lane.title = th_lane_list_keep_text (&self->list,
                                           g_strdup_printf (ngettext ("%s more CPU…",
                                                                      "%s more CPUs…", n_more),
                                                            count));
      /* Translators: stands to the right of "998 more CPUs…" */
      lane.detail = _("without events");
    }
  else
    /* Translators: %s is how many lanes are not shown */
    lane.title = th_lane_list_keep_text (&self->list,
                                         g_strdup_printf (ngettext ("%s more…", "%s more…", n_more),
                                                          count));
  th_lane_list_add (&self->list, &lane, NULL, section, closed);
}

/* @section NULL counts hidden sections. */
void
th_scene_add_unhide_lane (ThScene   *self,
                          ThSection *section,
                          guint      n_hidden,
                          gboolean   closed)
{
  g_autofree char *count = th_format_count (n_hidden);
  ThLane lane = { TH_LANE_UNHIDE, .detail = "", .can_fold = TRUE, .folded = TRUE,
                  .task = TH_TASK_NONE };

  if (n_hidden == 0)
    return;

  lane.level = section != NULL && section->kind == TH_SECTION_PROCESS;
  if (section != NULL)
    lane.title = th_lane_list_keep_text (&self->list,
                                         g_strdup_printf (ngettext ("%s lane hidden · show",
                                                                    "%s lanes hidden · show",
                                                                    n_hidden), count));
  else
    lane.title = th_lane_list_keep_text (&self->list,
                                         g_strdup_printf (ngettext ("%s section hidden · show",
                                                                    "%s sections hidden · show",
                                                                    n_hidden), count));
  th_lane_list_add (&self->list, &lane, NULL, section, closed);
}

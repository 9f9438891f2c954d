/* th-pinned-flows.c - flows with a lane of their own, and the followed flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-journey-text.h"
#include "th-scene-private.h"

/* Limits the steps to examine, as a flow may have any number. */
#define MAX_STEPS 4096

gint
th_pinned_flows_find (ThPinnedFlows *self,
                      ThResults     *results,
                      guint32        row)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const ThFlowPlace *place = &g_array_index (self->places, ThFlowPlace, i);

      if (place->results == results && place->row == row)
        return i;
    }

  return -1;
}

/* --- the reader ------------------------------------------------------------ */

/* Whether the lane of the task may leave its section. */
static gboolean
may_join (ThScene      *self,
          ThTrackGroup *task)
{
  return task->over == NULL && task->tracks->len > 0 && !th_track_group_is_hidden (task) &&
         !th_lane_state_has (task->state, TH_LANE_IS_PINNED) &&
         !th_lane_state_has (self->tree.task_section->state, TH_LANE_IS_HIDDEN) &&
         th_track_group_is_active (self, task);
}

/* NULL if the flow was not delivered to a task, or the lane of that stays where it is. */
static ThTrackGroup *
find_reader (ThScene *self)
{
  const ThFlowPlace *followed = &self->flows.followed;
  ThTrackGroup *task;
  gint64 reader;

  if (followed->results == NULL ||
      th_pinned_flows_find (&self->flows, followed->results, followed->row) < 0 ||
      th_lane_state_has (self->flows.section->state, TH_LANE_IS_FOLDED | TH_LANE_IS_HIDDEN))
    return NULL;

  reader = th_journey_get_cell (followed->results, followed->row, "reader");
  if (reader < 0 || reader >= th_tasks_get_n (th_recording_get_tasks (self->recording)))
    return NULL;

  task = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER ((guint) reader));
  return task != NULL && may_join (self, task) ? task : NULL;
}

gboolean
th_scene_update_reader (ThScene *self)
{
  ThTrackGroup *reader = find_reader (self);
  gboolean changed = reader != self->flows.reader;

  self->flows.reader = reader;
  return changed;
}

/* --- the followed flow ----------------------------------------------------- */

void
th_scene_forget_flows (ThScene   *self,
                       ThResults *results)
{
  for (guint i = self->flows.places->len; i-- > 0;)
    if (g_array_index (self->flows.places, ThFlowPlace, i).results == results)
      g_array_remove_index (self->flows.places, i);
  if (self->flows.followed.results != results)
    return;

  self->flows.followed = (ThFlowPlace) { NULL, 0 };
  self->flows.dims = FALSE;
  self->flows.reader = NULL;
}

const ThFlow *
th_scene_get_followed (ThScene  *self,
                       ThFlows **flows)
{
  if (self->flows.followed.results == NULL)
    return NULL;

  *flows = th_results_get_flows (self->flows.followed.results);
  return th_flows_get (*flows, self->flows.followed.row);
}

gboolean
th_scene_dims_off_path (ThScene *self)
{
  return self->flows.dims;
}

static void
take_in (const ThLane *lane,
         double       *top,
         double       *bottom)
{
  if (lane->height <= 0)
    return;

  *top = MIN (*top, lane->y);
  *bottom = MAX (*bottom, lane->y + lane->height);
}

gboolean
th_scene_get_followed_range (ThScene *self,
                             double  *top,
                             double  *bottom)
{
  ThFlows *flows;
  const ThFlow *flow = th_scene_get_followed (self, &flows);
  guint lane;

  *top = G_MAXDOUBLE;
  *bottom = 0;
  if (flow == NULL)
    return FALSE;

  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS); i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      lane = th_scene_find_cpu (self, step.anchor.stream, step.anchor.cpu);
      if (lane != G_MAXUINT)
        take_in (th_scene_get_lane (self, lane), top, bottom);
    }
  lane = th_scene_find_flow (self, self->flows.followed.results, self->flows.followed.row);
  if (lane != G_MAXUINT)
    take_in (th_scene_get_lane (self, lane), top, bottom);
  if (self->flows.reader != NULL && self->flows.reader->lane != G_MAXUINT)
    take_in (th_scene_get_lane (self, self->flows.reader->lane), top, bottom);

  return *top < *bottom;
}

/* --- lanes ----------------------------------------------------------------- */

static char *
flow_detail (const ThFlowPlace *place)
{
  const char *device = th_journey_get_word (place->results, place->row, "device");
  gint64 length = th_journey_get_cell (place->results, place->row, "length");
  g_autofree char *bytes = length != TH_CELL_NONE && length >= 0 ? th_format_count (length) : NULL;

  if (bytes == NULL)
    return g_strdup (device != NULL ? device : "");
  if (device == NULL)
    /* Translators: bytes */
    return g_strdup_printf (_("%s B"), bytes);

  /* Translators: a network device, and the bytes of a packet */
  return g_strdup_printf (_("%s · %s B"), device, bytes);
}

static void
add_flow (ThScene           *self,
          const ThFlowPlace *place)
{
  ThLane lane = { TH_LANE_FLOW, .task = TH_TASK_NONE, .results = place->results,
                  .flow = place->row };
  const ThFlow *flow = th_flows_get (th_results_get_flows (place->results), place->row);

  lane.title = th_lane_list_keep_text (&self->list, th_journey_dup_name (flow));
  lane.detail = th_lane_list_keep_text (&self->list, flow_detail (place));
  th_lane_list_add (&self->list, &lane, NULL, self->flows.section,
                    th_lane_state_has (self->flows.section->state, TH_LANE_IS_FOLDED));
}

static char *
section_title (ThScene *self)
{
  ThResults *results = g_array_index (self->flows.places, ThFlowPlace, 0).results;
  guint table = th_flows_get_info (th_results_get_flows (results))->table;
  g_autofree char *plural = NULL;

  for (guint i = 1; i < self->flows.places->len; i++)
    if (g_array_index (self->flows.places, ThFlowPlace, i).results != results)
      return g_strdup (_("Followed"));
  if (table >= th_results_get_n_tables (results))
    return g_strdup (_("Followed"));

  if (self->flows.places->len == 1)
    /* Translators: %s is what is followed, as in "Followed packet" */
    return g_strdup_printf (_("Followed %s"),
                            _(th_flows_get_info (th_results_get_flows (results))->noun));

  plural = th_journey_dup_plural (results);
  /* Translators: %s are what is followed, as in "Followed packets" */
  return g_strdup_printf (_("Followed %s"), plural);
}

void
th_scene_add_flows (ThScene *self)
{
  g_autofree char *count = th_format_count (self->flows.places->len);
  ThLane heading = {
    TH_LANE_SECTION,
    .folded = th_lane_state_has (self->flows.section->state, TH_LANE_IS_FOLDED),
    .name = self->flows.section->state->name,
    .can_fold = TRUE,
    .task = TH_TASK_NONE
  };

  if (self->flows.places->len == 0 ||
      th_lane_state_has (self->flows.section->state, TH_LANE_IS_HIDDEN))
    return;

  heading.title = th_lane_list_keep_text (&self->list, section_title (self));
  heading.detail = th_lane_list_keep_text (&self->list, g_steal_pointer (&count));
  th_lane_list_add (&self->list, &heading, NULL, self->flows.section, FALSE);
  for (guint i = 0; i < self->flows.places->len; i++)
    add_flow (self, &g_array_index (self->flows.places, ThFlowPlace, i));
  if (self->flows.reader != NULL)
    th_scene_add_group_lane (self, th_scene_find_home (self, self->flows.reader),
                             self->flows.reader, FALSE, FALSE);
}

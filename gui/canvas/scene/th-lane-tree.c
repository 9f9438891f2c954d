/* th-lane-tree.c - builds the list of lanes from groups and sections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* --- CPUs and tasks -------------------------------------------------- */

/* Makes the name of a CPU's lane.  There may be 65,535 CPUs, so this avoids printf. */
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

/* @group lies in the block of its stream. */
static void
add_cpu (ThScene      *self,
         ThSection    *section,
         ThTrackGroup *group,
         guint         part,
         const char   *prefix)
{
  g_ptr_array_add (self->tree.cpus, group);
  g_ptr_array_add (section->groups, group);
  group->state = th_scene_take_state (self, cpu_name (prefix, group->key));
  /* Tracks are shown under the first CPU with their number. */
  if (!g_hash_table_contains (self->tree.cpus_by_number, th_scene_cpu_key (part, group->key)))
    g_hash_table_insert (self->tree.cpus_by_number, th_scene_cpu_key (part, group->key), group);
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

  g_ptr_array_add (self->tree.cpu_blocks, groups);
  for (guint i = 0; i < n; i++)
    {
      th_track_group_init (&groups[i], self, TH_LANE_CPU, th_stream_get_cpu_number (stream, i));
      groups[i].stream = th_stream_get_index (stream);
      groups[i].cpu = i;
      add_cpu (self, section, &groups[i], part, prefix);
    }
}

/* The section that has the other interfaces of the same capture; NULL if there is none. */
static ThSection *
find_interfaces (ThScene  *self,
                 ThStream *stream)
{
  guint n = self->tree.sections->len;
  ThSection *last = n > 0 ? g_ptr_array_index (self->tree.sections, n - 1) : NULL;
  ThStream *other = last != NULL ? th_recording_get_stream (self->recording, last->stream) : NULL;

  return other != NULL && th_stream_is_interface (stream) && th_stream_is_interface (other) &&
         th_stream_get_recording (stream) == th_stream_get_recording (other) ? last : NULL;
}

static ThSection *
add_stream_section (ThScene  *self,
                    ThStream *stream)
{
  const char *buffer = th_stream_get_name (stream);
  char *name = th_stream_is_interface (stream) ? g_strdup ("interfaces")
               : buffer == NULL || *buffer == '\0' ? g_strdup ("cpus")
               : g_strdup_printf ("cpus/%s", buffer);
  ThSection *section = th_section_new (self, TH_SECTION_CPUS, NULL, name);

  section->stream = th_stream_get_index (stream);
  g_ptr_array_add (self->tree.sections, section);
  return section;
}

static void
add_stream (ThScene  *self,
            ThStream *stream)
{
  const char *buffer = th_stream_get_name (stream);
  gboolean is_first = buffer == NULL || *buffer == '\0';
  g_autofree char *prefix = is_first ? g_strdup ("cpu/") : g_strdup_printf ("cpu/%s/", buffer);
  ThSection *section = find_interfaces (self, stream);

  g_array_append_val (self->tree.first_cpus, self->tree.cpus->len);
  if (section == NULL)
    section = add_stream_section (self, stream);
  add_cpus (self, section, stream, prefix);
}

/* All streams and CPUs are declared before the first event. */
void
th_scene_fill (ThScene *self)
{
  self->tree.pinned = th_scene_take_state (self, g_strdup ("pinned"));
  self->flows.section = th_section_new (self, TH_SECTION_FLOWS, NULL, g_strdup ("followed"));
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    add_stream (self, th_recording_get_stream (self->recording, i));
  th_scene_learn_guests (self);

  self->tree.task_section = th_section_new (self, TH_SECTION_TASKS, NULL, g_strdup ("tasks"));
  g_ptr_array_add (self->tree.sections, self->tree.task_section);
}

/* --- pinned lanes ---------------------------------------------------- */

static gint
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  gint left = (*(const ThTrackGroup *const *) a)->state->rank;
  gint right = (*(const ThTrackGroup *const *) b)->state->rank;

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
      if (th_lane_state_has (group->state, TH_LANE_IS_PINNED) &&
          !th_track_group_is_hidden (group) && group->kind != TH_LANE_PROCESS)
        g_ptr_array_add (list, group);
      if (group->members != NULL)
        list_pinned (self, list, group->members->groups);
      if (group->vcpu == NULL)
        continue;
      group->vcpu->lane = G_MAXUINT;
      if (th_track_group_has_vcpu (group) &&
          th_lane_state_has (group->vcpu->state, TH_LANE_IS_PINNED) &&
          !th_track_group_is_hidden (group->vcpu))
        g_ptr_array_add (list, group->vcpu);
    }
}

/* Adds the section of pinned lanes, at the top. */
static void
add_pinned (ThScene *self)
{
  g_autoptr(GPtrArray) list = g_ptr_array_new ();
  gboolean folded = th_lane_state_has (self->tree.pinned, TH_LANE_IS_FOLDED);
  ThLane heading = {
    TH_LANE_SECTION, .title = _("Pinned"), .folded = folded, .can_fold = TRUE, .pinned = TRUE,
    .name = self->tree.pinned->name,
    .task = TH_TASK_NONE
  };

  for (guint i = 0; i < self->tree.sections->len; i++)
    list_pinned (self, list, ((ThSection *) g_ptr_array_index (self->tree.sections, i))->groups);
  if (list->len == 0)
    return;

  g_ptr_array_sort (list, compare_ranks);
  heading.detail = th_lane_list_keep_text (&self->list, th_format_count (list->len));
  th_lane_list_add (&self->list, &heading, NULL, NULL, FALSE);
  for (guint i = 0; i < list->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (list, i);

      th_scene_add_group_lane (self, th_scene_find_home (self, group), group, folded, FALSE);
    }
}

/* --- all lanes ------------------------------------------------------------- */

void
th_scene_refresh (ThScene *self)
{
  guint n_hidden = th_lane_state_has (self->flows.section->state, TH_LANE_IS_HIDDEN) &&
                   self->flows.places->len > 0;
  g_autoptr(GPtrArray) sections = NULL;

  th_scene_find_quiet (self);
  sections = th_scene_order_sections (self);
  /* Texts change with every update, so all old ones are freed together. */
  g_string_chunk_free (self->list.texts);
  self->list.texts = g_string_chunk_new (1024);
  th_lane_list_cut (&self->list, 0);

  th_scene_update_reader (self);
  add_pinned (self);
  for (guint i = 0; i < sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (sections, i);
      gboolean hidden = th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);

      if (section == self->tree.task_section)
        th_scene_add_flows (self);
      n_hidden += hidden && section->groups->len > 0;
      if (!hidden || section->kind == TH_SECTION_CPUS)
        th_scene_add_section (self, section);
    }
  th_scene_add_unhide_lane (self, NULL, n_hidden, FALSE);
  th_scene_place_lanes (self);
}

/* Builds the list again. */
void
th_scene_rearrange (ThScene *self)
{
  self->tree.task_section->n_sorted = 0;
  for (guint i = 0; i < self->tree.sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->tree.sections, i);

      section->n_sorted = 0;
      th_section_sort (self, section);
    }
  th_scene_gather (self);
  th_scene_refresh (self);
}

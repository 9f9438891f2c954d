/* th-lane-vcpu.c - the lane of a host's vCPU task below the CPU of its guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Host and guest are parts of one recording (th-guest.h).  The host's part maps pids of tasks to
 * CPUs of the guest.  If it names the guest without that mapping, the mapping of an analysis is
 * used (the vcpu of ThTrackInfo), provided that there is a single guest and no two tasks claim
 * to be the same CPU.
 */
#include "config.h"

#include "th-lane-vcpu.h"
#include "th-scene-private.h"

static ThTrackGroup *
cpu_group (ThScene *self,
           guint    part,
           guint    number)
{
  return g_hash_table_lookup (self->tree.cpus_by_number, th_scene_cpu_key (part, number));
}

/* --- the host's vCPU tasks ------------------------------------------------------- */

static void
learn_guest (ThScene       *self,
             guint          host,
             guint          part,
             const ThGuest *guest,
             gboolean       alone)
{
  ThRecording *recording = th_recording_get_part (self->recording, part);
  guint first = th_recording_get_first_stream (recording);
  ThStream *stream = th_recording_get_stream (self->recording, first);
  gboolean told = FALSE;

  for (guint i = 0; i < guest->n_vcpus; i++)
    {
      ThTrackGroup *group = cpu_group (self, part, guest->vcpus[i].cpu);

      if (group == NULL || guest->vcpus[i].pid <= 0)
        continue;
      told = TRUE;
      g_hash_table_insert (self->vcpus.by_pid, th_scene_process_key (host, guest->vcpus[i].pid),
                           group);
    }

  for (guint i = 0; alone && !told && i < th_stream_get_n_cpus (stream); i++)
    {
      guint number = th_stream_get_cpu_number (stream, i);

      if (number < G_MAXUINT)
        g_hash_table_insert (self->vcpus.by_number, th_scene_cpu_key (host, number),
                             cpu_group (self, part, number));
    }
}

void
th_scene_learn_guests (ThScene *self)
{
  guint n = th_recording_get_n_parts (self->recording);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        ThRecording *host = th_recording_get_part (self->recording, i);
        ThRecording *part = th_recording_get_part (self->recording, j);
        const ThGuest *guest = th_recording_find_guest (host, part);

        if (guest != NULL &&
            th_recording_get_first_stream (part) < th_recording_get_n_streams (part))
          learn_guest (self, i, j, guest, th_recording_get_n_guests (host) == 1);
      }
}

/* The guest's CPU that @task runs, whose track is @info; NULL if that guest is not loaded. */
static ThTrackGroup *
find_cpu (ThScene           *self,
          guint32            task,
          const ThTrackInfo *info)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  guint host = th_tasks_get_source (tasks, task);
  ThTrackGroup *group = g_hash_table_lookup (self->vcpus.by_pid,
                                             th_scene_process_key (host,
                                                                   th_tasks_get_pid (tasks, task)));

  return group != NULL || info->vcpu == 0 ? group
                                          : g_hash_table_lookup (self->vcpus.by_number,
                                                                 th_scene_cpu_key (host,
                                                                                   info->vcpu - 1));
}

/* --- its lane ---------------------------------------------------------- */

static ThTrackGroup *
vcpu_new (ThScene            *self,
          ThTrackGroup       *cpu,
          const ThTrackGroup *task)
{
  ThTrackGroup *group = th_track_group_new (self, TH_LANE_TASK, task->key);

  group->over = cpu;
  group->stream = cpu->stream;
  group->cpu = cpu->cpu;
  group->state = th_scene_take_state (self, g_strdup_printf ("vcpu/%u", cpu->key));
  th_track_group_add_places (self, group, (const ThTrackPlace *) (gpointer) task->tracks->data,
                             task->tracks->len);
  return group;
}

void
th_scene_gather_vcpu (ThScene            *self,
                      const ThTrackGroup *task,
                      const ThTrackPlace *place)
{
  ThTrackGroup *group = g_hash_table_lookup (self->vcpus.by_task, GUINT_TO_POINTER (task->key));
  ThTrackGroup *cpu;

  if (group != NULL)
    {
      if (!group->unsure)
        th_track_group_add_places (self, group, place, 1);
      return;
    }

  cpu = find_cpu (self, task->key, th_track_get_info (place->track));
  if (cpu == NULL)
    return;
  if (cpu->vcpu == NULL)
    cpu->vcpu = vcpu_new (self, cpu, task);
  else
    {
      cpu->vcpu->unsure = TRUE;
      g_array_set_size (cpu->vcpu->tracks, 0);
    }
  g_hash_table_insert (self->vcpus.by_task, GUINT_TO_POINTER (task->key), cpu->vcpu);
}

void
th_scene_drop_vcpus (ThScene *self)
{
  g_hash_table_remove_all (self->vcpus.by_task);
  for (guint i = 0; i < self->tree.cpus->len; i++)
    {
      ThTrackGroup *cpu = g_ptr_array_index (self->tree.cpus, i);

      if (cpu->vcpu != NULL)
        th_scene_release_state (self, cpu->vcpu->state);
      g_clear_pointer (&cpu->vcpu, th_track_group_free);
    }
}

/* --- which guest ------------------------------------------------------- */

const ThGuest *
th_scene_get_guest (ThScene *self,
                    guint    stream)
{
  ThRecording *part = th_recording_get_stream_part (self->recording, stream);
  const ThGuest *guest = NULL;

  for (guint i = 0; i < th_recording_get_n_parts (self->recording) && guest == NULL; i++)
    guest = th_recording_find_guest (th_recording_get_part (self->recording, i), part);

  return guest;
}

/* --- what the host did ------------------------------------------------- */

/* The slice at @time that says whether the vCPU is in the guest; NULL if there is none. */
static const ThSlice *
find_slice (const ThTrack *track,
            gint64         time)
{
  ThSlices *slices = th_track_get_slices (track);
  guint32 index = slices != NULL ? th_slices_find (slices, 0, time) : G_MAXUINT32;
  const ThSlice *slice = index != G_MAXUINT32 ? th_slices_get (slices, 0, index) : NULL;

  return slice != NULL && time <= slice->end &&
         (slice->context == TH_CONTEXT_GUEST || slice->context == TH_CONTEXT_EXIT) ? slice : NULL;
}

gboolean
th_scene_find_carrier (ThScene   *self,
                       ThRef      ref,
                       ThCarrier *carrier)
{
  guint part = th_recording_get_index (th_recording_get_stream_part (self->recording, ref.stream));
  const ThTrackGroup *cpu =
    cpu_group (self, part, th_cpu_get_number (th_recording_get_cpu (self->recording, ref)));
  gint64 time = th_recording_get_time (self->recording, ref);

  for (guint i = 0; cpu != NULL && cpu->vcpu != NULL && i < cpu->vcpu->tracks->len; i++)
    {
      const ThTrackPlace *place = &g_array_index (cpu->vcpu->tracks, ThTrackPlace, i);
      const ThSlice *slice = find_slice (place->track, time);

      if (slice == NULL)
        continue;
      carrier->inside = slice->context == TH_CONTEXT_GUEST;
      carrier->cpu = carrier->inside
                     ? th_cpu_get_number (th_recording_get_cpu (self->recording, slice->anchor))
                     : 0;
      carrier->reason = carrier->inside ? NULL : th_results_get_word (place->results, slice->name);
      return TRUE;
    }

  return FALSE;
}

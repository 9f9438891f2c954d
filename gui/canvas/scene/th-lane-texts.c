/* th-lane-texts.c - titles and details of lanes and their headings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

static char *
interface_title (ThStream *stream)
{
  return g_utf8_make_valid (th_stream_get_name (stream), -1);
}

static char *
cpu_title (guint number)
{
  /* Translators: the lane of the events that belong to no CPU */
  if (number == G_MAXUINT)
    return g_strdup (_("No CPU"));

  /* Translators: the lane of a processor, as in "CPU 3" */
  return g_strdup_printf (_("CPU %u"), number);
}

/* The name that distinguishes the CPUs of one recording from those of others; NULL if there is
 * only one recording.  A guest has its own name. */
static char *
part_title (ThScene *self,
            guint    stream)
{
  const ThGuest *guest = th_scene_get_guest (self, stream);

  if (th_recording_get_n_parts (self->recording) == 1)
    return NULL;
  if (guest == NULL || *guest->name == '\0')
    return g_strdup (th_recording_get_name (th_recording_get_stream_part (self->recording,
                                                                          stream)));

  /* Translators: a group of lanes, %s is the name of a virtual machine */
  return g_strdup_printf (_("Guest %s"), guest->name);
}

static char *
cpus_title (ThScene *self,
            guint    index)
{
  const char *name = th_stream_get_name (th_recording_get_stream (self->recording, index));
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *part = part_title (self, index);

  if (th_stream_is_interface (th_recording_get_stream (self->recording, index)))
    /* Translators: the heading of the lanes of network interfaces */
    return part != NULL ? g_steal_pointer (&part) : g_strdup (_("Interfaces"));
  /* The name comes first, because it must remain visible if there is little room. */
  if (part != NULL && *valid != '\0')
    return g_strdup_printf ("%s · %s", part, valid);
  if (part != NULL)
    return g_steal_pointer (&part);
  if (*valid != '\0')
    /* Translators: a group of lanes, %s is the name of a trace buffer */
    return g_strdup_printf (_("CPUs · %s"), valid);

  return g_strdup (_("CPUs"));
}

char *
th_section_dup_offset (ThScene         *self,
                       const ThSection *section)
{
  gint64 shift =
    th_recording_get_shift (th_recording_get_stream_part (self->recording, section->stream));
  g_autofree char *text = th_scene_format_duration (self, shift);
  g_autofree char *offset = g_strconcat (shift > 0 ? "+" : "", text, NULL);

  /* Translators: of a recording on the timeline of another; %s is "+2.500 s" */
  return shift != 0 ? g_strdup_printf (_("shifted by %s"), offset) : g_strdup ("");
}

char *
th_scene_dup_task_number (ThScene *self,
                          guint32  task)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  gint32 pid = th_tasks_get_pid (tasks, task);
  gint32 tgid = th_tasks_get_tgid (tasks, task);

  if (tgid >= 0 && tgid != pid)
    /* Translators: a thread's number and that of its process */
    return g_strdup_printf (_("tid %d of pid %d"), pid, tgid);

  return g_strdup_printf (_("pid %d"), pid);
}

/* Adds the recording's name if there are several. */
static char *
in_part (ThScene *self,
         guint32  task,
         char    *detail) /* takes ownership */
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  g_autofree char *own = detail;
  ThRecording *part;

  if (th_recording_get_n_parts (self->recording) == 1 || task == TH_TASK_IDLE)
    return g_steal_pointer (&own);

  part = th_recording_get_part (self->recording, th_tasks_get_source (tasks, task));
  return g_strdup_printf ("%s · %s", own, th_recording_get_name (part));
}

static char *
task_detail (ThScene *self,
             guint32  task)
{
  return in_part (self, task, th_scene_dup_task_number (self, task));
}

/* Names the host's task that is this vCPU. */
static char *
vcpu_detail (ThScene            *self,
             const ThTrackGroup *group)
{
  g_autofree char *detail = task_detail (self, group->key);

  return g_strdup_printf ("%s · %s",
                          th_tasks_get_name (th_recording_get_tasks (self->recording), group->key,
                                             G_MAXINT64), detail);
}

static char *
track_detail (ThScene            *self,
              const ThTrackGroup *group)
{
  ThTrack *track = g_array_index (group->tracks, ThTrackPlace, 0).track;
  const ThTrackInfo *info = th_track_get_info (track);
  guint32 n = info->kind == TH_TRACK_SLICES ? th_slices_get_n (th_track_get_slices (track), 0)
                                            : th_track_get_n_points (track);
  g_autofree char *count = th_format_count (n);

  if (info->kind == TH_TRACK_VALUES && n > 0 && group->rows->len > 0)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, 0);
      g_autofree char *low = th_scene_format_value (self, row->low, info->unit);
      g_autofree char *high = th_scene_format_value (self, row->high, info->unit);

      /* Translators: the lowest and the highest value of a curve */
      return g_strdup_printf (_("%s … %s"), low, high);
    }
  if (info->kind == TH_TRACK_SLICES)
    return g_strdup_printf (ngettext ("%s slice", "%s slices", n), count);

  return g_strdup_printf (ngettext ("%s mark", "%s marks", n), count);
}

static char *
cpu_detail (ThScene            *self,
            const ThTrackGroup *group)
{
  ThStream *stream = th_recording_get_stream (self->recording, group->stream);
  ThCpu *cpu = th_stream_get_cpu (stream, group->cpu);
  ThCpu *runs = th_recording_get_runs_cpu (self->recording, stream, cpu);
  guint32 n = th_cpu_get_n_rows (cpu);
  g_autofree char *count = th_format_count_short (n);
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events", n), count);
  gint64 first = self->times.first, last = self->times.last;
  gboolean has_range = self->times.has_range;
  double share;

  /* The share of the time of its own recording, as nothing is known outside of it. */
  if (th_recording_get_n_parts (self->recording) > 1)
    has_range = th_recording_get_range (th_stream_get_recording (stream), &first, &last);
  if (th_stream_is_interface (stream) || th_cpu_get_n_runs (runs) == 0 || !has_range ||
      last <= first)
    return g_steal_pointer (&events);

  share = (double) th_cpu_get_busy (runs, first, last) / ((double) last - first);
  /* Translators: %d is how busy a CPU was, %s is "1 234 events" */
  return g_strdup_printf (_("%d %% busy · %s"), (gint) CLAMP (round (share * 100), 0, 100), events);
}

/* The name of the process's main thread, or else of its first task. */
static char *
process_title (ThScene            *self,
               const ThTrackGroup *group)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  const GPtrArray *members = group->members->groups;
  guint32 task = TH_TASK_NONE, first;

  if (members->len > 0)
    {
      first = ((ThTrackGroup *) g_ptr_array_index (members, 0))->key;
      task =
        th_tasks_find (th_recording_get_tasks (th_recording_get_part (self->recording,
                                                                      th_tasks_get_source (tasks,
                                                                                           first))),
                       group->key);
      task = task != TH_TASK_NONE ? task : first;
    }

  return g_strdup (task != TH_TASK_NONE ? th_tasks_get_name (tasks, task, G_MAXINT64) : "");
}

static char *
process_detail (const ThTrackGroup *group)
{
  guint n = group->members->groups->len;
  g_autofree char *count = th_format_count (n);

  /* Translators: the number of a process, and of its threads that have lanes */
  return g_strdup_printf (ngettext ("pid %d · %s thread", "pid %d · %s threads", n),
                          (gint32) group->key, count);
}

/* --- lanes ----------------------------------------------------------------- */

char *
th_scene_dup_title (ThScene            *self,
                    const ThTrackGroup *group)
{
  ThStream *stream;

  switch (group->kind)
    {
    case TH_LANE_CPU:
      stream = th_recording_get_stream (self->recording, group->stream);
      return th_stream_is_interface (stream) ? interface_title (stream) : cpu_title (group->key);

    case TH_LANE_TASK:
      if (group->over != NULL)
        /* Translators: a CPU of a virtual machine, as its host sees it */
        return g_strdup_printf (_("vCPU %u"), group->over->key);
      return g_strdup (th_tasks_get_name (th_recording_get_tasks (self->recording), group->key,
                                          G_MAXINT64));

    case TH_LANE_PROCESS:
      return process_title (self, group);

    default:
      return g_strdup (th_track_get_info (g_array_index (group->tracks, ThTrackPlace,
                                                         0).track)->title);
    }
}

char *
th_scene_dup_detail (ThScene            *self,
                     const ThTrackGroup *group)
{
  switch (group->kind)
    {
    case TH_LANE_CPU:
      return cpu_detail (self, group);

    case TH_LANE_TASK:
      return group->over != NULL ? vcpu_detail (self, group) : task_detail (self, group->key);

    case TH_LANE_PROCESS:
      return process_detail (group);

    default:
      return track_detail (self, group);
    }
}

char *
th_section_dup_title (ThScene         *self,
                      const ThSection *section)
{
  switch (section->kind)
    {
    case TH_SECTION_CPUS:
      return cpus_title (self, section->stream);

    case TH_SECTION_ANALYSIS:
      return g_strdup (th_results_get_title (section->results));

    default:
      return g_strdup (_("Tasks"));
    }
}

/* th-chrome.c - a recording as Chrome trace JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-chrome.h"

#include "th-journey.h"
#include "th-quote.h"

enum
{
  CPUS = 1,
  TASKS,
  OTHERS,
  PACKETS
};

static const char *const processes[] = { [CPUS] = "CPUs", [TASKS] = "Tasks",
                                         [OTHERS] = "Analyses", [PACKETS] = "Packets" };

typedef struct
{
  ThRecording *recording;
  gint64       from;
  gint64       to;
  ThTextOutput *output;
  gboolean     has_events;
  guint        thread;      /* the last one */
  guint        n_arrows;
} Chrome;

/* --- one event ---------------------------------------------------------- */

static void
append_time (GString *text,
             gint64   time)
{
  guint64 size = time < 0 ? -(guint64) time : (guint64) time;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT ".%03u", time < 0 ? "-" : "", size / 1000,
                          (guint) (size % 1000));
}

/* Begins the object of an event; end_event() ends it. */
static GString *
begin_event (Chrome     *self,
             const char *phase,
             guint       process,
             guint       thread,
             const char *name)
{
  GString *text = self->output->text;

  g_string_append (text, self->has_events ? ",\n" : "");
  self->has_events = TRUE;
  g_string_append_printf (text, "{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"name\":", phase, process,
                          thread);
  th_quote_append_json (text, name);

  return text;
}

static void
add_time (GString    *text,
          const char *member,
          gint64      time)
{
  g_string_append_printf (text, ",\"%s\":", member);
  append_time (text, time);
}

/* Most readers add "ts" and "dur" as doubles, some after they have subtracted the first "ts".  If
 * the sum exceeded the "ts" of a slice that follows directly, the slices would overlap.  The
 * difference of both doubles, with all of its digits, sums up exactly; it is within 1 ns of the
 * duration. */
static void
add_duration (GString *text,
              gint64   begin,
              gint64   end)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (digits, sizeof digits, (double) end / 1000 - (double) begin / 1000);
  g_string_append_printf (text, ",\"dur\":%s", digits);
}

static void
add_category (GString    *text,
              const char *category)
{
  g_string_append (text, ",\"cat\":");
  th_quote_append_json (text, category);
}

/* FALSE if the output failed. */
static gboolean
end_event (Chrome *self)
{
  g_string_append_c (self->output->text, '}');
  return th_text_output_check (self->output);
}

static void
name_it (Chrome     *self,
         const char *what,
         guint       process,
         guint       thread,
         const char *name)
{
  GString *text = begin_event (self, "M", process, thread, what);

  g_string_append (text, ",\"args\":{\"name\":");
  th_quote_append_json (text, name);
  g_string_append_c (text, '}');
  end_event (self);
}

static guint
add_thread (Chrome     *self,
            guint       process,
            const char *name)
{
  name_it (self, "thread_name", process, ++self->thread, name);

  return self->thread;
}

static gboolean
is_in_view (const Chrome *self,
            gint64        begin,
            gint64        end)
{
  return begin < self->to && end >= self->from;
}

static GString *
begin_slice (Chrome     *self,
             guint       process,
             guint       thread,
             const char *category,
             const char *name,
             gint64      begin,
             gint64      end)
{
  GString *text = begin_event (self, "X", process, thread, name);

  add_category (text, category);
  add_time (text, "ts", begin);
  add_duration (text, begin, end);
  return text;
}

static gboolean
add_slice (Chrome     *self,
           guint       process,
           guint       thread,
           const char *category,
           const char *name,
           gint64      begin,
           gint64      end)
{
  if (!is_in_view (self, begin, end))
    return TRUE;

  begin_slice (self, process, thread, category, name, begin, end);
  return end_event (self);
}

/* --- CPUs --------------------------------------------------------------- */

/* speedscope cannot nest a slice without duration, and takes a run that ends as another one of the
 * same name and arguments begins for such a slice.  The pid tells the two apart. */
static gboolean
add_run (Chrome      *self,
         guint        thread,
         const ThRun *run)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  GString *text;

  if (run->task == TH_TASK_IDLE || run->begin == run->end ||
      !is_in_view (self, run->begin, run->end))
    return TRUE;

  text = begin_slice (self, CPUS, thread, "task",
                      th_tasks_get_name (tasks, run->task, run->begin), run->begin, run->end);
  g_string_append_printf (text, ",\"args\":{\"pid\":%d}", th_tasks_get_pid (tasks, run->task));
  return end_event (self);
}

/* The thread of a CPU's tasks has the number of the CPU + 1, so that arrows find it. */
static gboolean
add_runs (Chrome *self,
          ThCpu  *runs)
{
  guint number = th_cpu_get_number (runs);
  g_autofree char *title = g_strdup_printf ("CPU %u", number);

  name_it (self, "thread_name", CPUS, number + 1, title);
  for (guint32 i = 0; i < th_cpu_get_n_runs (runs); i++)
    {
      ThRun run = th_cpu_get_run (runs, i);

      if (!add_run (self, number + 1, &run))
        return FALSE;
    }

  return TRUE;
}

static void
add_cpus (Chrome *self)
{
  g_autoptr(GArray) cpus = th_recording_list_runs (self->recording);

  for (guint i = 0; i < cpus->len; i++)
    {
      ThCpuRuns *cpu = &g_array_index (cpus, ThCpuRuns, i);
      guint number = th_cpu_get_number (cpu->runs);

      if (number == G_MAXUINT)
        continue;
      self->thread = MAX (self->thread, number + 1);
      if (!add_runs (self, cpu->runs))
        return;
    }
}

/* --- tracks ------------------------------------------------------------- */

/* Whether each slice lies inside one of the depth above, so that all fit on one thread. */
static gboolean
is_nested (ThSlices *slices)
{
  for (guint depth = 1; depth < th_slices_get_depth (slices); depth++)
    for (guint32 i = 0; i < th_slices_get_n (slices, depth); i++)
      {
        const ThSlice *slice = th_slices_get (slices, depth, i);
        guint32 above = th_slices_find (slices, depth - 1, slice->begin);

        if (above == G_MAXUINT32 || th_slices_get (slices, depth - 1, above)->end < slice->end)
          return FALSE;
      }

  return TRUE;
}

static gboolean
add_slices (Chrome            *self,
            ThResults         *results,
            const ThTrackInfo *info,
            ThSlices          *slices,
            guint              process,
            const char        *title)
{
  gboolean nested = is_nested (slices);
  guint thread = 0;

  for (guint depth = 0; depth < th_slices_get_depth (slices); depth++)
    {
      if (depth == 0 || !nested)
        thread = add_thread (self, process, title);
      for (guint32 i = 0; i < th_slices_get_n (slices, depth); i++)
        {
          const ThSlice *slice = th_slices_get (slices, depth, i);

          if (!add_slice (self, process, thread, info->id,
                          th_results_get_word (results, slice->name), slice->begin, slice->end))
            return FALSE;
        }
    }

  return TRUE;
}

static gboolean
add_points (Chrome            *self,
            ThResults         *results,
            const ThTrackInfo *info,
            ThTrack           *track,
            guint              process,
            const char        *title)
{
  gboolean is_value = info->kind == TH_TRACK_VALUES;
  guint thread = add_thread (self, process, title);

  for (guint32 i = 0; i < th_track_get_n_points (track); i++)
    {
      const ThPoint *point = th_track_get_point (track, i);
      char value[G_ASCII_DTOSTR_BUF_SIZE];
      GString *text;

      if (!is_in_view (self, point->time, point->time))
        continue;
      text = begin_event (self, is_value ? "C" : "i", process, thread,
                          is_value ? title : th_results_get_word (results, point->name));
      add_category (text, info->id);
      add_time (text, "ts", point->time);
      if (is_value)
        g_string_append_printf (text, ",\"args\":{\"value\":%s}",
                                g_ascii_dtostr (value, sizeof value, point->value));
      else
        g_string_append (text, ",\"s\":\"t\"");
      if (!end_event (self))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_track (Chrome    *self,
           ThResults *results,
           ThTrack   *track)
{
  static const guint where[] = { [TH_ATTACH_CPU] = CPUS, [TH_ATTACH_TASK] = TASKS,
                                 [TH_ATTACH_NAMED] = OTHERS };
  const ThTrackInfo *info = th_track_get_info (track);
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  g_autofree char *title = NULL;

  if (info->attach == TH_ATTACH_CPU)
    title = g_strdup_printf ("CPU %u %s", info->key, info->title);
  else if (info->attach == TH_ATTACH_TASK)
    title = g_strdup_printf ("%s (%d) %s", th_tasks_get_name (tasks, info->key, G_MAXINT64),
                             th_tasks_get_pid (tasks, info->key), info->title);
  else
    title = g_strdup (info->title);

  if (info->kind == TH_TRACK_SLICES)
    return add_slices (self, results, info, th_track_get_slices (track), where[info->attach],
                       title);

  return add_points (self, results, info, track, where[info->attach], title);
}

/* --- packets ------------------------------------------------------------ */

static gboolean
add_async (Chrome     *self,
           const char *phase,
           const char *id,
           const char *noun,
           const char *name,
           gint64      time)
{
  GString *text = begin_event (self, phase, PACKETS, 0, name);

  add_category (text, noun);
  g_string_append_printf (text, ",\"id\":\"%s\"", id);
  add_time (text, "ts", time);
  return end_event (self);
}

/* Clocks of CPUs may disagree; an event that ends before it begins is no event. */
static gboolean
add_legs (Chrome       *self,
          ThFlows      *flows,
          const ThFlow *flow,
          const char   *id)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      const char *name = leg->stage < info->n_stages ? info->stages[leg->stage].id : "other";

      if (leg->end >= leg->begin && leg->begin >= flow->first && leg->end <= flow->last &&
          !(add_async (self, "b", id, info->noun, name, leg->begin) &&
            add_async (self, "e", id, info->noun, name, leg->end)))
        return FALSE;
    }

  return TRUE;
}

/* None if the clocks of the CPUs disagree, because an arrow cannot lead back. */
static gboolean
add_arrows (Chrome       *self,
            ThFlows      *flows,
            const ThFlow *flow)
{
  guint id = ++self->n_arrows;

  if (flow->n_steps < 2 || flow->flags & TH_FLOW_CLOCK)
    return TRUE;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      gboolean is_last = i == flow->n_steps - 1;
      GString *text = begin_event (self, i == 0 ? "s" : is_last ? "f" : "t", CPUS,
                                   step.cpu + 1u, th_flows_get_info (flows)->noun);

      add_category (text, "arrow");
      g_string_append_printf (text, ",\"id\":%u%s", id, is_last ? ",\"bp\":\"e\"" : "");
      add_time (text, "ts", step.time);
      if (!end_event (self))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_flows (Chrome    *self,
           ThResults *results)
{
  ThFlows *flows = th_results_get_flows (results);

  for (guint32 row = 0; flows != NULL && row < th_flows_get_n (flows); row++)
    {
      const ThFlow *flow = th_flows_get (flows, row);
      const char *noun = th_flows_get_info (flows)->noun;
      g_autofree char *id = th_journey_dup_id (flow);

      if (flow->last < flow->first || !is_in_view (self, flow->first, flow->last))
        continue;
      if (!add_async (self, "b", id, noun, id, flow->first) || !add_legs (self, flows, flow, id) ||
          !add_async (self, "e", id, noun, id, flow->last) || !add_arrows (self, flows, flow))
        return FALSE;
    }

  return TRUE;
}

/* --- all ---------------------------------------------------------------- */

static gboolean
add_results (Chrome    *self,
             ThResults *results)
{
  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    if (!add_track (self, results, th_results_get_track (results, i)))
      return FALSE;

  return add_flows (self, results);
}

void
th_chrome_write (ThRecording *recording,
                 GPtrArray   *results,
                 gint64       from,
                 gint64       to,
                 ThTextOutput *output)
{
  Chrome self = { .recording = recording, .from = from, .to = to, .output = output };

  g_string_append (output->text, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  for (guint i = CPUS; i <= PACKETS; i++)
    name_it (&self, "process_name", i, 0, processes[i]);
  add_cpus (&self);
  for (guint i = 0; i < results->len; i++)
    {
      th_progress_set (output->progress, (double) i / results->len);
      if (!add_results (&self, g_ptr_array_index (results, i)))
        break;
    }
  g_string_append (output->text, "\n]}\n");
}

/* th-path-flow.c - a critical path as a flow, so that it can be followed like a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-flow.h"

#include <glib/gi18n-lib.h>

static const ThStage stages[TH_PATH_N_CAUSES] = {
  [TH_PATH_RUNNING] = { "running", N_("running"), N_("The task ran."), TH_CONTEXT_RUNNING },
  [TH_PATH_OTHER] = { "other", N_("other task ran"),
    N_("A task ran whose work ended the wait."), TH_CONTEXT_READER },
  [TH_PATH_PREEMPTED] = { "preempted", N_("preempted"),
    N_("A task could have run, but another one had its CPU."), TH_CONTEXT_DROP },
  [TH_PATH_RUNNABLE] = { "runnable", N_("waited for CPU"),
    N_("From the wakeup of a task until it ran."), TH_CONTEXT_RUNNABLE },
  [TH_PATH_TIMER] = { "timer", N_("timer"), N_("Until a timer expired."), TH_CONTEXT_BLOCKED },
  [TH_PATH_INTERRUPT] = { "interrupt", N_("interrupt"),
    N_("Until an interrupt of a device came."), TH_CONTEXT_IRQ },
  [TH_PATH_SOFTIRQ] = { "softirq", N_("softirq"), N_("Until a softirq ran."),
    TH_CONTEXT_SOFTIRQ },
  [TH_PATH_BLOCK] = { "block", N_("block device"),
    N_("From when a request was issued until it was completed."), TH_CONTEXT_BLOCKED_HARD },
  [TH_PATH_PACKET] = { "packet", N_("packet"),
    N_("From when a packet was sent until it was received."), TH_CONTEXT_STACK },
  [TH_PATH_UNKNOWN] = { "unknown", N_("unknown"), N_("The recording does not tell."),
    TH_CONTEXT_IDLE }
};

static const ThRule rules[TH_PATH_N_NOTES] = {
  [TH_PATH_NO_NOTE] = { "told", N_("The events of the scheduler tell.") },
  [TH_PATH_NO_WAKEUP] = { "no-wakeup", N_("no wakeup was recorded") },
  [TH_PATH_NO_WAKER] = { "no-waker", N_("it is not known what woke it") },
  [TH_PATH_LOST] = { "lost", N_("events were lost") },
  [TH_PATH_NO_SWITCH] = { "no-switch", N_("the switch to it was not recorded") },
  [TH_PATH_NOT_SEEN] = { "not-seen", N_("nothing of the task was recorded yet") },
  [TH_PATH_GONE] = { "gone", N_("the task had exited") },
  [TH_PATH_TOO_DEEP] = { "too-deep", N_("the path is too long") },
  [TH_PATH_NO_SENDER] = { "no-sender", N_("it is not known which task sent it") }
};

static const char *const no_fields[] = { NULL };

const ThFlowsInfo th_path_flows_info = {
  .noun = N_("critical path"), .key_fields = no_fields, .stages = stages,
  .n_stages = TH_PATH_N_CAUSES, .rules = rules, .n_rules = TH_PATH_N_NOTES, .table = 0
};

const char *
th_path_get_cause_text (ThPathCause cause)
{
  return _(stages[cause].title);
}

const char *
th_path_get_note_text (ThPathNote note)
{
  return note != TH_PATH_NO_NOTE ? _(rules[note].text) : "";
}

/* "server (1234)" */
static char *
dup_task (ThRecording *recording,
          guint32      task,
          gint64       time)
{
  ThTasks *tasks = th_recording_get_tasks (recording);

  if (task == TH_TASK_IDLE)
    return g_strdup (_("idle"));
  return g_strdup_printf ("%s (%d)", th_tasks_get_name (tasks, task, time),
                          th_tasks_get_pid (tasks, task));
}

static char *
dup_detail (ThRecording      *recording,
            ThResults        *waits,
            const ThPathPart *part)
{
  g_autofree char *task = dup_task (recording, part->task, part->from);
  g_autofree char *by = part->by == TH_CELL_NONE ? NULL
                        : th_cell_is_word (part->by)
                          ? g_strdup (th_results_get_word (waits, th_cell_to_word (part->by)))
                          : dup_task (recording, part->by, part->from);

  return by != NULL ? g_strdup_printf ("%s · %s", task, by) : g_steal_pointer (&task);
}

/* The event that is closest to the end of part @index. */
static ThRef
find_anchor (const GArray *parts,
             guint         index)
{
  const ThPathPart *part = &g_array_index (parts, ThPathPart, index);

  if (!th_ref_is_none (part->end))
    return part->end;
  for (guint i = index + 1; i-- > 0;)
    {
      part = &g_array_index (parts, ThPathPart, i);
      if (!th_ref_is_none (part->begin))
        return part->begin;
      if (i > 0 && !th_ref_is_none (part[-1].end))
        return part[-1].end;
    }
  for (guint i = index; i < parts->len; i++)
    {
      part = &g_array_index (parts, ThPathPart, i);
      if (!th_ref_is_none (part->end))
        return part->end;
    }

  return TH_REF_NONE;
}

static void
add_step (GArray           *steps,
          ThResults        *results,
          ThRef             anchor,
          gint64            time,
          const ThPathPart *part,
          const char       *label,
          const char       *detail)
{
  gboolean is_first = steps->len == 0;
  ThStep step = {
    .anchor = anchor, .time = time, .label = th_results_intern (results, label),
    .detail = th_results_intern (results, detail), .cpu = part->cpu, .rule = part->note,
    .sureness = is_first ? TH_SURE_EXACT : part->sureness,
    .stage = is_first ? TH_FLOW_NO_STAGE : part->cause,
    .flags = th_ref_is_none (is_first ? part->begin : part->end) ? TH_STEP_PLACE : 0
  };

  g_array_append_val (steps, step);
}

gboolean
th_path_flow_add (ThResults    *results,
                  ThRecording  *recording,
                  ThResults    *waits,
                  guint32       row,
                  guint32       task,
                  ThRef         event,
                  const GArray *parts)
{
  ThFlows *flows = th_results_get_flows (results);
  g_autoptr(GArray) steps = g_array_sized_new (FALSE, FALSE, sizeof (ThStep), parts->len + 1);
  ThFlow flow = {
    .key = (guint32) th_tasks_get_pid (th_recording_get_tasks (recording), task),
    .generation = row + 1, .flags = TH_FLOW_PLAIN, .parent = TH_FLOW_NONE, .origin = TH_FLOW_NONE, .group = row
  };

  for (guint i = 0; i < parts->len; i++)
    {
      const ThPathPart *part = &g_array_index (parts, ThPathPart, i);
      ThRef anchor = find_anchor (parts, i);
      g_autofree char *detail = dup_detail (recording, waits, part);

      if (th_ref_is_none (anchor))
        anchor = event;
      if (th_ref_is_none (anchor))
        return FALSE;
      if (i == 0)
        add_step (steps, results, th_ref_is_none (part->begin) ? anchor : part->begin, part->from,
                  part, _("begin"), detail);
      add_step (steps, results, anchor, part->to, part, th_path_get_cause_text (part->cause),
                detail);
    }
  if (steps->len == 0)
    return FALSE;

  flow.number = th_flows_begin (flows);
  flow.n_steps = steps->len;
  th_flows_finalize (flows, &flow, (const ThStep *) steps->data, NULL);
  return TRUE;
}

/* th-path-flow.c - a critical path as a flow, so that it can be followed like a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-flow.h"

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-journey.h"

static const ThStage stages[TH_PATH_N_CAUSES] = {
  [TH_PATH_RUNNING] = { "running", N_("running"), N_("The task ran."), TH_CONTEXT_RUNNING },
  [TH_PATH_OTHER] = { "other", N_("other task ran"),
    N_("A task ran whose work ended the wait."), TH_CONTEXT_READER },
  [TH_PATH_PREEMPTED] = { "preempted", N_("preempted"),
    N_("A task could have run, but another one had its CPU."), TH_CONTEXT_DROP },
  [TH_PATH_RUNNABLE] = { "runnable", N_("waited for a CPU"),
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

/* --- words ------------------------------------------------------------- */

/* A task may be renamed, so its name belongs to the key.  Names are interned. */
typedef struct
{
  gint64      by;
  const char *name;
  const char *by_name;
  guint32     task;
  guint32     word;
} Detail;

struct _ThPathWords
{
  ThResults   *results;
  ThRecording *recording;
  ThResults   *waits;
  GHashTable  *details;  /* set of Detail */
  guint32      causes[TH_PATH_N_CAUSES];
  guint32      notes[TH_PATH_N_NOTES];
  guint32      confidences[TH_N_CONFIDENCES];
  guint32      begin;
};

static guint
detail_hash (gconstpointer key)
{
  const Detail *detail = key;
  guint64 words[] = { (guint64) detail->by, detail->task, GPOINTER_TO_SIZE (detail->name) };

  return th_bytes_hash (words, sizeof words);
}

static gboolean
detail_equal (gconstpointer a,
              gconstpointer b)
{
  const Detail *x = a, *y = b;

  return x->by == y->by && x->task == y->task && x->name == y->name && x->by_name == y->by_name;
}

ThPathWords *
th_path_words_new (ThResults   *results,
                   ThRecording *recording,
                   ThResults   *waits)
{
  ThPathWords *self = g_new0 (ThPathWords, 1);

  self->results = results;
  self->recording = recording;
  self->waits = waits;
  self->details = g_hash_table_new_full (detail_hash, detail_equal, g_free, NULL);
  for (guint i = 0; i < TH_PATH_N_CAUSES; i++)
    self->causes[i] = th_results_intern (results, _(stages[i].title));
  for (guint i = TH_PATH_NO_NOTE + 1; i < TH_PATH_N_NOTES; i++)
    self->notes[i] = th_results_intern (results, _(rules[i].text));
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    self->confidences[i] = th_results_intern (results, th_confidence_get_word (i));
  self->confidences[TH_CONFIDENCE_BROKEN] = self->causes[TH_PATH_UNKNOWN];
  self->begin = th_results_intern (results, _("begin"));

  return self;
}

void
th_path_words_free (ThPathWords *self)
{
  g_hash_table_unref (self->details);
  g_free (self);
}

guint32
th_path_words_get_cause (const ThPathWords *self,
                         ThPathCause        cause)
{
  return self->causes[cause];
}

gint64
th_path_words_get_note (const ThPathWords *self,
                        ThPathNote         note)
{
  return note != TH_PATH_NO_NOTE ? (gint64) self->notes[note] : TH_CELL_NONE;
}

guint32
th_path_words_get_confidence (const ThPathWords *self,
                              ThConfidence       confidence)
{
  return self->confidences[confidence];
}

/* "server (1234)" */
static char *
dup_task (ThTasks    *tasks,
          guint32     task,
          const char *name)
{
  return task == TH_TASK_IDLE ? g_strdup (_("idle"))
                              : g_strdup_printf ("%s (%d)", name, th_tasks_get_pid (tasks, task));
}

static char *
dup_detail (const ThPathWords *self,
            const Detail      *detail)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  g_autofree char *task = dup_task (tasks, detail->task, detail->name);
  g_autofree char *by = detail->by_name == NULL ? NULL
                        : th_cell_is_word (detail->by)
                          ? g_strdup (detail->by_name)
                          : dup_task (tasks, detail->by, detail->by_name);

  return by != NULL ? g_strdup_printf ("%s · %s", task, by) : g_steal_pointer (&task);
}

static guint32
get_detail (ThPathWords      *self,
            const ThPathPart *part)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  Detail key = { .by = part->by, .task = part->task }, *found;
  g_autofree char *text = NULL;

  key.name = th_tasks_get_name (tasks, part->task, part->from);
  if (th_cell_is_word (part->by))
    key.by_name = th_results_get_word (self->waits, th_cell_to_word (part->by));
  else if (part->by != TH_CELL_NONE)
    key.by_name = th_tasks_get_name (tasks, part->by, part->from);

  found = g_hash_table_lookup (self->details, &key);
  if (found != NULL)
    return found->word;

  text = dup_detail (self, &key);
  key.word = th_results_intern (self->results, text);
  g_hash_table_add (self->details, g_memdup2 (&key, sizeof key));
  return key.word;
}

/* --- flows ------------------------------------------------------------- */

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
          ThRef             anchor,
          gint64            time,
          const ThPathPart *part,
          guint32           label,
          guint32           detail)
{
  gboolean is_first = steps->len == 0;
  ThStep step = {
    .anchor = anchor, .time = time, .label = label, .detail = detail, .cpu = part->cpu,
    .rule = part->note, .confidence = is_first ? TH_CONFIDENCE_EXACT : part->confidence,
    .stage = is_first ? TH_FLOW_NO_STAGE : part->cause,
    .flags = th_ref_is_none (is_first ? part->begin : part->end) ? TH_STEP_PLACE : 0
  };

  g_array_append_val (steps, step);
}

gboolean
th_path_flow_add (ThResults    *results,
                  ThPathWords  *words,
                  guint32       row,
                  guint32       task,
                  ThRef         event,
                  const GArray *parts)
{
  ThFlows *flows = th_results_get_flows (results);
  g_autoptr(GArray) steps = g_array_sized_new (FALSE, FALSE, sizeof (ThStep), parts->len + 1);
  ThFlow flow = {
    .key = (guint32) th_tasks_get_pid (th_recording_get_tasks (words->recording), task),
    .generation = row + 1, .flags = TH_FLOW_PLAIN, .group = row
  };

  for (guint i = 0; i < parts->len; i++)
    {
      const ThPathPart *part = &g_array_index (parts, ThPathPart, i);
      ThRef anchor = find_anchor (parts, i);
      guint32 detail = get_detail (words, part);

      if (th_ref_is_none (anchor))
        anchor = event;
      if (th_ref_is_none (anchor))
        return FALSE;
      if (i == 0)
        add_step (steps, th_ref_is_none (part->begin) ? anchor : part->begin, part->from, part,
                  words->begin, detail);
      add_step (steps, anchor, part->to, part, words->causes[part->cause], detail);
    }
  if (steps->len == 0)
    return FALSE;

  flow.number = th_flows_begin (flows);
  flow.n_steps = MIN (steps->len, TH_FLOW_MAX_STEPS);
  th_flows_finalize (flows, &flow, (const ThStep *) steps->data);
  return TRUE;
}

/* th-path-analysis.c - the critical path of a task over a span, or over its system calls
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-analysis.h"

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-path-calls.h"
#include "th-path-flow.h"
#include "th-path-task.h"
#include "th-path-walk.h"
#include "th-time.h"
#include "th-time-span.h"

/* Limits of one analysis. */
#define MAX_PATHS 100000
#define MAX_ROWS 1000000

/* Everything comes from the results of others. */
static const ThSubscription subscriptions[] = { { NULL } };

enum
{
  PARAM_TASK,
  PARAM_FROM,
  PARAM_TO,
  PARAM_EACH,
  PARAM_CALL
};

static const ThParam params[] = {
  [PARAM_TASK] = { "task", N_("Task: its pid or its name"), TH_PARAM_TEXT, NULL },
  [PARAM_FROM] = { "from", N_("Start"), TH_PARAM_TIME, "" },
  [PARAM_TO] = { "to", N_("End"), TH_PARAM_TIME, "" },
  [PARAM_EACH] = { "each", N_("Each call of this name, instead of the whole span"), TH_PARAM_TEXT,
    "" },
  [PARAM_CALL] = { "call", N_("Only the system call of this number"), TH_PARAM_INT, "" },
  { NULL }
};

enum
{
  COLUMN_NUMBER,
  COLUMN_CALL,
  COLUMN_TASK,
  COLUMN_TIME,
  COLUMN_TOTAL,
  COLUMN_CAUSES,
  N_COLUMNS = COLUMN_CAUSES + TH_PATH_N_CAUSES
};

static const ThColumn path_columns[N_COLUMNS] = {
  [COLUMN_NUMBER] = { "number", N_("Number"), TH_COLUMN_COUNT },
  [COLUMN_CALL] = { "call", N_("System call"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  [COLUMN_TASK] = { "task", N_("Task"), TH_COLUMN_TASK },
  [COLUMN_TIME] = { "time", N_("Time"), TH_COLUMN_TIME },
  [COLUMN_TOTAL] = { "total", N_("Lasted"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_RUNNING] = { "running", N_("Ran"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_OTHER] = { "other", N_("Other tasks ran"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_PREEMPTED] = { "preempted", N_("Preempted"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_RUNNABLE] = { "runnable", N_("Waited for a CPU"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_TIMER] = { "timer", N_("Timer"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_INTERRUPT] = { "interrupt", N_("Interrupt"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_SOFTIRQ] = { "softirq", N_("Softirq"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_BLOCK] = { "block", N_("Block device"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_PACKET] = { "packet", N_("Packet"), TH_COLUMN_DURATION },
  [COLUMN_CAUSES + TH_PATH_UNKNOWN] = { "unknown", N_("Unknown"), TH_COLUMN_DURATION }
};

static const ThColumn part_columns[] = {
  { "number", N_("Number"), TH_COLUMN_COUNT },
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "lasted", N_("Lasted"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "depth", N_("Depth"), TH_COLUMN_COUNT },
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "cause", N_("Cause"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "by", N_("By"), TH_COLUMN_TASK, .role = TH_ROLE_BLAMED },
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  { "sureness", N_("Confidence"), TH_COLUMN_TEXT },
  { "note", N_("Note"), TH_COLUMN_TEXT },
  { "ended", N_("Ended by"), TH_COLUMN_EVENT }
};

static const ThColumn total_columns[] = {
  { "cause", N_("Cause"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "by", N_("By"), TH_COLUMN_TASK, .role = TH_ROLE_BLAMED },
  { "time", N_("Time"), TH_COLUMN_DURATION },
  { "share", N_("Share"), TH_COLUMN_SHARE },
  { "parts", N_("Parts"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "longest", N_("Longest"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo tables[] = {
  { "paths", N_("Critical paths"), N_("critical path"), path_columns, N_COLUMNS, COLUMN_TOTAL,
    TRUE },
  { "path", N_("Critical path"), N_("part of the path"), part_columns,
    G_N_ELEMENTS (part_columns), -1, FALSE },
  { "path-causes", N_("Causes of the critical path"), N_("cause"), total_columns,
    G_N_ELEMENTS (total_columns), 3, TRUE }
};

/* Parts of all paths with the same cause. */
typedef struct
{
  gint64  by;
  guint32 task;
  guint32 cause;
  gint64  time;
  gint64  longest;
  ThRef   longest_ref;
  guint32 n;
} Total;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThResults   *waits;
  ThResults   *packets;
  ThResults   *syscalls;
  ThPathWords *words;
  char        *values[G_N_ELEMENTS (params)];
  ThTable     *paths;
  ThTable     *parts;
  ThTable     *causes;
  GHashTable  *totals;    /* set of Total */
  guint32      n_flows;
  guint32      n_parts;
  gint64       time;      /* of all paths */
} Path;

static guint
total_hash (gconstpointer key)
{
  const Total *total = key;
  guint64 words[] = { (guint64) total->by, total->task, total->cause };

  return th_bytes_hash (words, sizeof words);
}

static gboolean
total_equal (gconstpointer a,
             gconstpointer b)
{
  const Total *x = a, *y = b;

  return x->by == y->by && x->task == y->task && x->cause == y->cause;
}

static gpointer
path_begin (ThRecording       *recording,
            ThResults         *results,
            GHashTable        *given,
            ThResults *const  *needed,
            GError           **error)
{
  Path *self = g_new0 (Path, 1);

  self->recording = recording;
  self->results = results;
  self->waits = needed[0];
  self->packets = needed[1];
  self->syscalls = needed[2];
  for (guint i = 0; params[i].id != NULL; i++)
    self->values[i] = g_strdup (g_hash_table_lookup (given, params[i].id));
  self->totals = g_hash_table_new_full (total_hash, total_equal, g_free, NULL);
  self->paths = th_results_add_table (results, &tables[0]);
  self->parts = th_results_add_table (results, &tables[1]);
  self->causes = th_results_add_table (results, &tables[2]);
  th_results_add_flows (results, &th_path_flows_info);
  self->words = th_path_words_new (results, recording, self->waits);

  return self;
}

static void
path_event (gpointer       state,
            const ThEvent *event)
{
}

/* --- rows -------------------------------------------------------------- */

/* Words of other results become words of these. */
static gint64
import_cell (Path   *self,
             gint64  cell)
{
  if (cell == TH_CELL_NONE || !th_cell_is_word (cell))
    return cell;

  return th_cell_from_word (th_results_intern (self->results,
                                               th_results_get_word (self->waits,
                                                                    th_cell_to_word (cell))));
}

static void
count (Path             *self,
       const ThPathPart *part,
       gint64            by)
{
  Total key = { .by = by, .task = part->task, .cause = part->cause };
  Total *total = g_hash_table_lookup (self->totals, &key);
  gint64 length = th_time_between (part->from, part->to);

  if (total == NULL)
    {
      total = g_memdup2 (&key, sizeof key);
      total->longest_ref = TH_REF_NONE;
      g_hash_table_add (self->totals, total);
    }
  total->n++;
  total->time = th_time_add (total->time, length);
  if (length > total->longest)
    {
      total->longest = length;
      total->longest_ref = th_ref_is_none (part->begin) ? part->end : part->begin;
    }
}

static void
add_part (Path             *self,
          guint32           number,
          const ThPathPart *part)
{
  gint64 by = import_cell (self, part->by);

  count (self, part, by);
  th_table_append (self->parts, th_ref_is_none (part->begin) ? part->end : part->begin,
                   (gint64[]) {
    number, part->from, th_time_between (part->from, part->to), part->depth, part->task,
    th_path_words_get_cause (self->words, part->cause), by,
    part->cpu == G_MAXUINT16 ? TH_CELL_NONE : part->cpu,
    th_path_words_get_confidence (self->words, part->confidence),
    th_path_words_get_note (self->words, part->note),
    th_ref_is_none (part->end) ? TH_CELL_NONE : th_cell_from_ref (part->end)
  });
  self->n_parts++;
}

/* @call: the system call, or only its time and event with an empty name. */
static void
add_path (Path             *self,
          guint32           task,
          const ThPathCall *call,
          const char       *name)
{
  g_autoptr(GArray) parts = th_path_walk (th_results_get_data (self->waits), self->recording,
                                          self->packets, task, call->from, call->to);
  gint64 cells[N_COLUMNS] = { 0 };
  ThRef anchor = call->ref;

  for (guint i = 0; i < parts->len; i++)
    {
      const ThPathPart *part = &g_array_index (parts, ThPathPart, i);

      add_part (self, call->number, part);
      cells[COLUMN_CAUSES + part->cause] += part->to - part->from;
      if (th_ref_is_none (anchor))
        anchor = th_ref_is_none (part->begin) ? part->end : part->begin;
    }
  self->time = th_time_add (self->time, th_time_between (call->from, call->to));
  if (!th_path_flow_add (self->results, self->words, self->n_flows, task, call->ref, parts))
    return;

  self->n_flows++;
  for (guint i = 0; i < TH_PATH_N_CAUSES; i++)
    if (cells[COLUMN_CAUSES + i] == 0)
      cells[COLUMN_CAUSES + i] = TH_CELL_NONE;
  cells[COLUMN_NUMBER] = call->number;
  cells[COLUMN_CALL] = name != NULL ? (gint64) th_results_intern (self->results, name)
                                    : TH_CELL_NONE;
  cells[COLUMN_TASK] = task;
  cells[COLUMN_TIME] = call->from;
  cells[COLUMN_TOTAL] = th_time_between (call->from, call->to);
  th_table_append (self->paths, anchor, cells);
}

static gint
compare_totals (gconstpointer a,
                gconstpointer b)
{
  const Total *x = *(const Total *const *) a, *y = *(const Total *const *) b;

  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->cause != y->cause)
    return x->cause < y->cause ? -1 : 1;
  if (x->task != y->task)
    return x->task < y->task ? -1 : 1;
  return x->by < y->by ? -1 : x->by > y->by;
}

static void
add_totals (Path *self)
{
  guint n;
  g_autofree gpointer *all = g_hash_table_get_keys_as_array (self->totals, &n);

  qsort (all, n, sizeof (gpointer), compare_totals);
  for (guint i = 0; i < n; i++)
    {
      const Total *total = all[i];

      th_table_append (self->causes, total->longest_ref, (gint64[]) {
        th_path_words_get_cause (self->words, total->cause), total->task, total->by, total->time,
        self->time > 0 ? (gint64) (1000.0 * total->time / self->time + 0.5) : 0, total->n,
        total->longest
      });
    }
}

/* --- spans ------------------------------------------------------------- */

/* What lies outside of the recording is not part of the span. */
static gboolean
read_span (Path       *self,
           ThPathCall *span,
           GError    **error)
{
  const char *from = self->values[PARAM_FROM], *to = self->values[PARAM_TO];
  gint64 first, last;

  *span = (ThPathCall) { 0, 0, TH_REF_NONE, 0, 1 };
  if (!th_time_span_parse (self->recording, *from != '\0' ? from : NULL, *to != '\0' ? to : NULL,
                           &span->from, &span->to, error))
    return FALSE;
  th_recording_get_range (self->recording, &first, &last);
  span->from = CLAMP (span->from, first, last);
  span->to = CLAMP (span->to, span->from, last);
  if (span->from < span->to)
    return TRUE;

  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("The span is empty, or outside of the recording"));
  return FALSE;
}

static gboolean
add_calls (Path        *self,
           guint32      task,
           GError     **error)
{
  const char *each = self->values[PARAM_EACH];
  guint64 number = 0;
  g_autoptr(GArray) calls = NULL;
  ThPathCall span;
  guint n = 0;

  if (*self->values[PARAM_CALL] != '\0' &&
      !g_ascii_string_to_unsigned (self->values[PARAM_CALL], 10, 1, G_MAXUINT32, &number, error))
    return FALSE;
  if (!read_span (self, &span, error))
    return FALSE;

  calls = th_path_calls_list (self->syscalls, task, each, number);
  for (guint i = 0; i < calls->len; i++)
    {
      const ThPathCall *call = &g_array_index (calls, ThPathCall, i);

      if (call->to <= span.from || call->from >= span.to)
        continue;
      if (n++ >= MAX_PATHS || self->n_parts >= MAX_ROWS)
        {
          th_results_add_remark (self->results,
                                 _("There are too many system calls: only the first ones are "
                                   "shown."));
          break;
        }
      add_path (self, task, call, th_results_get_word (self->syscalls, call->name));
    }
  if (n == 0)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _("The task has no such system call with begin and end in this span"));

  return n > 0;
}

static gboolean
add_span (Path     *self,
          guint32   task,
          GError  **error)
{
  ThPathCall span;

  if (!read_span (self, &span, error))
    return FALSE;

  add_path (self, task, &span, NULL);
  return TRUE;
}

/* What the recording lacks. */
static void
copy_remarks (Path *self)
{
  g_auto(GStrv) remarks = th_results_list_remarks (self->waits);

  for (guint i = 0; remarks[i] != NULL; i++)
    th_results_add_remark (self->results, remarks[i]);
}

static void
path_finish (gpointer state)
{
  Path *self = state;
  g_autoptr(GError) error = NULL;
  guint32 task = th_path_task_find (self->recording, self->values[PARAM_TASK], &error);
  gboolean is_calls = *self->values[PARAM_EACH] != '\0' || *self->values[PARAM_CALL] != '\0';

  if (error == NULL && is_calls)
    add_calls (self, task, &error);
  else if (error == NULL)
    add_span (self, task, &error);
  if (error != NULL)
    th_results_add_remark (self->results, error->message);
  copy_remarks (self);
  add_totals (self);
}

static void
path_free (gpointer state)
{
  Path *self = state;

  for (guint i = 0; i < G_N_ELEMENTS (self->values); i++)
    g_free (self->values[i]);
  g_hash_table_unref (self->totals);
  th_path_words_free (self->words);
  g_free (self);
}

static const char *const needs[] = { "waits", "packets", "syscalls", NULL };

const ThAnalysis th_path_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "path",
  .title = N_("Critical path"),
  .text = N_("What a task waited for over a span of time, waker by waker: other tasks, "
             "interrupts, timers, block devices and packets."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = path_begin,
  .event = path_event,
  .finish = path_finish,
  .free = path_free,
  .noun = "path",
  .needs = needs,
};

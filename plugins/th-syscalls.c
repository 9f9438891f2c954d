/* th-syscalls.c - system calls: their durations, counts and results
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call is open from its enter to its exit event, both either of its own type
 * (syscalls:sys_enter_read) or raw (raw_syscalls:sys_enter).  If both are
 * recorded, the second of two enters (exits) only provides the name.
 *
 * In texts, a call's own events lack its number.  Their name identifies the call; they are ignored
 * if there are raw events as well.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-hash.h"
#include "th-syscall-names.h"
#include "th-time.h"

/* A limit, as a damaged recording may have any number of them. */
#define MAX_CALLS 1024
#define MAX_ERRNO 4095

enum
{
  EVENT_RAW_ENTER,
  EVENT_RAW_EXIT,
  EVENT_ENTER,
  EVENT_EXIT
};

static const ThSubscription subscriptions[] = {
  [EVENT_RAW_ENTER] = { "raw_syscalls:sys_enter", NULL, { "id" } },
  [EVENT_RAW_EXIT] = { "raw_syscalls:sys_exit", NULL, { "id", "ret" } },
  [EVENT_ENTER] = { "syscalls:sys_enter_*", NULL, { "?__syscall_nr", "?nr" } },
  [EVENT_EXIT] = { "syscalls:sys_exit_*", NULL, { "?__syscall_nr", "?nr", "?ret" } },
  { NULL }
};

static const ThColumn columns[] = {
  { "name", N_("System call"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "count", N_("Count"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "errors", N_("Errors"), TH_COLUMN_COUNT },
  { "total", N_("Total"), TH_COLUMN_DURATION },
  { "p50", N_("p50"), TH_COLUMN_DURATION },
  { "p99", N_("p99"), TH_COLUMN_DURATION },
  { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo table_info = {
  "syscalls", N_("System calls"), N_("system call"), columns, G_N_ELEMENTS (columns), 3, TRUE
};

static const ThMeasureInfo measures[] = {
  { "syscall.*", NULL, N_("From entering the system call to its return."), TH_UNIT_TIME,
    .class_by_task = TRUE, .spent = TH_SPENT_CALLING },
  { NULL }
};

typedef struct
{
  gboolean open;
  gboolean raw;      /* opened by the raw event */
  gint64   number;
  gint64   begin;
  guint32  name;
  guint    n_losses; /* number of losses when it was entered */
  ThRef    anchor;
  ThTrack *track;
} Task;

typedef struct
{
  guint32    name;
  guint32    n;
  guint32    n_errors;
  gint64     total;
  ThMeasure *measure;
} Call;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  GHashTable  *tasks;       /* task → Task */
  GHashTable  *names;       /* number → word, from the calls' own events */
  const ThSyscallNames *known; /* the names of the machine's calls; may be NULL */
  GHashTable  *type_names;  /* type → word */
  GHashTable  *calls;       /* word → Call */
  GPtrArray   *order;       /* of Call, as first seen */
  gboolean     has_raw;     /* there are raw events */
  GArray      *losses;      /* of gint64: when each began */
  gint64       last_time;
  ThTable     *table;
} Syscalls;

static gpointer
syscalls_begin (ThRecording       *recording,
                ThResults         *results,
                GHashTable        *params,
                ThResults *const  *needed,
                GError           **error)
{
  Syscalls *self = g_new0 (Syscalls, 1);

  self->recording = recording;
  self->results = results;
  self->known = th_syscall_names_find (th_recording_get_fact (recording, "machine"));
  self->tasks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->names = g_hash_table_new (th_direct_hash, NULL);
  self->type_names = g_hash_table_new (NULL, NULL);
  self->calls = g_hash_table_new (NULL, NULL);
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->losses = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->table = th_results_add_table (results, &table_info);

  return self;
}

/* --- names ------------------------------------------------------------- */

/* Returns the word of "read" for the type "sys_enter_read". */
static guint32
type_name (Syscalls *self,
           guint     type)
{
  const char *full = th_recording_get_type_name (self->recording, type);
  const char *name = g_str_has_prefix (full, "sys_enter_") ? full + strlen ("sys_enter_")
                   : g_str_has_prefix (full, "sys_exit_") ? full + strlen ("sys_exit_") : full;
  gpointer word;

  if (!g_hash_table_lookup_extended (self->type_names, GUINT_TO_POINTER (type), NULL, &word))
    {
      word = GUINT_TO_POINTER (th_results_intern (self->results, name));
      g_hash_table_insert (self->type_names, GUINT_TO_POINTER (type), word);
    }

  return GPOINTER_TO_UINT (word);
}

static guint32
number_name (Syscalls *self,
             gint64    number)
{
  g_autofree char *text = NULL;
  const char *known;
  gpointer word;

  if (g_hash_table_lookup_extended (self->names, GINT_TO_POINTER ((gint) number), NULL, &word))
    return GPOINTER_TO_UINT (word);
  known = number >= 0 ? th_syscall_names_get (self->known, (guint64) number) : NULL;
  if (known != NULL)
    return th_results_intern (self->results, known);

  text = g_strdup_printf (_("syscall %d"), (gint) number);
  return th_results_intern (self->results, text);
}

/* --- calls ------------------------------------------------------------- */

static Call *
find_call (Syscalls *self,
           guint32   name)
{
  Call *call = g_hash_table_lookup (self->calls, GUINT_TO_POINTER (name));
  const char *text;

  if (call != NULL || self->order->len >= MAX_CALLS)
    return call;

  call = g_new0 (Call, 1);
  call->name = name;
  text = th_results_get_word (self->results, name);
  call->measure = th_results_add_named_measure (self->results, &measures[0], text, text);
  g_hash_table_insert (self->calls, GUINT_TO_POINTER (name), call);
  g_ptr_array_add (self->order, call);

  return call;
}

static void
task_add_slice (Syscalls *self,
                guint32   number,
                Task     *task,
                gint64    end,
                guint32   name,
                guint     flags)
{
  if (task->track == NULL)
    task->track = th_results_add_track (self->results, &(ThTrackInfo) {
      TH_TRACK_SLICES, "syscalls", _("System calls"), TH_ATTACH_TASK, number, TH_UNIT_TIME
    });
  th_slices_add (th_track_get_slices (task->track), 0, &(ThSlice) {
    task->begin, MAX (end, task->begin), task->anchor, name, TH_CONTEXT_SYSCALL, flags
  });
  task->open = FALSE;
}

/* Its exit was not recorded; it ended at @time or later. */
static void
task_break (Syscalls *self,
            guint32   number,
            Task     *task,
            gint64    time)
{
  if (!task->open)
    return;

  if (task->n_losses < self->losses->len)
    time = g_array_index (self->losses, gint64, task->n_losses);
  task_add_slice (self, number, task, time, task->name, TH_SLICE_NO_END);
}

static void
syscall_enter (Syscalls      *self,
               Task          *task,
               const ThEvent *event,
               gint64         number,
               guint32        name)
{
  gboolean raw = event->subscription == EVENT_RAW_ENTER;

  if (task->open && task->raw != raw && task->number == number &&
      task->n_losses == self->losses->len)
    {
      task->name = raw ? task->name : name;
      return;
    }

  task_break (self, event->task, task, task->begin);
  task->open = TRUE;
  task->raw = raw;
  task->number = number;
  task->begin = event->time;
  task->name = name;
  task->n_losses = self->losses->len;
  task->anchor = event->ref;
}

/* Returns the word of a text such as "read = -11". */
static guint32
failed_name (Syscalls *self,
             guint32   name,
             gint64    result)
{
  g_autofree char *text = g_strdup_printf ("%s = %d", th_results_get_word (self->results, name),
                                           (gint) result);

  return th_results_intern (self->results, text);
}

static void
syscall_exit (Syscalls      *self,
              Task          *task,
              const ThEvent *event,
              gint64         number)
{
  gint64 result = 0;
  gboolean failed;
  Call *call;

  if (!task->open)
    return;
  if (task->number != number || task->n_losses < self->losses->len)
    {
      task_break (self, event->task, task, task->begin);
      return;
    }

  th_event_get_int (event, event->subscription == EVENT_RAW_EXIT ? 1 : 2, &result);
  failed = result < 0 && result >= -MAX_ERRNO;
  call = find_call (self, task->name);
  if (call != NULL)
    {
      gint64 length = th_time_between (task->begin, event->time);

      th_measure_append (call->measure, &(ThSample) {
        length, task->anchor, call->n++, event->task + 1
      });
      call->n_errors += failed;
      call->total = th_time_add (call->total, length);
    }
  task_add_slice (self, event->task, task, event->time, failed
                  ? failed_name (self, task->name, result) : task->name, 0);
}

/* Reads the number of the call.  If the event has none, makes one up from its name: the enter and
 * the exit of a call get the same one, and no other call does. */
static gboolean
read_number (Syscalls      *self,
             const ThEvent *event,
             gboolean       raw,
             gint64        *number)
{
  if (th_event_get_int (event, 0, number) || (!raw && th_event_get_int (event, 1, number)))
    return TRUE;
  if (raw || self->has_raw)
    return FALSE;

  *number = -1 - (gint64) type_name (self, event->type);
  return TRUE;
}

static void
syscalls_event (gpointer       state,
                const ThEvent *event)
{
  Syscalls *self = state;
  Task *task = g_hash_table_lookup (self->tasks, GUINT_TO_POINTER (event->task));
  gboolean raw = event->subscription == EVENT_RAW_ENTER || event->subscription == EVENT_RAW_EXIT;
  gint64 number = -1;

  self->last_time = event->time;
  self->has_raw |= raw;
  if (!read_number (self, event, raw, &number))
    return;

  if (task == NULL)
    {
      task = g_new0 (Task, 1);
      g_hash_table_insert (self->tasks, GUINT_TO_POINTER (event->task), task);
    }

  if (!raw)
    g_hash_table_insert (self->names, GINT_TO_POINTER ((gint) number),
                         GUINT_TO_POINTER (type_name (self, event->type)));
  if (event->subscription == EVENT_RAW_ENTER || event->subscription == EVENT_ENTER)
    syscall_enter (self, task, event, number, raw
                   ? number_name (self, number) : type_name (self, event->type));
  else
    syscall_exit (self, task, event, number);
}

/* A task may have been on any CPU, so a loss makes the state of all calls unknown. */
static void
syscalls_lost (gpointer      state,
               guint         stream,
               guint         cpu,
               const ThLost *lost)
{
  Syscalls *self = state;

  g_array_append_val (self->losses, lost->from);
}

static void
syscalls_finish (gpointer state)
{
  Syscalls *self = state;
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, &key, &value))
    task_break (self, GPOINTER_TO_UINT (key), value, self->last_time);

  for (guint i = 0; i < self->order->len; i++)
    {
      const Call *call = g_ptr_array_index (self->order, i);
      ThSummary summary;

      th_measure_publish (call->measure);
      th_measure_summarize (call->measure, &summary);
      th_table_append (self->table, summary.n > 0
                       ? th_measure_get (call->measure, summary.worst[0]).anchor : TH_REF_NONE,
                       (gint64[]) { call->name, call->n, call->n_errors, call->total, summary.p50,
                                    summary.p99, summary.max });
    }
}

static void
syscalls_free (gpointer state)
{
  Syscalls *self = state;

  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->type_names);
  g_hash_table_unref (self->calls);
  g_ptr_array_unref (self->order);
  g_array_unref (self->losses);
  g_free (self);
}

const ThAnalysis th_syscalls_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "syscalls",
  .title = N_("System calls"),
  .text = N_("The system calls of each task: durations, counts and errors."),
  .subscriptions = subscriptions,
  .begin = syscalls_begin,
  .event = syscalls_event,
  .lost = syscalls_lost,
  .finish = syscalls_finish,
  .free = syscalls_free,
  .measures = measures,
};

/* th-stacks.c - counts the call chains of each event type
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sample contains its chain.  ftrace writes a stack as a separate event of the same
 * task and CPU, directly after its event; first the kernel stack, then the user
 * stack.  An interrupt may come in between: its event and stack are then nested
 * between an event and its stack.
 *
 * Parameters restrict the count to a time span or to some tasks, and let each chain start with its
 * task.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-calls.h"
#include "th-functions.h"
#include "th-literals.h"

/* A limit, as types come from the recording. */
#define MAX_TREES 500
/* The greatest nesting of interrupts between an event and its stack. */
#define MAX_BETWEEN 16
#define MAX_FRAMES TH_CALL_MAX_DEPTH

enum
{
  EVENT_KERNEL_STACK,
  EVENT_USER_STACK,
  EVENT_SAMPLE
};

/* A tracepoint may have a field of the same name, which is not the field of the sample. */
static const ThSubscription subscriptions[] = {
  [EVENT_KERNEL_STACK] = { "ftrace:kernel_stack", NULL, { NULL } },
  [EVENT_USER_STACK] = { "ftrace:user_stack", NULL, { NULL } },
  [EVENT_SAMPLE] = { "*:*", NULL, { "?period", "?common_type" }, TRUE },
  { NULL }
};

static const ThParam params[] = {
  { "from", N_("Start at this time"), TH_PARAM_TIME, "" },
  { "to", N_("End before this time"), TH_PARAM_TIME, "" },
  { "tasks", N_("Only these tasks: names with * and ?, or PIDs, separated by commas"),
    TH_PARAM_TEXT, "" },
  { "root", N_("What chains begin with besides functions: task, thread or nothing"),
    TH_PARAM_TEXT, "nothing" },
  { NULL }
};

/* What each call chain starts with, above its outermost function. */
typedef enum
{
  ROOT_NOTHING,
  ROOT_TASK,   /* its name: tasks of one name are merged */
  ROOT_THREAD, /* its name and pid */
  N_ROOTS
} Root;

static const char *const root_ids[N_ROOTS] = { "nothing", "task", "thread" };

static const ThCallWeight count_weights[] = {
  { "samples", N_("Events"), TH_UNIT_COUNT }
};
static const ThCallWeight period_weights[] = {
  { "samples", N_("Samples"), TH_UNIT_COUNT },
  { "period", N_("Period"), TH_UNIT_COUNT }
};
static const ThCallWeight time_weights[] = {
  { "samples", N_("Samples"), TH_UNIT_COUNT },
  { "period", N_("Time"), TH_UNIT_TIME }
};

/* A kernel stack that waits for its user stack. */
typedef struct
{
  guint32 floor;   /* row before which events were lost */
  ThRef   ref;     /* of the stack event */
  guint   type;    /* the type of the event that has this stack */
  ThRef   anchor;
  guint32 task;
  gint64  time;
  GArray *frames;  /* ThFrame, innermost first */
} Pending;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThFunctions *functions;
  GHashTable  *trees;      /* type → ThCallTree */
  GHashTable  *pending;    /* stream and CPU's number → Pending */
  GArray      *frames;
  char        *from_text, *to_text;
  gboolean     spanned;    /* the span is resolved, as the first event is known */
  gint64       from, to;
  GPtrArray   *tasks;      /* GPatternSpec; empty: all */
  Root         root;
  gboolean     full;
} Stacks;

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  g_array_unref (pending->frames);
  g_free (pending);
}

/* --- restrictions ------------------------------------------------------- */

static gboolean
parse_time (Stacks     *self,
            const char *text,
            gint64      otherwise,
            gint64     *time)
{
  ThStream *stream = th_recording_get_n_streams (self->recording) > 0
                     ? th_recording_get_stream (self->recording, 0) : NULL;
  gint64 first, last;

  *time = otherwise;
  th_recording_get_range (self->recording, &first, &last);
  return *text == '\0' ||
         th_time_parse (text, stream != NULL && th_stream_get_clock (stream)->ticks, first, time);
}

static gboolean
find_root (const char *id,
           Root       *root)
{
  for (*root = 0; *root < N_ROOTS; ++*root)
    if (strcmp (root_ids[*root], id) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
take_params (Stacks      *self,
             GHashTable  *given,
             GError     **error)
{
  g_auto(GStrv) tasks = g_strsplit (g_hash_table_lookup (given, "tasks"), ",", -1);
  const char *root = g_hash_table_lookup (given, "root"), *wrong = NULL;

  if (!find_root (root, &self->root))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("“%s” cannot be the root of call chains: use task, thread or nothing"), root);
      return FALSE;
    }
  self->from_text = g_strdup (g_hash_table_lookup (given, "from"));
  self->to_text = g_strdup (g_hash_table_lookup (given, "to"));
  if (!parse_time (self, self->from_text, G_MININT64, &self->from))
    wrong = self->from_text;
  else if (!parse_time (self, self->to_text, G_MAXINT64, &self->to))
    wrong = self->to_text;
  if (wrong != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _("“%s” is not a time: use a form like 188.024, 188.024s, 12ms or +12ms"), wrong);

  for (guint i = 0; tasks[i] != NULL; i++)
    if (*g_strstrip (tasks[i]) != '\0')
      g_ptr_array_add (self->tasks, g_pattern_spec_new (tasks[i]));
  return wrong == NULL;
}

static gboolean
task_counts (Stacks  *self,
             guint32  task,
             gint64   time)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  char pid[16];
  const char *name;

  if (self->tasks->len == 0)
    return TRUE;

  g_snprintf (pid, sizeof pid, "%d", th_tasks_get_pid (tasks, task));
  name = th_tasks_get_name (tasks, task, time);
  for (guint i = 0; i < self->tasks->len; i++)
    if (g_pattern_spec_match_string (self->tasks->pdata[i], name) ||
        g_pattern_spec_match_string (self->tasks->pdata[i], pid))
      return TRUE;
  return FALSE;
}

static gboolean
event_counts (Stacks        *self,
              const ThEvent *event)
{
  if (!self->spanned)
    {
      /* "+" is relative to the first event, which is only known now. */
      parse_time (self, self->from_text, G_MININT64, &self->from);
      parse_time (self, self->to_text, G_MAXINT64, &self->to);
      self->spanned = TRUE;
    }
  return event->time >= self->from && event->time < self->to &&
         task_counts (self, event->task, event->time);
}

static void
stacks_free (gpointer state)
{
  Stacks *self = state;

  th_functions_free (self->functions);
  g_hash_table_unref (self->trees);
  g_hash_table_unref (self->pending);
  g_array_unref (self->frames);
  g_ptr_array_unref (self->tasks);
  g_free (self->from_text);
  g_free (self->to_text);
  g_free (self);
}

static gpointer
stacks_begin (ThRecording       *recording,
              ThResults         *results,
              GHashTable        *given,
              ThResults *const  *needed,
              GError           **error)
{
  Stacks *self = g_new0 (Stacks, 1);

  self->recording = recording;
  self->results = results;
  self->functions = th_functions_new (recording, results);
  self->trees = g_hash_table_new (NULL, NULL);
  self->pending = g_hash_table_new_full (NULL, NULL, NULL, pending_free);
  self->frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  if (!take_params (self, given, error))
    g_clear_pointer (&self, stacks_free);

  return self;
}

/* --- trees ------------------------------------------------------------- */

/* "cpu-clock · 188.1 … 188.2 · iperf*": the title includes the restrictions. */
static char *
make_title (Stacks     *self,
            const char *id)
{
  GString *title = g_string_new (id);

  if (*self->from_text != '\0' || *self->to_text != '\0')
    g_string_append_printf (title, " · %s … %s", self->from_text, self->to_text);
  return g_string_free (title, FALSE);
}

static ThCallTree *
tree_of_type (Stacks  *self,
              guint    type,
              gboolean has_period)
{
  ThCallTree *tree = g_hash_table_lookup (self->trees, GUINT_TO_POINTER (type));
  const char *system = th_recording_get_type_system (self->recording, type);
  const char *name = th_recording_get_type_name (self->recording, type);
  g_autofree char *id = NULL, *title = NULL;
  ThCallTreeInfo info = { .weights = count_weights, .n_weights = 1 };

  if (tree != NULL || g_hash_table_size (self->trees) >= MAX_TREES)
    return tree;

  id = g_strdup_printf ("%s%s%s", system, *system != '\0' ? ":" : "", name);
  title = make_title (self, id);
  info.id = info.events = id;
  info.title = title;
  if (has_period)
    {
      /* The period of clock events is in ns. */
      info.weights = strstr (name, "clock") != NULL ? time_weights : period_weights;
      info.n_weights = G_N_ELEMENTS (period_weights);
    }
  tree = th_results_add_tree (self->results, &info);
  g_hash_table_insert (self->trees, GUINT_TO_POINTER (type), tree);

  return tree;
}

/* Returns the node at which chains of @task start. */
static guint32
enter_root (Stacks     *self,
            ThCallTree *tree,
            guint32     task,
            gint64      time,
            ThRef       anchor)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  const char *name;
  g_autofree char *text = NULL;

  if (self->root == ROOT_NOTHING)
    return TH_CALL_ROOT;

  name = th_tasks_get_name (tasks, task, time);
  text = self->root == ROOT_THREAD ? g_strdup_printf ("%s-%d", name, th_tasks_get_pid (tasks, task))
                                   : g_strdup (name);
  return th_call_tree_enter (tree, TH_CALL_ROOT, th_results_intern (self->results, text),
                             TH_CALL_TASK, anchor);
}

/* @frames: innermost first.  @period: negative if there is none.  @task, @time: of the event. */
static void
count_chain (Stacks  *self,
             guint    type,
             GArray  *frames,
             gint64   period,
             guint32  task,
             gint64   time,
             ThRef    anchor)
{
  ThCallTree *tree = tree_of_type (self, type, period >= 0);
  guint32 node;

  if (tree == NULL)
    return;

  node = enter_root (self, tree, task, time, anchor);
  for (guint i = MIN (frames->len, MAX_FRAMES); i-- > 0;)
    {
      const ThFrame *frame = &g_array_index (frames, ThFrame, i);
      ThFunctionName function = th_functions_find (self->functions, frame->address, frame->user);

      node = th_call_tree_enter (tree, node, function.name, function.kind, anchor);
    }
  th_call_tree_count (tree, node, (gint64[]) { 1, MAX (period, 0) }, anchor);
  self->full |= th_call_tree_is_full (tree);
}

/* --- stacks that follow their event ------------------------------------- */

/* Returns the event that the stack at @ref belongs to: the nearest one before it that has no
 * stack yet; @ref itself if there is none. */
static ThRef
find_base (Stacks  *self,
           ThRef    ref,
           guint32  floor)
{
  ThCpu *cpu = th_recording_get_cpu (self->recording, ref);
  guint32 task = th_cpu_get_task (cpu, ref.row);
  guint stack_type = th_cpu_get_type (cpu, ref.row);
  ThRef base = ref;

  for (guint open = 1; base.row > floor && ref.row - base.row < MAX_BETWEEN;)
    {
      const char *name;
      guint type;

      base.row--;
      type = th_cpu_get_type (cpu, base.row);
      name = th_recording_get_type_name (self->recording, type);
      if (th_cpu_get_task (cpu, base.row) != task)
        break;
      if (type == stack_type)
        open++;
      else if (strcmp (name, "user_stack") != 0 && strcmp (name, "kernel_stack") != 0 &&
               --open == 0)
        return base;
    }

  return ref;
}

static void
pending_count (Stacks  *self,
               Pending *pending)
{
  if (pending->frames->len > 0)
    count_chain (self, pending->type, pending->frames, -1, pending->task, pending->time,
                 pending->anchor);
  g_array_set_size (pending->frames, 0);
}

static Pending *
pending_at (Stacks *self,
            guint   stream,
            guint   number)
{
  gpointer key = (gpointer) ((gsize) stream << 32 | number);
  Pending *pending = g_hash_table_lookup (self->pending, key);

  if (pending == NULL)
    {
      pending = g_new0 (Pending, 1);
      pending->frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
      g_hash_table_insert (self->pending, key, pending);
    }

  return pending;
}

static void
take_stack_event (Stacks        *self,
                  const ThEvent *event)
{
  Pending *pending = pending_at (self, event->ref.stream, event->cpu);
  gboolean more = event->subscription == EVENT_USER_STACK && pending->frames->len > 0 &&
                  pending->ref.row + 1 == event->ref.row &&
                  th_recording_get_task (self->recording, pending->ref) == event->task;

  if (!more)
    {
      pending_count (self, pending);
      pending->anchor = find_base (self, event->ref, pending->floor);
      pending->type = th_recording_get_type (self->recording, pending->anchor);
      pending->task = event->task;
      pending->time = event->time;
    }
  pending->ref = event->ref;
  th_reader_get_stack (event->reader, event->ref, pending->frames);
}

/* --- events ------------------------------------------------------------ */

static void
take_sample (Stacks        *self,
             const ThEvent *event)
{
  guint64 period;
  gboolean has_period = event->fields[1] == NULL && th_event_get_uint (event, 0, &period);

  g_array_set_size (self->frames, 0);
  if (th_reader_get_stack (event->reader, event->ref, self->frames))
    count_chain (self, event->type, self->frames, has_period
                 ? (gint64) MIN (period, G_MAXINT64) : -1, event->task, event->time, event->ref);
}

static void
stacks_event (gpointer       state,
              const ThEvent *event)
{
  if (!event_counts (state, event))
    return;
  if (event->subscription == EVENT_SAMPLE)
    take_sample (state, event);
  else
    take_stack_event (state, event);
}

static void
stacks_lost (gpointer      state,
             guint         stream,
             guint         cpu,
             const ThLost *lost)
{
  pending_at (state, stream, cpu)->floor = lost->row;
}

static void
stacks_finish (gpointer state)
{
  Stacks *self = state;
  g_autofree char *remark = th_recording_dup_stack_remark (self->recording);
  GHashTableIter iter;
  gpointer pending;

  if (remark != NULL)
    th_results_add_remark (self->results, remark);
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &pending))
    pending_count (self, pending);

  if (self->full)
    th_results_add_remark (self->results,
                           _("There are too many different call chains: the last ones are "
                                            "truncated."));
}

const ThAnalysis th_stacks_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "stacks",
  .title = N_("Call chains"),
  .text = N_("The call chains of events and samples, counted for each event type."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = stacks_begin,
  .event = stacks_event,
  .lost = stacks_lost,
  .finish = stacks_finish,
  .free = stacks_free,
  .only_trees = TRUE,
};

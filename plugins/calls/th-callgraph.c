/* th-callgraph.c - kernel functions as nested calls, and their time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * function_graph records the entry and the exit of calls, with their depth in the
 * task; in text, a leaf call is one line with a duration.  The calls of an interrupt
 * are inside the interrupted call.  The duration is that of the tracer, which
 * measures closer to the function than the event times.
 *
 * The function tracer records only entries, each with its caller.  The nesting follows
 * from that (a call has ended when its caller, or a caller above, calls another
 * function), but not the time at which a call ended.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-calls.h"
#include "th-callgraph-private.h"

/* More than the limit of the kernel (50; about twice as much since 6.10). */
#define MAX_DEPTH 255

enum
{
  EVENT_ENTRY,
  EVENT_ENTRY_RETURN_ADDRESS,
  EVENT_EXIT,
  EVENT_FUNCTION,
  EVENT_SWITCH
};

static const ThSubscription subscriptions[] = {
  [EVENT_ENTRY] = { "ftrace:funcgraph_entry", NULL, { "func", "depth", "?duration", "?leaf" } },
  [EVENT_ENTRY_RETURN_ADDRESS] = { "ftrace:fgraph_retaddr_entry", NULL, { "func", "depth" } },
  [EVENT_EXIT] = { "ftrace:funcgraph_exit", NULL,
                   { "func", "depth", "?duration", "?calltime", "?rettime" } },
  [EVENT_FUNCTION] = { "ftrace:function", NULL, { "ip", "?parent_ip" } },
  [EVENT_SWITCH] = { "sched:sched_switch", NULL, { "?next_pid" } },
  { NULL }
};

static const ThCallWeight graph_weights[] = {
  { "time", N_("Time"), TH_UNIT_TIME },
  { "calls", N_("Calls"), TH_UNIT_COUNT }
};
static const ThCallWeight plain_weights[] = {
  { "calls", N_("Calls"), TH_UNIT_COUNT }
};

static gpointer
callgraph_begin (ThRecording       *recording,
                 ThResults         *results,
                 GHashTable        *params,
                 ThResults *const  *needed,
                 GError           **error)
{
  Callgraph *self = g_new0 (Callgraph, 1);

  self->recording = recording;
  self->results = results;
  self->names = th_functions_new (recording, results);
  self->functions = g_hash_table_new (NULL, NULL);
  self->order = g_ptr_array_new_with_free_func (th_callgraph_function_free);
  self->losses = g_array_new (FALSE, FALSE, sizeof (gint64));
  /* The fact "times" is set for a text without times, where each CPU has its own. */
  self->by_cpu = th_recording_get_fact (recording, "times") != NULL;
  self->ticks = th_recording_get_clock (recording)->ticks;
  th_callgraph_side_init (&self->graph, "calls", _("Calls"));
  th_callgraph_side_init (&self->plain, "functions", _("Functions"));
  self->table = th_results_add_table (results, &th_callgraph_table_info);

  return self;
}

static void
need_tree (Callgraph *self,
           Side      *side,
           gboolean   timed)
{
  if (side->tree != NULL)
    return;

  side->tree = th_results_add_tree (self->results, &(ThCallTreeInfo) {
    .id = timed ? "calls" : "functions",
    .title = timed ? _("Time in functions") : _("Function calls"),
    .weights = timed ? graph_weights : plain_weights,
    .n_weights = timed ? G_N_ELEMENTS (graph_weights) : G_N_ELEMENTS (plain_weights),
    .events = timed ? "ftrace:funcgraph_entry" : "ftrace:function",
    .named = TRUE
  });
}

/* Finds a function by address or by text. */
static gboolean
read_name (Callgraph      *self,
           const ThEvent  *event,
           guint           field,
           ThFunctionName *name)
{
  const char *text;
  guint64 address;
  gsize length;

  if (th_event_get_text (event, field, &text, &length))
    return th_functions_parse (self->names, text, length, name);
  if (!th_event_get_uint (event, field, &address))
    return FALSE;

  *name = th_functions_find (self->names, address, FALSE);
  return TRUE;
}

/* --- function_graph ------------------------------------------------------ */

static void
graph_entry (Callgraph     *self,
             const ThEvent *event,
             guint          depth)
{
  Nest *nest = th_callgraph_arrive (self, &self->graph, event->cpu, event->task, event->time);
  Call call = { .depth = depth, .begin = event->time, .length = -1, .anchor = event->ref };
  ThFunctionName name;
  gint64 length;
  guint64 leaf = 0;

  th_callgraph_break (self, &self->graph, nest, depth, event->time);
  if (!read_name (self, event, 0, &name))
    return;

  call.function = th_callgraph_find_function (self, name);
  if (event->subscription == EVENT_ENTRY && th_event_get_uint (event, 3, &leaf) && leaf != 0 &&
      th_event_get_int (event, 2, &length))
    call.length = CLAMP (length, 0, G_MAXINT64 / 4);
  th_callgraph_push (self, &self->graph, nest, &call);
}

/* Returns the duration that the tracer measured, or -1 if it is not known. */
static gint64
exit_duration (Callgraph     *self,
               const ThEvent *event)
{
  gint64 begin, end;

  if (self->ticks)
    return -1;
  if (th_event_get_int (event, 3, &begin) && th_event_get_int (event, 4, &end) && begin > 0 &&
      end >= begin)
    return end - begin;
  if (th_event_get_int (event, 2, &end) && end >= 0)
    return end;

  return -1;
}

static void
graph_exit (Callgraph     *self,
            const ThEvent *event,
            guint          depth)
{
  Nest *nest = th_callgraph_arrive (self, &self->graph, event->cpu, event->task, event->time);
  gint64 duration = exit_duration (self, event);
  gboolean named;
  ThFunctionName name;
  const Call *top;

  th_callgraph_break (self, &self->graph, nest, depth + 1, event->time);
  named = read_name (self, event, 0, &name);
  top = nest->calls->len > 0 ? &g_array_index (nest->calls, Call, nest->calls->len - 1) : NULL;

  if (top != NULL && top->depth == depth && (!named || top->function->name.name == name.name))
    {
      th_callgraph_pop (self, &self->graph, nest, event->time, duration >= 0
                        ? duration : event->time - top->begin, 0);
      return;
    }

  /* A different call is open at this depth; its end was not recorded. */
  th_callgraph_break (self, &self->graph, nest, depth, event->time);
  if (named)
    th_callgraph_add_end (self, &self->graph, nest, &(Call) {
      .function = th_callgraph_find_function (self, name), .depth = depth, .anchor = event->ref
    }, event->time, duration);
}

static void
graph_event (Callgraph     *self,
             const ThEvent *event)
{
  gint64 depth;

  if (!th_event_get_int (event, 1, &depth) || depth < 0 || depth > MAX_DEPTH)
    return;

  need_tree (self, &self->graph, TRUE);
  if (event->subscription == EVENT_EXIT)
    graph_exit (self, event, depth);
  else
    graph_entry (self, event, depth);
}

/* --- function ------------------------------------------------------------ */

/* Ends calls that are over, because their caller calls another function. */
static void
return_to (Callgraph *self,
           Nest      *nest,
           guint      n_left)
{
  gint64 seen = nest->last_time;

  while (nest->calls->len > n_left)
    th_callgraph_pop (self, &self->plain, nest, seen, -1, TH_SLICE_INFERRED);
}

static void
function_event (Callgraph     *self,
                const ThEvent *event)
{
  ThFunctionName name, caller = { G_MAXUINT32, TH_CALL_KERNEL };
  Nest *nest;
  guint n;

  need_tree (self, &self->plain, FALSE);
  if (!read_name (self, event, 0, &name))
    return;

  nest = th_callgraph_arrive (self, &self->plain, event->cpu, event->task, event->time);
  if (!read_name (self, event, 1, &caller))
    caller.name = G_MAXUINT32;
  for (n = nest->calls->len; n > 0 &&
       g_array_index (nest->calls, Call, n - 1).function->name.name != caller.name;)
    n--;
  return_to (self, nest, n);
  if (n == 0)
    nest->root = caller.name == G_MAXUINT32
                 ? TH_CALL_ROOT
                 : th_call_tree_enter (self->plain.tree, TH_CALL_ROOT, caller.name, caller.kind,
                                       event->ref);
  if (n <= MAX_DEPTH)
    th_callgraph_push (self, &self->plain, nest, &(Call) {
      .function = th_callgraph_find_function (self, name), .depth = n, .begin = event->time,
          .length = -1, .anchor = event->ref
    });
}

/* --- the analysis -------------------------------------------------------- */

static void
side_switch (Callgraph     *self,
             Side          *side,
             const ThEvent *event)
{
  gint64 next;
  guint32 task;

  /* Most recordings have switches but no functions. */
  if (side->tree == NULL)
    return;

  th_callgraph_leave (self, side, event->cpu, event->time);
  if (!th_event_get_int (event, 0, &next) || next < 0 || next > G_MAXINT32)
    return;
  task = th_tasks_find (th_recording_get_tasks (self->recording), next);
  if (task != TH_TASK_NONE && th_callgraph_is_inside (self, side, event->cpu, task))
    th_callgraph_arrive (self, side, event->cpu, task, event->time);
}

static void
callgraph_event (gpointer       state,
                 const ThEvent *event)
{
  Callgraph *self = state;

  switch (event->subscription)
    {
    case EVENT_FUNCTION:
      function_event (self, event);
      break;
    case EVENT_SWITCH:
      side_switch (self, &self->graph, event);
      side_switch (self, &self->plain, event);
      break;
    default:
      graph_event (self, event);
      break;
    }
}

static void
callgraph_lost (gpointer      state,
                guint         stream,
                guint         cpu,
                const ThLost *lost)
{
  Callgraph *self = state;

  g_array_append_val (self->losses, lost->from);
  th_callgraph_lose (self, &self->graph, cpu, lost->from);
  th_callgraph_lose (self, &self->plain, cpu, lost->from);
}

static void
callgraph_finish (gpointer state)
{
  Callgraph *self = state;

  th_callgraph_break_all (self, &self->graph);
  th_callgraph_break_all (self, &self->plain);
  if ((self->graph.tree != NULL && th_call_tree_is_full (self->graph.tree)) ||
      (self->plain.tree != NULL && th_call_tree_is_full (self->plain.tree)))
    th_results_add_remark (self->results,
                           _("There are too many different call chains: the last ones are "
                                            "truncated."));
  th_callgraph_fill_table (self);
}

static void
callgraph_free (gpointer state)
{
  Callgraph *self = state;

  th_callgraph_side_clear (&self->graph);
  th_callgraph_side_clear (&self->plain);
  th_functions_free (self->names);
  g_hash_table_unref (self->functions);
  g_ptr_array_unref (self->order);
  g_array_unref (self->losses);
  g_free (self);
}

const ThAnalysis th_callgraph_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "callgraph",
  .title = N_("Functions"),
  .text = N_("Kernel functions recorded by function_graph and function: nested calls, counts and "
             "durations."),
  .subscriptions = subscriptions,
  .begin = callgraph_begin,
  .event = callgraph_event,
  .lost = callgraph_lost,
  .finish = callgraph_finish,
  .free = callgraph_free,
};

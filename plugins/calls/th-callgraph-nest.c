/* th-callgraph-nest.c - open calls of tasks, and the slices that they become
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-callgraph-private.h"
#include "th-time.h"

/* The number of visible rows: more for tasks, whose lanes show nothing but their calls. */
#define TASK_ROWS 24
#define CPU_ROWS 8

static void
nest_free (gpointer data)
{
  Nest *nest = data;

  g_array_unref (nest->calls);
  g_free (nest);
}

void
th_callgraph_side_init (Side       *side,
                        const char *track_id,
                        const char *title)
{
  side->track_id = track_id;
  side->title = title;
  side->nests = g_hash_table_new_full (NULL, NULL, NULL, nest_free);
  side->lanes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

void
th_callgraph_side_clear (Side *side)
{
  g_hash_table_unref (side->nests);
  g_hash_table_unref (side->lanes);
}

/* --- slices ------------------------------------------------------------ */

static void
rows_init (Callgraph  *self,
           Side       *side,
           Rows       *rows,
           ThAttach    attach,
           guint32     key)
{
  for (guint i = 0; i < TH_SLICES_MAX_DEPTH; i++)
    rows->last_end[i] = G_MININT64;
  rows->track = th_results_add_track (self->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, side->track_id, side->title, attach, key, TH_UNIT_TIME, attach == TH_ATTACH_CPU
    ? CPU_ROWS : TASK_ROWS
  });
}

static void
rows_add (Rows       *rows,
          const Call *call,
          gint64      begin,
          gint64      end,
          guint       flags)
{
  gint64 *last_end;

  if (rows->track == NULL || call->depth >= TH_SLICES_MAX_DEPTH)
    return;

  last_end = &rows->last_end[call->depth];
  begin = MAX (begin, *last_end);
  end = MAX (begin, end);
  *last_end = end;
  th_slices_add (th_track_get_slices (rows->track), call->depth, &(ThSlice) {
    begin, end, call->anchor, call->function->name.name, TH_CONTEXT_TASK, flags
  });
}

/* --- calls ------------------------------------------------------------- */

static Call *
nest_top (Nest *nest)
{
  return nest->calls->len > 0 ? &g_array_index (nest->calls, Call, nest->calls->len - 1) : NULL;
}

static gboolean
nest_has (const Nest     *nest,
          const Function *function)
{
  for (guint i = 0; i < nest->calls->len; i++)
    if (g_array_index (nest->calls, Call, i).function == function)
      return TRUE;

  return FALSE;
}

/* Adds the time of a call that has ended to its function and its caller. */
static void
count_end (Callgraph  *self,
           Side       *side,
           Nest       *nest,
           const Call *call,
           gint64      duration)
{
  Call *caller = nest_top (nest);
  gint64 own = duration > call->children ? duration - call->children : 0;

  th_call_tree_count (side->tree, call->node, side == &self->graph
                      ? (gint64[]) { own, 1 } : (gint64[]) { 1, 0 }, call->anchor);
  if (duration < 0)
    return;

  th_callgraph_count_time (call->function, duration, own, nest_has (nest, call->function),
                           call->anchor);
  if (caller != NULL)
    caller->children = th_time_add (caller->children, duration);
  else if (call->depth < TH_SLICES_MAX_DEPTH)
    nest->orphans[call->depth] = th_time_add (nest->orphans[call->depth], duration);
}

void
th_callgraph_pop (Callgraph *self,
                  Side      *side,
                  Nest      *nest,
                  gint64     end,
                  gint64     duration,
                  guint      flags)
{
  Call call = *nest_top (nest);

  g_array_set_size (nest->calls, nest->calls->len - 1);
  rows_add (&nest->rows, &call, call.begin, end, flags);
  if (nest->lane != NULL)
    rows_add (&nest->lane->rows, &call, call.lane_begin, end, flags | call.lane_flags);
  count_end (self, side, nest, &call, duration);
  nest->last_time = MAX (nest->last_time, end);
}

/* A leaf call has no end event: it ends after its duration, at the latest with the next
 * event. */
static void
end_leaf (Callgraph *self,
          Side      *side,
          Nest      *nest,
          gint64     now)
{
  Call *top = nest_top (nest);

  if (top != NULL && top->length >= 0)
    th_callgraph_pop (self, side, nest, MAX (MIN (top->begin + top->length, now), top->begin),
                      top->length, 0);
}

void
th_callgraph_break (Callgraph *self,
                    Side      *side,
                    Nest      *nest,
                    guint      depth,
                    gint64     time)
{
  const Call *top;

  end_leaf (self, side, nest, time);
  while ((top = nest_top (nest)) != NULL && top->depth >= depth)
    th_callgraph_pop (self, side, nest, MIN (MAX (nest->last_time, top->begin), time), -1,
                      TH_SLICE_NO_END);
}

void
th_callgraph_push (Callgraph  *self,
                   Side       *side,
                   Nest       *nest,
                   const Call *call)
{
  const Call *caller = nest_top (nest);
  Call open = *call;

  open.lane_begin = open.begin;
  open.lane_flags = 0;
  open.node = th_call_tree_enter (side->tree, caller != NULL ? caller->node : nest->root,
                                  call->function->name.name,
                                  call->function->name.kind, call->anchor);
  if (call->depth + 1 < TH_SLICES_MAX_DEPTH)
    nest->orphans[call->depth + 1] = 0;
  th_callgraph_count_call (call->function, nest->task, call->anchor);
  g_array_append_val (nest->calls, open);
  nest->last_time = call->begin;
}

void
th_callgraph_add_end (Callgraph  *self,
                      Side       *side,
                      Nest       *nest,
                      const Call *call,
                      gint64      end,
                      gint64      duration)
{
  const Call *caller = nest_top (nest);
  Call call_end = *call;
  gint64 begin = duration >= 0 ? MAX (end - duration, nest->known_from) : nest->known_from;

  call_end.node = th_call_tree_enter (side->tree, caller != NULL ? caller->node : nest->root,
                                      call->function->name.name,
                                      call->function->name.kind, call->anchor);
  if (call->depth + 1 < TH_SLICES_MAX_DEPTH)
    {
      call_end.children = nest->orphans[call->depth + 1];
      nest->orphans[call->depth + 1] = 0;
    }
  th_callgraph_count_call (call->function, nest->task, call->anchor);
  rows_add (&nest->rows, &call_end, begin, end, TH_SLICE_NO_BEGIN);
  if (nest->lane != NULL)
    rows_add (&nest->lane->rows, &call_end, begin, end, TH_SLICE_NO_BEGIN);
  count_end (self, side, nest, &call_end, duration);
  nest->last_time = end;
}

/* --- the CPUs of tasks -------------------------------------------------- */

static gpointer
nest_key (Callgraph *self,
          guint      cpu,
          guint32    task)
{
  gboolean one = !self->by_cpu &&
                 th_tasks_get_pid (th_recording_get_tasks (self->recording), task) > 0;

  return (gpointer) ((gsize) task << 32 | (one ? 0 : (gsize) cpu + 1));
}

static Nest *
side_nest (Callgraph *self,
           Side      *side,
           guint      cpu,
           guint32    task)
{
  gpointer key = nest_key (self, cpu, task);
  Nest *nest = g_hash_table_lookup (side->nests, key);

  if (nest != NULL)
    return nest;

  nest = g_new0 (Nest, 1);
  nest->task = task;
  nest->calls = g_array_new (FALSE, TRUE, sizeof (Call));
  nest->known_from = TH_TIME_NONE;
  nest->last_time = G_MININT64;
  nest->n_losses = self->losses->len;
  /* Idle and unknown tasks have no lane of their own: the lane of the CPU shows them. */
  if (th_tasks_get_pid (th_recording_get_tasks (self->recording), task) > 0 && !self->by_cpu)
    rows_init (self, side, &nest->rows, TH_ATTACH_TASK, task);
  g_hash_table_insert (side->nests, key, nest);

  return nest;
}

static Lane *
side_lane (Callgraph *self,
           Side      *side,
           guint      cpu)
{
  Lane *lane = g_hash_table_lookup (side->lanes, GUINT_TO_POINTER (cpu));

  if (lane != NULL)
    return lane;

  lane = g_new0 (Lane, 1);
  lane->cpu = cpu;
  rows_init (self, side, &lane->rows, TH_ATTACH_CPU, cpu);
  g_hash_table_insert (side->lanes, GUINT_TO_POINTER (cpu), lane);

  return lane;
}

/* The task has been on another CPU, or asleep, since @cut. */
static void
suspend (Callgraph *self,
         Side      *side,
         Nest      *nest,
         gint64     now,
         gint64     cut)
{
  end_leaf (self, side, nest, now);
  cut = MAX (cut, nest->last_time);
  for (guint i = nest->calls->len; i-- > 0;)
    {
      const Call *call = &g_array_index (nest->calls, Call, i);

      rows_add (&nest->lane->rows, call, call->lane_begin, cut,
                call->lane_flags | TH_SLICE_INFERRED);
    }
  nest->lane->current = NULL;
  nest->lane = NULL;
}

static void
resume (Callgraph *self,
        Side      *side,
        Nest      *nest,
        Lane      *lane,
        gint64     now)
{
  if (nest->lane != NULL)
    suspend (self, side, nest, now, nest->last_time);
  if (lane->current != NULL)
    suspend (self, side, lane->current, now, lane->current->last_time);

  lane->current = nest;
  nest->lane = lane;
  for (guint i = 0; i < nest->calls->len; i++)
    {
      Call *call = &g_array_index (nest->calls, Call, i);

      call->lane_begin = now;
      call->lane_flags = TH_SLICE_INFERRED;
    }
}

/* A task that slept or migrated may have lost events on another CPU; one that stayed on a
 * CPU without losses has not. */
static void
nest_see_losses (Callgraph *self,
                 Side      *side,
                 Nest      *nest,
                 Lane      *lane)
{
  gint64 lost;

  if (nest->n_losses == self->losses->len)
    return;

  lost = g_array_index (self->losses, gint64, nest->n_losses);
  if (nest->lane != lane || lane->n_losses > nest->n_losses)
    {
      th_callgraph_break (self, side, nest, 0, lost);
      nest->known_from = TH_TIME_NONE;
    }
  nest->n_losses = self->losses->len;
}

Nest *
th_callgraph_arrive (Callgraph *self,
                     Side      *side,
                     guint      cpu,
                     guint32    task,
                     gint64     time)
{
  Nest *nest = side_nest (self, side, cpu, task);
  Lane *lane = side_lane (self, side, cpu);

  nest_see_losses (self, side, nest, lane);
  end_leaf (self, side, nest, time);
  if (nest->known_from == TH_TIME_NONE)
    {
      nest->known_from = time;
      for (guint i = 0; i < TH_SLICES_MAX_DEPTH; i++)
        nest->orphans[i] = 0;
    }
  if (nest->lane != lane)
    resume (self, side, nest, lane, time);

  return nest;
}

void
th_callgraph_leave (Callgraph *self,
                    Side      *side,
                    guint      cpu,
                    gint64     time)
{
  Lane *lane = g_hash_table_lookup (side->lanes, GUINT_TO_POINTER (cpu));

  if (lane != NULL && lane->current != NULL)
    suspend (self, side, lane->current, time, time);
}

gboolean
th_callgraph_is_inside (Callgraph *self,
                        Side      *side,
                        guint      cpu,
                        guint32    task)
{
  const Nest *nest = g_hash_table_lookup (side->nests, nest_key (self, cpu, task));

  return nest != NULL && nest->calls->len > 0;
}

void
th_callgraph_lose (Callgraph *self,
                   Side      *side,
                   guint      cpu,
                   gint64     time)
{
  Lane *lane = g_hash_table_lookup (side->lanes, GUINT_TO_POINTER (cpu));

  if (lane == NULL)
    return;
  lane->n_losses = self->losses->len;
  if (lane->current == NULL)
    return;
  th_callgraph_break (self, side, lane->current, 0, time);
  lane->current->known_from = TH_TIME_NONE;
  lane->current->n_losses = self->losses->len;
  lane->current->lane = NULL;
  lane->current = NULL;
}

void
th_callgraph_break_all (Callgraph *self,
                        Side      *side)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, side->nests);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    th_callgraph_break (self, side, value, 0, G_MAXINT64);
}

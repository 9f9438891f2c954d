/* th-path-walk.c - the critical path of a task: what it waited for, waker by waker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-walk.h"

#include "th-path-packet.h"

/* Limits: of wakers that wait for each other, of parts, and of the tasks that had the CPU during
 * one wait. */
#define MAX_DEPTH 64
#define MAX_PARTS 200000
#define MAX_OCCUPANTS 1000

typedef struct
{
  const ThPathHistory *history;
  ThRecording         *recording;
  ThReader            *reader;
  ThResults           *packets;
  GArray              *parts;   /* of ThPathPart, the last one first */
  gint64               reached; /* where the part that was added last begins */
} Walk;

/* A task, and which part of its time is wanted. */
typedef struct
{
  guint32 task;
  guint   depth;
  gint64  limit; /* the walk ends there */
} Place;

static void walk_task (Walk         *self,
                       const Place  *place,
                       gint64        to);

/* --- parts ------------------------------------------------------------- */

static void
append (Walk       *self,
        ThPathPart *part)
{
  g_array_append_vals (self->parts, part, 1);
  self->reached = part->from;
}

/* What nothing explains between @to and the part that was added last. */
static void
fill (Walk        *self,
      const Place *place,
      gint64       to)
{
  if (to < self->reached)
    append (self, &(ThPathPart) {
      to, self->reached, TH_CELL_NONE, TH_REF_NONE, TH_REF_NONE, place->task, G_MAXUINT16,
      TH_PATH_UNKNOWN, TH_PATH_LOST, TH_CONFIDENCE_BROKEN, place->depth
    });
}

/* Adds a part; the end of it may be there already. */
static void
add_part (Walk             *self,
          const Place      *place,
          const ThPathPart *part)
{
  ThPathPart copy = *part;

  copy.from = MAX (part->from, place->limit);
  copy.to = MIN (part->to, self->reached);
  if (copy.from >= copy.to)
    return;

  if (copy.from != part->from)
    copy.begin = TH_REF_NONE;
  if (copy.to != part->to)
    copy.end = TH_REF_NONE;
  copy.task = place->task;
  copy.depth = place->depth;
  fill (self, place, copy.to);
  append (self, &copy);
}

static void
add_unknown (Walk        *self,
             const Place *place,
             gint64       from,
             gint64       to,
             ThPathNote   note)
{
  add_part (self, place, &(ThPathPart) {
    .from = from, .to = to, .by = TH_CELL_NONE, .begin = TH_REF_NONE, .end = TH_REF_NONE,
    .cpu = G_MAXUINT16, .cause = TH_PATH_UNKNOWN, .note = note, .confidence = TH_CONFIDENCE_BROKEN
  });
}

/* --- waiting for a CPU -------------------------------------------------- */

/* The index of the last run of a CPU that begins before @time; G_MAXUINT if there is none. */
static guint
find_occupant (const ThOccupant *occupants,
               guint             n,
               gint64            time)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (occupants[middle].time < time)
        low = middle + 1;
      else
        high = middle;
    }

  return low > 0 ? low - 1 : G_MAXUINT;
}

/* @wait: the whole wait, without who ran; divided by the tasks that had the CPU. */
static void
add_wait_for_cpu (Walk             *self,
                  const Place      *place,
                  const ThPathPart *wait)
{
  guint n, index, done = 0;
  const ThOccupant *occupants = th_path_history_get_occupants (self->history, wait->cpu, &n);
  gint64 from = MAX (wait->from, place->limit), to = MIN (wait->to, self->reached);
  ThPathPart part = *wait;

  index = n > 0 ? find_occupant (occupants, n, to) : G_MAXUINT;
  for (; to > from && index != G_MAXUINT && done < MAX_OCCUPANTS; index--, done++)
    {
      guint32 task = occupants[index].task;

      part.from = MAX (from, occupants[index].time);
      part.to = to;
      part.begin = part.from == wait->from ? wait->begin : TH_REF_NONE;
      part.end = part.to == wait->to ? wait->end : TH_REF_NONE;
      part.by = task != TH_TASK_NONE && task != place->task ? task : TH_CELL_NONE;
      /* Runs of one task may be stored in pieces. */
      while (index > 0 && part.from > from && occupants[index - 1].task == task)
        {
          index--;
          part.from = MAX (from, occupants[index].time);
        }
      add_part (self, place, &part);
      to = MIN (to, part.from);
      if (index == 0)
        break;
    }

  part = *wait;
  part.by = TH_CELL_NONE;
  part.to = to;
  add_part (self, place, &part);
}

/* --- being blocked ------------------------------------------------------ */

/* Whether @task ran at @time, as its history tells. */
static gboolean
is_running (Walk    *self,
            guint32  task,
            gint64   time)
{
  guint index = th_path_history_find (self->history, task, time);

  for (; index != G_MAXUINT; index--)
    {
      const ThChange *change = th_path_history_get (self->history, task, index);

      if (change->kind == TH_CHANGE_RUN || change->time < time)
        return change->kind == TH_CHANGE_RUN;
    }

  return FALSE;
}

/* What @task did until it acted at @to, for which it had to run. */
static void
walk_waker (Walk        *self,
            const Place *place,
            guint32      task,
            gint64       from,
            gint64       to)
{
  Place waker = { task, place->depth + 1, from };
  guint index = th_path_history_find (self->history, task, to);

  if (waker.depth >= MAX_DEPTH)
    {
      add_unknown (self, place, from, to, TH_PATH_TOO_DEEP);
      return;
    }

  /* It ran, so a switch to it is missing. */
  if (index != G_MAXUINT && !is_running (self, task, to))
    {
      gint64 since = th_path_history_get (self->history, task, index)->time;

      add_unknown (self, &waker, since, to, TH_PATH_NO_SWITCH);
      to = MIN (to, since);
    }
  walk_task (self, &waker, to);
}

/* @wait: what ended it, from when it can be the cause. */
static void
add_leaf (Walk             *self,
          const Place      *place,
          const ThPathPart *wait,
          ThPathCause       cause,
          gint64            since,
          gboolean          is_inferred,
          ThPathNote        note)
{
  ThPathPart part = *wait;

  part.cause = cause;
  part.from = MAX (wait->from, since);
  part.note = note;
  if (is_inferred)
    part.confidence = TH_CONFIDENCE_INFERRED;
  add_part (self, place, &part);
}

static void
add_request (Walk             *self,
             const Place      *place,
             const ThPathPart *wait,
             const ThWaker    *waker)
{
  gint64 since = waker->begin != TH_TIME_NONE ? waker->begin : wait->from;

  add_leaf (self, place, wait, TH_PATH_BLOCK, since, waker->is_inferred, TH_PATH_NO_NOTE);
  if (since > wait->from && waker->task != place->task && waker->task != TH_TASK_NONE &&
      waker->task != TH_TASK_IDLE)
    walk_waker (self, place, waker->task, wait->from, since);
  else
    add_unknown (self, place, wait->from, since, TH_PATH_NO_WAKER);
}

static void
add_packet (Walk             *self,
            const Place      *place,
            const ThPathPart *wait,
            const ThWaker    *waker)
{
  ThPathSender sender;
  gboolean is_sent;

  if (self->reader == NULL)
    self->reader = th_reader_new (self->recording);
  is_sent = th_path_packet_find_sender (self->recording, self->reader, self->packets, waker,
                                        &sender);
  if (!is_sent)
    {
      add_leaf (self, place, wait, TH_PATH_PACKET, wait->from, waker->is_inferred,
                TH_PATH_NO_SENDER);
      return;
    }

  add_leaf (self, place, wait, TH_PATH_PACKET, sender.time,
            waker->is_inferred || sender.is_inferred, TH_PATH_NO_NOTE);
  if (sender.time <= wait->from)
    return;
  if (sender.task == TH_TASK_NONE || sender.task == TH_TASK_IDLE)
    add_unknown (self, place, wait->from, sender.time, TH_PATH_NO_SENDER);
  else
    walk_waker (self, place, sender.task, wait->from, sender.time);
}

static void
add_woken (Walk           *self,
           const Place    *place,
           ThPathPart     *wait,
           const ThChange *wakeup)
{
  static const ThPathCause causes[] = {
    [TH_WAKER_INTERRUPT] = TH_PATH_INTERRUPT, [TH_WAKER_SOFTIRQ] = TH_PATH_SOFTIRQ,
    [TH_WAKER_TIMER] = TH_PATH_TIMER
  };
  const ThWaker *waker;

  if (wakeup->flags & TH_CHANGE_BY_TASK)
    {
      walk_waker (self, place, wakeup->waker, MAX (wait->from, place->limit), wakeup->time);
      return;
    }
  if (wakeup->waker == TH_NO_WAKER)
    {
      add_unknown (self, place, wait->from, wait->to, TH_PATH_NO_WAKER);
      return;
    }

  waker = th_path_history_get_waker (self->history, wakeup->waker);
  wait->by = th_cell_from_word (waker->word);
  wait->from = MAX (wait->from, place->limit);
  if (waker->kind == TH_WAKER_BLOCK)
    add_request (self, place, wait, waker);
  else if (waker->kind == TH_WAKER_PACKET)
    add_packet (self, place, wait, waker);
  else
    add_leaf (self, place, wait, causes[waker->kind], wait->from, waker->is_inferred,
              TH_PATH_NO_NOTE);
}

/* From @change, when the task blocked, until @next. */
static void
add_blocked (Walk           *self,
             const Place    *place,
             const ThChange *change,
             const ThChange *next,
             gint64          to)
{
  ThPathPart wait = {
    .from = change->time, .to = to, .by = TH_CELL_NONE, .begin = change->ref,
    .end = next != NULL ? next->ref : TH_REF_NONE, .cpu = change->cpu,
    .confidence = TH_CONFIDENCE_EXACT
  };
  gint64 end = next != NULL ? next->time : to;

  if (th_path_history_find_gap (self->history, G_MAXUINT, change->time, end) != NULL)
    add_unknown (self, place, change->time, to, TH_PATH_LOST);
  else if (next == NULL || next->kind != TH_CHANGE_WOKEN)
    add_unknown (self, place, change->time, to, TH_PATH_NO_WAKEUP);
  else
    {
      if (next->flags & TH_CHANGE_INFERRED)
        wait.confidence = TH_CONFIDENCE_INFERRED;
      wait.to = next->time;
      wait.cpu = next->cpu;
      add_woken (self, place, &wait, next);
    }
}

/* --- the states of a task ------------------------------------------------ */

/* Up to where a state that ends at @to is known: no events are missing before. */
static gint64
get_known_end (Walk  *self,
               guint  cpu,
               gint64 from,
               gint64 to)
{
  const ThGap *gap = th_path_history_find_gap (self->history, cpu, from, to);

  return gap != NULL ? MAX (from, gap->from) : to;
}

static void
add_run (Walk           *self,
         const Place    *place,
         const ThChange *change,
         const ThChange *next,
         gint64          to)
{
  gint64 end = get_known_end (self, change->cpu, change->time, to);
  gboolean is_left = next == NULL || next->kind == TH_CHANGE_PREEMPTED ||
                     next->kind == TH_CHANGE_BLOCKED || next->kind == TH_CHANGE_GONE;

  if (!is_left && end == to)
    {
      add_unknown (self, place, change->time, to, TH_PATH_LOST);
      return;
    }

  add_unknown (self, place, end, to, TH_PATH_LOST);
  add_part (self, place, &(ThPathPart) {
    .from = change->time, .to = end, .by = TH_CELL_NONE, .begin = change->ref,
    .end = next != NULL && end == next->time ? next->ref : TH_REF_NONE, .cpu = change->cpu,
    .cause = place->depth == 0 ? TH_PATH_RUNNING : TH_PATH_OTHER, .confidence = TH_CONFIDENCE_EXACT
  });
}

/* A task that was created or woken, or that lost its CPU, until it ran.  If it had to wait on
 * another CPU than it got in the end, it is not known for how long. */
static void
add_runnable (Walk           *self,
              const Place    *place,
              const ThChange *change,
              const ThChange *next,
              gint64          to)
{
  gint64 end = get_known_end (self, G_MAXUINT, change->time, to);
  gboolean is_preempted = change->kind == TH_CHANGE_PREEMPTED;
  gboolean has_run = next != NULL && next->kind == TH_CHANGE_RUN;
  guint cpu = has_run ? next->cpu : is_preempted ? change->cpu : G_MAXUINT16;

  if (has_run && (next->flags & TH_CHANGE_NO_BEGIN) != 0)
    {
      gint64 known = get_known_end (self, next->cpu, change->time, end);

      add_unknown (self, place, end, to, TH_PATH_LOST);
      add_unknown (self, place, known, end, TH_PATH_NO_SWITCH);
      end = known;
    }
  add_unknown (self, place, end, to, TH_PATH_LOST);
  add_wait_for_cpu (self, place, &(ThPathPart) {
    .from = change->time, .to = end, .by = TH_CELL_NONE, .begin = change->ref,
    .end = has_run && end == next->time ? next->ref : TH_REF_NONE, .cpu = cpu,
    .cause = is_preempted ? TH_PATH_PREEMPTED : TH_PATH_RUNNABLE,
    .confidence = !has_run || (is_preempted && next->cpu != change->cpu) ? TH_CONFIDENCE_INFERRED
                                                                         : TH_CONFIDENCE_EXACT
  });
}

/* Before a task was created, its creator was at work. */
static void
add_creator (Walk           *self,
             const Place    *place,
             const ThChange *change)
{
  if ((change->flags & TH_CHANGE_BY_TASK) == 0)
    add_unknown (self, place, place->limit, change->time, TH_PATH_NO_WAKER);
  else if (change->time > place->limit)
    walk_waker (self, place, change->waker, place->limit, change->time);
}

static void
walk_task (Walk        *self,
           const Place *place,
           gint64       to)
{
  guint n = th_path_history_get_n (self->history, place->task);
  guint index = th_path_history_find (self->history, place->task, to);

  for (; index != G_MAXUINT && to > place->limit && self->parts->len < MAX_PARTS; index--)
    {
      const ThChange *change = th_path_history_get (self->history, place->task, index);
      const ThChange *next = index + 1 < n
                             ? th_path_history_get (self->history, place->task, index + 1) : NULL;

      switch ((ThChangeKind) change->kind)
        {
        case TH_CHANGE_RUN:
          add_run (self, place, change, next, to);
          break;
        case TH_CHANGE_PREEMPTED:
        case TH_CHANGE_WOKEN:
          add_runnable (self, place, change, next, to);
          break;
        case TH_CHANGE_BLOCKED:
          add_blocked (self, place, change, next, to);
          break;
        case TH_CHANGE_GONE:
          add_unknown (self, place, change->time, to, TH_PATH_GONE);
          break;
        case TH_CHANGE_CREATED:
          add_runnable (self, place, change, next, to);
          add_creator (self, place, change);
          return;
        default:
          g_assert_not_reached ();
        }
      to = MIN (to, change->time);
    }

  if (to > place->limit)
    add_unknown (self, place, place->limit, to, index == G_MAXUINT ? TH_PATH_NOT_SEEN
                                                                   : TH_PATH_TOO_DEEP);
}

static void
reverse (GArray *parts)
{
  for (guint i = 0, j = parts->len; i + 1 < j; i++)
    {
      ThPathPart first = g_array_index (parts, ThPathPart, i);

      j--;
      g_array_index (parts, ThPathPart, i) = g_array_index (parts, ThPathPart, j);
      g_array_index (parts, ThPathPart, j) = first;
    }
}

GArray *
th_path_walk (const ThPathHistory *history,
              ThRecording         *recording,
              ThResults           *packets,
              guint32              task,
              gint64               from,
              gint64               to)
{
  Walk self = { history, recording, NULL, packets,
                g_array_new (FALSE, FALSE, sizeof (ThPathPart)), to };

  walk_task (&self, &(Place) { task, 0, from }, to);
  fill (&self, &(Place) { task, 0, from }, from);
  g_clear_pointer (&self.reader, th_reader_free);
  reverse (self.parts);

  return self.parts;
}

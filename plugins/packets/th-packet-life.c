/* th-packet-life.c - one use of one sk_buff: its steps, its links, its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A life is in the list of live ones, ordered by their last event, or in the queue of ended
 * ones, ordered by the time after which nothing can be added.
 */
#include "config.h"

#include <string.h>

#include "th-packet-life.h"
#include "th-packet-strings.h"
#include "th-packets-private.h"

/* Events after the end, such as the return of the call or of the transmit function, are
 * expected within this time. */
#define GRACE (100 * 1000 * 1000)
#define CACHE_LINE 64
#define FIRST_QUEUE 256
/* How many lives to prefetch ahead of the one that is finalized. */
#define PREFETCH_LIVES 4

/* --- lists --------------------------------------------------------------- */

static void
list_append (LifeList *list,
             Life     *life)
{
  life->previous = list->last;
  life->next = NULL;
  if (list->last != NULL)
    list->last->next = life;
  else
    list->first = life;
  list->last = life;
  list->n++;
}

static void
list_remove (LifeList *list,
             Life     *life)
{
  if (life->previous != NULL)
    life->previous->next = life->next;
  else
    list->first = life->next;
  if (life->next != NULL)
    life->next->previous = life->previous;
  else
    list->last = life->previous;
  list->n--;
}

/* --- queue --------------------------------------------------------------- */

void
th_packet_life_queue_init (LifeQueue *queue)
{
  *queue = (LifeQueue) { .lives = g_new (Life *, FIRST_QUEUE), .mask = FIRST_QUEUE - 1 };
}

void
th_packet_life_queue_clear (LifeQueue *queue)
{
  g_clear_pointer (&queue->lives, g_free);
}

static void
queue_grow (LifeQueue *queue)
{
  g_autofree Life **lives = queue->lives;
  guint32 mask = 2 * queue->mask + 1;

  queue->lives = g_new (Life *, (gsize) mask + 1);
  for (guint32 i = queue->first; i != queue->end; i++)
    queue->lives[i & mask] = lives[i & queue->mask];
  queue->mask = mask;
}

static gboolean
queue_is_empty (const LifeQueue *queue)
{
  return queue->first == queue->end;
}

static Life *
queue_get_first (const LifeQueue *queue)
{
  return queue_is_empty (queue) ? NULL : queue->lives[queue->first & queue->mask];
}

static void
queue_append (LifeQueue *queue,
              Life      *life)
{
  if (queue->end - queue->first > queue->mask)
    queue_grow (queue);

  life->place = queue->end;
  queue->lives[queue->end++ & queue->mask] = life;
}

static void
queue_remove (LifeQueue *queue,
              Life      *life)
{
  queue->lives[life->place & queue->mask] = NULL;
  while (!queue_is_empty (queue) && queue->lives[queue->first & queue->mask] == NULL)
    queue->first++;
}

/* --- steps --------------------------------------------------------------- */

static void
life_grow (Life *life)
{
  ThStep *own = life->steps == life->first_steps ? NULL : life->steps;

  life->n_allocated *= 2;
  life->steps = g_renew (ThStep, own, life->n_allocated);
  if (own == NULL)
    memcpy (life->steps, life->first_steps, sizeof life->first_steps);
}

/* A spare life keeps its steps inside itself: an array elsewhere would be one more cache miss when
 * the life is used again. */
static void
life_free_steps (Life *life)
{
  if (life->steps == life->first_steps)
    return;

  g_free (life->steps);
  life->steps = life->first_steps;
  life->n_allocated = G_N_ELEMENTS (life->first_steps);
}

ThStep *
th_packet_life_insert_between (Life   *life,
                               guint   after,
                               gint64  time)
{
  guint at = life->n_steps;

  if (life->n_steps == life->n_allocated)
    life_grow (life);

  while (at > after + 1 && at > 0 && life->steps[at - 1].time > time)
    at--;
  if (at < life->n_steps)
    memmove (life->steps + at + 1, life->steps + at, (life->n_steps - at) * sizeof (ThStep));
  life->n_steps++;

  return life->steps + at;
}

guint
th_packet_life_add (Life         *life,
                    guint         after,
                    const ThStep *step)
{
  ThStep *place = th_packet_life_insert (life, after, step->time);

  *place = *step;
  return place - life->steps;
}

void
th_packet_life_add_event (Packets       *self,
                          Life          *life,
                          const ThEvent *event,
                          guint8         stage,
                          Continuation   continuation,
                          guint32        detail,
                          guint          flags)
{
  guint32 label = th_packet_label (self, event);

  if (life->n_steps < TH_PACKET_MAX_STEPS)
    *th_packet_life_insert (life, life->n_steps, event->time) = (ThStep) {
      event->ref, event->time, label, detail, event->cpu, continuation.rule,
      continuation.confidence, stage, flags
    };
}

/* --- links --------------------------------------------------------------- */

Link *
th_packet_life_set_link (Life        *life,
                         ParentKind   kind,
                         guint32      parent,
                         RuleId       rule,
                         ThConfidence confidence)
{
  gboolean merge = kind == PARENT_GRO || kind == PARENT_COALESCE || kind == PARENT_FRAGMENT;
  Link *link = &life->links[merge ? LINK_MERGE : LINK_ORIGIN];

  if (link->by_map)
    return NULL;

  g_free (link->candidates);
  *link = (Link) { .number = parent, .kind = kind, .rule = rule, .confidence = confidence };
  return link;
}

void
th_packet_link_set_candidates (Link          *link,
                               const guint32 *numbers,
                               guint          n)
{
  g_free (link->candidates);
  link->candidates = g_memdup2 (numbers, n * sizeof numbers[0]);
  link->n_candidates = n;
}

void
th_packet_life_clear_links (Life *life)
{
  for (guint i = 0; i < N_LINKS; i++)
    g_clear_pointer (&life->links[i].candidates, g_free);
}

/* --- begin and end ------------------------------------------------------- */

static void
prefetch_bytes (const char *bytes,
                gsize       size)
{
  for (gsize at = 0; at < size; at += CACHE_LINE)
    __builtin_prefetch (bytes + at);
}

/* Lives are finalized 100 ms after their end, and many at once, so a life that is used again is
 * mostly no longer in the caches of the CPU.  Prefetches the next one to be used. */
static Life *
life_take (Packets *self)
{
  Life *life = self->spare;

  if (life != NULL)
    {
      self->spare = life->next;
      if (self->spare != NULL)
        prefetch_bytes ((const char *) self->spare, LIFE_HOT_BYTES);
    }
  else
    {
      life = th_arena_alloc (self->memory, TH_ARENA_SMALL, sizeof (Life));
      life->steps = life->first_steps;
      life->n_allocated = G_N_ELEMENTS (life->first_steps);
      g_ptr_array_add (self->pool, life);
    }

  memset ((char *) life + G_STRUCT_OFFSET (Life, address), 0,
          G_STRUCT_OFFSET (Life, first_steps) - G_STRUCT_OFFSET (Life, address));
  life->n_steps = 0;
  return life;
}

Life *
th_packet_life_begin (Packets *self,
                      guint64  address,
                      Kind     kind)
{
  Life *life = life_take (self);

  life->address = address;
  life->number = th_flows_begin (self->flows);
  life->state = LIFE_LIVE;
  life->first_kind = kind;
  life->first_device = life->device = TH_STEP_NO_DETAIL;
  life->first_length = life->length = life->whole_length = life->copied = -1;
  life->reason = life->location = life->why_open = TH_STEP_NO_DETAIL;
  life->reader = TH_TASK_NONE;
  life->links[LINK_ORIGIN].number = life->links[LINK_MERGE].number = TH_FLOW_NONE;
  life->batch = ++self->n_batches;
  list_append (&self->live, life);

  return life;
}

void
th_packet_life_touch (Packets *self,
                      Life    *life)
{
  if (life->state != LIFE_LIVE || self->live.last == life)
    return;

  list_remove (&self->live, life);
  list_append (&self->live, life);
}

/* Saturates, as times may be near the maximum. */
static gint64
due_after (const Life *life)
{
  return life->last_time <= G_MAXINT64 - GRACE ? life->last_time + GRACE : G_MAXINT64;
}

/* The list of ended lives is ordered by @time. */
void
th_packet_life_end (Packets *self,
                    Life    *life,
                    End      end,
                    gint64   time)
{
  if (life->state != LIFE_LIVE)
    return;

  list_remove (&self->live, life);
  life->state = LIFE_ENDED;
  life->end = end;
  life->end_time = time;
  life->last_time = MAX (life->last_time, time);
  if (queue_is_empty (&self->ended))
    self->due = due_after (life);
  queue_append (&self->ended, life);
}

void
th_packet_life_revive (Packets *self,
                       Life    *life)
{
  g_return_if_fail (life->state == LIFE_ENDED);

  queue_remove (&self->ended, life);
  life->state = LIFE_LIVE;
  life->end = END_NONE;
  list_append (&self->live, life);
}

/* Removes the first life of the queue, and prefetches a life that will be removed soon. */
static Life *
queue_pop (LifeQueue *queue)
{
  Life *life = queue_get_first (queue), *next;

  queue_remove (queue, life);
  if (queue->end - queue->first > PREFETCH_LIVES)
    {
      next = queue->lives[(queue->first + PREFETCH_LIVES) & queue->mask];
      if (next != NULL)
        prefetch_bytes ((const char *) next, LIFE_HOT_BYTES);
      next = queue->lives[(queue->first + 1) & queue->mask];
      if (next != NULL && next->n_steps > G_N_ELEMENTS (next->first_steps))
        prefetch_bytes ((const char *) next->steps, next->n_steps * sizeof (ThStep));
    }

  return life;
}

Life *
th_packet_life_pop_due (Packets *self,
                        gint64   time)
{
  Life *life = queue_get_first (&self->ended);

  if (life == NULL || due_after (life) >= time)
    {
      self->due = life != NULL ? due_after (life) : G_MAXINT64;
      return NULL;
    }

  return queue_pop (&self->ended);
}

Life *
th_packet_life_pop (Packets *self)
{
  Life *life = self->live.first;

  if (!queue_is_empty (&self->ended))
    return queue_pop (&self->ended);
  if (life != NULL)
    list_remove (&self->live, life);
  return life;
}

void
th_packet_life_release (Packets *self,
                        Life    *life)
{
  life->state = LIFE_FREE;
  th_packet_life_clear_links (life);
  life_free_steps (life);
  life->next = self->spare;
  self->spare = life;
}

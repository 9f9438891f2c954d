/* th-packet-lives.c - lives of packets: begun, gone on with, ended
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-packets-events.h"

/* What still comes after the end (the return of the call, of the transmit
 * function) comes within this. */
#define GRACE (100 * 1000 * 1000)
/* More that are in flight at once is a recording without ends. */
#define MAX_LIVE 65536
#define MAX_STEPS 4096
#define FIRST_STEPS 16

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

/* --- steps --------------------------------------------------------------- */

guint
th_packet_life_add (Life         *life,
                    guint         after,
                    const ThStep *step)
{
  guint at = life->n_steps;

  if (life->n_steps == life->n_allocated)
    {
      life->n_allocated = MAX (life->n_allocated * 2, FIRST_STEPS);
      life->steps = g_renew (ThStep, life->steps, life->n_allocated);
    }

  while (at > after + 1 && at > 0 && life->steps[at - 1].time > step->time)
    at--;
  memmove (life->steps + at + 1, life->steps + at, (life->n_steps - at) * sizeof (ThStep));
  life->steps[at] = *step;
  life->n_steps++;

  return at;
}

void
th_packet_life_add_event (Packets       *self,
                          Life          *life,
                          const ThEvent *event,
                          guint8         stage,
                          Joint          joint,
                          guint32        detail,
                          guint          flags)
{
  ThStep step = {
    event->ref, event->time, th_packet_label (self, event), detail, event->cpu, joint.rule, joint.sureness, stage, flags
  };

  if (life->n_steps < MAX_STEPS)
    th_packet_life_add (life, life->n_steps, &step);
}

static Slot *
space_slot (Space   *space,
            guint64  address)
{
  guint32 *place = th_packet_map_get (&space->map, address);

  if (*place == 0)
    {
      g_array_set_size (space->slots, space->slots->len + 1);
      *place = space->slots->len;
    }

  return &g_array_index (space->slots, Slot, *place - 1);
}

/* --- begin and end ------------------------------------------------------- */

static Life *
lives_take (Packets *self)
{
  Life *life = self->spare;
  ThStep *steps = NULL;
  guint32 n_allocated = 0;

  if (life != NULL)
    {
      self->spare = life->next;
      steps = life->steps;
      n_allocated = life->n_allocated;
    }
  else
    {
      life = g_new (Life, 1);
      g_ptr_array_add (self->pool, life);
    }

  memset (life, 0, sizeof *life);
  life->steps = steps;
  life->n_allocated = n_allocated;
  return life;
}

/* Generations are counted over all buffers. */
static Life *
life_begin (Packets   *self,
            Slot      *slot,
            const Skb *skb)
{
  Life *life = lives_take (self);

  slot->last = (Handle) { life, 0 };
  life->address = skb->address;
  life->number = slot->last.number = th_flows_begin (self->flows);
  life->generation = ++space_slot (&self->spaces[0], skb->address)->generation;
  life->state = LIFE_LIVE;
  life->first_kind = skb->kind;
  life->first_device = life->device = TH_STEP_NO_DETAIL;
  life->first_length = life->length = life->whole_length = life->copied = -1;
  life->reason = life->location = life->why_open = TH_STEP_NO_DETAIL;
  life->reader = TH_TASK_NONE;
  life->links[LINK_ORIGIN].number = life->links[LINK_MERGE].number = TH_FLOW_NONE;
  life->batch = ++self->n_batches;
  list_append (&self->live, life);

  return life;
}

static void
life_add_born (Life *life)
{
  guint at = th_packet_life_add (life, 0, &life->born_step);

  if (at > 0 && life->steps[at].stage == TH_FLOW_NO_STAGE)
    life->steps[at].stage = STAGE_NEXT;
  life->waits_born = FALSE;
}

void
th_packet_life_clear_links (Life *life)
{
  for (guint i = 0; i < N_LINKS; i++)
    g_clear_pointer (&life->links[i].candidates, g_free);
}

static void
life_seal (Packets *self,
           Life    *life)
{
  if (life->waits_born)
    life_add_born (life);
  th_packet_seal (self, life);
  life->state = LIFE_FREE;
  th_packet_life_clear_links (life);
  life->next = self->spare;
  self->spare = life;
}

/* Times may be at the end of all. */
static gint64
due_after (const Life *life)
{
  return life->last_time <= G_MAXINT64 - GRACE ? life->last_time + GRACE : G_MAXINT64;
}

/* The list of the ended ones is in the order of @time. */
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
  life->last_time = MAX (life->last_time, time);
  if (self->ended.first == NULL)
    self->due = due_after (life);
  list_append (&self->ended, life);
}

void
th_packet_lives_settle (Packets *self,
                        gint64   time)
{
  if (time <= self->due)
    return;

  while (self->ended.first != NULL && due_after (self->ended.first) < time)
    {
      Life *life = self->ended.first;

      list_remove (&self->ended, life);
      life_seal (self, life);
    }
  self->due = self->ended.first != NULL ? due_after (self->ended.first) : G_MAXINT64;
}

void
th_packet_lives_finish (Packets *self)
{
  while (self->ended.first != NULL)
    {
      Life *life = self->ended.first;

      list_remove (&self->ended, life);
      life_seal (self, life);
    }
  while (self->live.first != NULL)
    {
      Life *life = self->live.first;

      list_remove (&self->live, life);
      life->why_open = self->word_whole;
      life_seal (self, life);
    }
}

Link *
th_packet_life_set_link (Life      *life,
                         ParentKind kind,
                         guint32    parent,
                         RuleId     rule,
                         ThSureness sureness)
{
  gboolean merge = kind == PARENT_GRO || kind == PARENT_COALESCE || kind == PARENT_FRAGMENT;
  Link *link = &life->links[merge ? LINK_MERGE : LINK_ORIGIN];

  if (link->told)
    return NULL;

  g_free (link->candidates);
  *link = (Link) { .number = parent, .kind = kind, .rule = rule, .sureness = sureness };
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

/* --- events -------------------------------------------------------------- */

Life *
th_packet_lives_find (Packets *self,
                      Space   *space,
                      guint64  address)
{
  guint32 place = th_packet_map_find (&space->map, address);

  return place == 0 ? NULL : handle_get (g_array_index (space->slots, Slot, place - 1).last);
}

static guint32
skb_detail (Packets   *self,
            const Skb *skb)
{
  gint64 number;

  switch (skb->kind)
    {
    case KIND_COPY:
      return th_packet_detail_bytes (self, skb->length);
    case KIND_CONSUME:
      return th_packet_location (self, skb->event, FIELD_A);
    case KIND_KFREE:
      return th_packet_detail_join (self, th_packet_reason (self, skb->event, FIELD_B), th_packet_location (self, skb->event, FIELD_A));
    case KIND_XMIT:
      if (th_event_get_int (skb->event, FIELD_A, &number) && number != 0)
        return th_packet_detail_result (self, number);
      break;
    default:
      break;
    }

  return th_packet_detail_device (self, skb->device, skb->length);
}

static void
life_note (Life      *life,
           const Skb *skb)
{
  gint64 rc = 0;

  if (life->kinds == 0)
    life->own_ref = skb->event->ref;
  life->kinds |= KIND_BIT (skb->kind);
  life->last_time = skb->event->time;
  life->last_cpu = skb->cpu;
  life->n_probes = skb->cpu->n_probes;
  life->last_in = skb->in;
  if (skb->kind != KIND_RETRANSMIT && skb->kind != KIND_TOUCH && skb->kind != KIND_END)
    life->last_kind = skb->kind;
  if (skb->device != TH_STEP_NO_DETAIL)
    {
      life->device = skb->device;
      if (life->first_device == TH_STEP_NO_DETAIL)
        life->first_device = skb->device;
    }
  if (skb->length >= 0 && skb->kind != KIND_COPY)
    {
      if (skb->kind == KIND_RX && life->kinds & KIND_BIT (KIND_GRO) && skb->length > life->length)
        life->whole_length = skb->length; /* GRO hands it on with the frames that it merged */
      life->length = skb->length;
      if (life->first_length < 0)
        life->first_length = skb->length;
    }
  if (skb->kind == KIND_START)
    life->xmit_cpu = skb->cpu;
  if (skb->kind == KIND_QUEUE)
    life->queue_cpu = skb->cpu;
  if (skb->kind == KIND_XMIT)
    {
      life->rc_bad = th_event_get_int (skb->event, FIELD_A, &rc) && rc != 0;
      life->sent |= !life->rc_bad;
    }
  else if (KIND_BIT (skb->kind) & (KINDS_RX & ~KIND_BIT (KIND_RXN) & ~KIND_BIT (KIND_RXN_ENTRY)))
    life->sent = FALSE;
}

static void
life_touch (Packets *self,
            Life    *life)
{
  if (life->state != LIFE_LIVE || self->live.last == life)
    return;

  list_remove (&self->live, life);
  list_append (&self->live, life);
}

static void
life_freed (Packets   *self,
            Life      *life,
            const Skb *skb)
{
  guint64 protocol;

  if (skb->kind == KIND_KFREE)
    {
      life->foreign = !(life->kinds & (KINDS_RX | KINDS_TX)) && th_event_get_uint (skb->event, FIELD_PROTOCOL, &protocol) && protocol == 0;
      life->reason = th_packet_reason (self, skb->event, FIELD_B);
      life->location = th_packet_location (self, skb->event, FIELD_A);
      life->purged = th_packet_is_purge (th_packet_word (self, life->location), th_packet_word (self, life->reason));
    }
  life->listed = th_packet_is_list_free (th_packet_word (self, th_packet_location (self, skb->event, FIELD_A)));
  th_packet_life_end (self, life, skb->kind == KIND_KFREE ? END_FREED : END_CONSUMED, skb->event->time);
}

/* What the event does besides being a step. */
static void
life_follow (Packets   *self,
             Space     *space,
             Life      *life,
             const Skb *skb,
             gboolean   born)
{
  switch (skb->kind)
    {
    case KIND_GRO:
      th_packet_gro_enter (self, skb, life);
      break;
    case KIND_RX:
      th_packet_gro_received (self, skb, life);
      th_packet_reader_received (skb->place, life);
      th_packet_coalesce_received (skb->cpu, life);
      break;
    case KIND_COPY:
      if (skb->in == IN_TASK)
        {
          th_packet_reader_delivered (self, life, skb->task, skb->event->task, skb->length);
          th_packet_coalesce_copied (self, life, skb->event->time);
        }
      break;
    case KIND_CONSUME:
    case KIND_KFREE:
      th_packet_tx_event (self, space, skb, life, born);
      life_freed (self, life, skb);
      break;
    case KIND_END:
      life->told_end = TRUE;
      th_packet_life_end (self, life, END_CONSUMED, skb->event->time);
      break;
    default:
      if (KIND_BIT (skb->kind) & KINDS_TX || skb->kind == KIND_RETRANSMIT)
        th_packet_tx_event (self, space, skb, life, born);
      break;
    }
}

static void
life_step (Packets   *self,
           Space     *space,
           Life      *life,
           const Skb *skb,
           Joint      joint,
           gboolean   born)
{
  Joint reading;
  gboolean fresh = born || life->kinds == KIND_BIT (KIND_BORN);
  gboolean read = life->state == LIFE_LIVE && th_packet_reader_takes (self, life, skb, &reading);
  guint8 stage, reading_stage = STAGE_QUEUE;

  if (read && joint.sureness <= TH_SURE_AMBIGUOUS && skb->kind == KIND_CONSUME && !life->delivered)
    joint = reading;
  if (read && !life->delivered)
    reading_stage = th_packet_reader_arrive (self, life, skb->task, skb->event->task, skb->event->time);
  else if (!born)
    th_packet_context_resume (self, life, skb);

  stage = skb->stage != TH_FLOW_NO_STAGE ? skb->stage : th_packet_stage_of (life, skb->kind);
  if (read && !life->delivered)
    stage = reading_stage;
  else if (skb->kind == KIND_CONSUME && life->delivered && !read)
    {
      stage = TH_FLOW_NO_STAGE;
      if (joint.sureness == TH_SURE_EXACT)
        joint.rule = RULE_DEFERRED;
    }

  life->resumed = FALSE;
  th_packet_life_add_event (self, life, skb->event, stage, joint, skb_detail (self, skb), 0);
  if (read && skb->kind == KIND_CONSUME)
    th_packet_reader_delivered (self, life, skb->task, skb->event->task, -1);
  else if (skb->kind == KIND_CONSUME && skb->in == IN_TASK && !(life->kinds & KINDS_TX))
    th_packet_reader_perhaps (skb->task, life);
  life_note (life, skb);
  life_follow (self, space, life, skb, fresh);
  if (skb->kind == KIND_CONSUME && life->kinds & KINDS_RX &&
      th_packet_is_local (th_packet_word (self, th_packet_location (self, skb->event, FIELD_A))))
    th_packet_reader_retract (self, life, skb->task);
}

/* What a stage map saw beginning may be received or sent: the next event tells,
 * and what lies before it. */
static void
life_wait_born (Packets   *self,
                Life      *life,
                const Skb *skb)
{
  life->born_step = (ThStep) {
    skb->event->ref, skb->event->time, th_packet_label (self, skb->event), TH_STEP_NO_DETAIL, skb->event->cpu,
    RULE_BIRTH, TH_SURE_EXACT, skb->stage, 0
  };
  life->waits_born = TRUE;
  life_note (life, skb);
}

/* The life that the event belongs to, NULL if a new one begins. */
static Life *
space_match (Packets   *self,
             Space     *space,
             Slot      *slot,
             const Skb *skb,
             Joint     *joint)
{
  Life *life;

  if (skb->kind == KIND_XMIT && (life = th_packet_tx_find_xmit (skb)) != NULL)
    {
      *joint = (Joint) { life->state == LIFE_LIVE ? RULE_ADDRESS : RULE_LATE_XMIT, life->state == LIFE_LIVE ? TH_SURE_EXACT : TH_SURE_INFERRED };
      return life;
    }

  life = handle_get (slot->last);
  if (life == NULL || life->n_steps >= MAX_STEPS)
    return NULL;

  return th_packet_joint_goes_on (self, space, life, skb, joint) ? life : NULL;
}

static Life *
lives_replace (Packets   *self,
               Slot      *slot,
               const Skb *skb)
{
  Life *old = handle_get (slot->last);

  if (old != NULL)
    {
      old->why_open = self->word_reused;
      th_packet_life_end (self, old, END_NONE, skb->event->time);
    }
  if (self->live.n >= MAX_LIVE)
    th_packet_life_end (self, self->live.first, END_NONE, skb->event->time);

  return life_begin (self, slot, skb);
}

void
th_packet_lives_event (Packets *self,
                       Space   *space,
                       Skb     *skb)
{
  Slot *slot = space_slot (space, skb->address);
  Joint joint = { RULE_BIRTH, TH_SURE_EXACT };
  Life *life = space_match (self, space, slot, skb, &joint);
  gboolean born = life == NULL;

  if (born && skb->kind == KIND_END)
    return; /* of what nothing else tells */
  if (born && slot->generation > 0 && (skb->kind == KIND_XMIT || skb->kind == KIND_ENQUEUE))
    {
      th_packet_seal_unassigned (self, skb, "after-end");
      return;
    }

  if (born)
    {
      life = lives_replace (self, slot, skb);
      joint = (Joint) { RULE_BIRTH, TH_SURE_EXACT };
    }
  else
    {
      life_touch (self, life);
    }
  if (skb->kind == KIND_BORN)
    {
      life_wait_born (self, life, skb);
      return;
    }
  if (born || life->waits_born)
    th_packet_context_birth (self, life, skb);
  if (life->waits_born)
    life_add_born (life);

  space->seen |= KIND_BIT (skb->kind);
  life_step (self, space, life, skb, joint, born);
  th_packet_context_turn (skb->cpu, skb->event);
}

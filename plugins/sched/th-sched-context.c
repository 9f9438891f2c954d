/* th-sched-context.c - the context of a CPU: a task, a softirq or an interrupt
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * If an interrupt wakes a task, the current task is not involved.  The flags of each
 * event give the context; the entry and exit events, if they were recorded, say which
 * interrupt it was.
 *
 * An idle CPU in a softirq or an interrupt is not idle: the recent ones are stored with
 * their times, so that a task's wait can be attributed to them.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-sched-private.h"
#include "th-time.h"

/* Bits of common_flags (include/linux/trace_events.h, enum trace_flag_type). */
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10

#define MAX_IRQ_WORDS 4096

static const char *const vectors[TH_SCHED_N_VECTORS] = {
  "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU"
};

/* --- names ---------------------------------------------------------------- */

static guint32
irq_word (Sched         *self,
          const ThEvent *event)
{
  const char *name;
  gsize length;
  guint64 number = 0;
  gpointer found;
  guint32 word;

  if (!th_event_get_uint (event, 0, &number))
    return th_results_intern (self->results, _("Interrupt"));

  found = g_hash_table_lookup (self->irq_words, GUINT_TO_POINTER ((guint) number));
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;

  if (th_event_get_text (event, 1, &name, &length) && length > 0)
    {
      g_autofree char *handler = g_strndup (name, length);
      /* Translators: number and name of the handler of an interrupt */
      g_autofree char *text = g_strdup_printf (_("Interrupt %u (%s)"), (guint) number, handler);

      word = th_results_intern (self->results, text);
    }
  else
    {
      g_autofree char *text = g_strdup_printf (_("Interrupt %u"), (guint) number);

      word = th_results_intern (self->results, text);
    }

  /* A limit for damaged recordings. */
  if (g_hash_table_size (self->irq_words) < MAX_IRQ_WORDS)
    g_hash_table_insert (self->irq_words, GUINT_TO_POINTER ((guint) number),
                         GUINT_TO_POINTER (word + 1));
  return word;
}

static guint32
softirq_word (Sched         *self,
              const ThEvent *event)
{
  guint64 vector;
  guint32 *word;

  if (!th_event_get_uint (event, 0, &vector) || vector >= TH_SCHED_N_VECTORS)
    return th_results_intern (self->results, _("Softirq"));

  word = &self->softirq_words[vector];
  if (*word == 0)
    {
      /* Translators: %s is the name of a vector: "NET_RX" */
      g_autofree char *text = g_strdup_printf (_("Softirq %s"), vectors[vector]);

      *word = th_results_intern (self->results, text) + 1;
    }
  return *word - 1;
}

/* --- visits ---------------------------------------------------------------- */

/* The time of a CPU that runs a task counts for that task, even if it is interrupted. */
static void
note_visit (Cpu           *cpu,
            const ThEvent *event,
            const Visit   *visit)
{
  if (event->task != TH_TASK_IDLE || visit->end <= visit->begin)
    return;

  if (cpu->visits == NULL)
    cpu->visits = g_new (Visit, N_RECENT);
  cpu->visits[cpu->n_visits++ % N_RECENT] = *visit;
}

guint32
th_sched_find_visitor (const Cpu *cpu,
                       gint64     from,
                       gint64     to,
                       gint64    *time)
{
  const Visit *around = NULL;
  Tally tally = { 0, };
  guint lead;

  /* Start with the last one to end, so that a softirq is seen before the interrupts within it. */
  for (guint32 i = 0; i < MIN (cpu->n_visits, N_RECENT); i++)
    {
      const Visit *visit = &cpu->visits[(cpu->n_visits - 1 - i) % N_RECENT];
      gint64 begin = MAX (visit->begin, from), end = MIN (visit->end, to);

      if (visit->end <= from)
        break;
      if (end <= begin)
        continue;

      tally_add (&tally, visit->word, th_time_between (begin, end));
      if (visit->is_softirq)
        around = visit;
      else if (around != NULL && visit->begin >= around->begin)
        tally_add (&tally, around->word, -th_time_between (begin, end));
    }

  if (tally.n == 0)
    return TH_SCHED_NO_VISITOR;

  lead = tally_lead (&tally);
  *time = tally.time[lead];
  return tally.key[lead];
}

/* --- nesting --------------------------------------------------------------- */

void
th_sched_enter_hardirq (Sched         *self,
                        Cpu           *cpu,
                        const ThEvent *event)
{
  cpu->hardirq = irq_word (self, event);
  cpu->hardirq_since = event->time;
  cpu->in_hardirq = TRUE;
}

void
th_sched_leave_hardirq (Cpu           *cpu,
                        const ThEvent *event)
{
  if (cpu->in_hardirq)
    note_visit (cpu, event, &(Visit) { cpu->hardirq_since, event->time, cpu->hardirq, FALSE });
  cpu->in_hardirq = FALSE;
}

void
th_sched_enter_softirq (Sched         *self,
                        Cpu           *cpu,
                        const ThEvent *event)
{
  cpu->softirq = softirq_word (self, event);
  cpu->softirq_since = event->time;
  cpu->in_softirq = TRUE;
}

void
th_sched_leave_softirq (Cpu           *cpu,
                        const ThEvent *event)
{
  if (cpu->in_softirq)
    note_visit (cpu, event, &(Visit) { cpu->softirq_since, event->time, cpu->softirq, TRUE });
  cpu->in_softirq = FALSE;
}

/* The end of an open visit was not recorded, so its time is not stored. */
void
th_sched_leave_context (Cpu *cpu)
{
  cpu->in_hardirq = FALSE;
  cpu->in_softirq = FALSE;
}

/* --- actors ---------------------------------------------------------------- */

gint64
th_sched_find_actor (Sched         *self,
                     const Cpu     *cpu,
                     const ThEvent *event,
                     guint          flags)
{
  guint64 bits = 0;
  gboolean known = th_event_get_uint (event, flags, &bits);

  if (known ? (bits & FLAG_HARDIRQ) != 0 : cpu->in_hardirq)
    return th_cell_from_word (cpu->in_hardirq
                              ? cpu->hardirq : th_results_intern (self->results, _("Interrupt")));
  if (known ? (bits & FLAG_SOFTIRQ) != 0 : cpu->in_softirq)
    return th_cell_from_word (cpu->in_softirq
                              ? cpu->softirq : th_results_intern (self->results, _("Softirq")));

  return event->task;
}

/* th-packet-cpu.c - the state of each CPU, and the context of an event on it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-cpu.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* Bits of common_flags (include/linux/trace_events.h, enum trace_flag_type). */
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10
#define FLAG_NMI     0x40

Cpu *
th_packet_cpu_new (guint space,
                   guint number)
{
  Cpu *cpu = g_new0 (Cpu, 1);

  cpu->number = number;
  cpu->space = space;
  th_packet_cpu_lose (cpu, TH_TIME_NONE);
  return cpu;
}

gboolean
th_packet_cpu_knows_context (const Packets *self,
                             const ThEvent *event,
                             guint          flags_field)
{
  return event->fields[flags_field] != NULL ||
         (self->recorded[EVENT_SOFTIRQ_ENTRY] && self->recorded[EVENT_SOFTIRQ_EXIT]);
}

CpuContext
th_packet_flags_to_context (guint64 flags)
{
  return flags & (FLAG_HARDIRQ | FLAG_NMI) ? CONTEXT_HARDIRQ : flags & FLAG_SOFTIRQ
         ? CONTEXT_SOFTIRQ : CONTEXT_TASK;
}

CpuContext
th_packet_cpu_get_context (const Packets *self,
                           const Cpu     *cpu,
                           const ThEvent *event,
                           guint          flags_field)
{
  guint64 flags;

  if (event != NULL && th_event_get_uint (event, flags_field, &flags))
    return th_packet_flags_to_context (flags);

  /* Nesting is unknown if the exit events were not recorded. */
  if (cpu->in_irq && self->recorded[EVENT_IRQ_EXIT])
    return CONTEXT_HARDIRQ;
  return cpu->in_softirq && self->recorded[EVENT_SOFTIRQ_EXIT] ? CONTEXT_SOFTIRQ : CONTEXT_TASK;
}

void
th_packet_cpu_turn (Cpu           *cpu,
                    const ThEvent *event)
{
  cpu->turn_time = event->time;
  cpu->turn_ref = event->ref;
}

void
th_packet_cpu_lose (Cpu    *cpu,
                    gint64  time)
{
  cpu->lost = time;
  cpu->in_irq = cpu->in_softirq = cpu->in_net_rx = FALSE;
  cpu->irq = (Irq) { TH_TIME_NONE, TH_REF_NONE };
  cpu->pending.time = cpu->active.time = TH_TIME_NONE;
  cpu->pending.irq_open = FALSE;
  cpu->poll_time = cpu->turn_time = TH_TIME_NONE;
  cpu->n_batch = cpu->n_held = 0;
  for (guint i = 0; i < N_CONTEXTS; i++)
    cpu->places[i] = (Place) { .n_gro = 0 };
}

void
th_packet_place_close (Place *place)
{
  place->n_batch = 0;
  place->received = (Handle) { NULL, 0 };
}

gboolean
th_packet_place_has (const Place *place,
                     const Life  *life)
{
  for (guint i = 0; i < place->n_batch; i++)
    if (handle_get (place->batch[i]) == life)
      return TRUE;

  return FALSE;
}

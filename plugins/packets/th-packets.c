/* th-packets.c - follows packets: each use of each sk_buff, step by step
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-packets.h"
#include "th-packet-context.h"
#include "th-packet-continuation.h"
#include "th-packet-cpu.h"
#include "th-packet-event.h"
#include "th-packet-finalize.h"
#include "th-packet-gro.h"
#include "th-packet-life.h"
#include "th-packet-lives.h"
#include "th-packet-lost.h"
#include "th-packet-map.h"
#include "th-packet-reader.h"
#include "th-packet-socket.h"
#include "th-packet-space.h"
#include "th-packet-stage-links.h"
#include "th-packet-stage-points.h"
#include "th-packet-strings.h"
#include "th-packet-task.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* Fields: address, device, length, two that depend on the event, context. */
#define FIELDS(a, b) { "skbaddr", "?name", "?len", a, b, "?common_flags" }

/* Likewise, of events that also name the socket; @c depends on the event, too. */
#define SOCKET_FIELDS(c) { "?skbaddr", "?name", "?len", "?sport", "?dport", "?common_flags", \
                           c, "?skaddr" }

static const ThSubscription subscriptions[N_EVENTS + 1] = {
  [EVENT_GRO] = { "net:napi_gro_receive_entry",
    N_("Without it packets begin at netif_receive_skb, and packets merged by GRO are missing."),
    FIELDS ("?hash", "?napi_id") },
  [EVENT_GRO_FRAGS] = { "net:napi_gro_frags_entry", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_RX_ENTRY] = { "net:netif_receive_skb_entry", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_RX_LIST_ENTRY] = { "net:netif_receive_skb_list_entry", NULL,
                            FIELDS ("?hash", "?napi_id") },
  [EVENT_RX] = { "net:netif_receive_skb",
    N_("Without it the arrival of packets in the stack is unknown: the stages gro and stack are "
       "missing, and so are datagram deliveries."), FIELDS ("?hash", "?napi_id") },
  [EVENT_RXN_ENTRY] = { "net:netif_rx_entry", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_RXN_NI_ENTRY] = { "net:netif_rx_ni_entry", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_RXN] = { "net:netif_rx", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_COPY] = { "skb:skb_copy_datagram_iovec",
    N_("Without it TCP deliveries are missing."), FIELDS ("?hash", "?napi_id") },
  [EVENT_CONSUME] = { "skb:consume_skb",
    N_("Without it normal ends and datagram deliveries are missing."),
    FIELDS ("?location", "?reason") },
  [EVENT_KFREE] = { "skb:kfree_skb", N_("Without it drops are missing."),
    { "skbaddr", "?name", "?len", "?location", "?reason", "?common_flags", "?protocol",
      "?rx_sk" } },
  [EVENT_QUEUE] = { "net:net_dev_queue",
    N_("Without it sent packets begin at the driver, and segments cannot be told from queued "
       "packets."), FIELDS ("?hash", "?napi_id") },
  [EVENT_START] = { "net:net_dev_start_xmit",
    N_("Without it the time at which the driver got a packet is unknown: the stages qdisc and "
       "driver are one, and segments are missing."), FIELDS ("?hash", "?napi_id") },
  [EVENT_XMIT] = { "net:net_dev_xmit",
    N_("Without it whether the driver accepted a packet is unknown."), FIELDS ("?rc", "?napi_id") },
  [EVENT_ENQUEUE] = { "qdisc:qdisc_enqueue", NULL, FIELDS ("?ifindex", "?packets") },
  [EVENT_DEQUEUE] = { "qdisc:qdisc_dequeue",
    N_("Without it the stage qdisc is only known as a whole, and the packet that a segment was "
       "cut from is a guess."), FIELDS ("?ifindex", "?packets") },
  [EVENT_RETRANSMIT] = { "tcp:tcp_retransmit_skb",
    N_("Without it TCP retransmissions cannot be told from first transmissions."),
    SOCKET_FIELDS ("?protocol") },
  [EVENT_PROBE] = { "tcp:tcp_probe",
    N_("Without it a received packet whose address is reused may be taken for one that was "
       "forwarded, read or consumed."),
    SOCKET_FIELDS ("?data_len") },
  [EVENT_TCP] = { "tcp:tcp_send_reset", NULL, SOCKET_FIELDS ("?protocol") },
  [EVENT_BAD_CHECKSUM] = { "tcp:tcp_bad_csum", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_BAD_HASH] = { "tcp:tcp_hash_*", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_BAD_AO] = { "tcp:tcp_ao_handshake_failure", NULL, FIELDS ("?hash", "?napi_id") },
  [EVENT_ICMP] = { "icmp:icmp_send", NULL, FIELDS ("?type", "?code") },
  [EVENT_GRO_EXIT] = { "net:napi_gro_receive_exit",
    N_("Without it packets merged by GRO are unknown: they have an open end."),
    { "?ret", "?common_flags" } },
  [EVENT_GRO_FRAGS_EXIT] = { "net:napi_gro_frags_exit", NULL, { "?ret", "?common_flags" } },
  [EVENT_IRQ_ENTRY] = { "irq:irq_handler_entry",
    N_("Without it journeys do not begin at the interrupt."), { "irq", "?name" } },
  [EVENT_IRQ_EXIT] = { "irq:irq_handler_exit",
    N_("Without it an interrupt seems to last until the next softirq."), { "irq" } },
  [EVENT_SOFTIRQ_RAISE] = { "irq:softirq_raise",
    N_("Without it the stages irq and softirq are missing."), { "vec" } },
  [EVENT_SOFTIRQ_ENTRY] = { "irq:softirq_entry",
    N_("Without it the stages softirq and napi are missing."), { "vec" } },
  [EVENT_SOFTIRQ_EXIT] = { "irq:softirq_exit",
    N_("Without it a softirq seems to last until the next one."), { "vec" } },
  [EVENT_POLL] = { "napi:napi_poll",
    N_("Without it all polls of one softirq seem to be one."),
    { "?dev_name", "?work", "?budget" } },
  [EVENT_SWITCH] = { "sched:sched_switch",
    N_("Without it the stages wakeup and reader are missing."), { "next_pid", "?next_comm" } },
  [EVENT_WAKING] = { "sched:sched_waking",
    N_("Without it the stages queue and wakeup are one."), { "pid", "?common_flags", "?comm" } },
  [EVENT_WAKEUP] = { "sched:sched_wakeup", NULL, { "pid", "?common_flags", "?comm" } },
  [EVENT_READY] = { "sock:sk_data_ready", NULL, { "skaddr", "?common_flags", "?protocol" } },
  [EVENT_RECV_LENGTH] = { "sock:sock_recv_length", NULL,
                          { "sk", "?ret", "?protocol", "?flags", "?length" } },
  [EVENT_ENTER_RECVFROM] = { "syscalls:sys_enter_recvfrom", NULL, { "?flags" } },
  [EVENT_ENTER_RECVMSG] = { "syscalls:sys_enter_recvmsg", NULL, { "?flags" } },
  [EVENT_ENTER] = { "syscalls:sys_enter_*",
    N_("Without it a task that frees a received packet is taken for its reader, and the stage "
       "send is missing."), { NULL }, .instead = "raw_syscalls:sys_enter" },
  [EVENT_EXIT] = { "syscalls:sys_exit_*",
    N_("Without it the return of the reader's call is unknown."), { "?ret" },
    .instead = "raw_syscalls:sys_exit" },
  [EVENT_RAW_ENTER] = { "raw_syscalls:sys_enter", NULL, { "?id", "?args" } },
  [EVENT_RAW_EXIT] = { "raw_syscalls:sys_exit", NULL, { "?ret", "?id" } },
  { NULL }
};

static const ThParam params[] = {
  { "stages", N_("Stage map"), TH_PARAM_TEXT, "" },
  { NULL }
};

static const Kind kinds[N_SKB_EVENTS] = {
  [EVENT_GRO] = KIND_GRO,
  [EVENT_GRO_FRAGS] = KIND_GRO,
  [EVENT_RX_ENTRY] = KIND_RX_ENTRY,
  [EVENT_RX_LIST_ENTRY] = KIND_RX_ENTRY,
  [EVENT_RX] = KIND_RX,
  [EVENT_RXN_ENTRY] = KIND_RXN_ENTRY,
  [EVENT_RXN_NI_ENTRY] = KIND_RXN_ENTRY,
  [EVENT_RXN] = KIND_RXN,
  [EVENT_COPY] = KIND_COPY,
  [EVENT_CONSUME] = KIND_CONSUME,
  [EVENT_KFREE] = KIND_KFREE,
  [EVENT_QUEUE] = KIND_QUEUE,
  [EVENT_START] = KIND_START,
  [EVENT_XMIT] = KIND_XMIT,
  [EVENT_ENQUEUE] = KIND_ENQUEUE,
  [EVENT_DEQUEUE] = KIND_DEQUEUE,
  [EVENT_RETRANSMIT] = KIND_RETRANSMIT,
  [EVENT_PROBE] = KIND_TOUCH,
  [EVENT_TCP] = KIND_TOUCH,
  [EVENT_BAD_CHECKSUM] = KIND_TOUCH,
  [EVENT_BAD_HASH] = KIND_TOUCH,
  [EVENT_BAD_AO] = KIND_TOUCH,
  [EVENT_ICMP] = KIND_TOUCH
};

static void
packets_make_strings (Packets *self)
{
  static const char *const verdicts[] = { "MERGED", "MERGED_FREE", "HELD", "NORMAL" };

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    self->string_verdicts[i] = th_results_intern (self->results, verdicts[i]);
  for (guint i = 0; i < N_EVENTS; i++)
    self->labels[i] = th_results_intern (self->results, strchr (subscriptions[i].event, ':') + 1);
  self->string_poll = th_results_intern (self->results, _("poll started"));
  self->string_turn = th_results_intern (self->results, _("previous packet finished"));
  self->string_no_end = th_results_intern (self->results, _("end not seen"));
  /* Translators: why the end of a packet was not seen */
  self->string_reused = th_results_intern (self->results, _("address reused"));
  self->string_whole = th_results_intern (self->results, _("recording ends"));
  self->string_no_data = th_results_intern (self->results, _("no data: TCP frees it silently"));
  self->string_lo = th_results_intern (self->results, "lo");
  self->string_net_rx = th_results_intern (self->results, "NET_RX");
}

/* Finds out which types were recorded: those that the header of the source declares or, in a
 * text, which declares none, those that have occurred so far. */
static void
packets_look_at_types (Packets *self)
{
  self->is_text = strcmp (th_recording_get_format (self->recording), "text") == 0;
  for (guint i = 0; i < N_EVENTS && !self->is_text; i++)
    {
      guint type = th_recording_find_type (self->recording, subscriptions[i].event);

      self->recorded[i] = type != TH_TYPE_NONE &&
                          !th_recording_is_type_ignored (self->recording, type);
    }
  th_packet_continuations_look (self);
}

static gpointer
packets_begin (ThRecording       *recording,
               ThResults         *results,
               GHashTable        *given,
               ThResults *const  *needed,
               GError           **error)
{
  Packets *self = g_new0 (Packets, 1);

  self->recording = recording;
  self->results = results;
  self->directory = th_results_get_connections (needed[0]);
  self->tasks = th_recording_get_tasks (recording);
  self->n_streams = th_recording_get_n_streams (recording);
  self->local_clock = strcmp (th_recording_get_clock (recording)->name, "local") == 0;
  self->stream_space = g_new0 (guint8, self->n_streams + 1);
  self->task_states = g_ptr_array_new_with_free_func (th_packet_task_free);
  self->memory = th_arena_new_dense ();
  self->pool = g_ptr_array_new ();
  th_packet_life_queue_init (&self->ended);
  self->losses = g_array_new (FALSE, FALSE, sizeof (Loss));
  th_packet_stage_points_begin (self, g_hash_table_lookup (given, "stages"));
  th_packet_strings_init (self);
  th_packet_map_init (&self->ends);
  self->syscall_names = th_syscall_names_find (th_recording_get_fact (recording, "machine"));
  packets_make_strings (self);
  th_packet_finalize_begin (self);
  packets_look_at_types (self);

  return self;
}

/* --- spaces -------------------------------------------------------------- */

static guint
packets_new_space (Packets *self)
{
  if (self->n_spaces == MAX_SPACES)
    return MAX_SPACES - 1;

  th_packet_space_init (&self->spaces[self->n_spaces]);
  if (self->n_spaces == 1)
    th_results_add_remark (self->results,
                           _("Several buffers recorded the same events: each packet is shown once "
                                            "per buffer."));
  return self->n_spaces++;
}

/* Buffers share their lives unless they recorded the same events. */
static G_NO_INLINE guint
packets_find_space (Packets       *self,
                    const ThEvent *event)
{
  guint stream = event->ref.stream;
  guint8 *space = &self->stream_space[MIN (stream, self->n_streams)];
  guint16 *owner;

  if (*space == 0)
    *space = (self->n_spaces > 0 ? 0 : packets_new_space (self)) + 1;

  owner = &self->spaces[*space - 1].owners[event->subscription];
  if (*owner != stream + 1 && *owner != 0)
    {
      *space = packets_new_space (self) + 1;
      owner = &self->spaces[*space - 1].owners[event->subscription];
    }
  *owner = stream + 1;

  return *space - 1;
}

/* Usually there is one space, and each type of event comes from one buffer. */
static inline guint
packets_space (Packets       *self,
               const ThEvent *event)
{
  if (G_LIKELY (self->n_spaces == 1 &&
                self->spaces[0].owners[event->subscription] == event->ref.stream + 1))
    return 0;
  return packets_find_space (self, event);
}

static G_NO_INLINE void
packets_add_cpu (Packets *self,
                 guint    space,
                 guint    number)
{
  GPtrArray *cpus = self->spaces[space].cpus;

  if (number >= cpus->len)
    g_ptr_array_set_size (cpus, number + 1);
  cpus->pdata[number] = th_packet_cpu_new (space, number);
}

static inline Cpu *
packets_cpu (Packets *self,
             guint    space,
             guint    number)
{
  const GPtrArray *cpus = self->spaces[space].cpus;

  number = MIN (number, G_MAXUINT16);
  if (G_UNLIKELY (number >= cpus->len || cpus->pdata[number] == NULL))
    packets_add_cpu (self, space, number);
  return cpus->pdata[number];
}

/* --- events -------------------------------------------------------------- */

static gboolean
skb_read (Packets *self,
          Skb     *skb)
{
  const ThEvent *event = skb->event;

  if (event->subscription >= N_EVENTS)
    return th_packet_stage_points_read (self, skb);

  skb->kind = kinds[event->subscription];
  skb->in = skb->kind == KIND_COPY ? CONTEXT_TASK
            : th_packet_cpu_get_context (self, skb->cpu, event, FIELD_FLAGS);
  if (event->subscription == EVENT_PROBE)
    skb->cpu->n_probes++;
  skb->address = th_packet_address (event->fields[FIELD_ADDRESS], &event->payload);
  if (skb->address == 0)
    return FALSE;

  skb->device = th_packet_device (self, event, FIELD_DEVICE);
  th_event_get_int (event, FIELD_LENGTH, &skb->length);
  return TRUE;
}

static void
skb_event (Packets       *self,
           Space         *space,
           Cpu           *cpu,
           const ThEvent *event)
{
  Skb skb = { .event = event, .cpu = cpu, .device = TH_STEP_NO_DETAIL, .length = -1,
              .stage = TH_FLOW_NO_STAGE };

  if (!skb_read (self, &skb))
    {
      if (event->subscription == EVENT_PROBE)
        th_packet_lives_probe (&cpu->places[skb.in], event);
      return;
    }

  skb.place = &cpu->places[skb.in];
  if (skb.kind == KIND_RETURN)
    {
      th_packet_stage_links_return (self, &skb);
      return;
    }

  skb.task = th_packet_task_get (self, event->task);
  th_packet_task_look (self, skb.task, event->task, event->time);
  if (skb.kind != KIND_LINK)
    th_packet_lives_event (self, space, &skb);
  if (skb.point != NULL)
    th_packet_stage_links_event (self, space, &skb);
}

static void
packets_event (gpointer       state,
               const ThEvent *event)
{
  Packets *self = state;
  guint number = packets_space (self, event);
  Space *space = &self->spaces[number];
  Cpu *cpu = packets_cpu (self, number, event->cpu);

  if (event->subscription < N_EVENTS && !self->recorded[event->subscription])
    {
      self->recorded[event->subscription] = TRUE;
      th_packet_continuations_look (self);
    }
  th_packet_lives_finalize_due (self, event->time);
  if (event->subscription < N_SKB_EVENTS || event->subscription >= N_EVENTS)
    skb_event (self, space, cpu, event);
  else if (event->subscription == EVENT_GRO_EXIT || event->subscription == EVENT_GRO_FRAGS_EXIT)
    th_packet_gro_exit (self, space, cpu,
                        &cpu->places[th_packet_cpu_get_context (self, cpu, event, 1)], event);
  else if (!th_packet_context_event (self, cpu, event))
    th_packet_reader_event (self, cpu, event);
}

static void
packets_lost (gpointer      state,
              guint         stream,
              guint         number,
              const ThLost *lost)
{
  Packets *self = state;
  guint space = self->stream_space[MIN (stream, self->n_streams)];

  if (space == 0)
    return;

  th_packet_cpu_lose (packets_cpu (self, space - 1, number), lost->to);
  th_packet_lost_add (self, number, lost);
}

static void
packets_finish (gpointer state)
{
  Packets *self = state;

  th_packet_lives_finish (self);
  th_packet_finalize_finish (self);
}

static const ThSubscription *
packets_more_subscriptions (gpointer state)
{
  return th_packet_stage_points_get_subscriptions (state);
}

static void
packets_free (gpointer state)
{
  Packets *self = state;

  for (guint i = 0; i < self->n_spaces; i++)
    th_packet_space_clear (&self->spaces[i]);
  for (guint i = 0; i < self->pool->len; i++)
    {
      Life *life = g_ptr_array_index (self->pool, i);

      if (life->steps != life->first_steps)
        g_free (life->steps);
      if (life->state != LIFE_FREE)
        th_packet_life_clear_links (life);
    }
  g_ptr_array_unref (self->pool);
  th_packet_life_queue_clear (&self->ended);
  th_arena_free (self->memory);
  g_ptr_array_unref (self->task_states);
  g_array_unref (self->losses);
  th_drops_free (self->drops);
  th_packet_map_clear (&self->strings);
  th_packet_map_clear (&self->locations);
  th_packet_map_clear (&self->ends);
  g_string_free (self->text, TRUE);
  th_packet_socket_clear (self);
  th_packet_stage_points_clear (self);
  g_free (self->stream_space);
  g_free (self);
}

static const char *const needs[] = { "sockets", NULL };

const ThAnalysis th_packets_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "packets",
  .title = N_("Packets"),
  .text = N_("The journey of each packet buffer through the kernel: every step, the time in "
             "between, how certain "
             "each link is, and the outcome."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = packets_begin,
  .event = packets_event,
  .lost = packets_lost,
  .finish = packets_finish,
  .free = packets_free,
  .more_subscriptions = packets_more_subscriptions,
  .n_subject = N_SKB_EVENTS,
  .noun = "packet",
  .needs = needs,
  .measures = th_packet_measures,
  .list_measures = th_packet_stage_points_list_measures,
};

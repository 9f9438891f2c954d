/* th-packet-stages.c - the stages of a packet's journey, and the rules that connect its steps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-packet-stages.h"
#include "th-packets-private.h"

static const ThStage stages[N_STAGES] = {
  [STAGE_IRQ] = { "irq", N_("irq"),
    N_("In the interrupt handler or its thread, until NET_RX was raised."), TH_CONTEXT_IRQ, FALSE },
  [STAGE_SOFTIRQ] = { "softirq", N_("softirq"),
    N_("From raising NET_RX (or waking the interrupt or NAPI thread) until it ran."),
    TH_CONTEXT_SOFTIRQ, TRUE },
  [STAGE_NAPI] = { "napi", N_("napi"),
    N_("From entry into the poll until the packet was first seen."), TH_CONTEXT_NAPI, FALSE },
  [STAGE_GRO] = { "gro", N_("gro"),
    N_("From napi_gro_receive until it was merged or passed to the stack."),
    TH_CONTEXT_GRO, FALSE },
  [STAGE_STACK] = { "stack", N_("stack"),
    N_("From netif_receive_skb until it was queued to its socket, forwarded, decrypted or freed."),
    TH_CONTEXT_STACK, FALSE },
  [STAGE_QUEUE] = { "queue", N_("queue"),
    N_("From the socket queue until its reader was woken, or read it if it was already running; "
       "or until it was freed unread."),
    TH_CONTEXT_QUEUE, FALSE },
  [STAGE_WAKEUP] = { "wakeup", N_("wakeup"),
    N_("From waking the reader until it was switched in."), TH_CONTEXT_WAKEUP, TRUE },
  [STAGE_READER] = { "reader", N_("reader"),
    N_("From switching to the reader until it copied."), TH_CONTEXT_READER, FALSE },
  [STAGE_COPY] = { "copy", N_("copy"),
    N_("From the first copy until the last one, the return of the call, or the end."),
    TH_CONTEXT_COPY, FALSE },
  [STAGE_SEND] = { "send", N_("send"),
    N_("From the system call until it was queued to the device."), TH_CONTEXT_SEND, FALSE },
  [STAGE_QDISC] = { "qdisc", N_("qdisc"),
    N_("From the device queue until the driver got it."), TH_CONTEXT_QDISC, FALSE },
  [STAGE_DRIVER] = { "driver", N_("driver"),
    N_("In the driver's transmit function, or being encrypted by a tunnel."), TH_CONTEXT_DRIVER,
    FALSE },
  [STAGE_COMPLETION] = { "completion", N_("completion"),
    N_("From the driver taking it until it was freed."), TH_CONTEXT_COMPLETION, FALSE }
};

static const ThRule rules[N_RULES] = {
  [RULE_ADDRESS] = { "address", N_("Same address, and no other packet began there in between.") },
  [RULE_BIRTH] = { "birth", N_("The packet begins here: no earlier event belongs to it.") },
  [RULE_NO_BIRTH] = { "no-birth",
    N_("Same address; the event with which such packets begin was not recorded or not seen, so "
       "an earlier packet at this address would go unnoticed.") },
  [RULE_STAGE_MAP] = { "told",
    N_("Same address, and a stage map defines where packets begin and end: no other packet began "
       "there since.") },
  [RULE_LOST] = { "lost", N_("Same address, but events of these CPUs were lost in between.") },
  [RULE_INCOMPLETE] = { "incomplete",
    N_("Same address; the recording lacks events with which packets begin or end, so another "
       "packet may lie in between.") },
  [RULE_FORWARDED_PERHAPS] = { "forwarded-perhaps",
    N_("Received and queued to another device in the same context, longer by a link header; "
       "tcp_probe was not recorded, so it may have been for a local receiver.") },
  [RULE_FORWARDED] = { "forwarded",
    N_("Received and queued to another device on the same CPU and in the same context, longer by "
       "a link header, with no sign of a local receiver.") },
  [RULE_STACKED] = { "stacked-device",
    N_("Queued to another device again while the upper device transmitted it.") },
  [RULE_VETH] = { "veth",
    N_("Transmitted by one device and received by another at the same address.") },
  [RULE_TUNNEL] = { "tunnel",
    N_("Received again on another device, no longer than before, on the same CPU and in the same "
       "context: decapsulated, or passed up by a bridge.") },
  [RULE_ENCRYPTED] = { "encrypted",
    N_("Transmitted by one device and queued to another, longer by what a tunnel adds: encrypted "
       "in the background, as WireGuard does.") },
  [RULE_DECRYPTED] = { "decrypted",
    N_("Received again on another device, shorter by what a tunnel adds: decrypted in the "
       "background, as WireGuard does.") },
  [RULE_LATER] = { "later",
    N_("Same address, but in a different context than where it was received: it may have ended "
       "unseen in between.") },
  [RULE_COALESCED] = { "coalesced",
    N_("Same address, and longer than before: data behind it was appended to it.") },
  [RULE_GREW] = { "grew",
    N_("Same address, and longer than before, though it was little more than its headers: either "
       "data was appended, or it is another packet.") },
  [RULE_BYTES] = { "bytes",
    N_("The reader copied more than its length: exactly the bytes of the packets received next "
       "on its CPU.") },
  [RULE_FRAGMENTS] = { "fragments",
    N_("The reader copied more than its length: exactly the bytes of the fragments received just "
       "before.") },
  [RULE_AGAIN] = { "again", N_("Seen again at the same point of the stack.") },
  [RULE_LATE_XMIT] = { "late-xmit",
    N_("The driver's transmit function returned after the packet had ended.") },
  [RULE_LATE_ENQUEUE] = { "late-enqueue",
    N_("The queue took the packet, and the event came after its end.") },
  [RULE_GRO_EXIT] = { "gro-exit",
    N_("The next return of napi_gro_receive on this CPU and in this context.") },
  [RULE_GRO_ONLY] = { "gro-only-held", N_("The only packet that GRO held on this CPU.") },
  [RULE_GRO_HASH] = { "gro-hash",
    N_("The last packet that GRO held on this CPU with the same flow hash and NAPI.") },
  [RULE_GRO_LAST] = { "gro-last-held",
    N_("The last packet that GRO held on this CPU; others fit too, for there is no flow hash.") },
  [RULE_CLONE_OFFSET] = { "fast-clone",
    N_("What this task queued just before lies one sk_buff behind: the fast clone of this packet.")
    },
  [RULE_SEGMENT] = { "segment",
    N_("Not queued itself: segmented from the packet that this task queued last and consumed "
       "here.") },
  [RULE_SEGMENT_QDISC] = { "segment-qdisc",
    N_("Not queued itself, and a queueing discipline was at work in between: possibly segmented "
       "from the packet queued last.") },
  [RULE_NAMED] = { "named", N_("A probe of a stage map names both packets.") },
  [RULE_WITHIN] = { "within",
    N_("A probe of a stage map shows when the call that creates one from the other begins and "
       "returns.") },
  [RULE_HEAD] = { "head", N_("A probe of a stage map shows that both share the same data.") },
  [RULE_IRQ] = { "irq", N_("NET_RX was raised inside this interrupt handler.") },
  [RULE_IRQ_THREAD] = { "irq-thread",
    N_("NET_RX was raised in the thread of this interrupt handler.") },
  [RULE_RAISE] = { "raise", N_("The first raise of NET_RX on this CPU before it ran.") },
  [RULE_SOFTIRQ] = { "softirq", N_("The NET_RX softirq running on this CPU.") },
  [RULE_POLL] = { "poll-nesting",
    N_("The poll started with the softirq, or when the previous poll ended: found by nesting.") },
  [RULE_TURN] = { "turn", N_("The previous packet of the same poll was finished.") },
  [RULE_NAPI_THREAD] = { "napi-thread",
    N_("The poll runs in a thread of its own, woken by the interrupt.") },
  [RULE_BUSY_POLL] = { "busy-poll", N_("The poll runs inside the reader's own system call.") },
  [RULE_POLL_END] = { "poll-end", N_("The poll in which the packet was first seen ended.") },
  [RULE_READY] = { "ready",
    N_("The next socket that became readable on this CPU and in this context.") },
  [RULE_READY_ORDER] = { "ready-order",
    N_("A socket became readable on this CPU and in this context after several packets were "
       "received there: matched in order.") },
  [RULE_WAKING] = { "waking",
    N_("The first waking of the reader on this CPU and in this context after the packet was "
       "received.") },
  [RULE_SWITCH] = { "switch", N_("The first switch to the reader after that.") },
  [RULE_RAN] = { "ran",
    N_("The reader was switched in after the packet was received, but something else woke it.") },
  [RULE_CONSUMED_IN_CALL] = { "consumed-in-call",
    N_("Consumed inside the reader's receiving system call: read by it.") },
  [RULE_CONSUMED_IN_TASK] = { "consumed-in-task",
    N_("Consumed by a task outside of interrupts, whose system calls were not recorded: read by "
       "it.") },
  [RULE_SOCKET_ORDER] = { "socket-order", N_("The oldest unread packet of the socket.") },
  [RULE_DATAGRAM] = { "datagram",
    N_("The recording does not name the socket: of the unread packets this one has the length "
       "that was read, and woke the reader, or nobody if the reader was running.") },
  [RULE_CALL] = { "call", N_("The return of the call in which the reader got it.") },
  [RULE_SEND_CALL] = { "send-call", N_("The system call in which the task queued it.") },
  [RULE_DEFERRED] = { "deferred",
    N_("Freed later for the reader, on the CPU that had allocated it.") },
  [RULE_NO_END] = { "no-end",
    N_("No end was seen: TCP and GRO end some packets without an event.") },
  [RULE_CLOCK] = { "clock", N_("Before its cause: the clocks of the CPUs disagree.") }
};

static const char *const key_fields[] = { "skbaddr", NULL };
static const ThParentKind parent_kinds[N_PARENTS] = {
  [PARENT_GRO] = { "gro", N_("merged by GRO into"), N_("merged into it by GRO") },
  [PARENT_SEGMENT] = { "segment", N_("segmented from"), N_("segmented from it") },
  [PARENT_CLONE] = { "clone", N_("cloned from"), N_("cloned from it") },
  [PARENT_FRAGMENT] = { "fragment", N_("reassembled into"), N_("reassembled from") },
  [PARENT_COALESCE] = { "coalesce", N_("appended in a queue to"), N_("appended to it in a queue") },
  [PARENT_COPY] = { "copy", N_("copied from"), N_("copied from it") },
};

static char *
dup_parts (guint kind,
           guint n)
{
  switch (kind)
    {
    case PARENT_GRO:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame merged by GRO",
                                           "%u frames merged by GRO", n), n);
    case PARENT_SEGMENT:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u segment of it", "%u segments of it",
                                           n), n);
    case PARENT_CLONE:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u clone", "%u clones", n), n);
    case PARENT_FRAGMENT:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u fragment reassembled",
                                           "%u fragments reassembled", n), n);
    case PARENT_COALESCE:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u packet appended in a queue",
                                           "%u packets appended in a queue", n), n);
    case PARENT_COPY:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u copy", "%u copies", n), n);
    default:
      return NULL;
    }
}

const ThFlowsInfo th_packet_flows_info = {
  N_("packet"), key_fields, stages, N_STAGES, rules, N_RULES, parent_kinds, N_PARENTS, 0, dup_parts
};

static gboolean
kind_is_tx (Kind kind)
{
  return KIND_BIT (kind) & KINDS_TX;
}

static guint8
stage_of_end (const Life *life,
              Kind        kind)
{
  if (life->delivered)
    return STAGE_COPY;

  switch (life->last_kind)
    {
    case KIND_GRO:
      return STAGE_GRO;
    case KIND_QUEUE:
    case KIND_ENQUEUE:
    case KIND_DEQUEUE:
      return STAGE_QDISC;
    case KIND_START:
      return STAGE_DRIVER;
    case KIND_XMIT:
      return STAGE_COMPLETION;
    case KIND_RX:
    case KIND_RX_ENTRY:
    case KIND_TOUCH:
      return STAGE_STACK;
    default:
      return TH_FLOW_NO_STAGE;
    }
}

static guint8
stage_of_receive (const Life *life,
                  Kind        kind)
{
  if (life->last_kind == KIND_NONE || life->last_kind == KIND_BORN)
    return STAGE_NAPI;
  if (life->resumed && (life->last_kind == KIND_GRO || life->last_kind == KIND_RX))
    return STAGE_NAPI;
  if (life->last_kind == KIND_GRO)
    return STAGE_GRO;
  if (life->last_kind == KIND_START)
    return STAGE_DRIVER;
  if (kind_is_tx (life->last_kind) || life->last_kind == KIND_RXN ||
      life->last_kind == KIND_RXN_ENTRY)
    return kind == KIND_RXN ? STAGE_DRIVER : STAGE_NAPI;

  return STAGE_STACK;
}

guint8
th_packet_stage_of (const Life *life,
                    Kind        kind)
{
  switch (kind)
    {
    case KIND_GRO:
    case KIND_RX_ENTRY:
    case KIND_RX:
    case KIND_RXN_ENTRY:
    case KIND_RXN:
      return stage_of_receive (life, kind);
    case KIND_BORN:
      return STAGE_NAPI;
    case KIND_COPY:
      return life->delivered ? STAGE_COPY : STAGE_READER;
    case KIND_CONSUME:
    case KIND_KFREE:
    case KIND_END:
      return stage_of_end (life, kind);
    case KIND_QUEUE:
      return life->last_kind == KIND_NONE || life->last_kind == KIND_BORN ? STAGE_SEND
             : kind_is_tx (life->last_kind) ? STAGE_DRIVER : STAGE_STACK;
    case KIND_ENQUEUE:
    case KIND_DEQUEUE:
    case KIND_START:
      return STAGE_QDISC;
    case KIND_XMIT:
      return life->last_kind == KIND_QUEUE ? STAGE_QDISC : STAGE_DRIVER;
    case KIND_TOUCH:
      return kind_is_tx (life->last_kind) ? stage_of_end (life, kind) : STAGE_STACK;
    default:
      return TH_FLOW_NO_STAGE;
    }
}

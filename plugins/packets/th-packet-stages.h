/* th-packet-stages.h - the stages of a journey, and the rules that connect its steps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flows.h"
#include "th-packet-kinds.h"
#include "th-packets.h"

G_BEGIN_DECLS

typedef struct _Life Life;

typedef enum
{
  STAGE_IRQ,
  STAGE_SOFTIRQ,
  STAGE_NAPI,
  STAGE_GRO,
  STAGE_STACK,
  STAGE_QUEUE,
  STAGE_WAKEUP,
  STAGE_READER,
  STAGE_COPY,
  STAGE_SEND,
  STAGE_QDISC,
  STAGE_DRIVER,
  STAGE_COMPLETION,
  N_STAGES,
  MAX_STAGES = 48, /* including those of stage maps */
  STAGE_NEXT = TH_FLOW_NO_STAGE - 1 /* the stage of the next step that has one */
} Stage;

typedef enum
{
  RULE_ADDRESS,
  RULE_BIRTH,
  RULE_NO_BIRTH,
  RULE_STAGE_MAP,
  RULE_LOST,
  RULE_INCOMPLETE,
  RULE_FORWARDED,
  RULE_FORWARDED_PERHAPS,
  RULE_STACKED,
  RULE_VETH,
  RULE_TUNNEL,
  RULE_ENCRYPTED,
  RULE_DECRYPTED,
  RULE_AGAIN,
  RULE_LATER,
  RULE_COALESCED,
  RULE_GREW,
  RULE_BYTES,
  RULE_FRAGMENTS,
  RULE_LATE_XMIT,
  RULE_LATE_ENQUEUE,
  RULE_GRO_EXIT,
  RULE_GRO_ONLY,
  RULE_GRO_HASH,
  RULE_GRO_LAST,
  RULE_CLONE_OFFSET,
  RULE_SEGMENT,
  RULE_SEGMENT_QDISC,
  RULE_NAMED,
  RULE_WITHIN,
  RULE_HEAD,
  RULE_IRQ,
  RULE_IRQ_THREAD,
  RULE_RAISE,
  RULE_SOFTIRQ,
  RULE_POLL,
  RULE_TURN,
  RULE_NAPI_THREAD,
  RULE_BUSY_POLL,
  RULE_POLL_END,
  RULE_READY,
  RULE_READY_ORDER,
  RULE_WAKING,
  RULE_SWITCH,
  RULE_RAN,
  RULE_CONSUMED_IN_CALL,
  RULE_CONSUMED_IN_TASK,
  RULE_SOCKET_ORDER,
  RULE_DATAGRAM,
  RULE_CALL,
  RULE_SEND_CALL,
  RULE_DEFERRED,
  RULE_NO_END,
  RULE_CLOCK,
  N_RULES
} RuleId;

typedef enum
{
  PARENT_GRO,
  PARENT_SEGMENT,
  PARENT_CLONE,
  PARENT_FRAGMENT,
  PARENT_COALESCE,
  PARENT_COPY,
  N_PARENTS
} ParentKind;

/* Returns the stage that an event of @kind ends after the life's last event. */
guint8 th_packet_stage_of (const Life *life,
                           Kind        kind);

/* The rule by which an event continues a life, and its confidence. */
typedef struct
{
  RuleId       rule;
  ThConfidence confidence;
} Continuation;

G_END_DECLS

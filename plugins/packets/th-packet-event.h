/* th-packet-event.h - an event that refers to a packet, and its effect
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-stage-map.h"
#include "th-packet-task.h"
#include "th-packet-cpu.h"

G_BEGIN_DECLS

/* The meaning of an event type according to a stage map. */
typedef struct
{
  const ThStagePoint *point;   /* NULL: none */
  const ThField      *address;
  const ThField      *parent;
  const ThField      *head;
  const ThField      *result;  /* the return value of a call */
  const ThField      *flags;
  const ThField      *socket;  /* the address of a struct sock */
  guint8              stage;
} ThPacketStagePoint;

/* An event with the address of a packet. */
typedef struct
{
  const ThEvent *event;
  Kind           kind;
  CpuContext             in;
  guint64        address;
  guint32        device;
  gint64         length;
  Cpu           *cpu;
  Place         *place;
  Task          *task;
  guint8         stage;   /* of a point of a stage map */
  const ThPacketStagePoint *point; /* NULL: none */
} Skb;

G_END_DECLS

/* th-packet-event.h - an event that names a packet, and what it does to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-stage-map.h"
#include "th-packet-task.h"
#include "th-packet-cpu.h"

G_BEGIN_DECLS

/* What a type of event is for, by a stage map. */
typedef struct
{
  const ThStagePoint *point;   /* NULL: nothing */
  const ThField      *address;
  const ThField      *parent;
  const ThField      *head;
  const ThField      *result;  /* of the return of a call */
  const ThField      *flags;
  guint8              stage;
} ThPacketStagePoint;

/* An event with an address. */
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
  const ThPacketStagePoint *point; /* NULL: of none */
} Skb;

G_END_DECLS

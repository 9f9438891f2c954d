/* th-packet-lost.h - the effect of lost events on the lives around them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-life.h"
#include "th-cpu.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

/* @to_before: the latest end of all losses before this one. */
typedef struct
{
  gint64 from;
  gint64 to;
  gint64 to_before;
  guint  cpu;
} Loss;

void th_packet_lost_add (Packets      *self,
                         guint         cpu,
                         const ThLost *lost);
/* Continuations across a loss of any CPU are broken.  Returns whether there are any. */
gboolean th_packet_lost_break (const Packets *self,
                               Life          *life);

G_END_DECLS

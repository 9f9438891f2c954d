/* th-packet-handle.h - a reference to a life that may be over, and a mark on its way
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flows.h"

G_BEGIN_DECLS

typedef struct _Life Life;

/* Refers to a life until it is finalized: valid while the numbers agree. */
typedef struct
{
  Life   *life;
  guint32 number;
} Handle;

/* When and where a task was woken or switched in. */
typedef struct
{
  gint64  time;
  ThRef   ref;
  guint32 task;
  guint32 name;  /* string: as the event names the task; TH_STEP_NO_DETAIL: it does not */
  guint   cpu;
} Mark;

G_END_DECLS

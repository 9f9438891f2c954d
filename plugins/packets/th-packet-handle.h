/* th-packet-handle.h - a weak reference to a life, and the mark of a wakeup or switch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flows.h"

G_BEGIN_DECLS

typedef struct _Life Life;

/* Refers to a life until that is finalized; valid as long as the numbers are equal. */
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
  guint32 name;  /* string: the name of the task in the event, or TH_STEP_NO_DETAIL */
  guint   cpu;
} Mark;

G_END_DECLS

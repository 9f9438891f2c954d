/* th-flow-steps.h - stores the steps of flows in packed form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step has 32 bytes, most of them the same in many: what it is called, its
 * stage, rule and sureness; its stream and CPU.  Both are kept once and named
 * by a number; the time is counted from the first step of the flow.  What does
 * not fit (more than two seconds from there, more than 65535 different ones)
 * is kept whole, beside.
 *
 * One thread appends, any thread reads what is published, without locks.
 */
#pragma once

#include "th-flows.h"
#include "th-series.h"

G_BEGIN_DECLS

#define TH_FLOW_STEPS_CACHE 256

/* 64 bits that occur again and again, each once. */
typedef struct
{
  ThSeries    values;  /* guint64 */
  GHashTable *numbers; /* value (in the series) → number + 1; the writer's */
  struct
  {
    guint64 value;
    guint32 number;    /* + 1; 0: nothing */
  } cache[TH_FLOW_STEPS_CACHE];
} ThFlowWords;

typedef struct
{
  ThSeries    steps; /* packed */
  ThSeries    wide;  /* ThStep */
  ThFlowWords kinds;
  ThFlowWords places;
} ThFlowSteps;

void   th_flow_steps_init    (ThFlowSteps       *self,
                              ThArena           *arena);
void   th_flow_steps_clear   (ThFlowSteps       *self);

/* @first: time of the first step of its flow. */
void   th_flow_steps_append  (ThFlowSteps       *self,
                              gint64             first,
                              const ThStep      *step);
void   th_flow_steps_publish (ThFlowSteps       *self);
ThStep th_flow_steps_get     (const ThFlowSteps *self,
                              gint64             first,
                              guint32            index);

G_END_DECLS

/* th-flow-steps.h - stores the steps of flows in packed form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step has 32 bytes, most of which many steps have in common: label, stage, rule
 * and confidence; stream and CPU.  Each distinct combination is stored once and
 * referred to by an index, and times are relative to the first step of the flow.
 * Steps that do not fit (more than two seconds after the first one, or more than
 * 65535 distinct combinations) are stored unpacked in a second series.
 *
 * One thread appends; any thread reads what is published, without locks.
 */
#pragma once

#include "th-flows.h"
#include "th-series.h"

G_BEGIN_DECLS

#define TH_FLOW_STEPS_CACHE 256

/* Interned 64-bit values. */
typedef struct
{
  ThSeries    values;  /* guint64 */
  GHashTable *numbers; /* value (in the series) → number + 1; writer only */
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

/* @first: the time of the first step of the flow. */
void   th_flow_steps_append  (ThFlowSteps       *self,
                              gint64             first,
                              const ThStep      *step);
void   th_flow_steps_publish (ThFlowSteps       *self);
/* The sureness of step @index alone. */
guint8 th_flow_steps_get_sureness (const ThFlowSteps *self,
                              guint32            index);
ThStep th_flow_steps_get     (const ThFlowSteps *self,
                              gint64             first,
                              guint32            index);

G_END_DECLS

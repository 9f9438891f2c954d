/* th-flow-steps.h - stores the steps of flows in packed form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step has 32 bytes, most of which many steps have in common: label, stage, rule
 * and confidence make its kind; stream and CPU are its place.  Each kind, and each combination
 * of a kind and a place, is stored once and referred to by an index.  Times are relative to the
 * first step of the flow, and details are below 65535.  That makes 12 bytes.
 * Steps that do not fit (more than two seconds after the first one, or more than
 * 65535 distinct combinations) are stored unpacked in a second series.
 *
 * One thread appends; any thread reads what is published, without locks.
 */
#pragma once

#include "th-flows.h"
#include "th-series.h"

G_BEGIN_DECLS

/* Room for the combinations of a machine with some hundred CPUs, most of which have few kinds. */
#define TH_FLOW_STEPS_CACHE_BITS 12

/* Interned 64-bit values. */
typedef struct
{
  ThSeries    values;  /* guint64 */
  GHashTable *numbers; /* value (in the series) → number + 1; writer only */
} ThFlowWords;

/* A recently used combination. */
typedef struct
{
  guint64 kind;
  guint64 place; /* in the low 48 bits; above them, the number of the combination + 1, or 0 */
} ThFlowKnown;

typedef struct
{
  ThSeries    steps; /* packed */
  ThSeries    wide;  /* ThStep */
  ThFlowWords kinds;
  ThFlowWords whats; /* a number of @kinds, and a place */
  ThFlowKnown known[1 << TH_FLOW_STEPS_CACHE_BITS]; /* by hash; writer only */
} ThFlowSteps;

void   th_flow_steps_init           (ThFlowSteps       *self,
                                     ThArena           *arena);
void   th_flow_steps_clear          (ThFlowSteps       *self);

/* Appends the @n steps of a flow. */
void   th_flow_steps_append         (ThFlowSteps       *self,
                                     const ThStep      *steps,
                                     guint32            n);
void   th_flow_steps_publish        (ThFlowSteps       *self);
/* The confidence of step @index alone. */
guint8 th_flow_steps_get_confidence (const ThFlowSteps *self,
                                     guint32            index);
ThStep th_flow_steps_get            (const ThFlowSteps *self,
                                     gint64             first,
                                     guint32            index);

G_END_DECLS

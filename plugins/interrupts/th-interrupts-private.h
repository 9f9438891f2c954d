/* th-interrupts-private.h - the parts of the analysis of interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-nest.h"

G_BEGIN_DECLS

/* More than the number of softirq vectors of any kernel. */
#define N_VECTORS 16

typedef enum
{
  KIND_IRQ,
  KIND_VECTOR,
  KIND_IPI,
  KIND_SOFTIRQ,
  KIND_TASKLET,
  N_KINDS
} Kind;

typedef struct
{
  guint  number;
  ThNest hard;
  ThNest soft;
  gint64 raised[N_VECTORS];    /* when a pending softirq was raised, or TH_TIME_NONE */
  ThRef  raised_by[N_VECTORS];
} Cpu;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  GHashTable  *cpus;      /* number → Cpu */
  GHashTable  *names;     /* kind and number → word */

  /* th-interrupts-tables.c */
  GHashTable  *handlers;  /* key → Handler */
  GPtrArray   *order;     /* of Handler, as first seen */
  GHashTable  *devices;   /* name and CPU → Device */
  GPtrArray   *device_order;
  ThTable     *hardirqs;
  ThTable     *softirqs;
  ThTable     *receive;
} Interrupts;

extern const ThMeasureInfo th_interrupts_measures[];

void th_interrupts_tables_init   (Interrupts    *self);
void th_interrupts_tables_finish (Interrupts    *self);
void th_interrupts_tables_clear  (Interrupts    *self);
/* Adds one run of a handler. */
void th_interrupts_add_duration  (Interrupts    *self,
                                  Kind           kind,
                                  guint64        number,
                                  guint32        name,
                                  gint64         duration,
                                  ThRef          anchor);
/* Adds the time from the raising of a softirq to its entry. */
void th_interrupts_add_latency   (Interrupts    *self,
                                  guint64        vector,
                                  guint32        name,
                                  gint64         latency,
                                  ThRef          anchor);
void th_interrupts_add_packet    (Interrupts    *self,
                                  const ThEvent *event);

G_END_DECLS

/* th-transits-private.h - the parts of the analysis of transits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

/* A packet at one of the two machines.  @event: its event at the device, which a frame is linked
 * with. */
typedef struct
{
  guint   part;
  guint32 row;   /* in the flows of that recording's packets */
  ThRef   event;
} TransitEnd;

typedef struct
{
  TransitEnd sent;
  TransitEnd received;
  guint16    interface; /* the stream with the frame that is both */
  guint8     sureness; /* that both are the same packet */
} Transit;

/* --- th-transit-pairs.c: which packets of two machines are the same ---------------- */

/* @packets: the results of each part.  Returns (element-type Transit) in the order in which they
 * were sent: free with g_array_unref(). */
GArray  *th_transit_list_pairs (ThRecording      *recording,
                                ThResults *const *packets,
                                ThResults        *frames);

/* --- th-transit-steps.c: the steps at the sender and at the receiver ---------------- */

/* The stages of transits.  @of: by the stage of a packet, of which there are @n; @wire: the further
 * one; @rule: that of the step that ends it. */
typedef struct
{
  const guint8 *of;
  guint         n;
  guint         wire;
  guint         rule;
} TransitStages;

typedef struct _TransitSteps TransitSteps;

/* @frames: the results with the links, which must outlive it. */
TransitSteps *th_transit_steps_new  (ThRecording      *recording,
                                     ThResults        *results,
                                     ThResults        *frames,
                                     TransitStages     stages);
void          th_transit_steps_free (TransitSteps     *self);
/* Returns (element-type ThStep) the steps of a transit, until the next call; *@is_whole: whether
 * all that happened to the packet at the receiver is among them. */
const GArray *th_transit_steps_list (TransitSteps     *self,
                                     ThResults *const *packets,
                                     const Transit    *transit,
                                     gboolean         *is_whole);

/* The word of @packets as a word of @results; @none stays what it is. */
static inline guint32
th_transit_intern (ThResults *results,
                   ThResults *packets,
                   guint32    word,
                   guint32    none)
{
  return word != none ? th_results_intern (results, th_results_get_word (packets, word)) : none;
}

/* --- th-transit-rows.c: flows, the table and measures ------------------------------ */

typedef struct _TransitRows TransitRows;

/* @info: the flows of packets.  @frames: the results with the links, which must outlive it. */
TransitRows *th_transit_rows_new  (ThRecording       *recording,
                                   ThResults         *results,
                                   ThResults         *frames,
                                   const ThFlowsInfo *info);
void         th_transit_rows_free (TransitRows       *self);
void         th_transit_rows_add  (TransitRows       *self,
                                   ThResults *const  *packets,
                                   const Transit     *transit);

G_END_DECLS

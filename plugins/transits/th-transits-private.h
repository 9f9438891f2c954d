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
  guint16    interface;  /* the stream with the frame that is both */
  guint8     confidence; /* that both are the same packet */
} Transit;

/* Whether the machine sent the packet of the event; else it received it. */
static inline gboolean
th_transit_is_sent (ThRecording *recording,
                    ThRef        event)
{
  return g_str_has_prefix (th_recording_get_type_name (recording,
                                                       th_recording_get_type (recording, event)),
                           "net_dev_");
}

/* --- th-transit-pairs.c: which packets of two machines are the same ---------------- */

/* @packets: the results of each part.  Returns (element-type Transit) in the order in which they
 * were sent: free with g_array_unref(). */
GArray  *th_transit_list_pairs (ThRecording      *recording,
                                ThResults *const *packets,
                                ThResults        *frames);

/* --- th-transit-steps.c: the steps at the sender and at the receiver ---------------- */

/* The stages of transits.  @of_packet: for each of the @n stages of packets; @wire: the additional
 * stage; @rule: the rule of the step that ends it. */
typedef struct
{
  const guint8 *of_packet;
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

extern const ThMeasureInfo th_transit_measures[];

typedef struct _TransitRows TransitRows;

/* @frames: the results with the links, which must outlive it. */
TransitRows *th_transit_rows_new  (ThRecording       *recording,
                                   ThResults         *results,
                                   ThResults         *frames);
void         th_transit_rows_free (TransitRows       *self);
void         th_transit_rows_add  (TransitRows       *self,
                                   ThResults *const  *packets,
                                   const Transit     *transit);

G_END_DECLS

/* th-journey-text.h - formats a journey as plain text, for the clipboard and the terminal
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-journey.h"

G_BEGIN_DECLS

/**
 * ThJourneyFormat:
 * @time: a time of the recording as text, free with g_free()
 * @duration: "43.084 µs"; negative ones too
 * @resolution: of the clock
 *
 * How the front writes times.
 */
typedef struct
{
  char       *(*time)     (gpointer data,
                           gint64   time);
  char       *(*duration) (gpointer data,
                           gint64   duration);
  gpointer     data;
  ThResolution resolution;
} ThJourneyFormat;

/* "Packet" of "packet"; translated.  Free with g_free(). */
char *th_journey_dup_noun      (const ThFlows         *flows);
/* "delivered" in the user's language; @outcome itself where it is none that is known. */
const char *th_journey_get_outcome_title (const char  *outcome);
/* "eth0 · 1 440 B · delivered to wget (1747)": what the row of the table tells,
 * in words; "" if it tells nothing. */
char *th_journey_dup_facts     (ThRecording           *recording,
                                ThResults             *results,
                                guint32                row);
/* "15 steps: 12 exact, 3 inferred": of the steps; how sure it is that others
 * belong to it, their links tell. */
char *th_journey_dup_counts    (const ThFlows         *flows,
                                const ThFlow          *flow);
/* Of a step: "NET_RX · CPU 0". */
char *th_journey_dup_detail    (ThResults             *results,
                                const ThStep          *step);
/* Of a leg in which somebody waits: "meanwhile on CPU 1: kworker/1:2 43 µs";
 * NULL if nothing is known of it. */
char *th_journey_dup_meanwhile (ThRecording           *recording,
                                ThFlows               *flows,
                                const ThFlow          *flow,
                                const ThLeg           *leg,
                                const ThJourneyFormat *format);
/* "5 events were lost on its CPUs meanwhile"; NULL if none were. */
char *th_journey_dup_lost      (ThRecording           *recording,
                                ThFlows               *flows,
                                const ThFlow          *flow);

/* Another flow that it belongs to, or (@is_part) a part of it.  @what: before its
 * name, with how sure that is: "cloned from (exact)"; translated.  @kind: of the
 * flows' kinds of parents. */
typedef struct
{
  guint32    row;
  char      *what;
  gboolean   is_part;
  guint8     kind;
  ThSureness sureness;
} ThRelatedFlow;

/* What the flow came from and went on in, what that may be, then at most
 * @max_parts of what came from it or went on in it; *@n_left_out: more of these.
 * Returns (element-type ThRelatedFlow): free with g_array_unref(). */
GArray *th_journey_list_kin    (ThFlows               *flows,
                                guint32                row,
                                guint                  max_parts,
                                guint                 *n_left_out);

/* Of @n parts that are so in one way: "44 frames merged by GRO (inferred)". */
char   *th_journey_dup_parts   (const ThFlows                 *flows,
                                const ThRelatedFlow           *kin,
                                guint                          n);

/* All of it, lines of text. */
char *th_journey_dup_text      (ThRecording           *recording,
                                ThResults             *results,
                                guint32                row,
                                const ThJourneyFormat *format);

G_END_DECLS

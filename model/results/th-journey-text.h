/* th-journey-text.h - formats a journey as plain text, for the clipboard and the terminal
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-journey.h"

G_BEGIN_DECLS

/**
 * ThJourneyFormat:
 * @time: formats a time of the recording; free with g_free()
 * @duration: formats a duration, which may be negative: "43.084 µs"
 * @resolution: the resolution of the clock
 *
 * How the caller formats times.
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

/* The noun of the flows, capitalized: "Packet"; translated.  Free with g_free(). */
char *th_journey_dup_noun      (const ThFlows         *flows);
/* The title of the table of flows, as in "38 packets".  Free with g_free(). */
char *th_journey_dup_plural    (ThResults             *results);
/* The translation of an outcome such as "delivered"; @outcome itself if it is unknown. */
const char *th_journey_get_outcome_title (const char  *outcome);
/* "eth0 · 1 440 B · delivered to wget (1747)": the properties in the row
 * of the table; "" if there are none. */
char *th_journey_dup_facts     (ThRecording           *recording,
                                ThResults             *results,
                                guint32                row);
/* "15 steps: 12 exact, 3 inferred"; the confidence of the steps only, as links to
 * other flows have their own. */
char *th_journey_dup_counts    (const ThFlows         *flows,
                                const ThFlow          *flow);
/* The detail of a step: "NET_RX · CPU 0". */
char *th_journey_dup_detail    (ThResults             *results,
                                const ThStep          *step);
/* For a leg in which a task waits for a CPU: "meanwhile on CPU 1: kworker/1:2 43 µs";
 * NULL if it is not known who ran. */
char *th_journey_dup_meanwhile (ThRecording           *recording,
                                ThFlows               *flows,
                                const ThFlow          *flow,
                                const ThLeg           *leg,
                                const ThJourneyFormat *format);
/* "5 events were lost on its CPUs meanwhile"; NULL if none were. */
char *th_journey_dup_lost      (ThRecording           *recording,
                                ThFlows               *flows,
                                const ThFlow          *flow);

/* A related flow: a parent or origin, or (@is_part) a child.  @what: precedes its name
 * and includes the confidence: "cloned from (exact)"; translated.  @kind: index in the
 * parent kinds of the flows. */
typedef struct
{
  guint32      row;
  char        *what;
  gboolean     is_part;
  guint8       kind;
  ThConfidence confidence;
} ThRelatedFlow;

/* The origin and the parent of the flow, or the candidates for them, then at most
 * @max_parts of its children; *@n_left_out: the number of further children.
 * Returns (element-type ThRelatedFlow): free with g_array_unref(). */
GArray *th_journey_list_related    (ThFlows               *flows,
                                    guint32                row,
                                    guint                  max_parts,
                                    guint                 *n_left_out);

/* Describes @n children of one kind and confidence: "44 frames merged by GRO
 * (inferred)". */
char   *th_journey_dup_parts   (const ThFlows                 *flows,
                                const ThRelatedFlow           *kin,
                                guint                          n);

/* The noun of the flows of @other, one of @all: "Packet", or "Packet in client.dat" if several have
 * such flows.  The name is that of a file: check it before it is displayed.  Free with g_free(). */
char *th_journey_dup_other     (ThRecording           *recording,
                                const GPtrArray       *all,
                                ThResults             *other);

/* The whole journey as lines of text.  @all (element-type ThResults): those of the timeline, which
 * may have frames and other flows of its events. */
char *th_journey_dup_text      (ThRecording           *recording,
                                const GPtrArray       *all,
                                ThResults             *results,
                                guint32                row,
                                const ThJourneyFormat *format);

G_END_DECLS

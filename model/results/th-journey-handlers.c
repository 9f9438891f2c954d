/* th-journey-handlers.c - which interrupt and softirq handlers ran while a packet waited
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-journey-handlers.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-time.h"

/* The number of handlers to name, and of slices per depth to scan. */
#define MAX_NAMES 3
#define MAX_SLICES 4096

typedef struct
{
  const char *name; /* owned by the results */
  gint64      time;
} Handler;

typedef struct
{
  GArray *handlers; /* of Handler */
  gint64  begin;
  gint64  end;
} Span;

static void
add_time (Span       *span,
          const char *name,
          gint64      time)
{
  Handler other = { name, time };

  for (guint i = 0; i < span->handlers->len; i++)
    {
      Handler *handler = &g_array_index (span->handlers, Handler, i);

      if (strcmp (handler->name, name) != 0)
        continue;
      handler->time += time;
      return;
    }

  g_array_append_val (span->handlers, other);
}

static void
add_slices (Span           *span,
            ThResults      *results,
            const ThSlices *slices,
            guint           depth)
{
  guint32 n = th_slices_get_n (slices, depth);
  guint32 first = th_slices_find (slices, depth, span->begin);

  if (first == G_MAXUINT32)
    first = 0;
  for (guint32 i = first; i < n && i - first < MAX_SLICES; i++)
    {
      const ThSlice *slice = th_slices_get (slices, depth, i);
      gint64 from = MAX (slice->begin, span->begin), to = MIN (slice->end, span->end);

      if (slice->begin >= span->end)
        break;
      if (from < to && (slice->context == TH_CONTEXT_IRQ || slice->context == TH_CONTEXT_SOFTIRQ))
        add_time (span, th_results_get_word (results, slice->name), th_time_between (from, to));
    }
}

static void
add_results (Span      *span,
             ThResults *results,
             guint      number)
{
  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      const ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);
      const ThSlices *slices = th_track_get_slices (track);

      if (slices == NULL || info->attach != TH_ATTACH_CPU || info->key != number)
        continue;
      for (guint depth = 0; depth < th_slices_get_depth (slices); depth++)
        add_slices (span, results, slices, depth);
    }
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  const Handler *left = a, *right = b;

  if (left->time != right->time)
    return left->time < right->time ? 1 : -1;

  return strcmp (left->name, right->name);
}

static char *
dup_names (const GArray          *handlers,
           const ThJourneyFormat *format)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < MIN (handlers->len, MAX_NAMES); i++)
    {
      const Handler *handler = &g_array_index (handlers, Handler, i);
      g_autofree char *time = format->duration (format->data, handler->time);

      g_string_append_printf (names, "%s%s %s", i > 0 ? ", " : "", handler->name, time);
    }
  if (handlers->len > MAX_NAMES)
    g_string_append (names, ", …");

  return g_string_free (names, FALSE);
}

char *
th_journey_dup_handlers (const GPtrArray       *all,
                         ThRecording           *recording,
                         ThFlows               *flows,
                         const ThFlow          *flow,
                         const ThLeg           *leg,
                         const ThJourneyFormat *format)
{
  ThStep step = th_flows_get_step (flows, flow, leg->end_step);
  g_autoptr(GArray) handlers = g_array_new (FALSE, FALSE, sizeof (Handler));
  Span span = { handlers, leg->begin, leg->end };
  g_autofree char *names = NULL;
  guint part, number;

  if (th_ref_is_none (step.anchor) || leg->end <= leg->begin)
    return NULL;

  part = th_recording_get_index (th_recording_get_stream_part (recording, step.anchor.stream));
  number = th_cpu_get_number (th_recording_get_cpu (recording, step.anchor));
  for (guint i = 0; i < all->len; i++)
    if (th_results_get_part (all->pdata[i]) == part)
      add_results (&span, all->pdata[i], number);
  if (handlers->len == 0)
    return NULL;

  g_array_sort (handlers, compare_times);
  names = dup_names (handlers, format);
  /* Translators: interrupts and softirqs that ran on a processor while a packet waited there */
  return g_strdup_printf (_("handlers on CPU %u meanwhile: %s"), number, names);
}

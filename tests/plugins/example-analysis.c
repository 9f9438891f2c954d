/* example-analysis.c - how to write an analysis: how long a CPU had no softirq
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is built against the public headers only, like an analysis outside of this project.
 * It shows a subscription with a field, a parameter, a lane per CPU, a measure, a table,
 * and how to handle lost events.
 */
#include <stdlib.h>

#include "example-analysis.h"

/* The subscriptions: an entry and an exit change the state of a CPU. */
enum
{
  EVENT_ENTRY,
  EVENT_EXIT
};

static const ThSubscription subscriptions[] = {
  [EVENT_ENTRY] = { "irq:softirq_entry", "Without it nothing ends.", { "vec" } },
  [EVENT_EXIT] = { "irq:softirq_exit", "Without it nothing begins.", { "vec" } },
  { NULL }
};

static const ThParam params[] = {
  { "at_least", "At least", TH_PARAM_INT, "0" },
  { NULL }
};

static const ThColumn columns[] = {
  { "time", "Time", TH_COLUMN_TIME },
  { "cpu", "CPU", TH_COLUMN_CPU },
  { "length", "Length", TH_COLUMN_DURATION },
  { "vector", "Ended by vector", TH_COLUMN_COUNT }
};

static const ThMeasureInfo measures[] = {
  { "pause", "Pause", "From the end of a softirq to the next one on that CPU.", TH_UNIT_TIME },
  { NULL }
};

/* The state of one CPU. */
typedef struct
{
  gint64   since;   /* TH_TIME_NONE while a softirq runs, or if unknown */
  ThRef    anchor;
  ThTrack *track;
} Cpu;

typedef struct
{
  ThResults  *results;
  gint64      at_least;
  guint32     word;
  guint32     n;
  GHashTable *cpus;
  ThTable    *table;
  ThMeasure  *measure;
} Example;

static gpointer
example_begin (ThRecording       *recording,
               ThResults         *results,
               GHashTable        *given,
               ThResults *const  *needed,
               GError           **error)
{
  Example *self = g_new0 (Example, 1);

  self->results = results;
  self->at_least = strtoll (g_hash_table_lookup (given, "at_least"), NULL, 10);
  self->word = th_results_intern (results, "quiet");
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->table = th_results_add_table (results, &(ThTableInfo) {
    "pauses", "Pauses", "pause", columns, G_N_ELEMENTS (columns), 2, TRUE
  });
  self->measure = th_results_add_measure (results, &measures[0]);

  return self;
}

static Cpu *
example_cpu (Example *self,
             guint    number)
{
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu == NULL)
    {
      cpu = g_new0 (Cpu, 1);
      cpu->since = TH_TIME_NONE;
      cpu->track = th_results_add_track (self->results, &(ThTrackInfo) {
        TH_TRACK_SLICES, "pause", "Pauses", TH_ATTACH_CPU, number, TH_UNIT_TIME
      });
      g_hash_table_insert (self->cpus, GUINT_TO_POINTER (number), cpu);
    }

  return cpu;
}

static void
example_pause_ends (Example       *self,
                    Cpu           *cpu,
                    const ThEvent *event)
{
  gint64 length = cpu->since != TH_TIME_NONE ? event->time - cpu->since : 0;
  guint64 vector = 0;

  if (cpu->since == TH_TIME_NONE || length < self->at_least)
    return;

  th_event_get_uint (event, 0, &vector);
  th_slices_add (th_track_get_slices (cpu->track), 0, &(ThSlice) {
    cpu->since, event->time, cpu->anchor, self->word, TH_CONTEXT_IDLE, 0
  });
  th_table_append (self->table, cpu->anchor, (gint64[]) { cpu->since, event->cpu, length, vector });
  th_measure_append (self->measure, &(ThSample) { length, cpu->anchor, self->n++ });
}

static void
example_event (gpointer       state,
               const ThEvent *event)
{
  Example *self = state;
  Cpu *cpu = example_cpu (self, event->cpu);

  if (event->subscription == EVENT_ENTRY)
    {
      example_pause_ends (self, cpu, event);
      cpu->since = TH_TIME_NONE;
      return;
    }

  cpu->since = event->time;
  cpu->anchor = event->ref;
}

/* There may have been a softirq among the lost events: the state is unknown. */
static void
example_lost (gpointer      state,
              guint         stream,
              guint         cpu,
              const ThLost *lost)
{
  example_cpu (state, cpu)->since = TH_TIME_NONE;
}

static void
example_finish (gpointer state)
{
}

static void
example_free (gpointer state)
{
  Example *self = state;

  g_hash_table_unref (self->cpus);
  g_free (self);
}

const ThAnalysis example_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "example",
  .title = "Pauses",
  .text = "How long each CPU had no softirq.",
  .measures = measures,
  .subscriptions = subscriptions,
  .params = params,
  .begin = example_begin,
  .event = example_event,
  .lost = example_lost,
  .finish = example_finish,
  .free = example_free,
};

/* th-power.c - the frequency and the idle states of each CPU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel's events (include/trace/events/power.h): power:cpu_frequency has
 * the frequency in kHz until the next such event; power:cpu_idle has the state that a
 * CPU enters, or (u32) -1 when it leaves it.  They are about cpu_id, which need not be
 * the CPU that recorded them: a frequency may be set from another CPU.
 *
 * Entering a state ends another one that is open; an exit without an open state is
 * ignored.  If events of the CPU were lost, an open state ends with the last event
 * before.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-time.h"

#define LEFT_IDLE G_MAXUINT32

/* A limit for damaged recordings. */
#define MAX_CPUS 65536

/* Idle states of a CPU; cpuidle has at most 10. */
#define MAX_STATES 64

enum
{
  EVENT_FREQUENCY,
  EVENT_IDLE
};

static const ThSubscription subscriptions[] = {
  [EVENT_FREQUENCY] = { "power:cpu_frequency", NULL, { "state", "cpu_id" } },
  [EVENT_IDLE] = { "power:cpu_idle", NULL, { "state", "cpu_id" } },
  { NULL }
};

static const ThColumn idle_columns[] = {
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  { "state", N_("Idle state"), TH_COLUMN_COUNT },
  { "entries", N_("Times"), TH_COLUMN_COUNT },
  { "time", N_("Total"), TH_COLUMN_DURATION },
  { "longest", N_("Longest"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo idle_table = {
  "idle", N_("Idle states"), N_("idle state"), idle_columns, G_N_ELEMENTS (idle_columns), 3, TRUE
};

static const ThMeasureInfo measures[] = {
  { "idle", N_("Idle"), N_("From when a CPU enters an idle state until it leaves it."),
    TH_UNIT_TIME },
  { NULL }
};

typedef struct
{
  guint32 n;
  gint64  time;
  gint64  longest;
  ThRef   longest_ref;
} Total;

typedef struct
{
  guint    number;
  ThTrack *frequency; /* NULL until a frequency is known */
  ThTrack *idle;
  gboolean is_idle;
  guint32  state;
  gint64   since;
  ThRef    anchor;
  Total    totals[MAX_STATES];
} Cpu;

typedef struct
{
  ThResults  *results;
  GHashTable *cpus;   /* number → Cpu */
  GPtrArray  *order;  /* of Cpu, as first seen */
  ThTable    *table;
  ThMeasure  *measure;
  guint32     n_samples;
  gint64      last_time;
} Power;

static gpointer
power_begin (ThRecording       *recording,
             ThResults         *results,
             GHashTable        *params,
             ThResults *const  *needed,
             GError           **error)
{
  Power *self = g_new0 (Power, 1);

  self->results = results;
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->order = g_ptr_array_new ();
  self->table = th_results_add_table (results, &idle_table);
  self->measure = th_results_add_measure (results, &measures[0]);
  self->last_time = TH_TIME_NONE;

  return self;
}

/* Returns NULL for impossible CPU numbers. */
static Cpu *
power_cpu (Power *self,
           guint  number)
{
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu == NULL && self->order->len < MAX_CPUS)
    {
      cpu = g_new0 (Cpu, 1);
      cpu->number = number;
      g_hash_table_insert (self->cpus, GUINT_TO_POINTER (number), cpu);
      g_ptr_array_add (self->order, cpu);
    }

  return cpu;
}

/* --- idle states -------------------------------------------------------- */

static void
total_add (Total  *total,
           gint64  length,
           ThRef   anchor)
{
  if (total->n == 0 || length > total->longest)
    {
      total->longest = length;
      total->longest_ref = anchor;
    }
  total->n++;
  total->time = th_time_add (total->time, length);
}

static void
idle_end (Power  *self,
          Cpu    *cpu,
          gint64  time,
          guint   flags)
{
  /* Translators: a state of a processor at rest, by its number */
  g_autofree char *name = g_strdup_printf (_("Idle %u"), cpu->state);
  ThSlice slice = { cpu->since, MAX (time, cpu->since), cpu->anchor, 0,
                    MIN (TH_CONTEXT_REST + (guint64) cpu->state, TH_CONTEXT_REST_DEEPEST), flags };

  if (!cpu->is_idle)
    return;

  cpu->is_idle = FALSE;
  if (flags != 0 && slice.end == slice.begin)
    return;

  slice.name = th_results_intern (self->results, name);
  if (cpu->idle == NULL)
    cpu->idle = th_results_add_track (self->results, &(ThTrackInfo) {
      TH_TRACK_SLICES, "idle", _("Idle state"), TH_ATTACH_CPU, cpu->number, TH_UNIT_TIME, 1
    });
  th_slices_add (th_track_get_slices (cpu->idle), 0, &slice);
  if (flags != 0)
    return;

  total_add (&cpu->totals[MIN (cpu->state, MAX_STATES - 1)],
             th_time_between (slice.begin, slice.end), cpu->anchor);
  th_measure_append (self->measure,
                     &(ThSample) { th_time_between (slice.begin, slice.end), cpu->anchor,
                                   self->n_samples++ });
}

static void
power_idle (Power         *self,
            Cpu           *cpu,
            guint32        state,
            const ThEvent *event)
{
  idle_end (self, cpu, event->time, 0);
  if (state == LEFT_IDLE)
    return;

  cpu->is_idle = TRUE;
  cpu->state = state;
  cpu->since = event->time;
  cpu->anchor = event->ref;
}

/* --- frequencies -------------------------------------------------------- */

static void
power_frequency (Power         *self,
                 Cpu           *cpu,
                 guint32        khz,
                 const ThEvent *event)
{
  if (cpu->frequency == NULL)
    cpu->frequency = th_results_add_track (self->results, &(ThTrackInfo) {
      TH_TRACK_VALUES, "frequency", _("Frequency"), TH_ATTACH_CPU, cpu->number, TH_UNIT_HERTZ
    });
  th_track_add_point (cpu->frequency, &(ThPoint) { event->time, khz * 1000.0, event->ref, 0 });
}

/* --- the analysis ------------------------------------------------------- */

static void
power_event (gpointer       state,
             const ThEvent *event)
{
  Power *self = state;
  guint64 value, number;
  Cpu *cpu;

  self->last_time = event->time;
  if (!th_event_get_uint (event, 0, &value) || !th_event_get_uint (event, 1, &number) ||
      number > G_MAXINT32 ||
      (cpu = power_cpu (self, number)) == NULL)
    return;

  /* A source may store -1 with more bits. */
  if (event->subscription == EVENT_IDLE)
    power_idle (self, cpu, (guint32) value, event);
  else
    power_frequency (self, cpu, (guint32) value, event);
}

static void
power_lost (gpointer      state,
            guint         stream,
            guint         number,
            const ThLost *lost)
{
  Power *self = state;
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu != NULL)
    idle_end (self, cpu, lost->from, TH_SLICE_NO_END);
}

static gint
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  const Cpu *left = *(Cpu *const *) a, *right = *(Cpu *const *) b;

  return left->number < right->number ? -1 : left->number > right->number;
}

static void
power_finish (gpointer state)
{
  Power *self = state;

  g_ptr_array_sort (self->order, compare_cpus);
  for (guint i = 0; i < self->order->len; i++)
    {
      Cpu *cpu = g_ptr_array_index (self->order, i);

      idle_end (self, cpu, self->last_time, TH_SLICE_NO_END);
      for (guint s = 0; s < MAX_STATES; s++)
        if (cpu->totals[s].n > 0)
          th_table_append (self->table, cpu->totals[s].longest_ref, (gint64[]) {
            cpu->number, s, cpu->totals[s].n, cpu->totals[s].time, cpu->totals[s].longest
          });
    }
}

static void
power_free (gpointer state)
{
  Power *self = state;

  g_hash_table_unref (self->cpus);
  g_ptr_array_unref (self->order);
  g_free (self);
}

const ThAnalysis th_power_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "power",
  .title = N_("Power"),
  .text = N_("The frequency of each CPU over time, and how long it spent in which idle state."),
  .subscriptions = subscriptions,
  .begin = power_begin,
  .event = power_event,
  .lost = power_lost,
  .finish = power_finish,
  .free = power_free,
  .measures = measures,
};

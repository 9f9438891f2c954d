/* th-interrupts-tables.c - tables of times, latencies and receiving CPUs of interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-interrupts-private.h"
#include "th-time.h"

/* A limit, as a damaged recording may have any number of them. */
#define MAX_HANDLERS 1024
#define MAX_DEVICES 4096

typedef struct
{
  Kind       kind;
  guint64    number;
  guint32    name;
  guint32    n;
  guint32    n_latencies;
  gint64     total;
  gint64     total_latency;
  gint64     longest;
  ThRef      longest_ref;
  ThMeasure *duration;
  ThMeasure *latency;   /* of softirqs whose raise was recorded */
} Handler;

typedef struct
{
  guint32 name;
  guint   cpu;
  gint64  packets;
  gint64  bytes;
  ThRef   first;
} Device;

static const ThColumn hardirq_columns[] = {
  { "kind", N_("Kind"), TH_COLUMN_TEXT },
  { "irq", N_("Number"), TH_COLUMN_COUNT },
  { "name", N_("Handler"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "count", N_("Count"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "total", N_("Total"), TH_COLUMN_DURATION },
  { "mean", N_("Mean"), TH_COLUMN_DURATION },
  { "p99", N_("p99"), TH_COLUMN_DURATION },
  { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThColumn softirq_columns[] = {
  { "kind", N_("Kind"), TH_COLUMN_TEXT },
  { "name", N_("Vector"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "count", N_("Count"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "total", N_("Total"), TH_COLUMN_DURATION },
  { "mean", N_("Mean"), TH_COLUMN_DURATION },
  { "p99", N_("p99"), TH_COLUMN_DURATION },
  { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "waits", N_("Raised"), TH_COLUMN_COUNT },
  { "wait_mean", N_("Latency mean"), TH_COLUMN_DURATION },
  { "wait_p99", N_("Latency p99"), TH_COLUMN_DURATION },
  { "wait_max", N_("Latency max"), TH_COLUMN_DURATION }
};

static const ThColumn receive_columns[] = {
  { "device", N_("Device"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  { "packets", N_("Packets"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "bytes", N_("Bytes"), TH_COLUMN_BYTES }
};

static const ThTableInfo tables[] = {
  { "hardirqs", N_("Interrupts"), N_("handler"), hardirq_columns, G_N_ELEMENTS (hardirq_columns), 4,
    TRUE },
  { "softirqs", N_("Softirqs"), N_("vector"), softirq_columns, G_N_ELEMENTS (softirq_columns), 3,
    TRUE },
  { "receive", N_("Receiving CPUs"), N_("device on a CPU"), receive_columns,
    G_N_ELEMENTS (receive_columns), 2, TRUE }
};

#define MEASURE_LATENCY N_KINDS

#define DURATION(id, how) \
  { id, NULL, N_("From entry to exit, including what interrupted it."), TH_UNIT_TIME, \
    .spent = how, .place = TH_PLACE_AFTER_ANCHOR }

/* The duration of each kind of handler, and the latency of softirqs.  That counts as running: a
 * softirq is mostly entered where the interrupt that raised it ends, and between recordings of the
 * same load it differs no more than what runs.  The duration of a softirq is with the waiting
 * times, as it depends on how much there is to do. */
const ThMeasureInfo th_interrupts_measures[] = {
  [KIND_IRQ] = DURATION ("irq.*", TH_SPENT_RUNNING),
  [KIND_VECTOR] = DURATION ("vector.*", TH_SPENT_RUNNING),
  [KIND_IPI] = DURATION ("ipi.*", TH_SPENT_RUNNING),
  [KIND_SOFTIRQ] = DURATION ("softirq.*", TH_SPENT_WAITING),
  [KIND_TASKLET] = DURATION ("tasklet.*", TH_SPENT_WAITING),
  [MEASURE_LATENCY] = { "softirq_latency.*", NULL, N_("From raising the softirq to entering it."),
    TH_UNIT_TIME, .spent = TH_SPENT_RUNNING, .place = TH_PLACE_AFTER_ANCHOR },
  { NULL }
};

static const char *const kind_names[] = { N_("irq"), N_("vector"), N_("IPI"), N_("softirq"),
                                          N_("tasklet") };

void
th_interrupts_tables_init (Interrupts *self)
{
  self->handlers = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->devices = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  self->device_order = g_ptr_array_new_with_free_func (g_free);
  self->hardirqs = th_results_add_table (self->results, &tables[0]);
  self->softirqs = th_results_add_table (self->results, &tables[1]);
  self->receive = th_results_add_table (self->results, &tables[2]);
}

void
th_interrupts_tables_clear (Interrupts *self)
{
  g_hash_table_unref (self->handlers);
  g_hash_table_unref (self->devices);
  g_ptr_array_unref (self->order);
  g_ptr_array_unref (self->device_order);
}

/* --- handlers ---------------------------------------------------------- */

static const char *
handler_text (Interrupts    *self,
              const Handler *handler)
{
  return th_results_get_word (self->results, handler->name);
}

static ThMeasure *
handler_measure (Interrupts    *self,
                 const Handler *handler)
{
  const ThMeasureInfo *info = &th_interrupts_measures[handler->kind];
  const char *text = handler_text (self, handler), *kind = _(kind_names[handler->kind]);
  g_autofree char *name = NULL, *title = NULL;

  if (handler->kind == KIND_IRQ)
    {
      name = g_strdup_printf ("%" G_GUINT64_FORMAT ".%s", handler->number, text);
      title = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %s", kind, handler->number, text);
    }
  else
    title = g_strdup_printf ("%s %s", kind, text);

  return th_results_add_named_measure (self->results, info, name != NULL ? name : text, title);
}

static Handler *
find_handler (Interrupts *self,
              Kind        kind,
              guint64     number,
              guint32     name)
{
  gint64 key = (guint64) kind << 60 | (guint64) (name & 0xffffff) << 32 | (number & G_MAXUINT32);
  Handler *handler = g_hash_table_lookup (self->handlers, &key);

  if (handler != NULL || self->order->len >= MAX_HANDLERS)
    return handler;

  handler = g_new0 (Handler, 1);
  handler->kind = kind;
  handler->number = number;
  handler->name = name;
  handler->longest = G_MININT64;
  handler->longest_ref = TH_REF_NONE;
  g_hash_table_insert (self->handlers, g_memdup2 (&key, sizeof key), handler);
  g_ptr_array_add (self->order, handler);
  return handler;
}

void
th_interrupts_add_duration (Interrupts *self,
                            Kind        kind,
                            guint64     number,
                            guint32     name,
                            gint64      duration,
                            ThRef       anchor)
{
  Handler *handler = find_handler (self, kind, number, name);

  if (handler == NULL)
    return;

  if (handler->duration == NULL)
    handler->duration = handler_measure (self, handler);
  th_measure_append (handler->duration, &(ThSample) { duration, anchor, handler->n++ });
  handler->total = th_time_add (handler->total, duration);
  if (duration > handler->longest)
    {
      handler->longest = duration;
      handler->longest_ref = anchor;
    }
}

void
th_interrupts_add_latency (Interrupts *self,
                           guint64     vector,
                           guint32     name,
                           gint64      latency,
                           ThRef       anchor)
{
  Handler *handler = find_handler (self, KIND_SOFTIRQ, vector, name);

  if (handler == NULL)
    return;

  if (handler->latency == NULL)
    {
      const char *text = handler_text (self, handler);
      g_autofree char *title = g_strdup_printf (_("softirq %s: latency"), text);

      handler->latency = th_results_add_named_measure (self->results,
                                                       &th_interrupts_measures[MEASURE_LATENCY],
                                                       text, title);
    }
  th_measure_append (handler->latency, &(ThSample) { latency, anchor, handler->n_latencies++ });
  handler->total_latency = th_time_add (handler->total_latency, latency);
}

/* --- devices ----------------------------------------------------------- */

void
th_interrupts_add_packet (Interrupts    *self,
                          const ThEvent *event)
{
  const char *text;
  gsize length;
  guint64 bytes = 0;
  gint64 key;
  Device *device;

  if (!th_event_get_text (event, 0, &text, &length))
    return;

  key = (guint64) th_results_intern_n (self->results, text, length) << 32 | event->cpu;
  device = g_hash_table_lookup (self->devices, &key);
  if (device == NULL)
    {
      if (self->device_order->len >= MAX_DEVICES)
        return;
      device = g_new0 (Device, 1);
      device->name = key >> 32;
      device->cpu = event->cpu;
      device->first = event->ref;
      g_hash_table_insert (self->devices, g_memdup2 (&key, sizeof key), device);
      g_ptr_array_add (self->device_order, device);
    }

  th_event_get_uint (event, 1, &bytes);
  device->packets++;
  device->bytes += bytes;
}

/* --- rows -------------------------------------------------------------- */

static void
add_hardirq (Interrupts      *self,
             const Handler   *handler,
             guint32          kind,
             const ThSummary *time)
{
  th_table_append (self->hardirqs, handler->longest_ref, (gint64[]) {
    kind, handler->kind == KIND_IRQ ? (gint64) handler->number : TH_CELL_NONE, handler->name,
    handler->n, handler->total, handler->total / MAX (handler->n, 1), time->p99, time->max
  });
}

static void
add_softirq (Interrupts      *self,
             const Handler   *handler,
             guint32          kind,
             const ThSummary *time)
{
  gboolean known = handler->n > 0, waited = handler->n_latencies > 0;
  ThSummary wait = { 0, };

  if (waited)
    th_measure_summarize (handler->latency, &wait);
  th_table_append (self->softirqs, handler->longest_ref, (gint64[]) {
    kind, handler->name, handler->n, handler->total,
    known ? handler->total / handler->n : TH_CELL_NONE, known ? time->p99 : TH_CELL_NONE, known
    ? time->max : TH_CELL_NONE,
    handler->n_latencies,
    waited ? handler->total_latency / handler->n_latencies : TH_CELL_NONE,
    waited ? wait.p99 : TH_CELL_NONE, waited ? wait.max : TH_CELL_NONE
  });
}

void
th_interrupts_tables_finish (Interrupts *self)
{
  for (guint i = 0; i < self->order->len; i++)
    {
      Handler *handler = g_ptr_array_index (self->order, i);
      guint32 kind = th_results_intern (self->results, _(kind_names[handler->kind]));
      ThSummary time = { 0, };

      if (handler->duration != NULL)
        {
          th_measure_publish (handler->duration);
          th_measure_summarize (handler->duration, &time);
        }
      if (handler->latency != NULL)
        th_measure_publish (handler->latency);

      if (handler->kind == KIND_SOFTIRQ || handler->kind == KIND_TASKLET)
        add_softirq (self, handler, kind, &time);
      else
        add_hardirq (self, handler, kind, &time);
    }

  for (guint i = 0; i < self->device_order->len; i++)
    {
      const Device *device = g_ptr_array_index (self->device_order, i);

      th_table_append (self->receive, device->first,
                       (gint64[]) { device->name, device->cpu, device->packets, device->bytes });
    }
}

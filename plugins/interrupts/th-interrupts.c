/* th-interrupts.c - interrupt handlers, softirqs, tasklets and IPIs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each CPU has two lanes: interrupts (handlers, vectors, IPIs), and softirqs with
 * their tasklets.  Durations include nested interrupts.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-interrupts.h"
#include "th-hash.h"
#include "th-interrupts-private.h"
#include "th-time.h"

enum
{
  EVENT_IRQ_ENTRY,
  EVENT_IRQ_EXIT,
  EVENT_SOFTIRQ_RAISE,
  EVENT_SOFTIRQ_ENTRY,
  EVENT_SOFTIRQ_EXIT,
  EVENT_TASKLET_ENTRY,
  EVENT_TASKLET_EXIT,
  EVENT_IPI_ENTRY,
  EVENT_IPI_EXIT,
  EVENT_VECTOR_ENTRY,
  EVENT_VECTOR_EXIT,
  EVENT_RECEIVE
};

static const ThSubscription subscriptions[] = {
  [EVENT_IRQ_ENTRY] = { "irq:irq_handler_entry", N_("Without it there are no interrupt handlers."),
                        { "irq", "name" } },
  [EVENT_IRQ_EXIT] = { "irq:irq_handler_exit", N_("Without it there are no interrupt handlers."),
                       { "irq" } },
  [EVENT_SOFTIRQ_RAISE] = { "irq:softirq_raise",
                            N_("Without it the latency of softirqs is unknown."), { "vec" } },
  [EVENT_SOFTIRQ_ENTRY] = { "irq:softirq_entry", N_("Without it there are no softirqs."),
                            { "vec" } },
  [EVENT_SOFTIRQ_EXIT] = { "irq:softirq_exit", N_("Without it there are no softirqs."), { "vec" } },
  [EVENT_TASKLET_ENTRY] = { "irq:tasklet_entry", NULL, { "func" } },
  [EVENT_TASKLET_EXIT] = { "irq:tasklet_exit", NULL, { "func" } },
  [EVENT_IPI_ENTRY] = { "ipi:ipi_entry", NULL, { "reason" } },
  [EVENT_IPI_EXIT] = { "ipi:ipi_exit", NULL, { "reason" } },
  [EVENT_VECTOR_ENTRY] = { "irq_vectors:*_entry", NULL, { "vector" } },
  [EVENT_VECTOR_EXIT] = { "irq_vectors:*_exit", NULL, { "vector" } },
  [EVENT_RECEIVE] = { "net:netif_receive_skb", NULL, { "name", "len" } },
  { NULL }
};

static gpointer
interrupts_begin (ThRecording       *recording,
                  ThResults         *results,
                  GHashTable        *params,
                  ThResults *const  *needed,
                  GError           **error)
{
  Interrupts *self = g_new0 (Interrupts, 1);

  self->recording = recording;
  self->results = results;
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->names = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  th_interrupts_tables_init (self);

  return self;
}

static ThTrack *
cpu_track (Interrupts *self,
           guint       number,
           const char *id,
           const char *title,
           ThTakes     takes_cpu)
{
  return th_results_add_track (self->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, id, title, TH_ATTACH_CPU, number, TH_UNIT_TIME, .takes_cpu = takes_cpu
  });
}

static Cpu *
interrupts_cpu (Interrupts *self,
                guint       number)
{
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu == NULL)
    {
      cpu = g_new0 (Cpu, 1);
      cpu->number = number;
      for (guint i = 0; i < N_VECTORS; i++)
        cpu->raised[i] = TH_TIME_NONE;
      g_hash_table_insert (self->cpus, GUINT_TO_POINTER (number), cpu);
    }

  return cpu;
}

/* --- names ------------------------------------------------------------- */

/* Looks up the cached name of @kind and @number. */
static gboolean
find_name (Interrupts *self,
           Kind        kind,
           guint64     number,
           guint32    *name)
{
  gint64 key = number ^ (guint64) kind << 60;
  gpointer found;

  if (!g_hash_table_lookup_extended (self->names, &key, NULL, &found))
    return FALSE;

  *name = GPOINTER_TO_UINT (found);
  return TRUE;
}

static guint32
keep_name (Interrupts *self,
           Kind        kind,
           guint64     number,
           const char *text)
{
  gint64 key = number ^ (guint64) kind << 60;
  guint32 name = th_results_intern (self->results, text);

  g_hash_table_insert (self->names, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (name));
  return name;
}

/* Uses the labels of the recording, or else the vectors since Linux 2.6.39. */
static guint32
softirq_name (Interrupts    *self,
              const ThEvent *event,
              guint64        vector)
{
  static const char *const usual[] = {
    "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU"
  };
  const ThField *field = event->fields[0];
  g_autofree char *text = NULL;
  guint32 name;

  if (find_name (self, KIND_SOFTIRQ, vector, &name))
    return name;

  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == vector)
      return keep_name (self, KIND_SOFTIRQ, vector, field->values[i].name);

  if (vector < G_N_ELEMENTS (usual))
    return keep_name (self, KIND_SOFTIRQ, vector, usual[vector]);

  text = g_strdup_printf ("%" G_GUINT64_FORMAT, vector);
  return keep_name (self, KIND_SOFTIRQ, vector, text);
}

static guint32
tasklet_name (Interrupts *self,
              guint64     function)
{
  g_autofree char *text = NULL;
  const char *symbol;
  guint64 offset;
  guint32 name;

  if (find_name (self, KIND_TASKLET, function, &name))
    return name;

  symbol = th_recording_get_symbol (self->recording, function, &offset);
  if (symbol == NULL)
    text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", function);

  return keep_name (self, KIND_TASKLET, function, symbol != NULL ? symbol : text);
}

/* The record has only the address of the reason, which the text shows in "(…)". */
static guint32
ipi_name (Interrupts    *self,
          const ThEvent *event,
          guint64        reason)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint32 name;

  if (find_name (self, KIND_IPI, reason, &name))
    return name;

  th_reader_get_text (event->reader, event->ref, FALSE, text);
  if (text->len > 2 && text->str[0] == '(' && text->str[text->len - 1] == ')')
    {
      g_string_truncate (text, text->len - 1);
      g_string_erase (text, 0, 1);
    }

  return keep_name (self, KIND_IPI, reason, text->len > 0 ? text->str : _("IPI"));
}

/* Returns the word of "local_timer" for the type "local_timer_entry". */
static guint32
vector_name (Interrupts    *self,
             const ThEvent *event)
{
  const char *type = th_recording_get_type_name (self->recording, event->type);
  g_autofree char *text = NULL;
  guint32 name;

  if (find_name (self, KIND_VECTOR, event->type, &name))
    return name;

  text = g_strndup (type, strrchr (type, '_') != NULL ? strrchr (type, '_') - type : strlen (type));
  return keep_name (self, KIND_VECTOR, event->type, text);
}

/* --- events ------------------------------------------------------------ */

static ThNest *
cpu_nest (Interrupts *self,
          Cpu        *cpu,
          Kind        kind)
{
  gboolean soft = kind == KIND_SOFTIRQ || kind == KIND_TASKLET;
  ThNest *nest = soft ? &cpu->soft : &cpu->hard;

  /* Both are added in a fixed order; an empty lane takes no space. */
  if (nest->track == NULL)
    {
      cpu->hard.track = cpu_track (self, cpu->number, "irq", _("Interrupts"),
                                   TH_TAKES_SOFTIRQS);
      cpu->soft.track = cpu_track (self, cpu->number, "softirq", _("Softirqs"),
                                   TH_TAKES_TASKS);
    }

  return nest;
}

static void
interrupts_enter (Interrupts    *self,
                  Cpu           *cpu,
                  Kind           kind,
                  const ThEvent *event,
                  guint64        number,
                  guint32        name)
{
  gboolean soft = kind == KIND_SOFTIRQ || kind == KIND_TASKLET;
  ThNest *nest = cpu_nest (self, cpu, kind);

  /* A softirq never runs inside another one, nor a handler inside itself: the end of the
   * open one was not recorded. */
  if (kind == KIND_SOFTIRQ || th_nest_has (nest, number ^ (guint64) kind << 60))
    th_nest_break (nest, TH_TIME_NONE);
  th_nest_push (nest, &(ThOpen) {
    number ^ (guint64) kind << 60, event->time, event->ref, name, soft ? TH_CONTEXT_SOFTIRQ
    : TH_CONTEXT_IRQ
  });
}

static void
interrupts_leave (Interrupts    *self,
                  Cpu           *cpu,
                  Kind           kind,
                  const ThEvent *event,
                  guint64        number)
{
  ThOpen closed;

  if (th_nest_pop (cpu_nest (self, cpu, kind), number ^ (guint64) kind << 60, event->time, &closed))
    th_interrupts_add_duration (self, kind, number, closed.name,
                                th_time_between (closed.begin, event->time), closed.anchor);
}

static void
softirq_raised (Interrupts    *self,
                Cpu           *cpu,
                const ThEvent *event,
                guint64        vector)
{
  if (vector >= N_VECTORS || cpu->raised[vector] != TH_TIME_NONE)
    return;

  cpu->raised[vector] = event->time;
  cpu->raised_by[vector] = event->ref;
}

static void
softirq_entered (Interrupts    *self,
                 Cpu           *cpu,
                 const ThEvent *event,
                 guint64        vector,
                 guint32        name)
{
  if (vector >= N_VECTORS || cpu->raised[vector] == TH_TIME_NONE)
    return;

  th_interrupts_add_latency (self, vector, name, th_time_between (cpu->raised[vector], event->time),
                             cpu->raised_by[vector]);
  cpu->raised[vector] = TH_TIME_NONE;
}

static void
irq_entered (Interrupts    *self,
             Cpu           *cpu,
             const ThEvent *event,
             guint64        irq)
{
  const char *text = "";
  gsize length = 0;

  th_event_get_text (event, 1, &text, &length);
  interrupts_enter (self, cpu, KIND_IRQ, event, irq,
                    th_results_intern_n (self->results, text, length));
}

static void
interrupts_event (gpointer       state,
                  const ThEvent *event)
{
  Interrupts *self = state;
  Cpu *cpu = interrupts_cpu (self, event->cpu);
  guint64 number = 0;

  if (event->subscription == EVENT_RECEIVE)
    {
      th_interrupts_add_packet (self, event);
      return;
    }

  if (!th_event_get_uint (event, 0, &number) && event->subscription != EVENT_VECTOR_ENTRY &&
      event->subscription != EVENT_VECTOR_EXIT)
    return;

  switch (event->subscription)
    {
    case EVENT_IRQ_ENTRY:
      irq_entered (self, cpu, event, number);
      break;
    case EVENT_IRQ_EXIT:
      interrupts_leave (self, cpu, KIND_IRQ, event, number);
      break;
    case EVENT_SOFTIRQ_RAISE:
      softirq_raised (self, cpu, event, number);
      break;
    case EVENT_SOFTIRQ_ENTRY:
      softirq_entered (self, cpu, event, number, softirq_name (self, event, number));
      interrupts_enter (self, cpu, KIND_SOFTIRQ, event, number, softirq_name (self, event, number));
      break;
    case EVENT_SOFTIRQ_EXIT:
      interrupts_leave (self, cpu, KIND_SOFTIRQ, event, number);
      break;
    case EVENT_TASKLET_ENTRY:
      interrupts_enter (self, cpu, KIND_TASKLET, event, number, tasklet_name (self, number));
      break;
    case EVENT_TASKLET_EXIT:
      interrupts_leave (self, cpu, KIND_TASKLET, event, number);
      break;
    case EVENT_IPI_ENTRY:
      interrupts_enter (self, cpu, KIND_IPI, event, number, ipi_name (self, event, number));
      break;
    case EVENT_IPI_EXIT:
      interrupts_leave (self, cpu, KIND_IPI, event, number);
      break;
    case EVENT_VECTOR_ENTRY:
      interrupts_enter (self, cpu, KIND_VECTOR, event, vector_name (self, event),
                        vector_name (self, event));
      break;
    case EVENT_VECTOR_EXIT:
      interrupts_leave (self, cpu, KIND_VECTOR, event, vector_name (self, event));
      break;
    default:
      break;
    }
}

static void
interrupts_lost (gpointer      state,
                 guint         stream,
                 guint         number,
                 const ThLost *lost)
{
  Interrupts *self = state;
  Cpu *cpu = interrupts_cpu (self, number);

  th_nest_break (&cpu->hard, lost->from);
  th_nest_break (&cpu->soft, lost->from);
  for (guint i = 0; i < N_VECTORS; i++)
    cpu->raised[i] = TH_TIME_NONE;
}

static void
interrupts_finish (gpointer state)
{
  Interrupts *self = state;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->cpus);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      th_nest_break (&((Cpu *) value)->hard, TH_TIME_NONE);
      th_nest_break (&((Cpu *) value)->soft, TH_TIME_NONE);
    }
  th_interrupts_tables_finish (self);
}

static void
interrupts_free (gpointer state)
{
  Interrupts *self = state;

  th_interrupts_tables_clear (self);
  g_hash_table_unref (self->cpus);
  g_hash_table_unref (self->names);
  g_free (self);
}

const ThAnalysis th_interrupts_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "interrupts",
  .title = N_("Interrupts"),
  .text = N_("Interrupt handlers, softirqs, tasklets and IPIs on each CPU: counts, durations, and "
             "how long "
             "softirqs waited after being raised."),
  .subscriptions = subscriptions,
  .begin = interrupts_begin,
  .event = interrupts_event,
  .lost = interrupts_lost,
  .finish = interrupts_finish,
  .free = interrupts_free,
  .measures = th_interrupts_measures,
};

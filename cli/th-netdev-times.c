/* th-netdev-times.c - the report of perf's script of that name, from flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A separate analysis finds which packets were received in which softirq; their outcome
 * comes from the flows.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analysis.h"
#include "th-cli-error.h"
#include "th-runner.h"
#include "th-cli-output.h"
#include "th-journey.h"
#include "th-netdev-times-text.h"
#include "th-netdev-times-tx.h"
#include "th-netdev-times.h"
#include "th-printable.h"
#include "th-time.h"

#define VEC_NET_RX 3
/* Interrupts that raised NET_RX before it ran. */
#define MAX_IRQS 64

typedef struct
{
  gint64      time;
  gint64      number;
  const char *name;
  gboolean    running;
  gboolean    raised;  /* NET_RX */
  GArray     *packets; /* of Event: netif_rx in it; or NULL */
} Irq;

typedef enum
{
  RECEIVED,  /* netif_receive_skb */
  POLLED     /* the end of a poll */
} What;

typedef struct
{
  What        what;
  gint64      time;
  ThRef       ref;
  guint64     address;
  gint64      length;
  const char *device;
} Event;

/* A run of the softirq, or of a task that receives packets. */
typedef struct
{
  guint    cpu;
  gint64   begin;
  gboolean in_softirq;
  guint32  task;      /* the task, outside softirqs */
  GArray  *irqs;      /* of Irq; or NULL */
  GArray  *events;    /* of Event */
} Hunk;

typedef struct
{
  GArray *irqs;       /* of Irq: running ones, and earlier ones that raised NET_RX */
  Hunk   *hunk;
} Cpu;

typedef struct
{
  GHashTable   *cpus;
  GPtrArray    *hunks;  /* of Hunk, ordered by their ends */
  GStringChunk *texts;
} Times;

/* --- collecting -------------------------------------------------------- */

enum
{
  EVENT_IRQ_ENTRY,
  EVENT_IRQ_EXIT,
  EVENT_RAISE,
  EVENT_ENTRY,
  EVENT_EXIT,
  EVENT_POLL,
  EVENT_RECEIVE,
  EVENT_RX
};

static const ThSubscription subscriptions[] = {
  [EVENT_IRQ_ENTRY] = { "irq:irq_handler_entry", NULL, { "irq", "?name" } },
  [EVENT_IRQ_EXIT] = { "irq:irq_handler_exit", NULL, { "irq" } },
  [EVENT_RAISE] = { "irq:softirq_raise", NULL, { "vec" } },
  [EVENT_ENTRY] = { "irq:softirq_entry", NULL, { "vec" } },
  [EVENT_EXIT] = { "irq:softirq_exit", NULL, { "vec" } },
  [EVENT_POLL] = { "napi:napi_poll", NULL, { "?dev_name" } },
  [EVENT_RECEIVE] = { "net:netif_receive_skb", NULL, { "skbaddr", "?len" } },
  [EVENT_RX] = { "net:netif_rx", NULL, { "skbaddr", "?len" } },
  { NULL }
};

static void
irq_clear (gpointer data)
{
  g_clear_pointer (&((Irq *) data)->packets, g_array_unref);
}

static GArray *
irqs_new (void)
{
  GArray *irqs = g_array_new (FALSE, FALSE, sizeof (Irq));

  g_array_set_clear_func (irqs, irq_clear);
  return irqs;
}

static void
hunk_free (Hunk *hunk)
{
  g_clear_pointer (&hunk->irqs, g_array_unref);
  g_array_unref (hunk->events);
  g_free (hunk);
}

static void
cpu_free (Cpu *cpu)
{
  g_array_unref (cpu->irqs);
  g_clear_pointer (&cpu->hunk, hunk_free);
  g_free (cpu);
}

static Cpu *
times_cpu (Times *self,
           guint  number)
{
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu == NULL)
    {
      cpu = g_new0 (Cpu, 1);
      cpu->irqs = irqs_new ();
      g_hash_table_insert (self->cpus, GUINT_TO_POINTER (number), cpu);
    }

  return cpu;
}

static void
cpu_end_hunk (Times *self,
              Cpu   *cpu)
{
  Hunk *hunk = g_steal_pointer (&cpu->hunk);

  if (hunk == NULL)
    return;
  if (hunk->events->len > 0 || hunk->irqs != NULL)
    g_ptr_array_add (self->hunks, hunk);
  else
    hunk_free (hunk);
}

static Hunk *
cpu_begin_hunk (Times         *self,
                Cpu           *cpu,
                const ThEvent *event,
                gboolean       in_softirq)
{
  cpu_end_hunk (self, cpu);
  cpu->hunk = g_new0 (Hunk, 1);
  cpu->hunk->cpu = event->cpu;
  cpu->hunk->begin = event->time;
  cpu->hunk->in_softirq = in_softirq;
  cpu->hunk->task = event->task;
  cpu->hunk->events = g_array_new (FALSE, FALSE, sizeof (Event));
  if (in_softirq && cpu->irqs->len > 0)
    {
      cpu->hunk->irqs = cpu->irqs;
      cpu->irqs = irqs_new ();
    }

  return cpu->hunk;
}

static const char *
times_text (Times         *self,
            const ThEvent *event,
            guint          field)
{
  const char *text;
  gsize length;
  g_autofree char *valid = NULL;

  if (!th_event_get_text (event, field, &text, &length))
    return "";

  valid = g_utf8_make_valid (text, length);
  return g_string_chunk_insert_const (self->texts, valid);
}

static void
handle_irq (Times         *self,
            Cpu           *cpu,
            const ThEvent *event)
{
  Irq irq = { event->time, 0, "", TRUE, FALSE, NULL };
  Irq *last = cpu->irqs->len > 0 ? &g_array_index (cpu->irqs, Irq, cpu->irqs->len - 1) : NULL;

  if (event->subscription == EVENT_IRQ_ENTRY)
    {
      th_event_get_int (event, 0, &irq.number);
      irq.name = times_text (self, event, 1);
      /* Handlers do not nest: its end was not recorded. */
      if (last != NULL && last->running && !last->raised)
        g_array_set_size (cpu->irqs, cpu->irqs->len - 1);
      if (cpu->irqs->len < MAX_IRQS)
        g_array_append_val (cpu->irqs, irq);
      return;
    }
  if (last == NULL || !last->running)
    return;

  last->running = FALSE;
  if (!last->raised)
    g_array_set_size (cpu->irqs, cpu->irqs->len - 1);
}

static void
handle_softirq (Times         *self,
                Cpu           *cpu,
                const ThEvent *event)
{
  Irq *last = cpu->irqs->len > 0 ? &g_array_index (cpu->irqs, Irq, cpu->irqs->len - 1) : NULL;
  guint64 vec = 0;

  if (!th_event_get_uint (event, 0, &vec))
    return;
  if (vec != VEC_NET_RX)
    {
      /* Only one can run at a time: if its end was not recorded, it ends here. */
      if (event->subscription == EVENT_ENTRY && cpu->hunk != NULL && cpu->hunk->in_softirq)
        cpu_end_hunk (self, cpu);
      return;
    }

  if (event->subscription == EVENT_ENTRY)
    cpu_begin_hunk (self, cpu, event, TRUE);
  else if (event->subscription == EVENT_EXIT)
    cpu_end_hunk (self, cpu);
  else if (last != NULL && last->running)
    last->raised = TRUE;
}

/* A packet or the end of a poll, in the softirq or in a polling task. */
static void
handle_packet (Times         *self,
               Cpu           *cpu,
               const ThEvent *event)
{
  Event one = { event->subscription == EVENT_POLL ? POLLED : RECEIVED, event->time, event->ref, 0,
                -1, "" };
  Irq *last = cpu->irqs->len > 0 ? &g_array_index (cpu->irqs, Irq, cpu->irqs->len - 1) : NULL;
  Hunk *hunk = cpu->hunk;

  if (event->subscription == EVENT_POLL)
    one.device = times_text (self, event, 0);
  else
    {
      th_event_get_uint (event, 0, &one.address);
      th_event_get_int (event, 1, &one.length);
    }
  if (event->subscription == EVENT_RX)
    {
      if (last == NULL || !last->running)
        return;
      last->raised = TRUE;
      if (last->packets == NULL)
        last->packets = g_array_new (FALSE, FALSE, sizeof (Event));
      g_array_append_val (last->packets, one);
      return;
    }

  if (hunk == NULL || (!hunk->in_softirq && hunk->task != event->task))
    hunk = cpu_begin_hunk (self, cpu, event, FALSE);
  g_array_append_val (hunk->events, one);
  if (!hunk->in_softirq && event->subscription == EVENT_POLL)
    cpu_end_hunk (self, cpu);
}

/* The only run of this command; valid while its runner exists. */
static Times *current;

static gpointer
times_begin (ThRecording       *recording,
             ThResults         *results,
             GHashTable        *params,
             ThResults *const  *needed,
             GError           **error)
{
  Times *self = g_new0 (Times, 1);

  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) cpu_free);
  self->hunks = g_ptr_array_new_with_free_func ((GDestroyNotify) hunk_free);
  self->texts = g_string_chunk_new (256);
  current = self;
  return self;
}

static void
times_event (gpointer       state,
             const ThEvent *event)
{
  Cpu *cpu = times_cpu (state, event->cpu);

  switch (event->subscription)
    {
    case EVENT_IRQ_ENTRY:
    case EVENT_IRQ_EXIT:
      handle_irq (state, cpu, event);
      break;
    case EVENT_RAISE:
    case EVENT_ENTRY:
    case EVENT_EXIT:
      handle_softirq (state, cpu, event);
      break;
    default:
      handle_packet (state, cpu, event);
    }
}

/* The end of the softirq is unknown. */
static void
times_lost (gpointer      state,
            guint         stream,
            guint         number,
            const ThLost *lost)
{
  Cpu *cpu = times_cpu (state, number);

  cpu_end_hunk (state, cpu);
  g_array_set_size (cpu->irqs, 0);
}

static void
times_finish (gpointer state)
{
  Times *self = state;
  GHashTableIter iter;
  gpointer cpu;

  g_hash_table_iter_init (&iter, self->cpus);
  while (g_hash_table_iter_next (&iter, NULL, &cpu))
    cpu_end_hunk (self, cpu);
}

static void
times_free (gpointer state)
{
  Times *self = state;

  g_hash_table_unref (self->cpus);
  g_ptr_array_unref (self->hunks);
  g_string_chunk_free (self->texts);
  g_free (self);
  current = NULL;
}

/* --- printing ---------------------------------------------------------- */

typedef struct
{
  ThFlowSet *flows;
  const char *dev;
  gboolean    rx;
  gboolean    tx;
  GString    *text;
} Printer;

static double
msec (const Hunk *hunk,
      gint64      time)
{
  gint64 base = hunk->irqs != NULL ? g_array_index (hunk->irqs, Irq, 0).time : hunk->begin;

  return th_time_between (base, time) / 1e6;
}

static void
append_task (Printer      *self,
             const ThStep *step)
{
  ThTasks *tasks = th_recording_get_tasks (self->flows->recording);
  guint32 task = th_recording_get_task (self->flows->recording, step->anchor);
  g_autofree char *name = th_printable_line (th_tasks_get_name (tasks, task, step->time));

  g_string_append_printf (self->text, "%d:%s", th_tasks_get_pid (tasks, task), name);
}

/* The outcome of the packet: the first of these events after it was received. */
static void
append_fate (Printer     *self,
             const Hunk  *hunk,
             const Event *event)
{
  ThFlows *flows = self->flows->flows;
  guint32 row = th_flows_find (flows, event->address, event->time, event->ref);
  const ThFlow *flow = row != TH_FLOW_NONE ? th_flows_get (flows, row) : NULL;

  for (guint32 i = 0; flow != NULL && i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      const char *name = th_netdev_times_name (self->flows, &step);
      gboolean copied = strcmp (name, "skb_copy_datagram_iovec") == 0;
      gboolean consumed = strcmp (name, "consume_skb") == 0;
      const char *reason = th_journey_get_word (self->flows->results, row, "reason");
      const char *location = th_journey_get_word (self->flows->results, row, "location");

      if (step.time < event->time || !(copied || consumed || strcmp (name, "kfree_skb") == 0))
        continue;

      g_string_append_printf (self->text, "         |            |\n         |      %s(+%.3fmsec",
                              name, msec (hunk, step.time));
      if (copied ||
          (consumed && th_journey_get_cell (self->flows->results, row, "reader") != TH_CELL_NONE))
        {
          g_string_append_c (self->text, ' ');
          append_task (self, &step);
        }
      else if (!consumed)
        g_string_append_printf (self->text, " location=%s%s%s", location != NULL ? location : "",
                                reason != NULL ? " reason=" : "",
                                reason != NULL ? reason : "");
      g_string_append (self->text, ")\n");
      return;
    }
}

static void
append_events (Printer    *self,
               const Hunk *hunk)
{
  for (guint i = 0; i < hunk->events->len; i++)
    {
      const Event *event = &g_array_index (hunk->events, Event, i);

      if (event->what == POLLED)
        {
          g_string_append_printf (self->text, "  napi_poll_exit(+%.3fmsec %s)\n%s",
                                  msec (hunk, event->time), event->device,
                                  i + 1 == hunk->events->len ? "\n" : "         |\n");
          continue;
        }
      g_string_append_printf (self->text,
                              "         |---netif_receive_skb(+%.3fmsec skb=%" G_GINT64_MODIFIER
                              "x len=%" G_GINT64_FORMAT ")\n",
                              msec (hunk, event->time), event->address, event->length);
      append_fate (self, hunk, event);
      g_string_append (self->text, "         |\n");
    }
}

static void
append_irqs (Printer    *self,
             const Hunk *hunk)
{
  for (guint i = 0; hunk->irqs != NULL && i < hunk->irqs->len; i++)
    {
      const Irq *irq = &g_array_index (hunk->irqs, Irq, i);

      g_string_append_printf (self->text,
                              "  irq_entry(+%.3fmsec irq=%" G_GINT64_FORMAT ":%s)\n         |\n",
                              msec (hunk, irq->time),
                              irq->number, irq->name);
      for (guint j = 0; irq->packets != NULL && j < irq->packets->len; j++)
        {
          const Event *event = &g_array_index (irq->packets, Event, j);

          g_string_append_printf (self->text,
                                  "         |---netif_rx(+%.3fmsec skb=%" G_GINT64_MODIFIER "x)\n"
                                  "         |\n",
                                  msec (hunk, event->time), event->address);
        }
    }
}

static void
append_hunk (Printer    *self,
             const Hunk *hunk)
{
  ThTasks *tasks = th_recording_get_tasks (self->flows->recording);
  g_autofree char *name = NULL;

  th_netdev_times_stamp (self->text, hunk->irqs != NULL ? g_array_index (hunk->irqs, Irq, 0).time
                                                        : hunk->begin, 0);
  g_string_append_printf (self->text, "sec cpu=%u\n", hunk->cpu);
  append_irqs (self, hunk);
  if (hunk->in_softirq)
    g_string_append_printf (self->text, "  softirq_entry(+%.3fmsec)\n         |\n",
                            msec (hunk, hunk->begin));
  else
    {
      name = th_printable_line (th_tasks_get_name (tasks, hunk->task, hunk->begin));
      g_string_append_printf (self->text, "  task(+%.3fmsec %d:%s)\n         |\n",
                              msec (hunk, hunk->begin),
                              th_tasks_get_pid (tasks, hunk->task), name);
    }
  append_events (self, hunk);
}

/* Whether the run has an interrupt, a poll or a packet of the device. */
static gboolean
is_of_device (Printer    *self,
              const Hunk *hunk)
{
  for (guint i = 0; hunk->irqs != NULL && i < hunk->irqs->len; i++)
    if (strstr (g_array_index (hunk->irqs, Irq, i).name, self->dev) != NULL)
      return TRUE;

  for (guint i = 0; i < hunk->events->len; i++)
    {
      const Event *event = &g_array_index (hunk->events, Event, i);
      guint32 row = event->what == RECEIVED
                    ? th_flows_find (self->flows->flows, event->address, event->time, event->ref)
                    : TH_FLOW_NONE;
      const char *device = row != TH_FLOW_NONE
                           ? th_journey_get_word (self->flows->results, row, "device")
                           : event->device;

      if (device != NULL && strstr (device, self->dev) != NULL)
        return TRUE;
    }

  return FALSE;
}

/* --- the whole --------------------------------------------------------- */

static const ThAnalysis analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "netdev-times",
  .title = "netdev-times",
  .text = "",
  .subscriptions = subscriptions,
  .begin = times_begin,
  .event = times_event,
  .lost = times_lost,
  .finish = times_finish,
  .free = times_free,
};

static gboolean
parse_words (Printer           *self,
             const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], "tx") == 0)
      self->tx = TRUE;
    else if (strcmp (words[i], "rx") == 0)
      self->rx = TRUE;
    else if (g_str_has_prefix (words[i], "dev="))
      self->dev = words[i] + strlen ("dev=");
    else
      {
        th_cli_usage_error ("packets", _("“%s” is not one of tx, rx, dev=NAME"), words[i]);
        return FALSE;
      }

  if (!self->tx && !self->rx)
    self->tx = self->rx = TRUE;
  return TRUE;
}

ThExit
th_netdev_times_show (ThFlowSet        *flows,
                      const char *const *words)
{
  g_autoptr(ThRunner) feed = th_runner_new (flows->recording, NULL);
  g_autoptr(ThResults) results = NULL;
  Printer self = { flows, NULL, FALSE, FALSE, NULL };
  ThTextOutput output;

  if (!parse_words (&self, words))
    return TH_EXIT_USAGE;

  results = th_runner_add (feed, &analysis, NULL, NULL);
  while (th_runner_advance (feed))
    ;

  th_cli_output_init (&output);
  self.text = output.text;
  for (guint i = 0; self.rx && i < current->hunks->len && th_text_output_check (&output); i++)
    if (self.dev == NULL || is_of_device (&self, g_ptr_array_index (current->hunks, i)))
      append_hunk (&self, g_ptr_array_index (current->hunks, i));
  if (self.tx)
    th_netdev_times_tx (flows, self.dev, output.text);

  return th_cli_output_end (&output);
}

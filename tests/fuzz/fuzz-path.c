/* fuzz-path.c - critical paths through events in any order, with gaps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Five bytes are an event: its type, CPU and context; the task that ran; the time since the one
 * before; and two arguments.  They become lines of ftrace, which are loaded and analyzed like those
 * of a file.  The parts of each path follow each other and add up to its span.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-analyses.h"
#include "th-loaders.h"
#include "th-path-analysis.h"
#include "th-recording.h"
#include "th-runner.h"
#include "th-txt.h"

#define BYTES 5
#define MAX_EVENTS 2000
#define N_TASKS 6

typedef struct
{
  guint type, cpu, context, task, a, b;
} Event;

static void
append_switch (GString     *text,
               const Event *event)
{
  static const char *const states[] = { "S", "R", "R+", "D", "X", "Z" };

  g_string_append_printf (text, "sched_switch: prev_comm=t%u prev_pid=%u prev_prio=120 "
                          "prev_state=%s ==> next_comm=t%u next_pid=%u next_prio=120\n",
                          event->task, event->task, states[event->b % G_N_ELEMENTS (states)],
                          event->a % N_TASKS, event->a % N_TASKS);
}

static void
append_wakeup (GString     *text,
               const Event *event)
{
  static const char *const names[] = { "sched_waking", "sched_wakeup", "sched_wakeup_new" };

  g_string_append_printf (text, "%s: comm=t%u pid=%u prio=120 target_cpu=00%u\n",
                          names[event->b % G_N_ELEMENTS (names)], event->a % N_TASKS,
                          event->a % N_TASKS, event->b / 3 % 2);
}

static void
append_interrupt (GString     *text,
                  const Event *event)
{
  switch (event->b % 4)
    {
    case 0:
      g_string_append_printf (text, "irq_handler_entry: irq=%u name=eth0\n", event->a);
      break;
    case 1:
      g_string_append_printf (text, "irq_handler_exit: irq=%u ret=handled\n", event->a);
      break;
    case 2:
      g_string_append_printf (text, "softirq_entry: vec=%u [action=NET_RX]\n", event->a % 12);
      break;
    default:
      g_string_append_printf (text, "softirq_exit: vec=%u [action=NET_RX]\n", event->a % 12);
    }
}

static void
append_timer (GString     *text,
              const Event *event)
{
  if (event->b % 2 == 0)
    g_string_append_printf (text, "hrtimer_expire_entry: hrtimer=00000000%02x "
                            "function=hrtimer_wakeup now=1\n", event->a);
  else
    g_string_append_printf (text, "hrtimer_expire_exit: hrtimer=00000000%02x\n", event->a);
}

static void
append_device (GString     *text,
               const Event *event)
{
  switch (event->b % 4)
    {
    case 0:
      g_string_append_printf (text, "block_rq_issue: 254,0 RA 4096 () %u + 8 [t1]\n", event->a);
      break;
    case 1:
      g_string_append_printf (text, "block_rq_complete: 254,0 RA () %u + 8 [0]\n", event->a);
      break;
    case 2:
      g_string_append_printf (text, "netif_receive_skb: dev=lo skbaddr=00000000%02x len=60\n",
                              event->a);
      break;
    default:
      g_string_append_printf (text, "net_dev_queue: dev=lo skbaddr=00000000%02x len=74\n",
                              event->a);
    }
}

static void
append_event (GString     *text,
              const Event *event,
              guint        time)
{
  static void (*const append[]) (GString *, const Event *) = {
    append_switch, append_wakeup, append_interrupt, append_timer, append_device, append_wakeup,
    append_switch
  };
  static const char contexts[] = "..hs";

  if (event->type == G_N_ELEMENTS (append))
    {
      g_string_append_printf (text, "CPU:%u [LOST %u EVENTS]\n", event->cpu, event->a);
      return;
    }
  g_string_append_printf (text, "  t%u-%u  [00%u] d.%c.. %u.%06u: ", event->task, event->task,
                          event->cpu, contexts[event->context], time / 1000000, time % 1000000);
  append[event->type] (text, event);
}

static char *
make_text (const guint8 *data,
           gsize         size)
{
  GString *text = g_string_new ("# tracer: nop\n#\n");
  guint time = 1000000;

  for (gsize i = 0; i + BYTES <= size && i < BYTES * MAX_EVENTS; i += BYTES)
    {
      Event event = { data[i] & 7, data[i] >> 3 & 1, data[i] >> 4 & 3, data[i + 1] % N_TASKS,
                      data[i + 3], data[i + 4] };

      time += data[i + 2];
      append_event (text, &event, time);
    }
  return g_string_free (text, FALSE);
}

static ThRecording *
load (const char *text)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (text, strlen (text));
  ThRecording *recording = th_recording_new (th_txt_loader.id);

  if (!th_txt_loader.open (bytes, recording, NULL))
    g_clear_pointer (&recording, th_recording_unref);
  else
    th_loader_load (&th_txt_loader, recording);
  return recording;
}

/* The parts follow each other, and add up to the path; that is not listed if no event is on it. */
static void
check (ThResults *results)
{
  ThTable *paths = th_results_find_table (results, "paths");
  ThTable *parts = th_results_find_table (results, "path");
  guint32 n = parts != NULL ? th_table_get_n (parts) : 0;
  gint64 first = n > 0 ? th_table_get_cell_by_id (parts, 0, "time") : 0, time = first;

  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpint (th_table_get_cell_by_id (parts, i, "time"), ==, time);
      g_assert_cmpint (th_table_get_cell_by_id (parts, i, "lasted"), >, 0);
      time += th_table_get_cell_by_id (parts, i, "lasted");
    }
  for (guint32 i = 0; paths != NULL && i < th_table_get_n (paths); i++)
    {
      g_assert_cmpint (th_table_get_cell_by_id (paths, i, "time"), ==, first);
      g_assert_cmpint (th_table_get_cell_by_id (paths, i, "total"), ==, time - first);
    }
}

/* Adds the path of a task over the whole recording, or over a span that is cut out of it. */
static void
add_path (ThRunner  *runner,
          guint      task,
          guint      from,
          guint      to,
          GPtrArray *all)
{
  g_autoptr(GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  ThResults *results;

  g_hash_table_insert (params, (char *) "task", g_strdup_printf ("%u", task));
  if (to > 0)
    {
      g_hash_table_insert (params, (char *) "from", g_strdup_printf ("1.%06us", from));
      g_hash_table_insert (params, (char *) "to", g_strdup_printf ("1.%06us", to));
    }
  results = th_runner_add (runner, &th_path_analysis, params, NULL);
  if (results != NULL)
    g_ptr_array_add (all, results);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = make_text (data, size);
  g_autoptr(ThRecording) recording = load (text);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  g_autoptr(ThRunner) runner = NULL;

  if (recording == NULL)
    return 0;
  runner = th_runner_new (recording, th_analyses_list ());
  for (guint task = 0; task < N_TASKS; task++)
    {
      guint from = size > 0 ? 64 * data[0] : 0;

      add_path (runner, task, 0, 0, all);
      add_path (runner, task, from, from + 64 * (size > 1 ? data[1] : 0) + 1, all);
    }
  while (th_runner_advance (runner))
    ;
  for (guint i = 0; i < all->len; i++)
    check (all->pdata[i]);
  return 0;
}

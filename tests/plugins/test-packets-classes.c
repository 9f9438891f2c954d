/* test-packets-classes.c - the classes and groups of the samples of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "packet-events.h"

static ThMeasure *
find_measure (Fixture    *f,
              const char *id)
{
  for (guint i = 0; i < th_results_get_n_measures (f->results); i++)
    {
      ThMeasure *measure = th_results_get_measure (f->results, i);

      if (strcmp (th_measure_get_info (measure)->id, id) == 0)
        return measure;
    }

  g_assert_not_reached ();
}

static ThTable *
find_table (Fixture    *f,
            const char *id)
{
  for (guint i = 0; i < th_results_get_n_tables (f->results); i++)
    {
      ThTable *table = th_results_get_table (f->results, i);

      if (strcmp (th_table_get_info (table)->id, id) == 0)
        return table;
    }

  g_assert_not_reached ();
}

static void
append_class_cell (Fixture             *f,
                   GString             *text,
                   const ThClassColumn *class_column,
                   ThTable             *table,
                   guint32              row)
{
  const ThTableInfo *info = th_table_get_info (table);
  guint column = 0;
  gint64 cell;

  while (column < info->n_columns && strcmp (info->columns[column].id, class_column->column) != 0)
    column++;
  g_assert_cmpuint (column, <, info->n_columns);
  cell = th_table_get_cell (table, row, column);
  if (cell == TH_CELL_NONE)
    g_string_append (text, "-");
  else if (class_column->kind == TH_CLASS_PRESENCE)
    g_string_append (text, "+");
  else if (info->columns[column].kind == TH_COLUMN_TASK)
    g_string_append_printf (text, "%d ",
                            th_tasks_get_pid (th_recording_get_tasks (f->recording), cell));
  else
    g_string_append_printf (text, "%s ", th_results_get_word (f->results, cell));
}

/* The class of each sample of a measure. */
static char *
list_classes (Fixture    *f,
              const char *id)
{
  ThMeasure *measure = find_measure (f, id);
  const ThMeasureInfo *info = th_measure_get_info (measure);
  ThTable *table = find_table (f, info->table);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_measure_get_n (measure); i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      for (const ThClassColumn *column = info->class_columns; column->column != NULL; column++)
        append_class_cell (f, text, column, table, th_measure_get_row (measure, i));
    }

  return g_string_free (text, FALSE);
}

/* One reader was woken for its packet, and was still running for the next one. */
static void
test_classes (Fixture       *f,
              gconstpointer  data)
{
  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 552);
  test_trace_add (f->trace, 109, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  wake (f, 110, 0, 9);
  softirq_end (f, 111, 0);
  run_task (f, 200, 1, 0, 9);
  copy (f, 300, 1, 9, 0xa00, 500);
  poll_irq (f, 400, 0);
  receive (f, 400, 0, 0xb00, 552);
  softirq_end (f, 410, 0);
  copy (f, 450, 1, 9, 0xb00, 500);
  packets_run (f, NULL);

  assert_text (list_classes (f, "packet.queue"), "eth0 rx 9 +, eth0 rx 9 -");
  assert_text (list_classes (f, "packet.reader"), "eth0 rx 9 ");
}

/* A poll has one interrupt and one softirq, whatever it brings. */
static void
test_shared_values (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GString) shared = g_string_new (NULL);
  ThMeasure *softirq;

  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 552);
  receive (f, 110, 0, 0xb00, 552);
  packets_run (f, NULL);

  for (guint i = 0; i < th_results_get_n_measures (f->results); i++)
    {
      const ThMeasureInfo *info = th_measure_get_info (th_results_get_measure (f->results, i));

      g_assert_nonnull (info->class_columns);
      g_string_append_printf (shared, "%s", info->group_shares_value ? info->id : "");
    }
  g_assert_cmpstr (shared->str, ==, "packet.irqpacket.softirq");

  softirq = find_measure (f, "packet.softirq");
  g_assert_cmpuint (th_measure_get_n (softirq), ==, 2);
  g_assert_cmpuint (th_measure_get (softirq, 0).group, ==, th_measure_get (softirq, 1).group);
  g_assert_cmpint (th_measure_get (softirq, 0).value, ==, th_measure_get (softirq, 1).value);
}

/* Waiting differs between recordings of the same workload, running hardly does. */
static void
test_spent (Fixture       *f,
            gconstpointer  data)
{
  static const char *const running[] = { "irq", "softirq", "napi", "gro", "stack", "copy", "send",
                                         "qdisc", "driver" };

  packets_run (f, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (running); i++)
    {
      g_autofree char *id = g_strconcat ("packet.", running[i], NULL);

      g_assert_cmpint (th_measure_get_info (find_measure (f, id))->spent, ==, TH_SPENT_RUNNING);
    }
  g_assert_cmpint (th_measure_get_info (find_measure (f, "packet.reader"))->spent, ==,
                   TH_SPENT_READING);
  g_assert_cmpint (th_measure_get_info (find_measure (f, "packet.queue"))->spent, ==,
                   TH_SPENT_WAITING);
  g_assert_cmpint (th_measure_get_info (find_measure (f, "packet.wakeup"))->spent, ==,
                   TH_SPENT_WAITING);
  g_assert_cmpint (th_measure_get_info (find_measure (f, "packet.total"))->spent, ==,
                   TH_SPENT_WAITING);
  g_assert_true (th_measure_get_info (find_measure (f, "packet.total"))->is_whole_flow);
  g_assert_cmpint (th_measure_get_info (find_measure (f, "packet.total"))->class_columns[0].kind,
                   ==, TH_CLASS_REQUIRED);
}

#define ADD(name, test) \
  g_test_add ("/plugins/packets-classes/" name, Fixture, NULL, packets_set_up, test, \
              packets_tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("classes", test_classes);
  ADD ("shared-values", test_shared_values);
  ADD ("spent", test_spent);

  return g_test_run ();
}

/* th-compare-counts.c - counts of events by type, and of the rows of tables by class
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-hash.h"
#include "th-printable.h"

/* The most classes of a table; further ones are counted as "…". */
#define MAX_CLASSES 256

static gboolean
is_whole (const Taking *taking)
{
  return taking->from == TH_TIME_NONE && taking->to == G_MAXINT64;
}

/* --- tables ------------------------------------------------------------------ */

/* The column of a role; G_MAXUINT if there is none. */
static guint
find_column (const ThTableInfo *info,
             ThColumnRole       role)
{
  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].role == role)
      return i;

  return G_MAXUINT;
}

static gboolean
is_in_span (const Taking *taking,
            ThTable      *table,
            guint32       row)
{
  ThRef anchor;
  gint64 time;

  if (is_whole (taking))
    return TRUE;

  anchor = th_table_get_anchor (table, row);
  time = th_ref_is_none (anchor) ? TH_TIME_NONE
                                 : th_recording_get_time (taking->recording, anchor);
  return time >= taking->from && time < taking->to;
}

/* How many things a row stands for: itself, or what its column @number says. */
static guint64
count_row (ThTable *table,
           guint32  row,
           guint    number)
{
  gint64 n = number != G_MAXUINT ? th_table_get_cell (table, row, number) : 1;

  return n != TH_CELL_NONE ? MAX (n, 0) : 0;
}

static char *
name_class (ThResults *results,
            ThTable   *table,
            guint32    row,
            guint      column)
{
  gint64 cell = th_table_get_cell (table, row, column);

  if (cell == TH_CELL_NONE)
    return g_strdup ("–");
  if (th_table_get_info (table)->columns[column].kind == TH_COLUMN_TEXT)
    return th_printable_line (th_results_get_word (results, cell));

  return g_strdup_printf ("%" G_GINT64_FORMAT, cell);
}

/* Adds @n to the class called @name, whose index in @counts, plus one, @classes has. */
static void
add_to_class (GArray     *counts,
              GHashTable *classes,
              const char *id,
              const char *name,
              gboolean    is_level,
              guint64     n)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (classes, name));
  ThCompareCount *found;

  if (index == 0 && g_hash_table_size (classes) >= MAX_CLASSES && strcmp (name, "…") != 0)
    {
      add_to_class (counts, classes, id, "…", is_level, n);
      return;
    }
  if (index == 0)
    {
      th_compare_counts_add (counts, &(ThCompareCount) {
        g_strdup (id), g_strdup (name), .is_level = is_level
      });
      index = counts->len;
      g_hash_table_insert (classes, g_strdup (name), GUINT_TO_POINTER (index));
    }

  found = &g_array_index (counts, ThCompareCount, index - 1);
  found->count += MIN (n, G_MAXUINT64 - found->count);
}

/* The first count is that of the whole table. */
static void
take_table (const Taking *taking,
            ThResults    *results,
            ThTable      *table,
            GArray       *counts)
{
  const ThTableInfo *info = th_table_get_info (table);
  guint class = find_column (info, TH_ROLE_CLASS), number = find_column (info, TH_ROLE_NUMBER);
  g_autofree char *raw = g_strconcat (th_results_get_id (results), "/", info->id, NULL);
  g_autofree char *id = th_printable_line (raw);
  g_autoptr(GHashTable) classes = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);

  /* A row about the whole recording says nothing of a span. */
  if ((number != G_MAXUINT || info->is_inventory) && !is_whole (taking))
    return;

  add_to_class (counts, classes, id, "", info->is_inventory, 0);
  for (guint32 row = 0; row < th_table_get_n (table); row++)
    if (is_in_span (taking, table, row))
      {
        guint64 n = count_row (table, row, number);

        add_to_class (counts, classes, id, "", info->is_inventory, n);
        if (class != G_MAXUINT)
          {
            g_autofree char *name = name_class (results, table, row, class);

            add_to_class (counts, classes, id, *name != '\0' ? name : "–", info->is_inventory, n);
          }
      }
}

static void
take_tables (const Taking *taking,
             ThCompareRun *run)
{
  for (guint i = 0; i < taking->all->len; i++)
    {
      ThResults *results = g_ptr_array_index (taking->all, i);

      /* If events were not recorded, their number is not 0 but unknown. */
      if (th_results_is_blind (results))
        continue;
      for (guint j = 0; j < th_results_get_n_tables (results); j++)
        take_table (taking, results, th_results_get_table (results, j), run->tables);
    }
}

/* --- events ---------------------------------------------------------------------- */

/* Adds the events of @cpu to @counts, by type; returns their number. */
static guint64
count_events (const Taking *taking,
              const ThCpu  *cpu,
              guint64      *counts)
{
  guint32 n = th_cpu_get_n_rows (cpu), begin, end;

  if (is_whole (taking))
    {
      th_cpu_count_types (cpu, counts);
      return n;
    }

  begin = th_cpu_lower_bound (cpu, n, taking->from);
  end = th_cpu_lower_bound (cpu, n, taking->to);
  for (guint32 row = begin; row < end; row++)
    counts[th_cpu_get_type (cpu, row)]++;
  return end - MIN (begin, end);
}

static void
count_losses (const Taking *taking,
              const ThCpu  *cpu,
              ThCompareRun *run)
{
  for (guint32 i = 0; i < th_cpu_get_n_lost (cpu); i++)
    {
      ThLost lost = th_cpu_get_lost (cpu, i);

      if (lost.to < taking->from || (lost.from != TH_TIME_NONE && lost.from >= taking->to))
        continue;
      run->making.n_gaps++;
      run->making.n_lost += MAX (lost.count, 0);
    }
}

static void
add_events (ThRecording *recording,
            guint        type,
            guint64      n,
            GArray      *counts)
{
  gboolean is_listed = th_recording_is_type_enabled (recording, type);
  g_autofree char *id = NULL;

  if (n == 0 && !is_listed)
    return;

  id = g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, type),
                        th_recording_get_type_name (recording, type));
  th_compare_counts_add (counts, &(ThCompareCount) {
    th_printable_line (id), g_strdup (""), .is_listed = is_listed, .count = n
  });
}

static void
take_events (const Taking *taking,
             ThCompareRun *run)
{
  ThRecording *recording = taking->recording;
  g_autofree guint64 *counts = g_new0 (guint64, TH_TYPE_OTHER + 1);

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, j);

          run->making.n_events += count_events (taking, cpu, counts);
          count_losses (taking, cpu, run);
        }
    }

  run->making.lists_events = th_recording_lists_enabled (recording);
  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    add_events (recording, type, counts[type], run->events);
}

void
th_compare_counts_take (const Taking *taking,
                        ThCompareRun *run)
{
  take_tables (taking, run);
  take_events (taking, run);
}

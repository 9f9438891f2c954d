/* th-compare-ends.c - the events that samples begin and end with, and the sizes of samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sample that ends at a different event measures something else, even if it has the
 * same name: in a recording without the events of the driver, packets seem to begin in
 * the stack.
 */
#include "config.h"

#include "th-compare-take-private.h"
#include "th-quantiles.h"
#include "th-time.h"

/* The number of samples that are looked at to find the most frequent event. */
#define MAX_LOOKED_AT 512

static void
count_type (GHashTable  *types,
            ThRecording *recording,
            ThRef        anchor)
{
  gpointer type;

  if (th_ref_is_none (anchor))
    return;

  type = GUINT_TO_POINTER (th_recording_get_type (recording, anchor));
  g_hash_table_insert (types, type,
                       GUINT_TO_POINTER (1 + GPOINTER_TO_UINT (g_hash_table_lookup (types, type))));
}

/* The most frequent type: "net:netif_receive_skb"; "" if there is none. */
static char *
name_usual_type (GHashTable  *types,
                 ThRecording *recording)
{
  guint usual = TH_TYPE_NONE, n = 0;
  GHashTableIter iter;
  gpointer type, count;

  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &type, &count))
    if (GPOINTER_TO_UINT (count) > n ||
        (GPOINTER_TO_UINT (count) == n && GPOINTER_TO_UINT (type) < usual))
      {
        usual = GPOINTER_TO_UINT (type);
        n = GPOINTER_TO_UINT (count);
      }
  if (n == 0 || usual >= th_recording_get_n_types (recording))
    return g_strdup ("");

  return g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, usual),
                          th_recording_get_type_name (recording, usual));
}

/* The step at which the sample of a flow begins, found by its time; TH_REF_NONE if there
 * is none, or if it has no event. */
static ThRef
find_begin (const Source   *source,
            const ThFlow   *flow,
            const ThSample *sample)
{
  gint64 begin = th_time_add (th_recording_get_time (source->taking->recording, sample->anchor),
                              -sample->value);
  ThRef found = TH_REF_NONE;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (source->flows, flow, i);

      if (step.time <= begin)
        found = step.flags & TH_STEP_PLACE ? TH_REF_NONE : step.anchor;
    }
  return found;
}

static char *
name_type (GHashTable  *types,
           ThRecording *recording)
{
  g_autofree char *name = name_usual_type (types, recording);

  return g_utf8_make_valid (name, -1);
}

static void
take_types (const Source   *source,
            const Picked   *picked,
            ThCompareClass *class)
{
  ThRecording *recording = source->taking->recording;
  g_autoptr(GHashTable) begins = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) ends = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < class->n && i < MAX_LOOKED_AT; i++)
    {
      const ThSample *sample = &picked[i].sample;
      const ThFlow *flow;

      count_type (ends, recording, sample->anchor);
      if (source->flows == NULL || th_ref_is_none (sample->anchor))
        continue;

      flow = th_flows_get (source->flows, th_measure_get_row (source->measure, picked[i].index));
      count_type (begins, recording, find_begin (source, flow, sample));
    }
  g_free (class->begins);
  g_free (class->ends);
  class->begins = name_type (begins, recording);
  class->ends = name_type (ends, recording);
}

static guint
find_size_column (const ThTableInfo *info)
{
  guint i = 0;

  while (i < info->n_columns && info->columns[i].kind != TH_COLUMN_BYTES)
    i++;

  return i;
}

static void
take_sizes (const Source   *source,
            const Picked   *picked,
            ThCompareClass *class)
{
  guint column = find_size_column (th_table_get_info (source->table)), n = 0;
  g_autofree gint64 *sizes = g_new (gint64, class->n);

  if (column == th_table_get_info (source->table)->n_columns)
    return;

  for (guint32 i = 0; i < class->n; i++)
    {
      guint32 row = th_measure_get_row (source->measure, picked[i].index);
      gint64 size = th_table_get_cell (source->table, row, column);

      if (size != TH_CELL_NONE)
        sizes[n++] = size;
    }
  if (n < class->n / 2 || n == 0)
    return;

  th_quantiles_sort (sizes, n);
  class->has_sizes = TRUE;
  class->size_low = th_quantiles_get (sizes, n, .1);
  class->size_median = th_quantiles_get (sizes, n, .5);
  class->size_high = th_quantiles_get (sizes, n, .9);
}

void
th_compare_ends_take (const Source   *source,
                      const Picked   *picked,
                      ThCompareClass *class)
{
  take_types (source, picked, class);
  if (source->table != NULL && source->info->class_columns != NULL)
    take_sizes (source, picked, class);
}

/* th-journey.c - describes one flow: its steps, stages and properties
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-journey.h"
#include "th-time.h"

#define MAX_RUNS 4096
#define MAX_STEPS 4096
/* The number of rows between two checks for cancellation. */
#define CHECK_ROWS 1024

/* Enough digits to tell the addresses of one recording apart. */
#define NAME_DIGITS 8

/* --- the row ----------------------------------------------------------- */

static ThTable *
table_of (ThResults *results)
{
  ThFlows *flows = th_results_get_flows (results);
  guint index = flows != NULL ? th_flows_get_info (flows)->table : G_MAXUINT;

  return index < th_results_get_n_tables (results) ? th_results_get_table (results, index) : NULL;
}

static const ThColumn *
find_column (const ThTable *table,
             const char    *id)
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; i < info->n_columns; i++)
    if (strcmp (info->columns[i].id, id) == 0)
      return &info->columns[i];

  return NULL;
}

gint
th_journey_find_column (ThResults   *results,
                        const char  *id,
                        ThTable    **table)
{
  const ThColumn *column;

  *table = table_of (results);
  column = *table != NULL ? find_column (*table, id) : NULL;

  return column != NULL ? column - th_table_get_info (*table)->columns : -1;
}

gint64
th_journey_get_cell (ThResults  *results,
                     guint32     row,
                     const char *id)
{
  ThTable *table;
  gint column = th_journey_find_column (results, id, &table);

  return column >= 0 && row < th_table_get_n (table) ? th_table_get_cell (table, row, column)
                                                     : TH_CELL_NONE;
}

const char *
th_journey_get_word (ThResults  *results,
                     guint32     row,
                     const char *id)
{
  ThTable *table = table_of (results);
  const ThColumn *column = table != NULL ? find_column (table, id) : NULL;
  gint64 cell = column != NULL && column->kind == TH_COLUMN_TEXT
                ? th_journey_get_cell (results, row, id) : TH_CELL_NONE;

  return cell != TH_CELL_NONE ? th_results_get_word (results, cell) : NULL;
}

gboolean
th_journey_is_dropped (ThResults *results,
                       guint32    row)
{
  return g_strcmp0 (th_journey_get_word (results, row, "outcome"), "dropped") == 0;
}

static gint64
total_of (ThResults     *results,
          const ThTable *table, /* NULL if there is no such column */
          gint           column,
          guint32        row)
{
  gint64 total = column >= 0 && row < th_table_get_n (table)
                 ? th_table_get_cell (table, row, column) : TH_CELL_NONE;
  const ThFlow *flow;

  if (total != TH_CELL_NONE)
    return total;

  flow = th_flows_get (th_results_get_flows (results), row);
  return (gint64) ((guint64) flow->last - (guint64) flow->first);
}

gint64
th_journey_get_total (ThResults *results,
                      guint32    row)
{
  ThTable *table;
  gint column = th_journey_find_column (results, "total", &table);

  return total_of (results, table, column, row);
}

/* Longer totals first, among equal ones the earlier row. */
static gboolean
comes_before (gint64  total,
              guint32 row,
              gint64  other,
              guint32 other_row)
{
  return total > other || (total == other && row < other_row);
}

guint32
th_journey_find_slowest (ThResults *results,
                         guint32    after,
                         gint      *cancelled)
{
  ThFlows *flows = th_results_get_flows (results);
  guint32 n = flows != NULL ? th_flows_get_n (flows) : 0, best = TH_FLOW_NONE;
  ThTable *table;
  gint column = th_journey_find_column (results, "total", &table);
  gint64 limit = after != TH_FLOW_NONE ? total_of (results, table, column, after) : 0;
  gint64 best_total = 0;

  for (guint32 row = 0; row < n; row++)
    {
      gint64 total;

      if (row % CHECK_ROWS == 0 && cancelled != NULL && g_atomic_int_get (cancelled) != 0)
        return TH_FLOW_NONE;
      if (th_flows_get (flows, row)->flags & TH_FLOW_PART)
        continue;
      total = total_of (results, table, column, row);
      if (after != TH_FLOW_NONE && !comes_before (limit, after, total, row))
        continue;
      if (best == TH_FLOW_NONE || comes_before (total, row, best_total, best))
        {
          best = row;
          best_total = total;
        }
    }

  return best;
}

/* --- names ------------------------------------------------------------- */

char *
th_journey_dup_id (const ThFlow *flow)
{
  if (flow->flags & TH_FLOW_PLAIN)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "#%u", flow->key, flow->generation);
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x#%u", flow->key, flow->generation);
}

char *
th_journey_dup_name (const ThFlow *flow)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_MODIFIER "x", flow->key);
  gsize length = strlen (digits);

  if (length <= NAME_DIGITS || (flow->flags & TH_FLOW_PLAIN) != 0)
    return th_journey_dup_id (flow);

  return g_strdup_printf ("…%s#%u", digits + length - NAME_DIGITS, flow->generation);
}

const char *
th_flows_get_stage_title (const ThFlows *flows,
                          guint          stage)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  /* Translators: time that no stage of a journey explains */
  return stage < info->n_stages ? _(info->stages[stage].title) : _("other");
}

static const struct
{
  const char *word;
  const char *sign;
} words[TH_N_CONFIDENCES] = {
  /* Translators: the confidence that an event belongs to a journey */
  [TH_CONFIDENCE_EXACT] = { NC_("confidence", "exact"), "●" },
  [TH_CONFIDENCE_INFERRED] = { NC_("confidence", "inferred"), "◐" },
  [TH_CONFIDENCE_AMBIGUOUS] = { NC_("confidence", "ambiguous"), "◇" },
  [TH_CONFIDENCE_BROKEN] = { NC_("confidence", "broken"), "✕" },
  [TH_CONFIDENCE_OPEN] = { NC_("confidence", "open"), "○" },
};

const char *
th_confidence_get_word (ThConfidence confidence)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "confidence",
                       words[MIN (confidence, TH_CONFIDENCE_OPEN)].word);
}

const char *
th_confidence_get_sign (ThConfidence confidence)
{
  return words[MIN (confidence, TH_CONFIDENCE_OPEN)].sign;
}

/* --- legs -------------------------------------------------------------- */

/* A damaged file can hold any time; this must not overflow. */
static gint64
leg_length (const ThLeg *leg)
{
  return (gint64) ((guint64) leg->end - (guint64) leg->begin);
}

static gint64
leg_time (const GArray *legs,
          guint         index)
{
  return MAX (leg_length (&g_array_index (legs, ThLeg, index)), 0);
}

guint
th_journey_find_longest (const GArray *legs)
{
  guint longest = G_MAXUINT;

  for (guint i = 0; i < legs->len; i++)
    if (leg_time (legs, i) > 0 &&
        (longest == G_MAXUINT || leg_time (legs, i) > leg_time (legs, longest)))
      longest = i;

  return longest;
}

/* The leg with the largest remainder. */
static guint
find_remainder (const double *remainders,
                guint         n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (remainders[i] > remainders[best])
      best = i;

  return best;
}

void
th_journey_share (const GArray *legs,
                  guint        *percents)
{
  g_autofree double *remainders = g_new (double, legs->len + 1);
  double total = 0;
  guint left = 100;

  for (guint i = 0; i < legs->len; i++)
    total += leg_time (legs, i);
  for (guint i = 0; i < legs->len; i++)
    {
      double share = total > 0 ? leg_time (legs, i) * 100.0 / total : 0;

      percents[i] = (guint) share;
      remainders[i] = share - percents[i];
      left -= MIN (percents[i], left);
    }

  for (; total > 0 && left > 0; left--)
    {
      guint best = find_remainder (remainders, legs->len);

      percents[best]++;
      remainders[best] -= 1;
    }
}

static ThLeg *
find_stage (GArray *stages,
            guint   stage)
{
  ThLeg fresh = { .stage = stage };

  for (guint i = 0; i < stages->len; i++)
    if (g_array_index (stages, ThLeg, i).stage == stage)
      return &g_array_index (stages, ThLeg, i);

  g_array_append_val (stages, fresh);
  return &g_array_index (stages, ThLeg, stages->len - 1);
}

GArray *
th_journey_sum_stages (const GArray *legs)
{
  GArray *stages = g_array_new (FALSE, FALSE, sizeof (ThLeg));

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);

      ThLeg *stage = find_stage (stages, leg->stage);

      stage->end = (gint64) ((guint64) stage->end + (guint64) leg_length (leg));
    }

  return stages;
}

/* --- folds ------------------------------------------------------------- */

/* The greatest number of steps in a repeating group. */
#define MAX_PERIOD 3

static gboolean
tells_the_same (const ThStep *a,
                const ThStep *b)
{
  return a->label == b->label && a->confidence == b->confidence && a->flags == b->flags;
}

/* The number of consecutive repetitions of the @period steps at @first. */
static guint32
count_times (const ThStep *steps,
             guint32       n,
             guint32       first,
             guint32       period)
{
  guint32 end = first + period;

  while (end < n && tells_the_same (&steps[end], &steps[end - period]))
    end++;

  return (end - first) / period;
}

/* Prefers the shorter period if two cover as many steps. */
static ThFold
find_fold (const ThStep *steps,
           guint32       n,
           guint32       first)
{
  ThFold fold = { first, 1, 1 };

  for (guint32 period = 1; period <= MAX_PERIOD; period++)
    {
      guint32 n_times = first + period <= n ? count_times (steps, n, first, period) : 0;

      if (n_times >= TH_FOLD_LEAST && n_times * period > fold.n_times * fold.period)
        fold = (ThFold) { first, period, n_times };
    }

  return fold;
}

GArray *
th_journey_list_folds (const ThFlows *flows,
                       const ThFlow  *flow,
                       guint32        max)
{
  GArray *folds = g_array_new (FALSE, FALSE, sizeof (ThFold));
  guint32 n = MIN (flow->n_steps, max);
  g_autofree ThStep *steps = g_new (ThStep, n + 1);

  for (guint32 i = 0; i < n; i++)
    steps[i] = th_flows_get_step (flows, flow, i);
  for (guint32 i = 0; i < n;)
    {
      ThFold fold = find_fold (steps, n, i);

      g_array_append_val (folds, fold);
      i += fold.period * fold.n_times;
    }

  return folds;
}

/* --- meanwhile --------------------------------------------------------- */

static void
add_time (GArray  *list,
          guint32  task,
          gint64   time)
{
  ThMeanwhile other = { task, time };

  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, ThMeanwhile, i).task == task)
      {
        g_array_index (list, ThMeanwhile, i).time += time;
        return;
      }

  g_array_append_val (list, other);
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  const ThMeanwhile *left = a, *right = b;

  if (left->time != right->time)
    return left->time < right->time ? 1 : -1;

  return left->task < right->task ? -1 : left->task > right->task;
}

GArray *
th_journey_list_meanwhile (ThRecording *recording,
                           ThRef        event,
                           gint64       begin,
                           gint64       end,
                           gboolean    *whole)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThMeanwhile));
  ThStream *stream = th_recording_get_stream (recording, event.stream);
  ThCpu *cpu = th_recording_get_runs_cpu (recording, stream, th_stream_get_cpu (stream, event.cpu));
  guint32 n = th_cpu_get_n_runs (cpu), index = th_cpu_find_run (cpu, begin), looked_at = 0;

  if (index == G_MAXUINT32)
    index = 0;
  for (; index < n && looked_at < MAX_RUNS; index++, looked_at++)
    {
      ThRun run = th_cpu_get_run (cpu, index);
      gint64 from = MAX (run.begin, begin), to = MIN (run.end, end);

      if (run.begin >= end)
        break;
      if (from < to && run.task != TH_TASK_NONE)
        add_time (list, run.task, th_time_between (from, to));
    }

  if (whole != NULL)
    *whole = looked_at < MAX_RUNS;
  g_array_sort (list, compare_times);
  return list;
}

/* --- lost events ------------------------------------------------------- */

static gint64
add_lost (gint64        sum,
          const ThCpu  *cpu,
          const ThFlow *flow)
{
  for (guint32 i = 0; i < th_cpu_get_n_lost (cpu); i++)
    {
      ThLost lost = th_cpu_get_lost (cpu, i);

      if (lost.from >= flow->last || lost.to <= flow->first)
        continue;
      sum = sum < 0 || lost.count < 0 ? -1 : sum + lost.count;
    }

  return sum;
}

gint64
th_journey_count_lost (ThRecording  *recording,
                       ThFlows      *flows,
                       const ThFlow *flow)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  gint64 sum = 0;

  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS); i++)
    {
      ThRef ref = th_flows_get_step (flows, flow, i).anchor;

      if (!th_ref_is_none (ref) &&
          g_hash_table_add (seen, GUINT_TO_POINTER ((guint) ref.stream << 16 | ref.cpu)))
        sum = add_lost (sum, th_recording_get_cpu (recording, ref), flow);
    }

  return sum;
}

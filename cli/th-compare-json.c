/* th-compare-json.c - a comparison as JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-cli-json.h"
#include "th-cli-results.h"
#include "th-compare-output.h"
#include "th-comparison-text.h"

static void
add_text_or_null (GString    *text,
                  const char *key,
                  const char *value)
{
  th_json_write_text (text, key, *value != '\0' ? value : NULL);
}

static void
add_warning (GString                   *text,
             const ThComparisonWarning *warning)
{
  g_autofree char *description = th_comparison_describe_warning (warning);

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "id", th_warning_kind_get_id (warning->kind));
  th_json_write_text (text, "subject", warning->subject);
  if (*warning->text_a != '\0' || *warning->text_b != '\0')
    {
      th_json_write_text (text, "a", warning->text_a);
      th_json_write_text (text, "b", warning->text_b);
    }
  else
    {
      th_json_write_double (text, "a", warning->a);
      th_json_write_double (text, "b", warning->b);
    }
  th_json_write_text (text, "text", description);
  th_json_end_object (text);
}

static void
add_warnings (GString      *text,
              const GArray *warnings)
{
  th_json_begin_array (text, "warnings");
  for (guint i = 0; i < warnings->len; i++)
    add_warning (text, &g_array_index (warnings, ThComparisonWarning, i));
  th_json_end_array (text);
}

/* --- the comparison -------------------------------------------------------- */

static void
add_names (GString            *text,
           const char         *key,
           const ThComparison *comparison,
           guint               side)
{
  th_json_begin_array (text, key);
  for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
    th_json_write_text (text, NULL, th_compare_run_get_name (
                                     th_comparison_get_run (comparison, side, i)));
  th_json_end_array (text);
}

/* The runs that carry no counters, if others do. */
static void
add_without_counters (GString            *text,
                      const ThComparison *comparison)
{
  guint n = th_comparison_count_without_counters (comparison);

  if (n == 0 ||
      n == th_comparison_get_n_runs (comparison, 0) + th_comparison_get_n_runs (comparison, 1))
    return;

  th_json_begin_array (text, "without_counters");
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
      {
        const ThCompareRun *run = th_comparison_get_run (comparison, side, i);

        if (th_compare_run_get_counter_seconds (run) == 0)
          th_json_write_text (text, NULL, th_compare_run_get_name (run));
      }
  th_json_end_array (text);
}

/* Takes out the error of a logarithm and back: 0.1 rather than 0.10000000000000009. */
static double
round_share (double share)
{
  return round (share * 1e12) / 1e12;
}

static void
append_head (const ThComparison *comparison,
             GString            *text)
{
  const ThComparisonFamily *family = th_comparison_get_family (comparison);

  th_cli_json_begin (text);
  th_json_write_int (text, "comparison", 1);
  add_names (text, "a", comparison, 0);
  add_names (text, "b", comparison, 1);
  th_json_write_int (text, "m", family->n_tests);
  th_json_write_double (text, "alpha", family->alpha);
  th_json_write_double (text, "margin", round_share (expm1 (family->margin)));
  add_without_counters (text, comparison);
  add_warnings (text, th_comparison_get_warnings (comparison));
  th_cli_json_end (text);
}

/* --- rows -------------------------------------------------------------------- */

static void
add_side (GString                *text,
          const char             *key,
          const ThComparisonSide *side)
{
  th_json_begin_object (text, key);
  th_json_write_int (text, "runs", side->n_runs);
  th_json_write_int (text, "n", side->n);
  th_json_write_double (text, "value", side->n_runs > 0 ? side->value : NAN);
  th_json_end_object (text);
}

static void
add_part (GString                *text,
          const ThComparisonPart *part,
          const char             *suffix,
          double                  share)
{
  g_autofree char *key = g_strconcat (part->dimension, ":", part->key, suffix, NULL);

  if (share == 0 || !isfinite (share))
    return;

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "key", key);
  th_json_write_double (text, "share", share);
  th_json_end_object (text);
}

/* What the parts add up to, and of which samples that is the mean. */
static void
add_means (GString               *text,
           const ThComparisonRow *row)
{
  static const char *const of[] = { "all", "p90", "p99" };

  if (row->parts->len == 0)
    {
      th_json_write_null (text, "means");
      return;
    }
  th_json_begin_object (text, "means");
  th_json_write_text (text, "from", of[row->level]);
  th_json_write_double (text, "a", row->mean_a);
  th_json_write_double (text, "b", row->mean_b);
  th_json_end_object (text);
}

/* The change of the values of a key and the change of its frequency are separate parts. */
static void
add_parts (GString               *text,
           const ThComparisonRow *row)
{
  double difference = row->mean_b - row->mean_a;

  th_json_begin_array (text, "parts");
  for (guint i = 0; difference != 0 && i < row->parts->len; i++)
    {
      const ThComparisonPart *part = &g_array_index (row->parts, ThComparisonPart, i);

      add_part (text, part, "", part->values / difference);
      add_part (text, part, ":mix", part->mix / difference);
    }
  th_json_end_array (text);
}

static void
add_interval (GString               *text,
              const ThComparisonRow *row)
{
  if (!row->has_interval)
    {
      th_json_write_null (text, "interval");
      return;
    }
  th_json_begin_array (text, "interval");
  th_json_write_double (text, NULL, exp (row->low));
  th_json_write_double (text, NULL, MIN (exp (row->high), G_MAXDOUBLE));
  th_json_end_array (text);
}

static const char *
get_unit (const ThComparisonRow *row)
{
  return th_comparison_row_is_count (row) && row->unit == TH_UNIT_HERTZ
         ? "1/s" : th_cli_unit_id (row->unit);
}

/* Effect sizes of the samples of all runs, whatever the quantile of the row. */
static void
add_ranks (GString               *text,
           const ThComparison    *comparison,
           const ThComparisonRow *row)
{
  gboolean known = th_comparison_row_has_ranks (row);
  ThRanks ranks = known ? th_comparison_rank (comparison, row) : (ThRanks) { 0, };

  th_json_write_double (text, "cliff_delta", known ? ranks.cliff_delta : NAN);
  th_json_write_double (text, "ks_distance", known ? ranks.ks_distance : NAN);
}

static void
append_row (const ThComparison    *comparison,
            const ThComparisonRow *row,
            GString               *text)
{
  g_autofree char *name = th_comparison_dup_row_name (row);
  gboolean known = row->a.n_runs > 0 && row->b.n_runs > 0 && row->a.value > 0 && row->b.value > 0;

  th_cli_json_begin (text);
  if (row->kind == TH_COMPARISON_COUNTER)
    th_json_write_text (text, "kind", "counter");
  th_json_write_text (text, "measure", row->measure);
  th_json_write_text (text, "class", row->name);
  add_text_or_null (text, "p", th_comparison_row_get_level (row));
  th_json_write_text (text, "name", name);
  add_side (text, "a", &row->a);
  add_side (text, "b", &row->b);
  th_json_write_text (text, "unit", get_unit (row));
  th_json_write_double (text, "factor", known ? exp (row->difference) : NAN);
  add_interval (text, row);
  add_text_or_null (text, "verdict", th_verdict_get_id (row->verdict));
  th_json_write_double (text, "stands_out", row->stands_out ? exp (row->difference) : NAN);
  th_json_write_int_or_null (text, "runs_for_half", row->runs_for_half > 0, row->runs_for_half);
  th_json_write_int_or_null (text, "runs_for_same", row->runs_for_same > 0, row->runs_for_same);
  add_ranks (text, comparison, row);
  add_means (text, row);
  add_parts (text, row);
  add_warnings (text, row->warnings);
  th_cli_json_end (text);
}

void
th_compare_append_json (const ThComparison *comparison,
                        GString            *text)
{
  append_head (comparison, text);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    append_row (comparison, th_comparison_get_row (comparison, i), text);
}

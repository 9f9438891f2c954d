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
add_double (JsonBuilder *builder,
            const char  *key,
            gboolean     known,
            double       value)
{
  json_builder_set_member_name (builder, key);
  if (known && isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_text_or_null (JsonBuilder *builder,
                  const char  *key,
                  const char  *value)
{
  if (*value != '\0')
    {
      th_cli_json_string (builder, key, value);
      return;
    }
  json_builder_set_member_name (builder, key);
  json_builder_add_null_value (builder);
}

static void
add_warning (JsonBuilder               *builder,
             const ThComparisonWarning *warning)
{
  g_autofree char *text = th_comparison_describe_warning (warning);

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "id", th_warning_kind_get_id (warning->kind));
  th_cli_json_string (builder, "subject", warning->subject);
  if (*warning->text_a != '\0' || *warning->text_b != '\0')
    {
      th_cli_json_string (builder, "a", warning->text_a);
      th_cli_json_string (builder, "b", warning->text_b);
    }
  else
    {
      add_double (builder, "a", TRUE, warning->a);
      add_double (builder, "b", TRUE, warning->b);
    }
  th_cli_json_string (builder, "text", text);
  json_builder_end_object (builder);
}

static void
add_warnings (JsonBuilder  *builder,
              const GArray *warnings)
{
  json_builder_set_member_name (builder, "warnings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < warnings->len; i++)
    add_warning (builder, &g_array_index (warnings, ThComparisonWarning, i));
  json_builder_end_array (builder);
}

/* --- the comparison -------------------------------------------------------- */

static void
add_names (JsonBuilder        *builder,
           const char         *key,
           const ThComparison *comparison,
           guint               side)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
  for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
    json_builder_add_string_value (builder, th_compare_run_get_name (
                                     th_comparison_get_run (comparison, side, i)));
  json_builder_end_array (builder);
}

/* The runs that carry no counters, if others do. */
static void
add_without_counters (JsonBuilder        *builder,
                      const ThComparison *comparison)
{
  guint n = th_comparison_count_without_counters (comparison);

  if (n == 0 ||
      n == th_comparison_get_n_runs (comparison, 0) + th_comparison_get_n_runs (comparison, 1))
    return;

  json_builder_set_member_name (builder, "without_counters");
  json_builder_begin_array (builder);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
      {
        const ThCompareRun *run = th_comparison_get_run (comparison, side, i);

        if (th_compare_run_get_counter_seconds (run) == 0)
          json_builder_add_string_value (builder, th_compare_run_get_name (run));
      }
  json_builder_end_array (builder);
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
  g_autoptr(JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  th_cli_json_int (builder, "comparison", 1);
  add_names (builder, "a", comparison, 0);
  add_names (builder, "b", comparison, 1);
  th_cli_json_int (builder, "m", family->n_tests);
  add_double (builder, "alpha", TRUE, family->alpha);
  add_double (builder, "margin", TRUE, round_share (expm1 (family->margin)));
  add_without_counters (builder, comparison);
  add_warnings (builder, th_comparison_get_warnings (comparison));
  json_builder_end_object (builder);
  th_cli_json_append (builder, text);
}

/* --- rows -------------------------------------------------------------------- */

static void
add_side (JsonBuilder            *builder,
          const char             *key,
          const ThComparisonSide *side)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  th_cli_json_int (builder, "runs", side->n_runs);
  th_cli_json_int (builder, "n", side->n);
  add_double (builder, "value", side->n_runs > 0, side->value);
  json_builder_end_object (builder);
}

static void
add_part (JsonBuilder            *builder,
          const ThComparisonPart *part,
          const char             *suffix,
          double                  share)
{
  g_autofree char *key = g_strconcat (part->dimension, ":", part->key, suffix, NULL);

  if (share == 0 || !isfinite (share))
    return;

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "key", key);
  add_double (builder, "share", TRUE, share);
  json_builder_end_object (builder);
}

/* The change of the values of a key and the change of its frequency are separate parts. */
static void
add_parts (JsonBuilder           *builder,
           const ThComparisonRow *row)
{
  double difference = row->mean_b - row->mean_a;

  json_builder_set_member_name (builder, "parts");
  json_builder_begin_array (builder);
  for (guint i = 0; difference != 0 && i < row->parts->len; i++)
    {
      const ThComparisonPart *part = &g_array_index (row->parts, ThComparisonPart, i);

      add_part (builder, part, "", part->values / difference);
      add_part (builder, part, ":mix", part->mix / difference);
    }
  json_builder_end_array (builder);
}

static void
add_interval (JsonBuilder           *builder,
              const ThComparisonRow *row)
{
  json_builder_set_member_name (builder, "interval");
  if (!row->has_interval)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_array (builder);
  json_builder_add_double_value (builder, exp (row->low));
  json_builder_add_double_value (builder, MIN (exp (row->high), G_MAXDOUBLE));
  json_builder_end_array (builder);
}

static const char *
get_unit (const ThComparisonRow *row)
{
  return th_comparison_row_is_count (row) && row->unit == TH_UNIT_HERTZ
         ? "1/s" : th_cli_unit_id (row->unit);
}

/* Effect sizes of the samples of all runs, whatever the quantile of the row. */
static void
add_ranks (JsonBuilder           *builder,
           const ThComparison    *comparison,
           const ThComparisonRow *row)
{
  gboolean known = th_comparison_row_has_ranks (row);
  ThRanks ranks = known ? th_comparison_rank (comparison, row) : (ThRanks) { 0, };

  add_double (builder, "cliff_delta", known, ranks.cliff_delta);
  add_double (builder, "ks_distance", known, ranks.ks_distance);
}

static void
append_row (const ThComparison    *comparison,
            const ThComparisonRow *row,
            GString               *text)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autofree char *name = th_comparison_dup_row_name (row);
  gboolean known = row->a.n_runs > 0 && row->b.n_runs > 0 && row->a.value > 0 && row->b.value > 0;

  json_builder_begin_object (builder);
  if (row->kind == TH_COMPARISON_COUNTER)
    th_cli_json_string (builder, "kind", "counter");
  th_cli_json_string (builder, "measure", row->measure);
  th_cli_json_string (builder, "class", row->name);
  add_text_or_null (builder, "p", th_comparison_row_get_level (row));
  th_cli_json_string (builder, "name", name);
  add_side (builder, "a", &row->a);
  add_side (builder, "b", &row->b);
  th_cli_json_string (builder, "unit", get_unit (row));
  add_double (builder, "factor", known, exp (row->difference));
  add_interval (builder, row);
  add_text_or_null (builder, "verdict", th_verdict_get_id (row->verdict));
  add_double (builder, "stands_out", row->stands_out, exp (row->difference));
  th_cli_json_int_or_null (builder, "runs_for_half", row->runs_for_half > 0, row->runs_for_half);
  th_cli_json_int_or_null (builder, "runs_for_same", row->runs_for_same > 0, row->runs_for_same);
  add_ranks (builder, comparison, row);
  add_parts (builder, row);
  add_warnings (builder, row->warnings);
  json_builder_end_object (builder);
  th_cli_json_append (builder, text);
}

void
th_compare_append_json (const ThComparison *comparison,
                        GString            *text)
{
  append_head (comparison, text);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    append_row (comparison, th_comparison_get_row (comparison, i), text);
}

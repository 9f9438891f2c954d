/* th-comparison-text.c - puts comparisons into words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-number-format.h"
#include "th-printable.h"

/* From this factor on, percentages are harder to read than the factor. */
#define BIG_FACTOR 10
/* Beyond these a number would suggest a precision that no interval has. */
#define HUGE_FACTOR 1000
#define MOST_PERCENT_LESS 99

const char *
th_comparison_row_get_level (const ThComparisonRow *row)
{
  static const char *const levels[] = { "p50", "p90", "p99" };

  if (row->kind == TH_COMPARISON_QUANTILE)
    return levels[row->level];

  return row->kind == TH_COMPARISON_POOL ? "mean" : "";
}

char *
th_comparison_format_name (const ThComparisonRow *row)
{
  g_autofree char *name = *row->name != '\0' ? g_strdup_printf ("%s · %s", row->measure, row->name)
                                             : g_strdup (row->measure);

  return th_printable_line (name);
}

char *
th_comparison_dup_row_name (const ThComparisonRow *row)
{
  const char *level = th_comparison_row_get_level (row);
  g_autofree char *name = th_comparison_format_name (row);

  return g_strconcat (name, *level != '\0' ? " " : "", level, NULL);
}

gint
th_comparison_find_row_name (const ThComparison *comparison,
                             const char         *name)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      g_autofree char *own = th_comparison_dup_row_name (th_comparison_get_row (comparison, i));

      if (strcmp (own, name) == 0)
        return i;
    }

  return -1;
}

/* --- values ----------------------------------------------------------------- */

/* Formats with three significant digits. */
static char *
format_number (double value)
{
  double size = fabs (value);
  int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;

  return g_strdup_printf ("%.*f", decimals, value);
}

static const struct
{
  double      size;
  const char *name;
} time_units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } };

/* The unit that @value is written in; *@factor is what to divide it by. */
static const char *
scale (const ThComparisonRow *row,
       double                 value,
       double                *factor)
{
  guint i = 0;

  *factor = 1;
  if (row->unit == TH_UNIT_HERTZ)
    return "/s";
  if (row->unit == TH_UNIT_BYTES)
    return "B";
  if (row->unit != TH_UNIT_TIME)
    return "";

  while (i < G_N_ELEMENTS (time_units) - 1 && fabs (value) < time_units[i].size)
    i++;
  *factor = time_units[i].size;
  return time_units[i].name;
}

/* A mean of whole numbers often is one. */
static char *
format_scaled (const ThComparisonRow *row,
               double                 value)
{
  return row->unit == TH_UNIT_COUNT && value == floor (value) ? g_strdup_printf ("%.0f", value)
                                                              : format_number (value);
}

char *
th_comparison_format_value (const ThComparisonRow *row,
                            double                 value)
{
  double factor;
  const char *unit = scale (row, value, &factor);
  g_autofree char *number = format_scaled (row, value / factor);

  return g_strdup_printf ("%s%s%s", number, *unit != '\0' ? " " : "", unit);
}

char *
th_comparison_format_pair (const ThComparisonRow *row,
                           double                 a,
                           double                 b)
{
  g_autofree char *text_a = NULL, *text_b = th_comparison_format_value (row, b);
  double factor_a, factor_b;

  scale (row, a, &factor_a);
  scale (row, b, &factor_b);
  text_a = factor_a == factor_b ? format_scaled (row, a / factor_a)
                                : th_comparison_format_value (row, a);
  return g_strdup_printf ("%s → %s", text_a, text_b);
}

char *
th_comparison_format_values (const ThComparisonRow *row)
{
  g_autofree char *a = NULL, *b = NULL;

  if (row->a.n_runs > 0 && row->b.n_runs > 0)
    return th_comparison_format_pair (row, row->a.value, row->b.value);

  a = row->a.n_runs > 0 ? th_comparison_format_value (row, row->a.value) : g_strdup ("–");
  b = row->b.n_runs > 0 ? th_comparison_format_value (row, row->b.value) : g_strdup ("–");
  return g_strdup_printf ("%s → %s", a, b);
}

/* --- changes ------------------------------------------------------------------ */

char *
th_comparison_format_percent (double percent)
{
  double size = fabs (percent);

  if (size < .05)
    return g_strdup ("0 %");

  return g_strdup_printf ("%s%.*f %%", percent < 0 ? TH_MINUS : "+", size < 10 ? 1 : 0, size);
}

char *
th_comparison_format_change (double difference)
{
  double factor = exp (difference), percent = 100 * expm1 (difference);

  if (factor > HUGE_FACTOR)
    return g_strdup_printf ("> ×%d", HUGE_FACTOR);
  if (-percent > MOST_PERCENT_LESS)
    return g_strdup_printf ("< " TH_MINUS "%d %%", MOST_PERCENT_LESS);
  if (factor >= BIG_FACTOR)
    return g_strdup_printf ("×%.0f", factor);

  return th_comparison_format_percent (percent);
}

static gboolean
has_difference (const ThComparisonRow *row)
{
  return row->a.n_runs > 0 && row->b.n_runs > 0 && row->a.value > 0 && row->b.value > 0;
}

char *
th_comparison_format_interval (const ThComparisonRow *row)
{
  g_autofree char *change = th_comparison_format_change (row->difference);
  g_autofree char *low = th_comparison_format_change (row->low);
  g_autofree char *high = th_comparison_format_change (row->high);

  if (!has_difference (row))
    return g_strdup ("");
  if (!row->has_interval)
    return g_steal_pointer (&change);

  return g_strdup_printf ("%s (%s … %s)", change, low, high);
}

const char *
th_comparison_format_verdict (const ThComparisonRow *row)
{
  static const char *const names[] = {
    [TH_VERDICT_NONE] = "", [TH_VERDICT_SLOWER] = N_("slower"), [TH_VERDICT_FASTER] = N_("faster"),
    [TH_VERDICT_SAME] = N_("same"), [TH_VERDICT_CANT_TELL] = N_("can’t tell"),
    [TH_VERDICT_ONLY_A] = N_("only in A"), [TH_VERDICT_ONLY_B] = N_("only in B")
  };

  if (row->verdict == TH_VERDICT_CANT_TELL && row->stands_out)
    return _("stands out");

  return row->verdict != TH_VERDICT_NONE ? _(names[row->verdict]) : "";
}

char *
th_comparison_format_runs (const ThComparisonRow *row)
{
  if (row->verdict != TH_VERDICT_CANT_TELL || row->stands_out || row->runs_for_half == 0)
    return g_strdup ("");
  if (row->runs_for_half > TH_VERDICT_MAX_RUNS)
    return g_strdup_printf (_("> %d runs"), TH_VERDICT_MAX_RUNS);

  return g_strdup_printf (ngettext ("%u run", "%u runs", row->runs_for_half), row->runs_for_half);
}

/* --- sentences ------------------------------------------------------------------ */

static char *
describe_runs (guint n)
{
  if (n > TH_VERDICT_MAX_RUNS)
    return g_strdup_printf (_("More than %d runs per side would detect a change of 50 %%."),
                            TH_VERDICT_MAX_RUNS);

  return g_strdup_printf (_("About %u runs per side would detect a change of 50 %%."), n);
}

/* The warning because of which the row is no test; NULL if there is none. */
static const ThComparisonWarning *
find_obstacle (const ThComparisonRow *row)
{
  const guint64 kinds = 1 << TH_WARNING_FEW_SAMPLES | 1 << TH_WARNING_RARE |
                        1 << TH_WARNING_SIZES | 1 << TH_WARNING_ENDS;

  for (guint i = 0; !row->is_tested && row->warnings != NULL && i < row->warnings->len; i++)
    {
      const ThComparisonWarning *warning = &g_array_index (row->warnings, ThComparisonWarning, i);

      if (kinds >> warning->kind & 1)
        return warning;
    }
  return NULL;
}

/* Names the run if it alone has too few samples. */
static char *
describe_obstacle (const ThComparisonWarning *obstacle)
{
  const char *text = th_comparison_describe_warning_kind (obstacle->kind);
  g_autofree char *run = NULL;

  if (obstacle->kind != TH_WARNING_FEW_SAMPLES || *obstacle->subject == '\0')
    return g_strdup_printf (_("Can’t tell. %s."), text);

  run = th_printable_line (obstacle->subject);
  /* Translators: the name of a run, then "Too few samples for this quantile: not judged" */
  return g_strdup_printf (_("Can’t tell. %s: %s."), run, text);
}

static char *
describe_cant_tell (const ThComparisonRow *row)
{
  const ThComparisonWarning *obstacle = find_obstacle (row);
  g_autofree char *low = th_comparison_format_change (row->low);
  g_autofree char *high = th_comparison_format_change (row->high);
  g_autofree char *spread = g_strdup_printf ("±%.0f %%", 100 * expm1 (sqrt (row->variance)));
  g_autofree char *runs = NULL;

  if (obstacle != NULL)
    return describe_obstacle (obstacle);
  if (row->stands_out)
    return g_strdup_printf (_("Stands out, ×%.3g, but one run per side can’t tell a change from "
                              "noise. Record three or more, in turns."),
                            exp (row->difference));
  if (!row->has_interval || row->runs_for_half == 0)
    return g_strdup (_("Can’t tell. Record three or more runs per side, in turns."));

  runs = describe_runs (row->runs_for_half);
  return g_strdup_printf (_("Can’t tell: %s … %s; runs of one side differ by %s among themselves. "
                            "%s"), low, high, spread, runs);
}

char *
th_comparison_describe_row (const ThComparisonRow *row)
{
  const char *level = th_comparison_row_get_level (row);
  g_autofree char *change = th_comparison_format_change (row->difference);
  g_autofree char *low = th_comparison_format_change (row->low);
  g_autofree char *high = th_comparison_format_change (row->high);
  g_autofree char *margin = g_strdup_printf ("%.3g %%", 100 * expm1 (row->margin));

  switch (row->verdict)
    {
    case TH_VERDICT_SLOWER:
      return g_strdup_printf (_("Slower: %s %s, surely more than %s."), level, change, low);
    case TH_VERDICT_FASTER:
      return g_strdup_printf (_("Faster: %s %s, surely more than %s."), level, change, high);
    case TH_VERDICT_SAME:
      if (!row->has_interval)
        return g_strdup (_("The same: both sides have the same samples."));
      return g_strdup_printf (_("Same within %s: %s %s (%s … %s)."), margin, level, change, low,
                              high);
    case TH_VERDICT_CANT_TELL:
      return describe_cant_tell (row);
    case TH_VERDICT_ONLY_A:
      return g_strdup (_("Only side A has such samples."));
    case TH_VERDICT_ONLY_B:
      return g_strdup (_("Only side B has such samples."));
    default:
      return g_strdup ("");
    }
}

char *
th_comparison_describe_part (const ThComparisonPart *part)
{
  if (strcmp (part->dimension, "stage") == 0)
    return g_strdup_printf (_("stage %s"), part->key);
  if (strcmp (part->dimension, "cpu") == 0)
    return g_strdup_printf (_("on CPU %s"), part->key);
  if (strcmp (part->dimension, "ran") == 0)
    return g_strdup_printf (_("while %s ran"), part->key);
  if (strcmp (part->dimension, "task") == 0)
    return g_strdup_printf (_("in %s"), part->key);

  return g_strdup (part->key);
}

/* th-comparison-detail-text.c - puts the details of a row into words: its numbers and causes
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

/* The most runs that are listed by name. */
#define MAX_NAMES 3

/* --- the comparison ------------------------------------------------------------ */

char *
th_comparison_describe (const ThComparison *comparison)
{
  const ThComparisonFamily *family = th_comparison_get_family (comparison);

  return g_strdup_printf (_("%u : %u runs, %u tests, margin %.3g %%"),
                          th_comparison_get_n_runs (comparison, 0),
                          th_comparison_get_n_runs (comparison, 1), family->n_tests,
                          100 * expm1 (family->margin));
}

/* The names of the first runs without counters: "before-1.dat, before-2.dat". */
static char *
list_without_counters (const ThComparison *comparison)
{
  g_autoptr(GString) names = g_string_new (NULL);
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < th_comparison_get_n_runs (comparison, side) && n < MAX_NAMES; i++)
      {
        const ThCompareRun *run = th_comparison_get_run (comparison, side, i);
        g_autofree char *name = th_printable_line (th_compare_run_get_name (run));

        if (th_compare_run_get_counter_seconds (run) == 0)
          g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", name);
      }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

char *
th_comparison_describe_counters (const ThComparison *comparison)
{
  guint n = th_comparison_count_without_counters (comparison);
  g_autofree char *names = NULL;

  if (n == 0)
    return NULL;
  if (n == th_comparison_get_n_runs (comparison, 0) + th_comparison_get_n_runs (comparison, 1))
    return g_strdup (_("None of the runs carries counters of the machine. “thresh record” and the "
                       "window’s recording store them."));

  names = list_without_counters (comparison);
  if (n <= MAX_NAMES)
    return g_strdup_printf (_("Counters of the machine are compared only if all runs carry them. "
                              "These do not: %s."), names);
  /* Translators: %s is a list of names */
  return g_strdup_printf (ngettext ("Counters of the machine are compared only if all runs carry "
                                    "them. These do not: %s, and %u more.",
                                    "Counters of the machine are compared only if all runs carry "
                                    "them. These do not: %s, and %u more.", n - MAX_NAMES),
                          names, n - MAX_NAMES);
}

double
th_comparison_get_row_margin (const ThComparison    *comparison,
                              const ThComparisonRow *row)
{
  return row->margin > 0 ? row->margin : th_comparison_get_family (comparison)->margin;
}

/* --- verdicts -------------------------------------------------------------------- */

gboolean
th_comparison_row_has_moved (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER ||
         row->stands_out;
}

gboolean
th_comparison_row_is_judged (const ThComparisonRow *row)
{
  if (row->kind != TH_COMPARISON_QUANTILE || row->verdict == TH_VERDICT_NONE)
    return FALSE;

  /* A row that is not tested has no evidence. */
  return row->verdict != TH_VERDICT_CANT_TELL || row->is_tested || row->stands_out;
}

const char *
th_comparison_get_sign (const ThComparisonRow *row)
{
  static const char *const signs[] = {
    [TH_VERDICT_NONE] = "", [TH_VERDICT_SLOWER] = "▲", [TH_VERDICT_FASTER] = "▼",
    [TH_VERDICT_SAME] = "=", [TH_VERDICT_CANT_TELL] = "?", [TH_VERDICT_ONLY_A] = "A",
    [TH_VERDICT_ONLY_B] = "B"
  };

  return row->verdict == TH_VERDICT_CANT_TELL && row->stands_out ? "!" : signs[row->verdict];
}

char *
th_comparison_format_verdict_title (const ThComparisonRow *row)
{
  const char *word = th_comparison_format_verdict (row);
  char first[7] = "";

  if (*word != '\0')
    g_unichar_to_utf8 (g_unichar_totitle (g_utf8_get_char (word)), first);
  return g_strconcat (first, *word != '\0' ? g_utf8_next_char (word) : "", NULL);
}

/* --- numbers ---------------------------------------------------------------------- */

char *
th_comparison_format_facts (const ThComparison    *comparison,
                            const ThComparisonRow *row)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *a = th_format_count (row->a.n), *b = th_format_count (row->b.n);
  g_autofree char *values = th_comparison_format_values (row);

  g_string_append_printf (text, "%s · ", values);
  if (row->kind == TH_COMPARISON_QUANTILE || row->kind == TH_COMPARISON_POOL)
    g_string_append_printf (text, _("%s of %u : %u runs"), th_comparison_row_get_level (row),
                            row->a.n_runs, row->b.n_runs);
  else
    g_string_append_printf (text, _("%u : %u runs"), row->a.n_runs, row->b.n_runs);
  if (th_comparison_is_in_turns (comparison))
    g_string_append (text, _(", in turns"));
  g_string_append_c (text, '\n'); /* otherwise a line might break inside a number */
  g_string_append_printf (text, _("%s : %s samples"), a, b);
  if (row->kind == TH_COMPARISON_QUANTILE)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _("margin %.3g %%"),
                              100 * expm1 (th_comparison_get_row_margin (comparison, row)));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- causes ------------------------------------------------------------------------ */

char *
th_comparison_format_means (const ThComparisonRow *row)
{
  g_autofree char *means = th_comparison_format_pair (row, row->mean_a, row->mean_b);

  if (row->kind == TH_COMPARISON_QUANTILE && row->level > 0)
    /* Translators: a quantile, such as p90; then the means of both sides, such as 8.40 → 28.6 µs */
    return g_strdup_printf (_("mean of the samples from %s on: %s"),
                            th_comparison_row_get_level (row), means);

  /* Translators: the means of both sides, such as 8.40 → 28.6 µs */
  return g_strdup_printf (_("mean %s"), means);
}

char *
th_comparison_format_why (const ThComparisonRow *row)
{
  g_autofree char *means = th_comparison_format_means (row);

  /* Translators: "Why: mean 8.40 → 28.6 µs" */
  return g_strdup_printf (_("Why: %s"), means);
}

char *
th_comparison_format_contribution (const ThComparisonRow  *row,
                                   const ThComparisonPart *part)
{
  return part->mix == 0 ? th_comparison_format_pair (row, part->a, part->b)
                        : th_comparison_format_moved (row, part->values + part->mix);
}

char *
th_comparison_format_moved (const ThComparisonRow *row,
                            double                 moved)
{
  g_autofree char *value = th_comparison_format_value (row, fabs (moved));

  return g_strdup_printf ("%s%s", moved < 0 ? TH_MINUS : "+", value);
}

char *
th_comparison_format_share (const ThComparisonRow *row,
                            double                 moved)
{
  double difference = row->mean_b - row->mean_a, percent;

  if (difference == 0)
    return g_strdup ("");

  percent = round (100 * moved / difference);
  return g_strdup_printf ("%s%.0f %%", percent < 0 ? TH_MINUS : "", fabs (percent));
}

char *
th_comparison_format_part (const ThComparisonPart *part)
{
  g_autofree char *text = th_comparison_describe_part (part);
  g_autofree char *name = th_printable_line (text);

  if (part->own == NULL || part->own->verdict == TH_VERDICT_NONE)
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s · %s", name, th_comparison_format_verdict (part->own));
}

char *
th_comparison_format_dimension (const char *dimension)
{
  static const struct
  {
    const char *dimension;
    const char *title;
  } titles[] = {
    { "class", N_("By class") }, { "stage", N_("By stage") }, { "ran", N_("By who ran meanwhile") },
    { "cpu", N_("By CPU") }, { "task", N_("By task") }
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (strcmp (titles[i].dimension, dimension) == 0)
      return g_strdup (_(titles[i].title));

  return th_printable_line (dimension);
}

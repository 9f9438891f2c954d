/* th-compare-markdown.c - a comparison as Markdown, for a pull request
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-output.h"
#include "th-comparison-text.h"
#include "th-printable.h"

/* Names come from recordings and must not be interpreted as markup. */
static void
append_escaped (GString    *text,
                const char *plain)
{
  for (const char *c = plain; *c != '\0'; c++)
    {
      if (strchr ("\\`*_{}[]<>()#!|~&@", *c) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
}

static void
append_cell (GString *text,
             char    *plain)
{
  append_escaped (text, plain);
  g_string_append (text, " | ");
  g_free (plain);
}

static void
append_row (const ThComparisonRow *row,
            GString               *text)
{
  g_string_append (text, "| ");
  append_cell (text, th_comparison_format_name (row));
  append_cell (text, g_strdup (th_comparison_row_get_level (row)));
  append_cell (text, th_comparison_format_values (row));
  append_cell (text, th_comparison_format_interval (row));
  append_cell (text, g_strdup (th_comparison_format_verdict (row)));
  g_string_append_printf (text, "%u : %u |\n", row->a.n_runs, row->b.n_runs);
}

static gboolean
is_only (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_ONLY_A || row->verdict == TH_VERDICT_ONLY_B;
}

static void
append_header (GString *text)
{
  g_string_append_printf (text, "\n| %s | | A → B | %s | %s | %s |\n"
                          "| --- | --- | --- | --- | --- | --- |\n",
                          _("Measure"), _("Change"), _("Verdict"), _("Runs"));
}

/* If @moved, appends the rows that changed or exist on one side only; otherwise those that were
 * tested and did not change.  Returns their number. */
static guint
append_rows (const ThComparison *comparison,
             gboolean            moved,
             GString            *text)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      gboolean has_moved = th_comparison_row_has_moved (row) || is_only (row);

      if (row->kind != TH_COMPARISON_QUANTILE || has_moved != moved ||
          (!moved && !row->is_tested))
        continue;
      if (n++ == 0)
        append_header (text);
      append_row (row, text);
    }
  return n;
}

/* The counters of losses and repairs, if all runs carry them. */
static void
append_counters (const ThComparison *comparison,
                 GString            *text)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      if (!th_comparison_row_is_trouble (row))
        continue;
      if (n++ == 0)
        {
          g_string_append_printf (text, "\n<details><summary>%s</summary>\n",
                                  _("Counters of losses, errors and repairs"));
          append_header (text);
        }
      append_row (row, text);
    }
  if (n > 0)
    g_string_append (text, "\n</details>\n");
}

/* Several warnings of a kind are one item of the list: what they mean, then their subjects and
 * numbers. */
static void
append_warning (const GArray *warnings,
                guint         begin,
                guint         n,
                GString      *text)
{
  const ThComparisonWarning *first = &g_array_index (warnings, ThComparisonWarning, begin);
  g_autofree char *sentence = n == 1 ? th_comparison_describe_warning (first) : NULL;

  append_escaped (text, n == 1 ? sentence : th_comparison_describe_warning_kind (first->kind));
  for (guint i = begin; n > 1 && i < begin + n; i++)
    {
      const ThComparisonWarning *warning = &g_array_index (warnings, ThComparisonWarning, i);
      g_autofree char *subject = th_printable_line (warning->subject);
      g_autofree char *numbers = th_comparison_format_warning_numbers (warning);

      g_string_append (text, i == begin ? ": " : "; ");
      append_escaped (text, subject);
      g_string_append_c (text, ' ');
      append_escaped (text, numbers);
    }
  g_string_append_c (text, '\n');
}

static void
append_warnings (const ThComparison *comparison,
                 GString            *text)
{
  const GArray *warnings = th_comparison_get_warnings (comparison);

  for (guint i = 0, n; i < warnings->len; i += n)
    {
      n = th_comparison_count_alike (warnings, i);
      g_string_append (text, i == 0 ? "\n- " : "- ");
      append_warning (warnings, i, n, text);
    }
}

void
th_compare_append_markdown (const ThComparison *comparison,
                            GString            *text)
{
  const ThComparisonFamily *family = th_comparison_get_family (comparison);

  g_string_append_printf (text, _("**%u : %u runs, %u tests, margin %.3g %%**\n"),
                          th_comparison_get_n_runs (comparison, 0),
                          th_comparison_get_n_runs (comparison, 1), family->n_tests,
                          100 * expm1 (family->margin));
  append_warnings (comparison, text);
  if (append_rows (comparison, TRUE, text) == 0)
    g_string_append_printf (text, "\n%s\n", _("No change is certain."));
  g_string_append_printf (text, "\n<details><summary>%s</summary>\n",
                          _("Same, or too uncertain to tell"));
  append_rows (comparison, FALSE, text);
  g_string_append (text, "\n</details>\n");
  append_counters (comparison, text);
}

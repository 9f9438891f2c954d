/* th-compare-text.c - a comparison for people
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
#include "th-text-table.h"

/* The number of parts to list of each dimension; the JSON has all. */
#define MAX_PARTS 3
/* The number of warnings to list of each kind; --all lists all. */
#define MAX_WARNINGS 6
/* Parts with a smaller share of the difference of means are not listed. */
#define LEAST_SHARE .05

static gboolean
is_only (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_ONLY_A || row->verdict == TH_VERDICT_ONLY_B;
}

static gboolean
is_unsure (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_CANT_TELL && row->is_tested && !row->stands_out;
}

static gboolean
is_same (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_SAME;
}

static gboolean
is_not_judged (const ThComparisonRow *row)
{
  return row->verdict == TH_VERDICT_CANT_TELL && !row->is_tested;
}

static gboolean
is_table (const ThComparisonRow *row)
{
  return row->kind == TH_COMPARISON_TABLE && (row->a.n > 0 || row->b.n > 0);
}

static gboolean
is_events (const ThComparisonRow *row)
{
  return row->kind == TH_COMPARISON_EVENTS;
}

static gboolean
is_counter (const ThComparisonRow *row)
{
  return row->kind == TH_COMPARISON_COUNTER;
}

/* --- lines -------------------------------------------------------------------- */

/* Which rows a section has, and whether it shows the effect sizes of their samples. */
typedef struct
{
  const ThComparison *comparison;
  gboolean            with_ranks;
} Sections;

static char *
format_ranks (const Sections        *self,
              const ThComparisonRow *row)
{
  ThRanks ranks;

  if (!self->with_ranks || !th_comparison_row_has_ranks (row))
    return g_strdup ("");

  ranks = th_comparison_rank (self->comparison, row);
  return g_strdup_printf ("δ %+.2f  D %.2f", ranks.cliff_delta, ranks.ks_distance);
}

/* "p50 of 3 : 5 runs; 12 runs would detect a change of 50 %" */
static char *
format_runs (const ThComparisonRow *row)
{
  g_autofree char *enough = th_comparison_format_runs (row);
  g_autofree char *hint = NULL;

  if (row->kind != TH_COMPARISON_QUANTILE)
    return g_strdup ("");

  /* Translators: "12 runs" per side */
  hint = *enough != '\0' ? g_strdup_printf (_("; %s would detect a change of 50 %%"), enough)
                         : g_strdup ("");
  /* Translators: p50 of 5 runs of side A and 5 of side B; then the hint above, or nothing */
  return g_strdup_printf (_("%s of %u : %u runs%s"), th_comparison_row_get_level (row),
                          row->a.n_runs, row->b.n_runs, hint);
}

static void
add_line (const Sections        *self,
          ThTextTable            *lines,
          const ThComparisonRow *row)
{
  th_text_table_take (lines, th_comparison_format_name (row));
  th_text_table_take (lines, th_comparison_format_values (row));
  th_text_table_take (lines, th_comparison_format_interval (row));
  th_text_table_add (lines, th_comparison_format_verdict (row));
  th_text_table_take (lines, format_runs (row));
  th_text_table_take (lines, format_ranks (self, row));
}

static void
append_section (const Sections *self,
                const char     *title,
                gboolean      (*is_wanted) (const ThComparisonRow *row),
                GString        *text)
{
  g_autoptr(ThTextTable) lines = th_text_table_new ("llllll");
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (self->comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (self->comparison, i);

      if (!is_wanted (row))
        continue;
      add_line (self, lines, row);
      n++;
    }
  if (n == 0)
    return;

  g_string_append_printf (text, "\n%s\n", title);
  th_text_table_append (lines, text);
}

/* --- warnings ------------------------------------------------------------------- */

/* Lists at most @max of several warnings of a kind below a line that says what they mean. */
static void
append_group (const GArray *warnings,
              guint         begin,
              guint         n,
              guint         max,
              GString      *text)
{
  ThWarningKind kind = g_array_index (warnings, ThComparisonWarning, begin).kind;

  g_string_append_printf (text, "  %s:\n", th_comparison_describe_warning_kind (kind));
  for (guint i = begin; i < begin + MIN (n, max); i++)
    {
      const ThComparisonWarning *warning = &g_array_index (warnings, ThComparisonWarning, i);
      g_autofree char *subject = th_printable_line (warning->subject);
      g_autofree char *numbers = th_comparison_format_warning_numbers (warning);

      g_string_append_printf (text, "    %s%s%s\n", subject, *numbers != '\0' ? ": " : "", numbers);
    }
  if (n > max)
    g_string_append_printf (text, ngettext ("    and %u more; --all lists it\n",
                                            "    and %u more; --all lists them\n", n - max),
                            n - max);
}

static void
append_warnings (const GArray *warnings,
                 gboolean      all,
                 GString      *text)
{
  for (guint i = 0, n; i < warnings->len; i += n)
    {
      const ThComparisonWarning *warning = &g_array_index (warnings, ThComparisonWarning, i);
      g_autofree char *sentence = NULL;

      n = th_comparison_count_alike (warnings, i);
      if (n > 1)
        append_group (warnings, i, n, all ? G_MAXUINT : MAX_WARNINGS, text);
      else
        {
          sentence = th_comparison_describe_warning (warning);
          g_string_append_printf (text, "  %s\n", sentence);
        }
    }
}

/* Lists the rows with a warning of @kind, below a line with its meaning. */
static void
append_row_warnings_of (const ThComparison *comparison,
                        ThWarningKind       kind,
                        GString            *text)
{
  gboolean any = FALSE;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      for (guint j = 0; j < row->warnings->len; j++)
        {
          const ThComparisonWarning *warning =
            &g_array_index (row->warnings, ThComparisonWarning, j);
          g_autofree char *name = th_comparison_format_name (row);
          g_autofree char *numbers = th_comparison_format_warning_numbers (warning);

          if (warning->kind != kind)
            continue;
          if (!any)
            g_string_append_printf (text, "  %s:\n", th_comparison_describe_warning_kind (kind));
          any = TRUE;
          g_string_append_printf (text, "    %s: %s\n", name, numbers);
        }
    }
}

/* Omits warnings that are only the reason why a row is not judged. */
static void
append_row_warnings (const ThComparison *comparison,
                     GString            *text)
{
  static const ThWarningKind kinds[] = {
    TH_WARNING_POOL, TH_WARNING_ENDS, TH_WARNING_SIZES, TH_WARNING_RATE, TH_WARNING_LENGTH,
    TH_WARNING_MIX, TH_WARNING_PRESENCE, TH_WARNING_DRIFT
  };
  g_autoptr(GString) all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    append_row_warnings_of (comparison, kinds[i], all);
  if (all->len > 0)
    g_string_append_printf (text, "\n%s\n%s", _("Notes"), all->str);
}

/* --- causes ----------------------------------------------------------------------- */

static void
append_part (const ThComparisonRow  *row,
             const ThComparisonPart *part,
             GString                *text)
{
  double difference = row->mean_b - row->mean_a;
  g_autofree char *name = th_comparison_describe_part (part);
  g_autofree char *contribution = th_comparison_format_contribution (row, part);
  double mix = 100 * part->mix / difference;

  g_string_append_printf (text, "    %5.0f %%  %s: %s", 100 * (part->values + part->mix) /
                          difference, name, contribution);
  if (fabs (mix) >= 100 * LEAST_SHARE)
    g_string_append_printf (text, _(" (%.0f %% because it is more or less frequent)"), mix);
  if (part->own != NULL && part->own->verdict != TH_VERDICT_NONE)
    /* Translators: what is known of a stage by itself: "slower", "can’t tell" */
    g_string_append_printf (text, _(" (by itself: %s)"), th_comparison_format_verdict (part->own));
  g_string_append (text, "\n");
}

static guint
count_keys (const GArray *parts,
            guint         begin)
{
  const char *dimension = g_array_index (parts, ThComparisonPart, begin).dimension;
  guint end = begin;

  while (end < parts->len &&
         strcmp (g_array_index (parts, ThComparisonPart, end).dimension, dimension) == 0)
    end++;

  return end - begin;
}

/* Lists the parts of each dimension that moved the mean of the row the most. */
static void
append_parts (const ThComparisonRow *row,
              GString               *text)
{
  double difference = row->mean_b - row->mean_a;

  for (guint begin = 0, n; difference != 0 && begin < row->parts->len; begin += n)
    {
      n = count_keys (row->parts, begin);
      for (guint i = begin; n > 1 && i < begin + MIN (n, MAX_PARTS); i++)
        {
          const ThComparisonPart *part = &g_array_index (row->parts, ThComparisonPart, i);

          if (fabs (part->values + part->mix) >= LEAST_SHARE * fabs (difference))
            append_part (row, part, text);
        }
    }
}

static void
append_causes (const ThComparison *comparison,
               GString            *text)
{
  gboolean any = FALSE;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      g_autofree char *name = th_comparison_format_name (row);
      g_autofree char *sentence = NULL, *means = NULL;

      if (!th_comparison_row_has_moved (row))
        continue;
      if (!any)
        g_string_append_printf (text, "\n%s\n", _("Where the difference of means comes from"));
      any = TRUE;
      sentence = th_comparison_describe_row (row);
      means = th_comparison_format_means (row);
      g_string_append_printf (text, "  %s. %s\n", name, sentence);
      if (row->parts->len > 0)
        g_string_append_printf (text, "    %s\n", means);
      append_parts (row, text);
    }
}

/* --- counters ------------------------------------------------------------------------ */

/* Lists those of losses and repairs, or all.  Says which runs carry no counters, unless none
 * does. */
static void
append_counters (const Sections *sections,
                 gboolean        all,
                 GString        *text)
{
  const ThComparison *comparison = sections->comparison;
  guint n = th_comparison_count_without_counters (comparison);
  g_autofree char *missing = th_comparison_describe_counters (comparison);

  if (all)
    append_section (sections, _("Counters of the machine"), is_counter, text);
  else
    append_section (sections, _("Counters of losses, errors and repairs"),
                    th_comparison_row_is_trouble, text);
  if (n > 0 && n < th_comparison_get_n_runs (comparison, 0) +
                   th_comparison_get_n_runs (comparison, 1))
    g_string_append_printf (text, "\n%s\n", missing);
}

/* --- the whole ----------------------------------------------------------------------- */

static void
append_count (const ThComparison *comparison,
              GString            *text)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    n += is_not_judged (th_comparison_get_row (comparison, i));
  if (n == 0)
    return;

  g_string_append_c (text, '\n');
  g_string_append_printf (text, ngettext ("%u more row is not judged; --all lists it.",
                                          "%u more rows are not judged; --all lists them.", n), n);
  g_string_append_c (text, '\n');
}

void
th_compare_append_text (const ThComparison *comparison,
                        gboolean            all,
                        GString            *text)
{
  g_autofree char *heading = th_comparison_describe (comparison);
  Sections sections = { comparison, all };

  g_string_append_printf (text, "%s\n", heading);
  append_warnings (th_comparison_get_warnings (comparison), all, text);
  if (all)
    g_string_append (text, _("  δ (Cliff’s delta) and D (Kolmogorov–Smirnov) tell how far the "
                             "samples of all runs lie apart. They are effect sizes, not "
                             "evidence.\n"));
  append_section (&sections, _("Changed"), th_comparison_row_has_moved, text);
  append_causes (comparison, text);
  append_section (&sections, _("On one side only"), is_only, text);
  append_section (&sections, _("Same"), is_same, text);
  append_section (&sections, _("Can’t tell"), is_unsure, text);
  if (all)
    {
      append_section (&sections, _("Not judged"), is_not_judged, text);
      append_section (&sections, _("Events"), is_events, text);
    }
  append_section (&sections, _("Table rows"), is_table, text);
  append_counters (&sections, all, text);
  append_row_warnings (comparison, text);
  if (!all)
    append_count (comparison, text);
}

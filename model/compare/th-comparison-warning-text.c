/* th-comparison-warning-text.c - puts the warnings of a comparison into words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-printable.h"

typedef enum
{
  NUMBERS_NONE,
  NUMBERS_SHARE,    /* fractions, shown as percentages */
  NUMBERS_FACTOR,
  NUMBERS_COUNT,
  NUMBERS_ROWS,     /* so many of so many rows */
  NUMBERS_RATE,
  NUMBERS_SECONDS,  /* from ns */
  NUMBERS_TEXTS
} Numbers;

/* @text: the meaning of the warning, and what to do about it. */
static const struct
{
  Numbers     numbers;
  const char *text;
} kinds[] = {
  [TH_WARNING_MAKING] = { NUMBERS_TEXTS, N_("The recordings were made differently") },
  [TH_WARNING_PART] = { NUMBERS_NONE, N_("This recording was only partly read: what is missing is "
                                        "not in its numbers") },
  [TH_WARNING_EVENTS] = { NUMBERS_COUNT, N_("Only one side recorded these events") },
  [TH_WARNING_LOST] = { NUMBERS_COUNT, N_("Events were lost; packets across a gap are left out") },
  [TH_WARNING_LOST_SHARE] = { NUMBERS_SHARE, N_("One side lost more events than the other, so p90 "
                                               "and p99 are not judged") },
  [TH_WARNING_BUSY] = { NUMBERS_SHARE, N_("The machine was busy: share of the CPUs’ time that "
                                         "other programs had") },
  [TH_WARNING_BACKGROUND] = { NUMBERS_SHARE, N_("Other programs had more of the CPUs’ time on one "
                                               "side") },
  [TH_WARNING_COMMON] = { NUMBERS_FACTOR, N_("Everything changed by the same factor: the "
                                            "machine, its clock speed, or tracing may be the "
                                            "cause") },
  [TH_WARNING_ORDER] = { NUMBERS_NONE, N_("One side was recorded after the other: what changed "
                                         "meanwhile looks like a difference. Record in turns") },
  [TH_WARNING_DURATION] = { NUMBERS_SECONDS, N_("The recordings of one side are more than twice as "
                                               "long") },
  [TH_WARNING_LOAD] = { NUMBERS_SHARE, N_("The loads differ: share of the packets whose class the "
                                         "other side lacks, so that they are not compared") },
  [TH_WARNING_AMBIGUOUS] = { NUMBERS_SHARE, N_("Some steps of packets may belong to other "
                                              "packets") },
  [TH_WARNING_FEW_RUNS] = { NUMBERS_COUNT, N_("Too few runs for a verdict: record three or more "
                                             "per side, in turns") },
  [TH_WARNING_REPEATED] = { NUMBERS_NONE, N_("This recording was given twice for one side; it "
                                            "counts once") },
  [TH_WARNING_SPANS] = { NUMBERS_NONE, N_("Left out: another span of this recording counts "
                                         "already, and spans of one recording are not "
                                         "independent runs. Record several times") },
  [TH_WARNING_ITSELF] = { NUMBERS_NONE, N_("Both sides are the same recordings: nothing can "
                                          "differ") },
  [TH_WARNING_BOTH] = { NUMBERS_NONE, N_("This is on both sides, at least in part: what they share "
                                        "makes them look alike") },
  [TH_WARNING_SHORT_RUN] = { NUMBERS_ROWS, N_("This run has too few samples for some rows, which "
                                             "are therefore not judged") },
  [TH_WARNING_RATE] = { NUMBERS_RATE, N_("The load differs: samples per second") },
  [TH_WARNING_LENGTH] = { NUMBERS_COUNT, N_("The load differs: bytes (median)") },
  [TH_WARNING_MIX] = { NUMBERS_SHARE, N_("The share of this class differs") },
  [TH_WARNING_SIZES] = { NUMBERS_COUNT, N_("Sizes do not overlap, so this is not compared: bytes "
                                          "(median)") },
  [TH_WARNING_PRESENCE] = { NUMBERS_SHARE, N_("More of the packets have this stage on one side: "
                                             "time may have moved between stages") },
  [TH_WARNING_ENDS] = { NUMBERS_TEXTS, N_("Samples begin or end at different events, so "
                                         "this is not compared") },
  [TH_WARNING_POOL] = { NUMBERS_FACTOR, N_("All classes together changed by the first factor, but "
                                          "no class by more than the second: only the mix "
                                          "changed") },
  [TH_WARNING_DRIFT] = { NUMBERS_FACTOR, N_("The end of the runs differs from their beginning: "
                                           "they warm up or drift") },
  /* xgettext:no-c-format */
  [TH_WARNING_RARE] = { NUMBERS_COUNT, N_("Under 1 % of the samples of this measure: not judged") },
  [TH_WARNING_FEW_SAMPLES] = { NUMBERS_COUNT, N_("Too few samples for this quantile: not "
                                                "judged") }
};

static char *
format_number (Numbers numbers,
               double  value)
{
  /* The number may be known for one side only. */
  if (!isfinite (value))
    return g_strdup (_("unknown"));

  switch (numbers)
    {
    case NUMBERS_SHARE:
      return g_strdup_printf ("%.1f %%", 100 * value);
    case NUMBERS_FACTOR:
      return g_strdup_printf ("×%.2f", value);
    case NUMBERS_RATE:
      return g_strdup_printf ("%.0f", value);
    case NUMBERS_SECONDS:
      return g_strdup_printf ("%.3f s", value / 1e9);
    default:
      return g_strdup_printf ("%.0f", value);
    }
}

const char *
th_comparison_describe_warning_kind (ThWarningKind kind)
{
  return _(kinds[kind].text);
}

static char *
format_text (const char *text)
{
  return *text != '\0' ? th_printable_line (text) : g_strdup (_("unknown"));
}

char *
th_comparison_format_warning_numbers (const ThComparisonWarning *warning)
{
  Numbers numbers = kinds[warning->kind].numbers;
  g_autofree char *a = numbers == NUMBERS_TEXTS ? format_text (warning->text_a)
                                                : format_number (numbers, warning->a);
  g_autofree char *b = numbers == NUMBERS_TEXTS ? format_text (warning->text_b)
                                                : format_number (numbers, warning->b);

  if (numbers == NUMBERS_ROWS)
    /* Translators: rows of a comparison that are not judged, such as "3 of 120 rows" */
    return g_strdup_printf (_("%.0f of %.0f rows"), warning->a, warning->b);

  return numbers == NUMBERS_NONE ? g_strdup ("") : g_strdup_printf ("%s → %s", a, b);
}

guint
th_comparison_count_alike (const GArray *warnings,
                           guint         begin)
{
  ThWarningKind kind = g_array_index (warnings, ThComparisonWarning, begin).kind;
  guint end = begin + 1;

  while (end < warnings->len && g_array_index (warnings, ThComparisonWarning, end).kind == kind)
    end++;

  return end - begin;
}

char *
th_comparison_describe_warning (const ThComparisonWarning *warning)
{
  const char *text = th_comparison_describe_warning_kind (warning->kind);
  g_autofree char *subject = th_printable_line (warning->subject);
  g_autofree char *numbers = th_comparison_format_warning_numbers (warning);

  return g_strdup_printf ("%s%s%s%s%s", subject, *subject != '\0' ? ": " : "", text,
                          *numbers != '\0' ? ": " : "", numbers);
}

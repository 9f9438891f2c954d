/* th-conditions.c - the conditions under which the sides of a comparison were recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-conditions.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-printable.h"

/* Rates that differ by less are alike. */
#define ALIKE_SHARE .10

typedef char *(*ValueFunc) (const ThComparison *comparison);

static const ThCompareMaking *
get_making (const ThComparison *comparison,
            guint               side,
            guint               run)
{
  return th_compare_run_get_making (th_comparison_get_run (comparison, side, run));
}

/* --- values of both sides --------------------------------------------------------------- */

static char *
format_same (const char *text)
{
  g_autofree char *shown = th_printable_line (text);

  return *shown != '\0' ? g_strdup_printf (_("same, %s"), shown) : g_strdup (_("unknown"));
}

static char *
get_kernel (const ThComparison *comparison)
{
  return format_same (get_making (comparison, 0, 0)->kernel);
}

static char *
get_clock (const ThComparison *comparison)
{
  return format_same (get_making (comparison, 0, 0)->clock);
}

static char *
get_events (const ThComparison *comparison)
{
  guint n = th_compare_run_get_events (th_comparison_get_run (comparison, 0, 0))->len;

  return g_strdup_printf (ngettext ("same, %u type", "same, %u types", n), n);
}

static guint
count_parts (const ThComparison *comparison,
             guint               side)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
    n += get_making (comparison, side, i)->is_part;
  return n;
}

/* One run against one tells little: that is a limitation, though not a warning. */
static gboolean
is_single (const ThComparison *comparison)
{
  return th_comparison_get_family (comparison)->is_single;
}

static char *
get_runs (const ThComparison *comparison)
{
  guint a = th_comparison_get_n_runs (comparison, 0), b = th_comparison_get_n_runs (comparison, 1);

  if (is_single (comparison))
    return g_strdup (_("1 : 1, shows large changes only"));

  return g_strdup_printf (th_comparison_is_in_turns (comparison) ? _("%u : %u, in turns")
                                                                  : "%u : %u", a, b);
}

/* --- numbers ---------------------------------------------------------------------------- */

static double
get_duration (const ThCompareMaking *making)
{
  return making->duration / 1e9;
}

static double
get_rate (const ThCompareMaking *making)
{
  return making->duration > 0 ? making->n_events / get_duration (making) : 0;
}

static double
get_lost (const ThCompareMaking *making)
{
  return making->n_lost;
}

static double
get_busy (const ThCompareMaking *making)
{
  return making->has_background ? 100 * making->background : NAN;
}

static double
get_mean (const ThComparison *comparison,
          guint               side,
          double            (*get) (const ThCompareMaking *making))
{
  guint n = th_comparison_get_n_runs (comparison, side);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += get (get_making (comparison, side, i));
  return sum / n;
}

static char *
get_durations (const ThComparison *comparison)
{
  return g_strdup_printf ("%.3g s : %.3g s", get_mean (comparison, 0, get_duration),
                          get_mean (comparison, 1, get_duration));
}

/* Events are not what is compared, so a different rate is no warning. */
static gboolean
is_rate_alike (const ThComparison *comparison)
{
  double a = get_mean (comparison, 0, get_rate), b = get_mean (comparison, 1, get_rate);

  return a > 0 && b > 0 && fabs (b / a - 1) <= ALIKE_SHARE;
}

/* The change of the events per second. */
static char *
get_rates (const ThComparison *comparison)
{
  double a = get_mean (comparison, 0, get_rate), b = get_mean (comparison, 1, get_rate);

  return a > 0 ? th_comparison_format_percent (100 * (b / a - 1)) : g_strdup (_("unknown"));
}

static char *
get_losses (const ThComparison *comparison)
{
  guint n_a = th_comparison_get_n_runs (comparison, 0);
  guint n_b = th_comparison_get_n_runs (comparison, 1);

  return g_strdup_printf ("%.0f : %.0f", n_a * get_mean (comparison, 0, get_lost),
                          n_b * get_mean (comparison, 1, get_lost));
}

static char *
get_business (const ThComparison *comparison)
{
  double a = get_mean (comparison, 0, get_busy), b = get_mean (comparison, 1, get_busy);

  if (!isfinite (a) || !isfinite (b))
    return g_strdup (_("unknown"));

  return g_strdup_printf (_("%.0f %% : %.0f %% other programs"), a, b);
}

/* --- conditions ------------------------------------------------------------------------- */

#define BIT(kind) (1u << (kind))

/* @kinds: bits of the kinds of warnings about the condition; if @subject is not NULL, only those
 * with this subject.
 * @get: describes the condition; NULL if it is only shown with a warning. */
static const struct
{
  const char *title;
  guint32     kinds;
  const char *subject;
  ValueFunc   get;
} table[] = {
  { N_("Kernel"), BIT (TH_WARNING_MAKING), "kernel", get_kernel },
  { N_("Clock"), BIT (TH_WARNING_MAKING), "clock", get_clock },
  { N_("Resolution"), BIT (TH_WARNING_MAKING), "resolution", NULL },
  { N_("Host"), BIT (TH_WARNING_MAKING), "host", NULL },
  { N_("Machine"), BIT (TH_WARNING_MAKING), "machine", NULL },
  { N_("CPUs"), BIT (TH_WARNING_MAKING), "cpus", NULL },
  { N_("Events"), BIT (TH_WARNING_EVENTS), NULL, get_events },
  { N_("Runs"), BIT (TH_WARNING_ORDER) | BIT (TH_WARNING_FEW_RUNS) | BIT (TH_WARNING_REPEATED) |
    BIT (TH_WARNING_SPANS) | BIT (TH_WARNING_ITSELF) | BIT (TH_WARNING_BOTH) |
    BIT (TH_WARNING_SHORT_RUN), NULL, get_runs },
  { N_("Partly read"), BIT (TH_WARNING_PART), NULL, NULL },
  { N_("Duration"), BIT (TH_WARNING_DURATION), NULL, get_durations },
  { N_("Load"), BIT (TH_WARNING_LOAD), NULL, NULL },
  { N_("Event rate"), BIT (TH_WARNING_RATE), NULL, get_rates },
  { N_("Lost"), BIT (TH_WARNING_LOST) | BIT (TH_WARNING_LOST_SHARE), NULL, get_losses },
  { N_("Busy"), BIT (TH_WARNING_BUSY) | BIT (TH_WARNING_BACKGROUND), NULL, get_business },
  { N_("Common factor"), BIT (TH_WARNING_COMMON), NULL, NULL },
  { N_("Ambiguous steps"), BIT (TH_WARNING_AMBIGUOUS), NULL, NULL },
  { N_("Other"), ~0u, NULL, NULL } /* all other warnings */
};

static guint
find_condition (const ThComparisonWarning *warning)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((table[i].kinds & BIT (warning->kind)) != 0 &&
        (table[i].subject == NULL || strcmp (table[i].subject, warning->subject) == 0))
      return i;

  g_assert_not_reached ();
}

static void
condition_clear (gpointer data)
{
  ThCondition *condition = data;

  g_free (condition->value);
  g_ptr_array_unref (condition->warnings);
}

static GPtrArray *
find_warnings (const GArray *warnings,
               guint         condition)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < warnings->len; i++)
    {
      ThComparisonWarning *warning = &g_array_index (warnings, ThComparisonWarning, i);

      if (find_condition (warning) == condition)
        g_ptr_array_add (found, warning);
    }
  return found;
}

/* Describes the condition.  Falls back to the difference that the first warning states. */
static char *
dup_value (const ThComparison *comparison,
           guint               condition,
           GPtrArray          *warnings)
{
  const ThComparisonWarning *first = warnings->len > 0 ? warnings->pdata[0] : NULL;
  gboolean is_numeric = table[condition].get != NULL && table[condition].subject == NULL &&
                        (first == NULL || first->kind != TH_WARNING_EVENTS);

  if (first == NULL)
    return table[condition].get (comparison);
  if (first->kind == TH_WARNING_ORDER)
    return g_strdup (_("one side after the other"));
  if (first->kind == TH_WARNING_PART)
    return g_strdup_printf (_("%u : %u runs"), count_parts (comparison, 0),
                            count_parts (comparison, 1));
  if (first->kind == TH_WARNING_LOAD)
    return g_strdup_printf (_("%.0f %% : %.0f %% not compared"), 100 * first->a, 100 * first->b);
  if (first->kind == TH_WARNING_EVENTS)
    return g_strdup_printf (ngettext ("%u type differs", "%u types differ", warnings->len),
                            warnings->len);

  return is_numeric ? table[condition].get (comparison)
                    : th_comparison_format_warning_numbers (first);
}

GArray *
th_conditions_list (const ThComparison *comparison)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThCondition));
  guint n_warned = 0;

  g_array_set_clear_func (list, condition_clear);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      ThCondition condition = { _(table[i].title) };

      condition.warnings = find_warnings (th_comparison_get_warnings (comparison), i);
      if (condition.warnings->len == 0 && table[i].get == NULL)
        {
          g_ptr_array_unref (condition.warnings);
          continue;
        }
      condition.is_fine = condition.warnings->len == 0 &&
                          (table[i].get != get_rates || is_rate_alike (comparison)) &&
                          (table[i].get != get_runs || !is_single (comparison));
      condition.value = dup_value (comparison, i, condition.warnings);
      g_array_insert_val (list, condition.warnings->len > 0 ? n_warned++ : list->len, condition);
    }
  return list;
}

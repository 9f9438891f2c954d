/* th-compare-rules.c - conditions on a comparison that scripts ask for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-cli-error.h"
#include "th-cli-report.h"
#include "th-compare-rules.h"
#include "th-comparison-text.h"
#include "th-syscall-names.h"

#define ANY_LEVEL TH_VERDICT_N_LEVELS
#define SUBJECT "^\\s*(?<measure>[^\\s/]+)(?:/(?<class>.+?))?"
#define LEVEL "p(?<level>50|90|99)"
/* Above the numbers of all system calls. */
#define MAX_SYSCALL 1024
/* How many classes a message lists. */
#define MAX_LISTED 8

typedef enum
{
  RULE_VERDICT, /* slower or faster */
  RULE_BEYOND,  /* beyond a limit */
  RULE_SAME
} RuleKind;

/* @limit: a logarithm, or ns if @is_absolute; for RULE_SAME the margin, or 0 for that of the
 * comparison.  @verdict: TH_VERDICT_SLOWER if values above the limit fail. */
typedef struct
{
  char     *text;
  RuleKind  kind;
  char     *measure; /* NULL for any */
  char     *class;   /* NULL for any */
  guint     level;
  ThVerdict verdict;
  gboolean  is_absolute;
  double    limit;
} Rule;

struct _ThCompareRules
{
  GArray *rules;
};

static void
rule_clear (gpointer data)
{
  Rule *rule = data;

  g_free (rule->text);
  g_free (rule->measure);
  g_free (rule->class);
}

void
th_compare_rules_free (ThCompareRules *self)
{
  g_array_unref (self->rules);
  g_free (self);
}

/* --- reading ---------------------------------------------------------------- */

/* The text of the group @name; NULL if it is empty. */
static char *
fetch (GMatchInfo *match,
       const char *name)
{
  char *text = g_match_info_fetch_named (match, name);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static GMatchInfo *
match (const char *pattern,
       const char *text)
{
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  GMatchInfo *info = NULL;

  if (!g_utf8_validate (text, -1, NULL) || !g_regex_match (regex, text, 0, &info))
    g_clear_pointer (&info, g_match_info_free);
  return info;
}

static void
read_subject (Rule       *rule,
              GMatchInfo *info)
{
  g_autofree char *level = fetch (info, "level");

  rule->measure = fetch (info, "measure");
  rule->class = fetch (info, "class");
  rule->level = level == NULL ? ANY_LEVEL : *level == '5' ? 0 : strcmp (level, "90") == 0 ? 1 : 2;
  if (g_strcmp0 (rule->measure, "any") == 0 && rule->class == NULL)
    g_clear_pointer (&rule->measure, g_free);
}

static gboolean
read_verdict (Rule *rule)
{
  g_autoptr(GMatchInfo) info = match (SUBJECT "(?:\\s+" LEVEL ")?\\s+"
                                      "(?<verdict>slower|faster)\\s*$", rule->text);
  g_autofree char *verdict = info != NULL ? fetch (info, "verdict") : NULL;

  if (info == NULL)
    return FALSE;

  read_subject (rule, info);
  rule->kind = RULE_VERDICT;
  rule->verdict = *verdict == 's' ? TH_VERDICT_SLOWER : TH_VERDICT_FASTER;
  return TRUE;
}

static gboolean
read_beyond (Rule *rule)
{
  static const struct
  {
    const char *name;
    double      ns;
  } units[] = { { "ns", 1 }, { "us", 1e3 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  g_autoptr(GMatchInfo) info = match (SUBJECT "\\s+" LEVEL "\\s*(?:(?<above>>)|<)\\s*"
                                      "(?<limit>[+-]?[0-9]+(?:\\.[0-9]+)?)\\s*"
                                      "(?<unit>%|ns|us|µs|ms|s)\\s*$", rule->text);
  g_autofree char *above = NULL, *limit = NULL, *unit = NULL;

  if (info == NULL)
    return FALSE;

  above = fetch (info, "above");
  limit = fetch (info, "limit");
  unit = fetch (info, "unit");
  read_subject (rule, info);
  rule->kind = RULE_BEYOND;
  rule->verdict = above != NULL ? TH_VERDICT_SLOWER : TH_VERDICT_FASTER;
  rule->is_absolute = strcmp (unit, "%") != 0;
  rule->limit = g_ascii_strtod (limit, NULL);
  if (!rule->is_absolute)
    {
      rule->limit = log1p (rule->limit / 100);
      return isfinite (rule->limit);
    }
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (unit, units[i].name) == 0)
      {
        rule->limit *= units[i].ns;
        break;
      }
  return TRUE;
}

static gboolean
read_same (Rule *rule)
{
  g_autoptr(GMatchInfo) info = match (SUBJECT "(?:\\s+" LEVEL ")?\\s+same"
                                      "(?:\\s+within\\s+(?<limit>[0-9]+(?:\\.[0-9]+)?)\\s*%)?\\s*$",
                                      rule->text);
  g_autofree char *limit = info != NULL ? fetch (info, "limit") : NULL;

  if (info == NULL)
    return FALSE;

  read_subject (rule, info);
  rule->kind = RULE_SAME;
  rule->limit = limit != NULL ? log1p (g_ascii_strtod (limit, NULL) / 100) : 0;
  return limit == NULL || rule->limit > 0;
}

static gboolean
add_rules (ThCompareRules *self,
           char          **texts,
           gboolean        required)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      Rule rule = { g_strdup (texts[i]) };
      gboolean good = required ? read_same (&rule) : read_verdict (&rule) || read_beyond (&rule);

      g_array_append_val (self->rules, rule);
      if (good)
        continue;
      if (required)
        th_cli_usage_error ("compare", _("“%s” cannot be required: write 'MEASURE[/CLASS] p50 same "
                                         "within 25%%'"), texts[i]);
      else
        th_cli_usage_error ("compare", _("“%s” is not a condition: write 'any slower' or "
                                         "'MEASURE[/CLASS] p99 > +20%%'"), texts[i]);
      return FALSE;
    }
  return TRUE;
}

ThCompareRules *
th_compare_rules_new (char **fail_if,
                      char **require)
{
  g_autoptr(ThCompareRules) self = g_new0 (ThCompareRules, 1);

  self->rules = g_array_new (FALSE, TRUE, sizeof (Rule));
  g_array_set_clear_func (self->rules, rule_clear);
  if (!add_rules (self, fail_if, FALSE) || !add_rules (self, require, TRUE))
    return NULL;

  return g_steal_pointer (&self);
}

/* --- what is known before the recordings are read ------------------------------ */

/* The part of @id after its last dot; NULL if it has none. */
static const char *
get_last_part (const char *id)
{
  const char *dot = strrchr (id, '.');

  return dot != NULL ? dot + 1 : NULL;
}

static void
guess_measure (ThGuess    *guess,
               const char *id)
{
  th_guess_try (guess, id);
  th_guess_try (guess, get_last_part (id));
}

/* Whether @name is a measure as an analysis declares it: "packet.reader", "irq.*". */
static gboolean
fits (const char *name,
      const char *declared)
{
  const char *star = strchr (declared, '*');

  if (star != NULL)
    return strncmp (name, declared, star - declared) == 0 && name[star - declared] != '\0';

  return strcmp (name, declared) == 0 || g_strcmp0 (name, get_last_part (declared)) == 0;
}

/* Whether @name fits @declared; if it does not, @declared is one of the guesses, unless it has a
 * star. */
static gboolean
fits_or_guess (const char *name,
               const char *declared,
               ThGuess    *guess)
{
  if (fits (name, declared))
    return TRUE;

  if (strchr (declared, '*') == NULL)
    guess_measure (guess, declared);
  return FALSE;
}

/* Whether an automatic analysis declares the measure. */
static gboolean
is_declared (const char *name,
             GStrv       further,
             ThGuess    *guess)
{
  const ThAnalysis *const *analyses = th_analyses_list ();

  for (guint i = 0; analyses[i] != NULL; i++)
    {
      const ThMeasureInfo *measure = analyses[i]->measures;

      for (; th_analysis_is_automatic (analyses[i]) && measure != NULL && measure->id != NULL;
           measure++)
        if (fits_or_guess (name, measure->id, guess))
          return TRUE;
    }
  for (guint i = 0; further[i] != NULL; i++)
    if (fits_or_guess (name, further[i], guess))
      return TRUE;

  return FALSE;
}

/* The measures that the user's settings add; free with g_strfreev(). */
static GStrv
list_further (void)
{
  const ThAnalysis *const *analyses = th_analyses_list ();
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; analyses[i] != NULL; i++)
    if (th_analysis_is_automatic (analyses[i]) && analyses[i]->list_measures != NULL)
      {
        g_auto(GStrv) some = analyses[i]->list_measures ();

        g_strv_builder_addv (ids, (const char **) some);
      }

  return g_strv_builder_end (ids);
}

static gboolean
is_system_call (const char *name)
{
  const ThSyscallNames *names = th_syscall_names_find ("x86_64");

  for (guint64 i = 0; i < MAX_SYSCALL; i++)
    if (g_strcmp0 (th_syscall_names_get (names, i), name) == 0)
      return TRUE;

  return FALSE;
}

/* A name with a dot is the whole name of a measure.  One without may be the end of a name that a
 * recording brings along, such as that of a system call or an interrupt handler. */
static ThExit
check_name (const Rule *rule,
            GStrv       further)
{
  ThGuess guess = { .wanted = rule->measure };

  if (rule->measure == NULL || is_declared (rule->measure, further, &guess))
    return TH_EXIT_WHOLE;
  if (strchr (rule->measure, '.') != NULL)
    return th_cli_unknown_error ("compare", &guess, _("no measure matches “%s”"), rule->text);
  if (guess.best != NULL && !is_system_call (rule->measure))
    g_printerr (_("thresh compare: “%s”: did you mean “%s”? “%s” is looked for in the "
                  "recordings.\n"), rule->text, guess.best, rule->measure);

  return TH_EXIT_WHOLE;
}

ThExit
th_compare_rules_check_names (const ThCompareRules *self)
{
  g_auto(GStrv) further = self->rules->len > 0 ? list_further () : NULL;
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; i < self->rules->len && status == TH_EXIT_WHOLE; i++)
    status = check_name (&g_array_index (self->rules, Rule, i), further);

  return status;
}

/* --- names that no run has ---------------------------------------------------- */

static gboolean
has_word (const char *name,
          const char *word)
{
  g_auto(GStrv) words = g_strsplit (name, ":", -1);

  return strcmp (name, word) == 0 || g_strv_contains ((const char *const *) words, word);
}

static gboolean
is_measure (const Rule *rule,
            const char *id)
{
  return rule->measure == NULL || strcmp (id, rule->measure) == 0 ||
         g_strcmp0 (get_last_part (id), rule->measure) == 0;
}

static gboolean
is_class (const Rule *rule,
          const char *name)
{
  return rule->class == NULL || has_word (name, rule->class);
}

/* Adds @name unless it is there; that of the only class of a measure is empty. */
static void
add_class (GPtrArray  *names,
           const char *name)
{
  if (*name != '\0' && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

static ThExit
report_no_class (const Rule *rule,
                 GPtrArray  *names)
{
  g_autoptr(GString) all = g_string_new (NULL);
  guint n = MIN (names->len, MAX_LISTED);

  if (n == 0)
    return th_cli_usage_error ("compare", _("no measure matches “%s”: “%s” has no classes"),
                               rule->text, rule->measure);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (n < names->len)
    g_string_append (all, ", …");
  return th_cli_usage_error ("compare", _("no measure matches “%s”: the classes of “%s” are %s"),
                             rule->text, rule->measure, all->str);
}

/* What the runs have instead: the measure that is similar; the classes, if the measure is there. */
typedef struct
{
  ThGuess    guess;
  gboolean   has_measure;
  GPtrArray *classes;
} Others;

/* Whether any of @runs has the measure and the class of the rule.  If none has, @others gets what
 * they have. */
static gboolean
is_in_runs (const Rule *rule,
            GPtrArray  *runs,
            Others     *others)
{
  for (guint i = 0; i < runs->len; i++)
    for (guint j = 0; j < th_compare_run_get_n_classes (runs->pdata[i]); j++)
      {
        const ThCompareClass *class = th_compare_run_get_class (runs->pdata[i], j);

        if (is_measure (rule, class->measure) && is_class (rule, class->name))
          return TRUE;
        if (!is_measure (rule, class->measure))
          guess_measure (&others->guess, class->measure);
        else
          {
            others->has_measure = TRUE;
            add_class (others->classes, class->name);
          }
      }

  return FALSE;
}

static ThExit
check_in_runs (const Rule *rule,
               GPtrArray  *a,
               GPtrArray  *b)
{
  g_autoptr(GPtrArray) classes = g_ptr_array_new ();
  Others others = { { .wanted = rule->measure }, FALSE, classes };

  if (rule->measure == NULL || is_in_runs (rule, a, &others) || is_in_runs (rule, b, &others))
    return TH_EXIT_WHOLE;
  if (others.has_measure)
    return report_no_class (rule, classes);

  return th_cli_unknown_error ("compare", &others.guess, _("no measure matches “%s”"), rule->text);
}

ThExit
th_compare_rules_check_runs (const ThCompareRules *self,
                             GPtrArray            *a,
                             GPtrArray            *b)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; i < self->rules->len && status == TH_EXIT_WHOLE; i++)
    status = check_in_runs (&g_array_index (self->rules, Rule, i), a, b);

  return status;
}

/* --- checking ----------------------------------------------------------------- */

static gboolean
is_meant (const Rule            *rule,
          const ThComparisonRow *row)
{
  return row->kind == TH_COMPARISON_QUANTILE &&
         (rule->level == ANY_LEVEL || rule->level == row->level) &&
         is_measure (rule, row->measure) && is_class (rule, row->name);
}

/* Whether the whole interval lies beyond the limit. */
static gboolean
is_beyond (const Rule            *rule,
           const ThComparisonRow *row)
{
  double near = rule->verdict == TH_VERDICT_SLOWER ? row->low : row->high;
  double by = rule->is_absolute ? row->a.value * expm1 (near) : near;

  if (!row->has_interval || (rule->is_absolute && row->unit != TH_UNIT_TIME))
    return FALSE;

  return rule->verdict == TH_VERDICT_SLOWER ? by > rule->limit : by < rule->limit;
}

static gboolean
is_rare (const ThComparisonRow *row)
{
  for (guint i = 0; i < row->warnings->len; i++)
    if (g_array_index (row->warnings, ThComparisonWarning, i).kind == TH_WARNING_RARE)
      return TRUE;

  return FALSE;
}

static ThExit
check_same (const Rule            *rule,
            const ThComparisonRow *row)
{
  ThVerdict verdict = row->verdict;

  if (is_rare (row) || verdict == TH_VERDICT_NONE)
    return TH_EXIT_WHOLE;
  if (row->has_interval && row->narrow > 0 && verdict != TH_VERDICT_SAME)
    verdict = th_verdict_from_interval (row->low, row->high, row->narrow,
                                        rule->limit > 0 ? rule->limit : row->margin);
  else if (row->has_interval && row->narrow > 0 && rule->limit > 0 && row->difference != 0)
    verdict = th_verdict_from_interval (row->low, row->high, row->narrow, rule->limit);
  if (verdict == TH_VERDICT_SAME)
    return TH_EXIT_WHOLE;

  return verdict == TH_VERDICT_CANT_TELL ? TH_EXIT_UNKNOWN : TH_EXIT_FAILED;
}

/* Whether what is known of the row answers the rule, if only by "not certain". */
static gboolean
is_answered (const Rule            *rule,
             const ThComparisonRow *row)
{
  if (rule->kind == RULE_SAME)
    return !is_rare (row) && row->verdict != TH_VERDICT_NONE;
  if (rule->is_absolute && row->unit != TH_UNIT_TIME)
    return FALSE;

  return row->is_tested || row->verdict == TH_VERDICT_SAME;
}

/* Whether the rule passes although nothing was judged: --fail-if never fails with fewer than three
 * runs per side, which the user knows or is told. */
static gboolean
passes_unjudged (const Rule         *rule,
                 const ThComparison *comparison)
{
  guint a = th_comparison_get_n_runs (comparison, 0), b = th_comparison_get_n_runs (comparison, 1);

  return rule->kind != RULE_SAME && MIN (a, b) < TH_VERDICT_LEAST_RUNS;
}

static ThExit
check_row (const Rule            *rule,
           const ThComparisonRow *row,
           gboolean               counts)
{
  if (rule->kind == RULE_SAME)
    return check_same (rule, row);
  if (!counts)
    return TH_EXIT_WHOLE;
  if (rule->kind == RULE_VERDICT)
    return row->verdict == rule->verdict ? TH_EXIT_FAILED : TH_EXIT_WHOLE;

  return is_beyond (rule, row) ? TH_EXIT_FAILED : TH_EXIT_WHOLE;
}

static void
report (const Rule            *rule,
        const ThComparisonRow *row,
        ThExit                 status)
{
  g_autofree char *name = th_comparison_format_name (row);
  g_autofree char *interval = th_comparison_format_interval (row);
  const char *level = th_comparison_row_get_level (row);

  if (status == TH_EXIT_FAILED)
    g_printerr (_("Failed: “%s”: %s %s %s\n"), rule->text, name, level, interval);
  else
    g_printerr (_("Can’t tell: “%s”: %s %s %s\n"), rule->text, name, level, interval);
}

static ThExit
check_rule (const Rule         *rule,
            const ThComparison *comparison,
            gboolean            single)
{
  gboolean is_single = th_comparison_get_family (comparison)->is_single;
  ThExit status = TH_EXIT_WHOLE;
  guint n_answered = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      /* With one run per side, only rows with a verdict are more than noise. */
      gboolean counts = !is_single || (single && row->verdict != TH_VERDICT_CANT_TELL);
      ThExit one;

      if (!is_meant (rule, row))
        continue;
      n_answered += is_answered (rule, row);
      one = check_row (rule, row, counts);
      if (one != TH_EXIT_WHOLE)
        report (rule, row, one);
      status = th_cli_worse (status, one);
    }
  if (n_answered > 0 || status != TH_EXIT_WHOLE || passes_unjudged (rule, comparison))
    return status;

  /* Where nothing was judged, nothing is known to be all right. */
  g_printerr (_("Can’t tell: “%s”: nothing that it is about could be judged\n"), rule->text);
  return TH_EXIT_UNKNOWN;
}

ThExit
th_compare_rules_check (const ThCompareRules *self,
                        const ThComparison   *comparison,
                        gboolean              single)
{
  const ThComparisonFamily *family = th_comparison_get_family (comparison);
  ThExit status = TH_EXIT_WHOLE;
  guint n = 0;

  for (guint i = 0; i < self->rules->len; i++)
    n += g_array_index (self->rules, Rule, i).kind != RULE_SAME;
  if (n > 0 && !single && family->is_single && !family->is_same)
    g_printerr (_("thresh compare: --fail-if cannot tell a change from noise with one recording "
                  "per side: record three or more, or use --single.\n"));
  for (guint i = 0; i < self->rules->len; i++)
    status = th_cli_worse (status, check_rule (&g_array_index (self->rules, Rule, i), comparison,
                                               single));
  return status;
}

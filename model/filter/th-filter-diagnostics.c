/* th-filter-diagnostics.c - diagnostics and suggestions for an expression that is wrong
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-error.h"
#include "th-filter-flow-names.h"
#include "th-filter-typecheck.h"
#include "th-guess.h"

gboolean
check_fail (Checker       *checker,
            ThFilterError  code,
            guint          begin,
            guint          end,
            const char    *format,
            ...)
{
  va_list arguments;

  va_start (arguments, format);
  filter_fail_v (checker->begin, checker->end, checker->error, code, begin, end, format, arguments);
  va_end (arguments);

  return FALSE;
}

/* --- suggestions ------------------------------------------------------- */

static void
guess_fields (Checker      *checker,
              const guint8 *candidates,
              ThGuess      *guess)
{
  for (guint i = 0; i < checker->n_types; i++)
    {
      const ThFieldTable *table = candidates[i]
                                  ? th_recording_get_fields (checker->filter->recording, i) : NULL;

      for (guint j = 0; table != NULL && j < table->n_fields; j++)
        {
          th_guess_try (guess, table->fields[j].name);
          th_guess_try (guess, table->fields[j].label);
        }
    }

  for (const char *const *name = (const char *const []) { "ts", "cpu", "task", "pid", "tgid",
                                                          "event", "system", "info",
                                                          "type", "stream", "recording", NULL };
       *name != NULL; name++)
    th_guess_try (guess, *name);
}

static void
guess_events (Checker *checker,
              ThGuess *guess)
{
  for (guint i = 0; i < checker->n_types; i++)
    th_guess_try (guess, th_recording_get_type_name (checker->filter->recording, i));
}

/* Guesses a column of flows, or a stage after "stage."; NULL if none is similar. */
static const char *
guess_flow_column (ThResults  *results,
                   const char *name,
                   gboolean    is_stage)
{
  const ThFlowsInfo *info = th_flows_get_info (th_results_get_flows (results));
  const ThTableInfo *table = th_table_get_info (th_results_get_table (results, info->table));
  ThGuess guess = { .wanted = name };

  for (guint i = 0; is_stage && i < info->n_stages; i++)
    th_guess_try (&guess, info->stages[i].id);
  for (guint i = 0; !is_stage && i < table->n_columns; i++)
    th_guess_try (&guess, table->columns[i].id);
  return guess.best;
}

/* Guesses what is meant by a name that begins with the noun of flows, such as packet.totl. */
static char *
dup_flow_guess (Checker    *checker,
                const char *name)
{
  for (guint i = 0; i < checker->filter->flows->len; i++)
    {
      ThResults *results = checker->filter->flows->pdata[i];
      const char *rest = filter_flow_get_name (results, name, FALSE);
      gboolean is_stage = rest != NULL && g_str_has_prefix (rest, FILTER_FLOW_STAGE);
      const char *best;

      if (rest == NULL)
        continue;
      rest += is_stage ? strlen (FILTER_FLOW_STAGE) : 0;
      best = guess_flow_column (results, rest, is_stage);
      if (best != NULL)
        return g_strdup_printf ("%.*s%s", (int) (rest - name), name, best);
    }

  return NULL;
}

/* Our name of the field that other programs call @name; or NULL. */
static const char *
find_synonym (const char *name)
{
  static const char *const times[] = { "time", "timestamp", "when", NULL };

  return g_strv_contains (times, name) ? "ts" : NULL;
}

/* Fails with @sentence, followed by the suggestion if there is one. */
static gboolean
fail_guess (Checker       *checker,
            guint          begin,
            guint          end,
            const char    *sentence,
            const ThGuess *guess)
{
  if (guess->best == NULL)
    return check_fail (checker, TH_FILTER_ERROR_UNKNOWN, begin, end, "%s", sentence);

  /* Translators: a sentence that says what is not known, and what may be meant instead */
  return check_fail (checker, TH_FILTER_ERROR_UNKNOWN, begin, end, _("%s; did you mean “%s”?"),
                     sentence, guess->best);
}

/* --- diagnostics ------------------------------------------------------- */

/* The type, if there is only one. */
static gboolean
single_type (Checker      *checker,
             const guint8 *candidates,
             guint        *type)
{
  guint n = 0;

  for (guint i = 0; i < checker->n_types; i++)
    if (candidates[i] && n++ == 0)
      *type = i;

  return n == 1;
}

static char *
say_unknown (Checker      *checker,
             const char   *name,
             const guint8 *candidates,
             gboolean      alone)
{
  ThRecording *recording = checker->filter->recording;
  guint type = 0;

  if (!single_type (checker, candidates, &type))
    return g_strdup_printf (alone ? _("There is no event or field named “%s”")
                                  : _("No event has a field “%s”"), name);

  return g_strdup_printf (_("%s:%s has no field “%s”"),
                          th_recording_get_type_system (recording, type),
                          th_recording_get_type_name (recording, type), name);
}

gboolean
check_fail_unknown (Checker             *checker,
                    const FilterOperand *operand,
                    const guint8        *candidates,
                    gboolean             alone)
{
  const char *name = g_str_has_prefix (operand->text, "field.") ? operand->text + 6 : operand->text;
  g_autofree char *sentence = say_unknown (checker, name, candidates, alone);
  g_autofree char *of_flow = dup_flow_guess (checker, name);
  ThGuess guess = { .wanted = name, .best = of_flow != NULL ? of_flow : find_synonym (name) };

  guess_fields (checker, candidates, &guess);
  if (alone)
    guess_events (checker, &guess);
  return fail_guess (checker, operand->begin, operand->end, sentence, &guess);
}

gboolean
check_fail_missing (Checker       *checker,
                    FilterSubject  subject,
                    const char    *name,
                    guint          begin,
                    guint          end)
{
  ThRecording *recording = checker->filter->recording;
  const char *colon = strchr (name, ':');
  g_autofree char *sentence = NULL;
  ThGuess guess = { .wanted = name };

  if (subject == SUBJECT_STREAM)
    {
      sentence = g_strdup_printf (_("There is no buffer named “%s”"), name);
      for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
        th_guess_try (&guess, th_stream_get_name (th_recording_get_stream (recording, i)));
    }
  else if (subject == SUBJECT_RECORDING)
    {
      sentence = g_strdup_printf (_("There is no recording named “%s” on the timeline"), name);
      for (guint i = 0; i < th_recording_get_n_parts (recording); i++)
        th_guess_try (&guess, th_recording_get_name (th_recording_get_part (recording, i)));
    }
  else if (subject == SUBJECT_SYSTEM)
    {
      sentence = g_strdup_printf (_("There is no event system named “%s”"), name);
      for (guint i = 0; i < checker->n_types; i++)
        th_guess_try (&guess, th_recording_get_type_system (recording, i));
    }
  else
    {
      sentence = g_strdup_printf (_("There is no event named “%s”"), name);
      guess.wanted = colon != NULL ? colon + 1 : name;
      guess_events (checker, &guess);
    }

  return fail_guess (checker, begin, end, sentence, &guess);
}

gboolean
check_types (Checker          *checker,
             const FilterLeaf *leaf)
{
  for (guint i = 0; i < checker->n_types; i++)
    if (filter_leaf_match_type (leaf, checker->filter->recording, i))
      return TRUE;

  return check_fail_missing (checker, leaf->left.subject, leaf->left.text, leaf->left.begin,
                             leaf->left.end);
}

gboolean
check_fail_word (Checker           *checker,
                 const FilterLeaf  *leaf,
                 const FilterConst *constant)
{
  return check_fail (checker, TH_FILTER_ERROR_TYPE, constant->begin, constant->end,
                     constant->quoted ? _("“%s” is a number, not text")
                                      : _("“%s” must be compared with a number"), leaf->left.text);
}

gboolean
check_fail_quotes (Checker           *checker,
                   const FilterLeaf  *leaf,
                   const FilterConst *constant)
{
  return check_fail (checker, TH_FILTER_ERROR_TYPE, constant->begin, constant->end,
                     _("“%s” is text: write \"%.*s\" in quotes"), leaf->left.text,
                     (int) (constant->end - constant->begin),
                     checker->filter->text + constant->begin);
}

/* The first constant that the field cannot be compared with. */
static const FilterConst *
wrong_const (const FilterLeaf *leaf,
             const ThField    *field,
             FilterFit         fit)
{
  const FilterItem *items = (const FilterItem *) leaf->items->data;

  for (guint i = 0; i < leaf->items->len; i++)
    {
      const FilterConst *constant = &items[i].low;
      gboolean known = FALSE;

      for (guint j = 0; constant->word != NULL && j < field->n_values; j++)
        known |= strcmp (field->values[j].name, constant->word) == 0;
      if (fit == FIT_TEXT ? !constant->quoted : fit == FIT_FRACTION
          ? constant->has_fraction : constant->word != NULL && !known)
        return constant;
      if (items[i].is_range && fit != FIT_FRACTION)
        return &items[i].high;
    }

  return leaf->items->len > 0 ? &items[0].low : NULL;
}

static gboolean
fail_name (Checker           *checker,
           const FilterLeaf  *leaf,
           const FilterConst *constant,
           const ThField     *field)
{
  g_autofree char *sentence = g_strdup_printf (_("“%s” has no value named “%s”"), leaf->left.text,
                                               constant->word);
  ThGuess guess = { .wanted = constant->word };

  for (guint i = 0; i < field->n_values; i++)
    th_guess_try (&guess, field->values[i].name);
  return fail_guess (checker, constant->begin, constant->end, sentence, &guess);
}

gboolean
check_flow_word (Checker           *checker,
                 const FilterLeaf  *leaf,
                 const FilterConst *constant)
{
  g_autofree char *sentence = NULL, *listed = NULL;
  ThGuess guess = { .wanted = constant->word };

  for (guint i = 0; i < leaf->flow_columns->len; i++)
    {
      const FilterFlowColumn *flow = &g_array_index (leaf->flow_columns, FilterFlowColumn, i);
      const char *const *values =
        flow->table != NULL ? th_table_get_info (flow->table)->columns[flow->column].values : NULL;

      if (values == NULL || g_strv_contains (values, constant->word))
        return TRUE;
      for (guint j = 0; values[j] != NULL; j++)
        th_guess_try (&guess, values[j]);
      if (listed == NULL)
        listed = g_strjoinv (", ", (char **) values);
    }
  if (leaf->flow_columns->len == 0)
    return TRUE;

  sentence = guess.best == NULL
             ? g_strdup_printf (_("“%s” has no value named “%s”: use one of %s"), leaf->left.text,
                                constant->word, listed)
             : g_strdup_printf (_("“%s” has no value named “%s”"), leaf->left.text, constant->word);
  return fail_guess (checker, constant->begin, constant->end, sentence, &guess);
}

static gboolean
fail_kind (Checker           *checker,
           const FilterLeaf  *leaf,
           const guint8      *candidates,
           const FilterConst *constant,
           const ThField     *field)
{
  const FilterOperand word = { OPERAND_WORD, constant != NULL ? constant->begin : 0,
                               constant != NULL ? constant->end : 0,
                               constant != NULL ? constant->word : NULL };

  if (field->kind == TH_FIELD_ARRAY || field->kind == TH_FIELD_DYNAMIC_ARRAY)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” has many values: “%s” alone tests whether there are any"),
                       leaf->left.text, leaf->left.text);
  if (field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING ||
      field->kind == TH_FIELD_FUNCTION)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” is text: compare it with ==, !=, ~, =~ or contains"),
                       leaf->left.text);
  if (constant != NULL && constant->word != NULL && !constant->quoted)
    return check_fail_unknown (checker, &word, candidates, FALSE);

  return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                     _("“%s” cannot be compared like this"), leaf->left.text);
}

gboolean
check_fail_fit (Checker          *checker,
                const FilterLeaf *leaf,
                const guint8     *candidates,
                FilterFit         fit,
                const ThField    *field)
{
  const FilterConst *constant = wrong_const (leaf, field, fit);
  guint begin = constant != NULL ? constant->begin : leaf->right.begin;
  guint end = constant != NULL ? constant->end : leaf->right.end;

  switch (fit)
    {
    case FIT_LACKS:
      return check_fail_unknown (checker, &leaf->left, candidates, FALSE);
    case FIT_FRACTION:
      return check_fail (checker, TH_FILTER_ERROR_TYPE, begin, end, _("“%s” is a whole number"),
                         leaf->left.text);
    case FIT_NUMBER:
      return check_fail (checker, TH_FILTER_ERROR_TYPE, begin, end, _("“%s” is a number, not text"),
                         leaf->left.text);
    case FIT_TEXT:
      return check_fail_quotes (checker, leaf, constant);
    case FIT_NAME:
      return fail_name (checker, leaf, constant, field);
    default:
      return fail_kind (checker, leaf, candidates, constant, field);
    }
}

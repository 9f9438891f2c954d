/* th-row-filter.c - which rows of a comparison the user wants to see
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-filter.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (th-row-filter-error-quark, th_row_filter_error)

typedef enum
{
  FIELD_CHANGE,
  FIELD_A,
  FIELD_B,
  FIELD_N,
  FIELD_RUNS,
  N_NUMBERS,
  FIELD_VERDICT = N_NUMBERS,
  N_FIELDS
} Field;

static const char *const fields[N_FIELDS] = { "change", "a", "b", "n", "runs", "verdict" };

/* @value: for a change, the factor
 * @verdict: for FIELD_VERDICT, the letters of the beginning of its id */
typedef struct
{
  Field  field;
  char   operator[3];
  double value;
  char  *verdict;
} Condition;

struct _ThRowFilter
{
  GPtrArray *words;      /* case-folded */
  GArray    *conditions; /* of Condition */
};

static void
condition_clear (gpointer condition)
{
  g_free (((Condition *) condition)->verdict);
}

/* --- numbers ---------------------------------------------------------------------------- */

static const struct
{
  const char *name;
  double      ns;
} units[] = {
  { "ns", 1 }, { "us", 1e3 }, { "µs", 1e3 }, { "μs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }
};

/* "20%" is a factor of 1.2, and "×2" is 2. */
static gboolean
parse_change (const char *text,
              double     *factor)
{
  gboolean is_factor = g_str_has_prefix (text, "x") || g_str_has_prefix (text, "×");
  const char *number = is_factor ? g_utf8_next_char (text) : text;
  char *end;
  double value = g_ascii_strtod (number, &end);

  if (end == number || !isfinite (value))
    return FALSE;

  *factor = is_factor ? value : 1 + value / 100;
  return strcmp (end, is_factor ? "" : "%") == 0;
}

static gboolean
parse_number (const char *text,
              gboolean    has_unit,
              double     *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  if (end == text || !isfinite (*value))
    return FALSE;

  for (guint i = 0; has_unit && i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].name) == 0)
      {
        *value *= units[i].ns;
        return TRUE;
      }
  return *end == '\0';
}

/* --- verdicts --------------------------------------------------------------------------- */

/* Keeps the letters only: "can't tell" and "cant-tell" are the same. */
static char *
keep_letters (const char *text)
{
  GString *letters = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (g_ascii_isalpha (*text))
      g_string_append_c (letters, g_ascii_tolower (*text));
  return g_string_free (letters, FALSE);
}

static gboolean
begins_verdict (const char *verdict,
                const char *begin)
{
  g_autofree char *letters = keep_letters (verdict);

  return g_str_has_prefix (letters, begin);
}

static const char standing_out[] = "stands out";

static gboolean
is_verdict (const char *begin)
{
  for (ThVerdict verdict = TH_VERDICT_NONE; verdict <= TH_VERDICT_ONLY_B; verdict++)
    if (begins_verdict (th_verdict_get_id (verdict), begin))
      return TRUE;
  return begins_verdict (standing_out, begin);
}

static gboolean
has_verdict (const ThComparisonRow *row,
             const char            *begin)
{
  return begins_verdict (th_verdict_get_id (row->verdict), begin) ||
         (row->stands_out && begins_verdict (standing_out, begin));
}

/* --- parsing ---------------------------------------------------------------------------- */

static gboolean
parse_verdict (const char  *text,
               Condition   *condition,
               GError     **error)
{
  g_autofree char *letters = keep_letters (text);

  if (*letters == '\0' || !is_verdict (letters) || strcmp (condition->operator, "=") != 0)
    {
      g_set_error (error, TH_ROW_FILTER_ERROR, 0,
                   _("There is no such verdict: use verdict:slower, verdict:faster, verdict:same, "
                     "verdict:cant-tell, verdict:stands-out or verdict:only"));
      return FALSE;
    }
  condition->verdict = g_steal_pointer (&letters);
  return TRUE;
}

static gboolean
parse_value (const char  *text,
             Condition   *condition,
             GError     **error)
{
  gboolean is_time = condition->field == FIELD_A || condition->field == FIELD_B;

  if (condition->field == FIELD_VERDICT)
    return parse_verdict (text, condition, error);
  if (condition->field == FIELD_CHANGE && !parse_change (text, &condition->value))
    {
      g_set_error (error, TH_ROW_FILTER_ERROR, 0,
                   _("“%s” is not a change: use a form like 20%%, -20%% or ×2"), text);
      return FALSE;
    }
  if (condition->field != FIELD_CHANGE && !parse_number (text, is_time, &condition->value))
    {
      g_set_error (error, TH_ROW_FILTER_ERROR, 0,
                   is_time ? _("“%s” is not a value: use a form like 50us or 1.5ms")
                           : _("“%s” is not a number: use a form like 100"), text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
find_field (const char *name,
            Field      *field)
{
  for (Field i = 0; i < N_FIELDS; i++)
    if (strcmp (name, fields[i]) == 0)
      {
        *field = i;
        return TRUE;
      }
  return FALSE;
}

static void
remove_blanks (char *text)
{
  char *to = text;

  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      *to++ = *text;
  *to = '\0';
}

static gboolean
add_condition (ThRowFilter  *self,
               GMatchInfo   *match,
               GError      **error)
{
  g_autofree char *name = g_match_info_fetch_named (match, "field");
  g_autofree char *operator = g_match_info_fetch_named (match, "operator");
  g_autofree char *value = g_match_info_fetch_named (match, "value");
  Condition condition = { 0 };

  remove_blanks (value);
  if (!find_field (name, &condition.field))
    {
      g_set_error (error, TH_ROW_FILTER_ERROR, 0,
                   _("“%s” cannot be compared: use change, a, b, n, runs or verdict"), name);
      return FALSE;
    }
  g_strlcpy (condition.operator, strcmp (operator, ":") == 0 ? "=" : operator,
             sizeof condition.operator);
  if (!parse_value (value, &condition, error))
    return FALSE;

  g_array_append_val (self->conditions, condition);
  return TRUE;
}

/* A unit may be separated by blanks: "change > 20 %". */
static GRegex *
get_pattern (void)
{
  static GRegex *pattern;

  if (g_once_init_enter (&pattern))
    g_once_init_leave (&pattern, g_regex_new (
      "(?<!\\S)(?<field>[a-z_]+)\\s*(?<operator><=|>=|<|>|=|(?<=verdict):)"
      "\\s*(?<value>[^\\s<>=]*(?:\\s+(?:%|ns|us|[µμ]s|ms|s)(?!\\S))?)",
      G_REGEX_OPTIMIZE, 0, NULL));
  return pattern;
}

/* Adds the words of @text that are not part of a condition. */
static void
add_words (ThRowFilter *self,
           const char  *text,
           gsize        length,
           gboolean     has_conditions)
{
  g_autofree char *copy = g_strndup (text, length);
  g_auto(GStrv) words = g_strsplit_set (copy, " \t", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && !(has_conditions && strcmp (words[i], "and") == 0))
      g_ptr_array_add (self->words, g_strdup (words[i]));
}

ThRowFilter *
th_row_filter_new (const char  *text,
                   GError     **error)
{
  g_autoptr(ThRowFilter) self = g_new0 (ThRowFilter, 1);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autoptr(GMatchInfo) match = NULL;
  gboolean has_conditions;
  gint done = 0;

  self->words = g_ptr_array_new_with_free_func (g_free);
  self->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, condition_clear);
  has_conditions = g_regex_match (get_pattern (), folded, 0, &match);
  for (gint begin, end; g_match_info_matches (match); done = end)
    {
      g_match_info_fetch_pos (match, 0, &begin, &end);
      add_words (self, folded + done, begin - done, TRUE);
      if (!add_condition (self, match, error))
        return NULL;
      g_match_info_next (match, NULL);
    }
  add_words (self, folded + done, strlen (folded + done), has_conditions);
  return g_steal_pointer (&self);
}

void
th_row_filter_free (ThRowFilter *self)
{
  g_ptr_array_unref (self->words);
  g_array_unref (self->conditions);
  g_free (self);
}

/* --- matching --------------------------------------------------------------------------- */

/* NAN if the row has no such number; it meets no condition. */
static double
get_number (const ThComparisonRow *row,
            Field                  field)
{
  gboolean has_a = row->a.n_runs > 0, has_b = row->b.n_runs > 0;

  switch (field)
    {
    case FIELD_CHANGE:
      return has_a && has_b && row->a.value > 0 && row->b.value > 0 ? exp (row->difference) : NAN;
    case FIELD_A: return has_a ? row->a.value : NAN;
    case FIELD_B: return has_b ? row->b.value : NAN;
    case FIELD_N: return MIN (row->a.n, row->b.n);
    case FIELD_RUNS: return MIN (row->a.n_runs, row->b.n_runs);
    default: g_assert_not_reached ();
    }
}

static gboolean
meets (const ThComparisonRow *row,
       const Condition       *condition)
{
  double value;

  if (condition->field == FIELD_VERDICT)
    return has_verdict (row, condition->verdict);

  value = get_number (row, condition->field);
  if (condition->operator[0] == '=')
    return value == condition->value;
  if (condition->operator[1] == '=' && value == condition->value)
    return TRUE;

  return condition->operator[0] == '<' ? value < condition->value : value > condition->value;
}

gboolean
th_row_filter_matches (const ThRowFilter     *self,
                       const ThComparisonRow *row,
                       const char            *texts)
{
  for (guint i = 0; i < self->words->len; i++)
    if (strstr (texts, self->words->pdata[i]) == NULL)
      return FALSE;
  for (guint i = 0; i < self->conditions->len; i++)
    if (!meets (row, &g_array_index (self->conditions, Condition, i)))
      return FALSE;
  return TRUE;
}

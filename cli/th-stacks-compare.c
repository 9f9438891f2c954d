/* th-stacks-compare.c - the output of `thresh stacks` about two sides
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-results.h"
#include "th-text-table.h"
#include "th-number-format.h"
#include "th-printable.h"
#include "th-stacks-chain.h"
#include "th-stacks-compare.h"

/* What the columns of folded text add up to. */
#define FOLDED_WHOLE 1000000

static double
to_share (gint64 value)
{
  return (double) value / TH_CALL_WHOLE;
}

/* --- folded ------------------------------------------------------------ */

/* Millionths, rounded such that the column still adds up: the difference of running sums. */
static gint64
fold (gint64 *sum,
      gint64  own)
{
  gint64 before = llround (to_share (*sum) * FOLDED_WHOLE);

  *sum += own;
  return llround (to_share (*sum) * FOLDED_WHOLE) - before;
}

static void
print_folded (ThResults                  *results,
              const ThCallDifferenceTree *one,
              gboolean                    named,
              ThTextOutput                *output)
{
  g_autoptr(GArray) chain = g_array_new (FALSE, FALSE, sizeof (ThCallNode));
  gint64 sums[TH_N_CALL_SIDES] = { 0, };
  guint32 n = th_call_tree_get_n (one->tree);

  for (guint32 i = 0; i < n && th_text_output_check (output); i++)
    {
      ThCallNode node;
      gint64 a, b;

      th_call_tree_get (one->tree, i, &node);
      a = fold (&sums[TH_CALL_A], node.own[TH_CALL_A]);
      b = fold (&sums[TH_CALL_B], node.own[TH_CALL_B]);
      if (a == 0 && b == 0)
        continue;
      th_folded_collect (one->tree, i, chain);
      th_folded_append (results, one->tree, chain, named, output->text);
      g_string_append_printf (output->text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", a, b);
    }
}

/* --- JSON -------------------------------------------------------------- */

static void
begin_json (GString                    *text,
            const ThCallDifferenceTree *one)
{
  th_cli_json_begin (text);
  th_json_write_text (text, "tree", one->id);
  th_json_write_text (text, "weight", one->weight->id);
}

/* What was compared: the recordings of each side, and their mean weight. */
static void
append_json_head (const ThCallDifferenceTree *one,
                  GString                    *text)
{
  static const char *const sides[TH_N_CALL_SIDES] = { "a", "b" };

  begin_json (text, one);
  th_json_write_int (text, "comparison", 1);
  for (guint side = 0; side < TH_N_CALL_SIDES; side++)
    {
      th_json_begin_object (text, sides[side]);
      th_json_write_int (text, "runs", one->n_runs[side]);
      th_json_write_double (text, "mean", one->totals[side]);
      th_json_end_object (text);
    }
  th_cli_json_end (text);
}

static void
append_json_chain (ThResults                  *results,
                   const ThCallDifferenceTree *one,
                   const ThCallNode           *node,
                   GArray                     *chain,
                   GString                    *text)
{
  begin_json (text, one);
  th_json_write_double (text, "a", to_share (node->own[TH_CALL_A]));
  th_json_write_double (text, "b", to_share (node->own[TH_CALL_B]));
  th_stacks_chain_add_json (results, chain, text);
  th_cli_json_end (text);
}

static void
print_json (ThResults                  *results,
            const ThCallDifferenceTree *one,
            ThTextOutput                *output)
{
  g_autoptr(GArray) chain = g_array_new (FALSE, FALSE, sizeof (ThCallNode));
  guint32 n = th_call_tree_get_n (one->tree);

  append_json_head (one, output->text);
  for (guint32 i = 0; i < n && th_text_output_check (output); i++)
    {
      ThCallNode node;

      th_call_tree_get (one->tree, i, &node);
      if (node.own[TH_CALL_A] == 0 && node.own[TH_CALL_B] == 0)
        continue;
      th_folded_collect (one->tree, i, chain);
      append_json_chain (results, one, &node, chain, output->text);
    }
}

/* --- functions ----------------------------------------------------------- */

static gint64
get_cell (const ThCallDifferenceTree *one,
          guint32                     row,
          ThCallColumn                column)
{
  return th_table_get_cell (one->functions, row, column);
}

static void
add_shares (GString                    *text,
            const char                 *key,
            const ThCallDifferenceTree *one,
            guint32                     row,
            ThCallColumn                first)
{
  th_json_begin_object (text, key);
  th_json_write_double (text, "a", to_share (get_cell (one, row, first)));
  th_json_write_double (text, "b", to_share (get_cell (one, row, first + 1)));
  th_json_end_object (text);
}

static void
print_functions_json (ThResults                  *results,
                      const ThCallDifferenceTree *one,
                      ThTextOutput                *output)
{
  guint32 n = th_table_get_n (one->functions);

  append_json_head (one, output->text);
  for (guint32 row = 0; row < n && th_text_output_check (output); row++)
    {
      gint64 name = get_cell (one, row, TH_CALL_COLUMN_FUNCTION);
      GString *text = output->text;

      begin_json (text, one);
      th_json_write_text (text, "function", th_results_get_word (results, name));
      th_json_write_text (text, "kind",
                          th_stacks_kind_id (g_array_index (one->kinds, ThCallKind, row)));
      add_shares (text, "self", one, row, TH_CALL_COLUMN_SELF_A);
      add_shares (text, "total", one, row, TH_CALL_COLUMN_TOTAL_A);
      th_cli_json_end (text);
    }
}

/* Adds the cells of side A, side B, the change in percentage points and the factor. */
static void
add_cells (ThTextTable                 *table,
           const ThCallDifferenceTree *one,
           guint32                     row,
           ThCallColumn                first)
{
  gint64 a = get_cell (one, row, first), b = get_cell (one, row, first + 1);

  th_text_table_take (table, th_format_share (to_share (a)));
  th_text_table_take (table, th_format_share (to_share (b)));
  th_text_table_take (table, th_format_points (to_share (b - a), TH_FORMAT_PLAIN));
  th_text_table_take (table, th_call_difference_format_factor (a, b));
}

static void
append_titles (ThTextTable *table)
{
  static const ThCallColumn shown[] = {
    TH_CALL_COLUMN_SELF_A, TH_CALL_COLUMN_SELF_B, TH_CALL_COLUMN_SELF_CHANGE,
    TH_CALL_COLUMN_TOTAL_A, TH_CALL_COLUMN_TOTAL_B, TH_CALL_COLUMN_TOTAL_CHANGE
  };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      th_text_table_add (table, th_call_column_get_title (shown[i]));
      if (i % 3 == 2)
        th_text_table_add (table, "");
    }
  th_text_table_add (table, th_call_column_get_title (TH_CALL_COLUMN_FUNCTION));
  th_text_table_add (table, th_call_column_get_title (TH_CALL_COLUMN_KIND));
}

static void
append_head (const ThCallDifferenceTree *one,
             GString                    *text)
{
  g_autofree char *id = th_printable_line (one->id);

  g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? "\n" : "", id, one->weight->id);
  for (guint side = 0; side < TH_N_CALL_SIDES; side++)
    {
      g_autofree char *total = th_call_difference_format_total (one, side, TH_FORMAT_PLAIN);
      guint n = one->n_runs[side];

      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "; %s: %u recording",
                                                 "; %s: %u recordings", n),
                              side == TH_CALL_A ? _("A") : _("B"), n);
      if (n > 0)
        g_string_append_printf (text, n > 1 ? _(", mean %s") : ", %s", total);
    }
  g_string_append_c (text, '\n');
  if (one->n_left_out > 0 || one->is_full)
    g_string_append_printf (text, "%s\n", _("The smallest branches are summed up as “…”."));
}

static void
print_functions (ThResults                  *results,
                 const ThCallDifferenceTree *one,
                 ThTextOutput                *output)
{
  g_autoptr(ThTextTable) table = th_text_table_new ("rrrlrrrlll");
  guint32 n = th_table_get_n (one->functions);

  append_head (one, output->text);
  append_titles (table);
  for (guint32 row = 0; row < n; row++)
    {
      const char *name = th_results_get_word (results,
                                              get_cell (one, row, TH_CALL_COLUMN_FUNCTION));
      const char *kind = th_results_get_word (results, get_cell (one, row, TH_CALL_COLUMN_KIND));

      add_cells (table, one, row, TH_CALL_COLUMN_SELF_A);
      add_cells (table, one, row, TH_CALL_COLUMN_TOTAL_A);
      th_text_table_take (table, th_printable_line (name));
      th_text_table_add (table, kind);
    }
  th_text_table_append (table, output->text);
}

/* --- which trees ---------------------------------------------------------- */

/* Whether the tree is the chosen one.  Without a weight it is the first one of its trees. */
static gboolean
is_chosen (const ThCallDifference *difference,
           guint                   index,
           const char             *event,
           const char             *weight)
{
  const ThCallDifferenceTree *one = th_call_difference_get (difference, index);

  if (event != NULL && !th_cli_tree_is (one->tree, event))
    return FALSE;
  if (weight != NULL)
    return g_str_equal (one->weight->id, weight);

  for (guint i = 0; i < index; i++)
    {
      const ThCallDifferenceTree *other = th_call_difference_get (difference, i);

      if (g_str_equal (other->analysis, one->analysis) && g_str_equal (other->id, one->id))
        return FALSE;
    }
  return TRUE;
}

gboolean
th_stacks_print_difference (const ThCallDifference *difference,
                            const char             *event,
                            const char             *weight,
                            ThStacksFlags           flags,
                            ThTextOutput            *output)
{
  ThResults *results = th_call_difference_get_results (difference);
  gboolean any = FALSE;

  for (guint i = 0; i < th_call_difference_get_n (difference); i++)
    {
      const ThCallDifferenceTree *one = th_call_difference_get (difference, i);

      if (!is_chosen (difference, i, event, weight))
        continue;
      any = TRUE;
      if (flags == (TH_STACKS_JSON | TH_STACKS_FUNCTIONS))
        print_functions_json (results, one, output);
      else if (flags & TH_STACKS_FUNCTIONS)
        print_functions (results, one, output);
      else if (flags & TH_STACKS_JSON)
        print_json (results, one, output);
      else
        print_folded (results, one, event == NULL, output);
    }

  return any;
}

char *
th_stacks_list_difference (const ThCallDifference *difference)
{
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < th_call_difference_get_n (difference); i++)
    {
      const ThCallDifferenceTree *one = th_call_difference_get (difference, i);

      g_string_append_printf (names, "%s%s (%s)", i > 0 ? ", " : "", one->id, one->weight->id);
    }

  return names->len > 0 ? th_printable_line (names->str) : NULL;
}

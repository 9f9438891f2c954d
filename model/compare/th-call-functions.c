/* th-call-functions.c - the functions of a merged call tree, with the shares of both sides
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-call-difference-private.h"

static const ThColumn columns[TH_N_CALL_COLUMNS] = {
  [TH_CALL_COLUMN_FUNCTION] = { "function", N_("Function"), TH_COLUMN_TEXT },
  [TH_CALL_COLUMN_KIND] = { "kind", N_("Kind"), TH_COLUMN_TEXT },
  [TH_CALL_COLUMN_SELF_A] = { "self_a", N_("Self A"), TH_COLUMN_SHARE },
  [TH_CALL_COLUMN_SELF_B] = { "self_b", N_("Self B"), TH_COLUMN_SHARE },
  [TH_CALL_COLUMN_SELF_CHANGE] = { "self_change", N_("Self Change"), TH_COLUMN_SHARE },
  [TH_CALL_COLUMN_TOTAL_A] = { "total_a", N_("Total A"), TH_COLUMN_SHARE },
  [TH_CALL_COLUMN_TOTAL_B] = { "total_b", N_("Total B"), TH_COLUMN_SHARE },
  [TH_CALL_COLUMN_TOTAL_CHANGE] = { "total_change", N_("Total Change"), TH_COLUMN_SHARE },
};

static const ThTableInfo table_info = {
  "functions", N_("Functions"), N_("function"), columns, TH_N_CALL_COLUMNS, -1, FALSE
};

const char *
th_call_column_get_title (ThCallColumn column)
{
  g_return_val_if_fail (column < TH_N_CALL_COLUMNS, NULL);

  return _(columns[column].title);
}

typedef struct
{
  guint32     name;
  const char *text;
  ThCallKind  kind;
  guint       n_open; /* how many calls of it the walk is inside of */
  gint64      own[TH_N_CALL_SIDES];
  gint64      total[TH_N_CALL_SIDES];
} Function;

/* A walk over the tree, each caller before its callees, leaving them in between. */
typedef struct
{
  const ThCallTree *tree;
  gint64           *totals[TH_N_CALL_SIDES]; /* by node */
  guint32          *first;                   /* by node: its first callee, or 0 */
  guint32          *next;                    /* by node: the next one of its caller, or 0 */
  guint32          *function;                /* by node: index of the function */
  GArray           *functions;
} Walk;

/* --- preparing ----------------------------------------------------------- */

static guint32
find_function (Walk             *walk,
               GHashTable       *by_name,
               ThResults        *results,
               const ThCallNode *node)
{
  gpointer key = GUINT_TO_POINTER (node->name * TH_N_CALL_KINDS + node->kind);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (by_name, key));

  if (index == 0)
    {
      Function function = { node->name, th_results_get_word (results, node->name), node->kind };

      g_array_append_val (walk->functions, function);
      index = walk->functions->len;
      g_hash_table_insert (by_name, key, GUINT_TO_POINTER (index));
    }

  return index - 1;
}

static void
walk_init (Walk             *walk,
           ThResults        *results,
           const ThCallTree *tree)
{
  guint32 n = th_call_tree_get_n (tree);
  g_autoptr(GHashTable) by_name = g_hash_table_new (NULL, NULL);

  *walk = (Walk) { .tree = tree };
  for (guint side = 0; side < TH_N_CALL_SIDES; side++)
    walk->totals[side] = th_call_tree_sum_totals (tree, side, n);
  walk->first = g_new0 (guint32, n);
  walk->next = g_new0 (guint32, n);
  walk->function = g_new0 (guint32, n);
  walk->functions = g_array_new (FALSE, FALSE, sizeof (Function));
  for (guint32 i = n; i-- > 1;)
    {
      ThCallNode node;

      th_call_tree_get (tree, i, &node);
      walk->function[i] = find_function (walk, by_name, results, &node);
      walk->next[i] = walk->first[node.caller];
      walk->first[node.caller] = i;
    }
}

static void
walk_clear (Walk *walk)
{
  for (guint side = 0; side < TH_N_CALL_SIDES; side++)
    g_free (walk->totals[side]);
  g_free (walk->first);
  g_free (walk->next);
  g_free (walk->function);
  g_array_unref (walk->functions);
}

/* --- summing ------------------------------------------------------------- */

/* A chain that goes through a recursive function several times counts once in its total. */
static void
enter (Walk             *walk,
       guint32           index,
       const ThCallNode *node)
{
  Function *function = &g_array_index (walk->functions, Function, walk->function[index]);

  for (guint side = 0; side < TH_N_CALL_SIDES; side++)
    {
      function->own[side] += node->own[side];
      if (function->n_open == 0)
        function->total[side] += walk->totals[side][index];
    }
  function->n_open++;
}

static void
sum_functions (Walk *walk)
{
  guint32 at = walk->first[TH_CALL_ROOT];

  while (at != TH_CALL_ROOT)
    {
      ThCallNode node;

      th_call_tree_get (walk->tree, at, &node);
      enter (walk, at, &node);
      if (walk->first[at] != 0)
        {
          at = walk->first[at];
          continue;
        }
      /* Leave every call that has no further callee. */
      for (;;)
        {
          g_array_index (walk->functions, Function, walk->function[at]).n_open--;
          if (walk->next[at] != 0)
            break;
          th_call_tree_get (walk->tree, at, &node);
          at = node.caller;
          if (at == TH_CALL_ROOT)
            return;
        }
      at = walk->next[at];
    }
}

/* --- the table ------------------------------------------------------------ */

/* Sorts by the size of the change of self, then of the total, then by name. */
static gint
compare_functions (gconstpointer a,
                   gconstpointer b)
{
  const Function *x = a, *y = b;
  gint64 own_x = ABS (x->own[TH_CALL_B] - x->own[TH_CALL_A]);
  gint64 own_y = ABS (y->own[TH_CALL_B] - y->own[TH_CALL_A]);
  gint64 total_x = ABS (x->total[TH_CALL_B] - x->total[TH_CALL_A]);
  gint64 total_y = ABS (y->total[TH_CALL_B] - y->total[TH_CALL_A]);
  int order;

  if (own_x != own_y)
    return own_x > own_y ? -1 : 1;
  if (total_x != total_y)
    return total_x > total_y ? -1 : 1;

  order = strcmp (x->text, y->text);
  return order != 0 ? order : (int) x->kind - (int) y->kind;
}

void
th_call_functions_add (ThResults            *results,
                       ThCallDifferenceTree *tree)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { N_("kernel"), N_("module"), N_("program"),
                                                    N_("task") };
  Walk walk;

  tree->functions = th_results_add_table (results, &table_info);
  tree->kinds = g_array_new (FALSE, FALSE, sizeof (ThCallKind));
  walk_init (&walk, results, tree->tree);
  sum_functions (&walk);
  g_array_sort (walk.functions, compare_functions);
  for (guint i = 0; i < walk.functions->len; i++)
    {
      const Function *function = &g_array_index (walk.functions, Function, i);
      gint64 cells[TH_N_CALL_COLUMNS] = {
        function->name, th_results_intern (results, _(kinds[function->kind])),
        function->own[TH_CALL_A], function->own[TH_CALL_B],
        function->own[TH_CALL_B] - function->own[TH_CALL_A],
        function->total[TH_CALL_A], function->total[TH_CALL_B],
        function->total[TH_CALL_B] - function->total[TH_CALL_A],
      };

      th_table_append (tree->functions, TH_REF_NONE, cells);
      g_array_append_val (tree->kinds, function->kind);
    }
  walk_clear (&walk);
}

/* th-call-sample.c - the call trees of one recording, kept after it is closed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "th-call-sample.h"
#include "th-hash.h"

struct _ThCallSample
{
  ThResolution resolution;
  GPtrArray   *trees; /* of ThCallSampleTree */
  GPtrArray   *names; /* of char *, which are the keys of the table while it is filled */
};

/* What is needed to copy one tree. */
typedef struct
{
  ThCallSample *sample;
  GHashTable   *by_name;  /* text → index of the name + 1 */
  ThResults    *results;
  ThCallTree   *tree;
  guint32       n;
  guint8       *is_left_out; /* by node; NULL: all are kept */
} Copy;

/* --- names ------------------------------------------------------------- */

static guint32
add_name (Copy       *copy,
          const char *text)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (copy->by_name, text));

  if (index == 0)
    {
      char *name = g_strdup (text);

      g_ptr_array_add (copy->sample->names, name);
      index = copy->sample->names->len;
      g_hash_table_insert (copy->by_name, name, GUINT_TO_POINTER (index));
    }

  return index - 1;
}

/* --- which nodes are kept ------------------------------------------------ */

/* Each node's largest share of any weight.  No callee's share exceeds that of its caller. */
static double *
sum_shares (const Copy *copy)
{
  guint n_weights = th_call_tree_get_info (copy->tree)->n_weights;
  double *shares = g_new0 (double, copy->n);

  for (guint weight = 0; weight < n_weights; weight++)
    {
      g_autofree gint64 *totals = th_call_tree_sum_totals (copy->tree, weight, copy->n);

      for (guint32 i = 0; i < copy->n && totals[0] > 0; i++)
        shares[i] = MAX (shares[i], (double) totals[i] / totals[0]);
    }

  return shares;
}

static int
compare_descending (const void *a,
                    const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x < y) - (x > y);
}

/* Decides which nodes of a large tree are left out.  Of nodes with the same share the first
 * ones are kept, which are callers of later ones, never their callees. */
static void
choose_nodes (Copy *copy)
{
  g_autofree double *shares = NULL, *sorted = NULL;
  guint32 n_equal = 0;
  double least;

  if (copy->n <= TH_CALL_SAMPLE_MAX_NODES)
    return;

  shares = sum_shares (copy);
  sorted = g_memdup2 (shares, copy->n * sizeof *shares);
  qsort (sorted, copy->n, sizeof *sorted, compare_descending);
  least = sorted[TH_CALL_SAMPLE_MAX_NODES - 1];
  for (guint32 i = TH_CALL_SAMPLE_MAX_NODES; i-- > 0 && sorted[i] == least;)
    n_equal++;

  copy->is_left_out = g_new0 (guint8, copy->n);
  for (guint32 i = 0; i < copy->n; i++)
    if (shares[i] < least || (shares[i] == least && n_equal == 0))
      copy->is_left_out[i] = TRUE;
    else if (shares[i] == least)
      n_equal--;
}

/* --- copying ------------------------------------------------------------- */

static guint32
add_node (ThCallSampleTree *tree,
          guint32           caller,
          guint32           name,
          ThCallKind        kind)
{
  ThCallSampleNode node = { caller, name, kind, { 0, } };

  g_array_append_val (tree->nodes, node);
  return tree->nodes->len - 1;
}

/* Returns the node below @caller that stands for what was left out there. */
static guint32
get_rest (Copy             *copy,
          ThCallSampleTree *tree,
          GHashTable       *rests,
          guint32           caller)
{
  guint32 rest = GPOINTER_TO_UINT (g_hash_table_lookup (rests, GUINT_TO_POINTER (caller)));

  if (rest == 0)
    {
      rest = add_node (tree, caller, add_name (copy, TH_CALL_SAMPLE_REST),
                       g_array_index (tree->nodes, ThCallSampleNode, caller).kind);
      g_hash_table_insert (rests, GUINT_TO_POINTER (caller), GUINT_TO_POINTER (rest));
    }

  return rest;
}

static void
copy_nodes (Copy             *copy,
            ThCallSampleTree *tree)
{
  g_autoptr(GHashTable) rests = g_hash_table_new (NULL, NULL); /* caller → its rest */
  g_autofree guint32 *to = g_new (guint32, copy->n); /* node of the tree → node of the sample */

  add_node (tree, 0, add_name (copy, ""), TH_CALL_KERNEL);
  for (guint32 i = 0; i < copy->n; i++)
    {
      ThCallSampleNode *node;
      ThCallNode at;

      th_call_tree_get (copy->tree, i, &at);
      if (i == TH_CALL_ROOT)
        to[i] = 0;
      else if (copy->is_left_out == NULL || !copy->is_left_out[i])
        to[i] = add_node (tree, to[at.caller],
                          add_name (copy, th_results_get_word (copy->results, at.name)), at.kind);
      else if (copy->is_left_out[at.caller])
        to[i] = to[at.caller];
      else
        to[i] = get_rest (copy, tree, rests, to[at.caller]);

      tree->n_left_out += copy->is_left_out != NULL && copy->is_left_out[i];
      node = &g_array_index (tree->nodes, ThCallSampleNode, to[i]);
      for (guint weight = 0; weight < tree->n_weights; weight++)
        if (__builtin_add_overflow (node->own[weight], MAX (at.own[weight], 0),
                                    &node->own[weight]))
          node->own[weight] = G_MAXINT64;
    }
}

static void
tree_free (gpointer data)
{
  ThCallSampleTree *tree = data;

  g_free (tree->analysis);
  g_free (tree->id);
  g_free (tree->title);
  g_array_unref (tree->nodes);
  g_free (tree);
}

/* Trees of different spans are compared with each other, so parameters do not count unless they
 * tell two runs of an analysis apart.  @runs: id without parameters → the first results. */
static char *
dup_analysis (GHashTable *runs,
              ThResults  *results)
{
  const char *id = th_results_get_id (results), *parameters = strchr (id, '(');
  g_autofree char *name = parameters != NULL ? g_strndup (id, parameters - id) : g_strdup (id);

  if (!g_hash_table_contains (runs, name))
    g_hash_table_insert (runs, g_strdup (name), results);
  return g_hash_table_lookup (runs, name) == results ? g_steal_pointer (&name) : g_strdup (id);
}

static void
take_tree (Copy       *copy,
           GHashTable *runs)
{
  const ThCallTreeInfo *info = th_call_tree_get_info (copy->tree);
  ThCallSampleTree *tree = g_new0 (ThCallSampleTree, 1);

  tree->analysis = dup_analysis (runs, copy->results);
  tree->id = g_utf8_make_valid (info->id, -1);
  tree->title = g_utf8_make_valid (info->title, -1);
  tree->weights = info->weights;
  tree->n_weights = MIN (info->n_weights, TH_CALL_MAX_WEIGHTS);
  tree->nodes = g_array_new (FALSE, FALSE, sizeof (ThCallSampleNode));
  choose_nodes (copy);
  copy_nodes (copy, tree);
  g_clear_pointer (&copy->is_left_out, g_free);
  g_ptr_array_add (copy->sample->trees, tree);
}

ThCallSample *
th_call_sample_take (GPtrArray    *all,
                     ThResolution  resolution)
{
  ThCallSample *self = g_new0 (ThCallSample, 1);
  g_autoptr(GHashTable) by_name = g_hash_table_new (th_string_hash, g_str_equal);
  g_autoptr(GHashTable) runs = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  Copy copy = { .sample = self, .by_name = by_name };

  self->resolution = resolution;
  self->trees = g_ptr_array_new_with_free_func (tree_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_trees (all->pdata[i]); j++)
      {
        copy.results = all->pdata[i];
        copy.tree = th_results_get_tree (copy.results, j);
        copy.n = th_call_tree_get_n (copy.tree);
        if (copy.n > 1)
          take_tree (&copy, runs);
      }

  return self;
}

void
th_call_sample_free (ThCallSample *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->trees);
  g_ptr_array_unref (self->names);
  g_free (self);
}

/* --- accessors --------------------------------------------------------- */

ThResolution
th_call_sample_get_resolution (const ThCallSample *self)
{
  return self->resolution;
}

guint
th_call_sample_get_n_trees (const ThCallSample *self)
{
  return self->trees->len;
}

const ThCallSampleTree *
th_call_sample_get_tree (const ThCallSample *self,
                         guint               index)
{
  g_return_val_if_fail (index < self->trees->len, NULL);

  return self->trees->pdata[index];
}

guint
th_call_sample_get_n_names (const ThCallSample *self)
{
  return self->names->len;
}

const char *
th_call_sample_get_name (const ThCallSample *self,
                         guint32             name)
{
  g_return_val_if_fail (name < self->names->len, NULL);

  return self->names->pdata[name];
}

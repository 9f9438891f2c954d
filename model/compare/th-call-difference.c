/* th-call-difference.c - the call trees of two sides of recordings, merged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-call-difference-private.h"
#include "th-hash.h"

/* Factors from here on are written without a fraction. */
#define BIG_FACTOR 10

struct _ThCallDifference
{
  gint       ref_count;
  ThResults *results;
  GPtrArray *trees;   /* of ThCallDifferenceTree */
};

/* One tree of one sample, by one of its weights. */
typedef struct
{
  const ThCallSample     *sample;
  const ThCallSampleTree *tree;
  guint                   weight;
  double                  total;
  ThCallSide              side;
} Part;

/* The parts that are merged into one tree. */
typedef struct
{
  ThCallDifferenceTree *merged;
  GArray               *parts;
} Group;

G_STATIC_ASSERT (TH_N_CALL_SIDES <= TH_CALL_MAX_WEIGHTS);

/* --- grouping ------------------------------------------------------------ */

static void
tree_free (gpointer data)
{
  ThCallDifferenceTree *tree = data;

  g_free (tree->analysis);
  g_free (tree->id);
  g_free (tree->title);
  g_clear_pointer (&tree->kinds, g_array_unref);
  g_free (tree);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->parts);
  g_free (group);
}

static double
sum_weight (const ThCallSampleTree *tree,
            guint                   weight)
{
  double sum = 0;

  for (guint i = 0; i < tree->nodes->len; i++)
    sum += g_array_index (tree->nodes, ThCallSampleNode, i).own[weight];

  return sum;
}

static Group *
get_group (ThCallDifference       *self,
           GHashTable             *groups,
           GPtrArray              *in_order,
           const ThCallSampleTree *tree,
           const ThCallWeight     *weight)
{
  g_autofree char *key = g_strjoin ("\n", weight->id, tree->analysis, tree->id, NULL);
  Group *group = g_hash_table_lookup (groups, key);

  if (group != NULL)
    return group;

  group = g_new0 (Group, 1);
  group->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  group->merged = g_new0 (ThCallDifferenceTree, 1);
  group->merged->analysis = g_strdup (tree->analysis);
  group->merged->id = g_strdup (tree->id);
  group->merged->title = g_strdup (tree->title);
  group->merged->weight = weight;
  g_hash_table_insert (groups, g_steal_pointer (&key), group);
  g_ptr_array_add (in_order, group);
  g_ptr_array_add (self->trees, group->merged);
  return group;
}

static void
group_sample (ThCallDifference   *self,
              GHashTable         *groups,
              GPtrArray          *in_order,
              const ThCallSample *sample,
              ThCallSide          side)
{
  for (guint i = 0; i < th_call_sample_get_n_trees (sample); i++)
    {
      const ThCallSampleTree *tree = th_call_sample_get_tree (sample, i);

      for (guint weight = 0; weight < tree->n_weights; weight++)
        {
          Part part = { sample, tree, weight, sum_weight (tree, weight), side };
          Group *group;

          if (part.total <= 0)
            continue;
          group = get_group (self, groups, in_order, tree, &tree->weights[weight]);
          group->merged->n_runs[side]++;
          group->merged->resolution = MAX (group->merged->resolution,
                                           th_call_sample_get_resolution (sample));
          group->merged->n_left_out += tree->n_left_out;
          g_array_append_val (group->parts, part);
        }
    }
}

/* --- merging ------------------------------------------------------------- */

/* Finds the node of the merged tree for each node of the part. */
static guint32 *
map_nodes (ThCallDifference *self,
           ThCallTree       *merged,
           const Part       *part)
{
  const GArray *nodes = part->tree->nodes;
  guint n_names = th_call_sample_get_n_names (part->sample);
  g_autofree guint32 *words = g_new0 (guint32, n_names); /* name → word + 1; 0: unknown yet */
  guint32 *to = g_new (guint32, nodes->len);

  to[0] = TH_CALL_ROOT;
  for (guint i = 1; i < nodes->len; i++)
    {
      const ThCallSampleNode *node = &g_array_index (nodes, ThCallSampleNode, i);

      if (words[node->name] == 0)
        words[node->name] = th_results_intern (self->results,
                                               th_call_sample_get_name (part->sample,
                                                                        node->name)) + 1;
      to[i] = th_call_tree_enter (merged, to[node->caller], words[node->name] - 1, node->kind,
                                  TH_REF_NONE);
    }

  return to;
}

/* Adds @quota to the merged tree, divided like the weights of the part.  Each node gets what
 * the running sum gains with it, so that rounding loses nothing. */
static void
merge_part (ThCallDifference *self,
            ThCallTree       *merged,
            const Part       *part,
            gint64            quota)
{
  const GArray *nodes = part->tree->nodes;
  g_autofree guint32 *to = map_nodes (self, merged, part);
  gint64 given = 0;
  double sum = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      gint64 weights[TH_N_CALL_SIDES] = { 0, }, until;

      sum += g_array_index (nodes, ThCallSampleNode, i).own[part->weight];
      until = llround (sum / part->total * quota);
      weights[part->side] = until - given;
      given = until;
      th_call_tree_count (merged, to[i], weights, TH_REF_NONE);
    }
}

static void
merge_group (ThCallDifference     *self,
             const Group          *group,
             const ThCallTreeInfo *info)
{
  ThCallDifferenceTree *merged = group->merged;
  guint n_merged[TH_N_CALL_SIDES] = { 0, };

  merged->tree = th_results_add_tree (self->results, info);
  for (guint i = 0; i < group->parts->len; i++)
    {
      const Part *part = &g_array_index (group->parts, Part, i);
      guint n = merged->n_runs[part->side], nth = n_merged[part->side]++;

      merge_part (self, merged->tree, part,
                  TH_CALL_WHOLE / n + (nth < TH_CALL_WHOLE % n ? 1 : 0));
      merged->totals[part->side] += part->total / n;
    }
  merged->is_full = th_call_tree_is_full (merged->tree);
  th_results_publish (self->results);
  th_call_functions_add (self->results, merged);
}

ThCallDifference *
th_call_difference_new (GPtrArray *a,
                        GPtrArray *b)
{
  static const ThCallWeight sides[TH_N_CALL_SIDES] = {
    [TH_CALL_A] = { "a", N_("A"), TH_UNIT_COUNT },
    [TH_CALL_B] = { "b", N_("B"), TH_UNIT_COUNT },
  };
  ThCallDifference *self = g_new0 (ThCallDifference, 1);
  g_autoptr(GHashTable) groups = g_hash_table_new_full (th_string_hash, g_str_equal, g_free,
                                                        group_free);
  g_autoptr(GPtrArray) in_order = g_ptr_array_new ();

  self->ref_count = 1;
  self->results = th_results_new ("call-difference", _("Functions"));
  self->trees = g_ptr_array_new_with_free_func (tree_free);
  for (guint i = 0; i < a->len; i++)
    group_sample (self, groups, in_order, a->pdata[i], TH_CALL_A);
  for (guint i = 0; i < b->len; i++)
    group_sample (self, groups, in_order, b->pdata[i], TH_CALL_B);

  for (guint i = 0; i < in_order->len; i++)
    {
      const Group *group = in_order->pdata[i];
      ThCallTreeInfo info = { group->merged->id, group->merged->title, sides, TH_N_CALL_SIDES };

      merge_group (self, group, &info);
    }
  th_results_finish (self->results);

  return self;
}

ThCallDifference *
th_call_difference_ref (ThCallDifference *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
th_call_difference_unref (ThCallDifference *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_ptr_array_unref (self->trees);
  th_results_unref (self->results);
  g_free (self);
}

/* --- accessors --------------------------------------------------------- */

guint
th_call_difference_get_n (const ThCallDifference *self)
{
  return self->trees->len;
}

const ThCallDifferenceTree *
th_call_difference_get (const ThCallDifference *self,
                        guint                   index)
{
  g_return_val_if_fail (index < self->trees->len, NULL);

  return self->trees->pdata[index];
}

ThResults *
th_call_difference_get_results (const ThCallDifference *self)
{
  return self->results;
}

/* --- texts ------------------------------------------------------------- */

char *
th_call_difference_format_total (const ThCallDifferenceTree *tree,
                                 ThCallSide                  side,
                                 ThFormatFlags               flags)
{
  gint64 total = tree->totals[side] < 9e18 ? llround (tree->totals[side]) : G_MAXINT64;

  return tree->weight->unit == TH_UNIT_TIME ? th_format_duration (total, tree->resolution, flags)
                                            : th_format_count (total);
}

char *
th_call_difference_format_factor (gint64 a,
                                  gint64 b)
{
  double factor = a > 0 ? (double) b / a : 0;

  if (a <= 0)
    return g_strdup (b > 0 ? _("only in B") : "");
  if (b <= 0)
    return g_strdup (_("only in A"));
  if (factor >= BIG_FACTOR)
    return g_strdup_printf ("×%.0f", factor);

  return g_strdup_printf (factor < 0.01 ? "×%.2g" : "×%.2f", factor);
}

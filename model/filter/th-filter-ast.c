/* th-filter-ast.c - makes and frees the nodes and tests of the syntax tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-arith.h"

/* --- tests ------------------------------------------------------------- */

static void
operand_clear (gpointer data)
{
  g_free (((FilterOperand *) data)->text);
}

FilterLeaf *
filter_leaf_new (FilterOp op,
                 guint    begin,
                 guint    end)
{
  FilterLeaf *leaf = g_new0 (FilterLeaf, 1);

  leaf->op = op;
  leaf->begin = begin;
  leaf->end = end;
  leaf->operands = g_array_new (FALSE, TRUE, sizeof (FilterOperand));
  g_array_set_clear_func (leaf->operands, operand_clear);
  leaf->types = g_array_new (FALSE, TRUE, sizeof (FilterTypes));
  g_array_set_clear_func (leaf->types, (GDestroyNotify) filter_types_clear);
  leaf->items = g_array_new (FALSE, TRUE, sizeof (FilterItem));

  return leaf;
}

void
filter_leaf_free (FilterLeaf *leaf)
{
  g_free (leaf->left.text);
  g_free (leaf->right.text);
  filter_arith_free (leaf->arith);
  filter_arith_free (leaf->other);
  g_array_unref (leaf->operands);
  g_array_unref (leaf->types);
  g_array_unref (leaf->items);
  g_free (leaf->test.more);
  filter_text_free (leaf->text);
  g_clear_pointer (&leaf->flow_columns, g_array_unref);
  g_clear_pointer (&leaf->flow_bits, g_ptr_array_unref);
  g_clear_pointer (&leaf->links, th_results_unref);
  g_free (leaf->frame_test);
  g_clear_pointer (&leaf->frame_rows, th_rows_unref);
  g_free (leaf);
}

gboolean
filter_leaf_match_type (const FilterLeaf *leaf,
                        ThRecording      *recording,
                        guint             type)
{
  const char *system = th_recording_get_type_system (recording, type);
  const char *name = th_recording_get_type_name (recording, type);
  g_autofree char *full = NULL;
  const char *text = leaf->left.subject == SUBJECT_EVENT ? name : system;

  for (guint i = 0; leaf->op == OP_TYPES && i < leaf->types->len; i++)
    if (filter_types_match (&g_array_index (leaf->types, FilterTypes, i), system, name))
      return TRUE;
  if (leaf->op == OP_TYPES)
    return FALSE;

  if (leaf->left.subject == SUBJECT_TYPE)
    text = full = g_strdup_printf ("%s:%s", system, name);
  return filter_text_match (leaf->text, text, strlen (text), &(FilterPatience) { 0 });
}

/* --- nodes ------------------------------------------------------------- */

FilterNode *
filter_node_new (FilterNodeKind kind)
{
  FilterNode *node = g_new0 (FilterNode, 1);

  node->kind = kind;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) filter_node_free);
  return node;
}

void
filter_node_free (FilterNode *node)
{
  if (node == NULL)
    return;

  g_ptr_array_unref (node->children);
  g_free (node);
}

FilterNode *
filter_node_join (FilterNodeKind  kind,
                  FilterNode     *left,
                  FilterNode     *right)
{
  FilterNode *node = left;

  if (right == NULL)
    {
      filter_node_free (left);
      return NULL;
    }

  if (left->kind != kind)
    {
      node = filter_node_new (kind);
      g_ptr_array_add (node->children, left);
    }
  g_ptr_array_add (node->children, right);

  return node;
}

FilterNode *
filter_leaf_node (ThFilter   *self,
                  FilterLeaf *leaf)
{
  FilterNode *node = filter_node_new (NODE_LEAF);

  leaf->index = self->leaves->len;
  g_ptr_array_add (self->leaves, leaf);
  node->leaf = leaf;
  return node;
}

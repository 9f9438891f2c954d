/* th-print-constants.c - constants in print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-print-constants.h"

const char *
th_print_number (ThPool *pool,
                 gint64  value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return th_pool_strndup (pool, text, strlen (text));
}

static gboolean
fold_values (ThOp     op,
             guint64  left,
             guint64  right,
             guint64 *value)
{
  switch (op)
    {
    case TH_OP_SHIFT_RIGHT:   *value = left >> (right & 63); return TRUE;
    case TH_OP_SHIFT_LEFT:    *value = left << (right & 63); return TRUE;
    case TH_OP_LESS:          *value = left < right; return TRUE;
    case TH_OP_GREATER:       *value = left > right; return TRUE;
    case TH_OP_LESS_EQUAL:    *value = left <= right; return TRUE;
    case TH_OP_GREATER_EQUAL: *value = left >= right; return TRUE;
    case TH_OP_EQUAL:         *value = left == right; return TRUE;
    case TH_OP_UNEQUAL:       *value = left != right; return TRUE;
    case TH_OP_AND:           *value = left & right; return TRUE;
    case TH_OP_OR:            *value = left | right; return TRUE;
    case TH_OP_XOR:           *value = left ^ right; return TRUE;
    case TH_OP_BOTH:          *value = left && right; return TRUE;
    case TH_OP_EITHER:        *value = left || right; return TRUE;
    case TH_OP_ADD:           *value = left + right; return TRUE;
    case TH_OP_SUBTRACT:      *value = left - right; return TRUE;
    case TH_OP_MULTIPLY:      *value = left * right; return TRUE;
    case TH_OP_DIVIDE:        *value = right ? left / right : 0; return TRUE;
    case TH_OP_REMAINDER:     *value = right ? left % right : 0; return TRUE;
    default:                  return FALSE;
    }
}

void
th_node_fold (ThPool *pool,
              ThNode *node)
{
  guint64 value;

  if (node->type != TH_NODE_OP)
    return;
  if (node->left != NULL)
    th_node_fold (pool, node->left);
  if (node->right != NULL)
    th_node_fold (pool, node->right);
  if (node->left == NULL || node->right == NULL ||
      node->left->type != TH_NODE_ATOM || node->right->type != TH_NODE_ATOM)
    return;

  if (fold_values (node->op, g_ascii_strtoull (node->left->text, NULL, 0),
                   g_ascii_strtoull (node->right->text, NULL, 0), &value))
    {
      memset (node, 0, sizeof *node);
      th_node_set_atom (node, th_print_number (pool, (gint64) value));
    }
}

static gboolean
evaluate_op (const ThNode *node,
             gint64        left,
             gint64        right,
             gint64       *value)
{
  guint64 result;

  switch ((ThOp) node->op)
    {
    case TH_OP_OR: case TH_OP_EITHER: case TH_OP_AND: case TH_OP_BOTH:
    case TH_OP_SHIFT_LEFT: case TH_OP_EQUAL: case TH_OP_UNEQUAL:
    case TH_OP_ADD: case TH_OP_SUBTRACT:
      fold_values (node->op, (guint64) left, (guint64) right, &result);
      *value = (gint64) result;
      return TRUE;

    case TH_OP_SHIFT_RIGHT:   *value = left >> (right & 63); return TRUE;
    case TH_OP_LESS:          *value = left < right; return TRUE;
    case TH_OP_GREATER:       *value = left > right; return TRUE;
    case TH_OP_LESS_EQUAL:    *value = left <= right; return TRUE;
    case TH_OP_GREATER_EQUAL: *value = left >= right; return TRUE;
    case TH_OP_COMPLEMENT:    *value = ~right; return TRUE;
    default:                  return FALSE;
    }
}

/* Evaluates a constant of a value list: signed, and FALSE for some operators. */
static gboolean
evaluate_constant (const ThNode *node,
                   gint64       *value)
{
  gint64 left = 0;
  gint64 right = 0;
  gboolean unary;

  switch (node->type)
    {
    case TH_NODE_ATOM:
      *value = g_ascii_strtoll (node->text, NULL, 0);
      return TRUE;

    case TH_NODE_CAST:
      if (!evaluate_constant (node->left, value))
        return FALSE;
      *value = (gint64) ((guint64) *value & node->value);
      return TRUE;

    case TH_NODE_OP:
      unary = node->left != NULL && node->left->type == TH_NODE_NULL;
      if (node->left == NULL || node->right == NULL)
        return FALSE;
      if (unary && node->op != TH_OP_ADD && node->op != TH_OP_SUBTRACT &&
          node->op != TH_OP_COMPLEMENT)
        return FALSE;
      if (!unary && node->op != TH_OP_COMPLEMENT && !evaluate_constant (node->left, &left))
        return FALSE;
      return evaluate_constant (node->right, &right) && evaluate_op (node, left, right, value);

    default:
      return FALSE;
    }
}

const char *
th_print_constant (ThPool       *pool,
                   const ThNode *node)
{
  gint64 value;

  while (node->type == TH_NODE_CAST)
    node = node->left;
  if (node->type == TH_NODE_ATOM)
    return node->text;
  if (node->type == TH_NODE_OP && evaluate_constant (node, &value))
    return th_print_number (pool, value);

  return NULL;
}

/* Looks up a constant that kernels left unexpanded in their formats. */
static gboolean
known_word (const char *word,
            gint64     *value)
{
  static const char *const softirqs[] = {
    "HI_SOFTIRQ", "TIMER_SOFTIRQ", "NET_TX_SOFTIRQ", "NET_RX_SOFTIRQ", "BLOCK_SOFTIRQ",
    "IRQ_POLL_SOFTIRQ", "TASKLET_SOFTIRQ", "SCHED_SOFTIRQ", "HRTIMER_SOFTIRQ", "RCU_SOFTIRQ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (softirqs); i++)
    if (strcmp (word, softirqs[i]) == 0)
      {
        *value = i;
        return TRUE;
      }
  *value = strcmp (word, "HRTIMER_RESTART") == 0;

  return *value == 1 || strcmp (word, "HRTIMER_NORESTART") == 0;
}

void
th_node_value_set (ThNodeValue *value,
                   const char  *text)
{
  if (g_ascii_isdigit (text[0]))
    {
      value->exact = g_ascii_strtoull (text, NULL, 0);
      value->value = (gint64) value->exact;
      value->is_exact = TRUE;
    }
  else if (known_word (text, &value->value))
    {
      value->exact = (guint64) value->value;
      value->is_exact = TRUE;
    }
  else
    {
      /* libtraceevent reads every negative number as -1 */
      value->value = -1;
      value->is_exact = text[0] == '-';
      value->exact = (guint64) g_ascii_strtoll (text, NULL, 0);
    }
}

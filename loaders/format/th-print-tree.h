/* th-print-tree.h - trees of print arguments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-event-format.h"

G_BEGIN_DECLS

/* The numbers are those of libtraceevent (enum tep_print_arg_type), which prints them if
 * the argument of an address conversion has the wrong kind. */
typedef enum
{
  TH_NODE_NULL,
  TH_NODE_ATOM,
  TH_NODE_FIELD,
  TH_NODE_FLAGS,
  TH_NODE_SYMBOL,
  TH_NODE_HEX,
  TH_NODE_INT_ARRAY,
  TH_NODE_CAST,
  TH_NODE_STRING,
  TH_NODE_BSTRING,
  TH_NODE_DYNAMIC_ARRAY,
  TH_NODE_OP,
  TH_NODE_FUNC,
  TH_NODE_BITMASK,
  TH_NODE_DYNAMIC_ARRAY_LEN,
  TH_NODE_HEX_STR,
  TH_NODE_CPUMASK,
  TH_NODE_ARGUMENT /* argument of a trace_printk(): number or text */
} ThNodeType;

typedef enum
{
  TH_OP_NONE,
  TH_OP_COMPLEMENT,
  TH_OP_NOT,
  TH_OP_MULTIPLY,
  TH_OP_DIVIDE,
  TH_OP_REMAINDER,
  TH_OP_ADD,
  TH_OP_SUBTRACT,
  TH_OP_SHIFT_LEFT,
  TH_OP_SHIFT_RIGHT,
  TH_OP_LESS,
  TH_OP_GREATER,
  TH_OP_LESS_EQUAL,
  TH_OP_GREATER_EQUAL,
  TH_OP_EQUAL,
  TH_OP_UNEQUAL,
  TH_OP_AND,
  TH_OP_XOR,
  TH_OP_OR,
  TH_OP_BOTH,
  TH_OP_EITHER,
  TH_OP_CONDITION,
  TH_OP_COLON,
  TH_OP_INDEX,
  TH_OP_INCREMENT,
  TH_OP_DECREMENT
} ThOp;

typedef struct _ThNode ThNode;

/* A name of a value.  @value is for comparison like in libtraceevent (-1 if it cannot be
 * parsed); @exact is the actual number if @is_exact. */
typedef struct
{
  gint64      value;
  guint64     exact;
  gboolean    is_exact;
  const char *name;
} ThNodeValue;

/**
 * ThNode:
 * @op: operator of an OP
 * @size: size in bytes of a FIELD, 0: not a number
 * @offset: offset of a FIELD
 * @value: number of an ATOM; mask of a CAST; index of an ARGUMENT
 * @text: text of an ATOM; type of a CAST
 * @left, @right, @third: operands, or parameters of a helper
 */
struct _ThNode
{
  guint8               type;
  guint8               op;
  guint8               size;
  gint8                priority;
  guint32              offset;
  guint64              value;
  const char          *text;
  const ThFormatField *field;
  ThNode              *left;
  ThNode              *right;
  ThNode              *third;
  ThNodeValue         *values;
  guint                n_values;
};

static inline const ThNode *
th_node_skip_casts (const ThNode *node)
{
  while (node->type == TH_NODE_CAST)
    node = node->left;

  return node;
}

void    th_node_set_atom (ThNode     *node,
                          const char *text);
/* The bits that a cast to @type keeps; with @dereference, one to what @type points to. */
guint64 th_cast_mask     (const char *type,
                          gboolean    dereference);

G_END_DECLS

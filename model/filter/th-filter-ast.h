/* th-filter-ast.h - the syntax tree of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The inner nodes are "and", "or" and "not"; each leaf is a test.  The parser builds the tree;
 * the type check then resolves the names and sets the fields that are marked below.  After
 * that the tree does not change, and any thread may read it.
 */
#pragma once

#include "th-filter-token.h"
#include "th-filter-types.h"
#include "th-filter.h"
#include "th-results.h"

G_BEGIN_DECLS

/* The maximum depth of nesting; expressions may come from files. */
#define FILTER_MAX_DEPTH 64

/* --- constants --------------------------------------------------------- */

/* A constant is a number, or a word that is the name of a number. */
typedef struct
{
  char    *word;      /* NULL: it is a number */
  gboolean quoted;
  char     quote;
  gboolean negative;
  gboolean has_fraction;
  guint64  magnitude;
  double   real;
  guint    begin;
  guint    end;
} FilterConst;

typedef struct
{
  FilterConst low;
  FilterConst high;   /* where is_range */
  gboolean    is_range;
} FilterItem;

/* Keys are ordered like their numbers: the sign bit of signed numbers is flipped. */
typedef struct
{
  guint64 low;
  guint64 span;
} FilterRange;

/* A test whether a key is in one of several ranges. */
typedef struct
{
  guint64      flip;
  guint64      mask;   /* for OP_ANY, instead of ranges */
  gboolean     negate;
  guint        n;
  FilterRange  one;
  FilterRange *more;   /* if n > 1 */
} FilterIntTest;

static inline gboolean
filter_int_test (const FilterIntTest *self,
                 guint64              value)
{
  const FilterRange *range = self->n > 1 ? self->more : &self->one;
  gboolean in = FALSE;

  if (self->mask != 0)
    return (value & self->mask) != 0;

  value ^= self->flip;
  for (guint i = 0; i < self->n; i++)
    in |= value - range[i].low <= range[i].span;

  return in != self->negate;
}

/* --- operands ---------------------------------------------------------- */

/* What a test or a value refers to. */
typedef enum
{
  SUBJECT_NONE,
  SUBJECT_TYPES,  /* "system:event" patterns */
  SUBJECT_EVENT,
  SUBJECT_SYSTEM,
  SUBJECT_TYPE,   /* "system:event" */
  SUBJECT_CPU,
  SUBJECT_STREAM,
  SUBJECT_RECORDING, /* one of the recordings on the timeline */
  SUBJECT_TIME,
  SUBJECT_PID,
  SUBJECT_TGID,
  SUBJECT_TASK,
  SUBJECT_SAVED,  /* the task's name as the file saved it */
  SUBJECT_INFO,
  SUBJECT_FIELD,
  SUBJECT_FLOW,   /* a flow that the event is a part of */
  SUBJECT_NAME,   /* in arithmetic: the name of a number, which its fields define */
  SUBJECT_ARITH   /* computed from other values */
} FilterSubject;

static inline gboolean
filter_subject_is_int (FilterSubject subject)
{
  return subject == SUBJECT_CPU || subject == SUBJECT_TIME || subject == SUBJECT_PID ||
         subject == SUBJECT_TGID;
}

typedef enum
{
  OPERAND_NONE,
  OPERAND_WORD,
  OPERAND_NUMBER,
  OPERAND_TEXT
} FilterOperandKind;

typedef struct
{
  FilterOperandKind kind;
  guint             begin;
  guint             end;
  char             *text;
  char              quote;
  FilterNumber      number;
  /* The type check sets these: */
  FilterSubject     subject;
  const char       *field;  /* of a FIELD or FLOW; it points into text */
  ThColumnKind      column; /* of a FLOW: the kind of its column */
} FilterOperand;

/* An arithmetic expression: a value, a binary operator with two operands, or a unary operator
 * with one (@left).  A number has the value of its digits and unit until the type check
 * knows what it is compared with. */
typedef struct _FilterArith FilterArith;

struct _FilterArith
{
  FilterArithKind kind;
  guint           begin;
  guint           end;
  FilterOperand   operand; /* of a VALUE */
  FilterArith    *left;
  FilterArith    *right;
  /* The type check sets this: */
  __int128        number;  /* of a VALUE that is a number */
};

/* --- tests ------------------------------------------------------------- */

typedef struct
{
  guint          index;
  guint          begin;
  guint          end;
  FilterOp       op;
  FilterOperand  left;
  FilterOperand  right;
  FilterArith   *arith;       /* instead of @left; NULL: @left is a single value */
  FilterArith   *other;       /* instead of @right, if there is an @arith */
  gboolean       ignore_case; /* of a regular expression */
  gboolean       is_basic;    /* the regular expression is trace-cmd's */
  GArray        *operands;    /* of FilterOperand: the list of "in", alternating low and high */
  GArray        *types;       /* of FilterTypes */
  /* The type check sets these: */
  GArray        *items;       /* of FilterItem: what a number is compared with */
  FilterText    *text;        /* what a text is compared with */
  gboolean       is_pair;     /* two fields, or arithmetic, are compared */
  gboolean       is_unsigned; /* numbers are compared as trace-cmd does */
  gboolean       with_pid;    /* of TASK, SAVED: "name-pid", as events are printed */
  FilterIntTest  test;        /* of TIME, CPU, PID, TGID, FLOW */
  GArray        *flow_columns; /* of FilterFlowColumn; NULL if the test does not refer to a FLOW */
  ThResults     *links;        /* of frames; NULL if the test does not refer to frames of a FLOW */
  char          *frame_test;   /* the text of a filter that frames have to pass */
  /* The filter sets this when the type check has ended, and frees it: */
  ThFilter      *frames;
  /* The first evaluation sets these: */
  ThRows        *frame_rows;   /* the frames that pass */
  GPtrArray     *flow_bits;   /* by CPU over all streams: the events of flows that pass */
} FilterLeaf;

FilterLeaf *filter_leaf_new        (FilterOp          op,
                                    guint             begin,
                                    guint             end);
void        filter_leaf_free       (FilterLeaf       *leaf);
/* Returns whether a test of types only passes events of @type. */
gboolean    filter_leaf_match_type (const FilterLeaf *leaf,
                                    ThRecording      *recording,
                                    guint             type);

/* --- the tree ---------------------------------------------------------- */

typedef enum
{
  NODE_AND,
  NODE_OR,
  NODE_NOT,
  NODE_LEAF
} FilterNodeKind;

typedef struct _FilterNode FilterNode;

struct _FilterNode
{
  FilterNodeKind kind;
  guint          cost;
  GPtrArray     *children;
  FilterLeaf    *leaf;     /* unowned */
};

/* A node of this cost or more needs payloads. */
#define COST_PAYLOAD 4

FilterNode *filter_node_new  (FilterNodeKind  kind);
void        filter_node_free (FilterNode     *node);
/* Returns a node of @left and @right; takes ownership of both.  If @right is NULL, after an
 * error, frees @left and returns NULL. */
FilterNode *filter_node_join (FilterNodeKind  kind,
                              FilterNode     *left,
                              FilterNode     *right);

struct _ThFilter
{
  gatomicrefcount ref_count;
  ThRecording    *recording;
  char           *text;
  FilterNode     *root;       /* NULL: everything passes */
  ThRows         *rows;       /* only these pass; NULL: all may */
  gboolean        of_value;   /* the caller wants a value, not a decision */
  FilterLeaf     *value;      /* the leaf with the value; NULL: the value is a truth value */
  GPtrArray      *leaves;     /* of FilterLeaf, by index */
  gboolean        is_tracecmd;
  GPtrArray      *flows;      /* of ThResults that tests may refer to */
  gboolean        of_flows;   /* the rows are flows, not events */
  GMutex          flow_lock;  /* protects the flow_bits of the leaves */
  gint            flows_done; /* atomic: the flow_bits are there */
};

/* Adds @leaf to the filter, which takes ownership, and returns a node for it. */
FilterNode *filter_leaf_node (ThFilter   *self,
                              FilterLeaf *leaf);

G_END_DECLS

/* th-call-tree.h - merges call chains into one weighted tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chains with a common prefix share the nodes of that prefix: a node is a
 * function as called by one chain of callers, outermost first.  The
 * weight of a chain is added to the own weight of its last node; the total of a
 * node is the sum over all chains through it (th_call_tree_sum_totals()).
 *
 * A tree has one or two weights (samples and period, time and calls).
 *
 * One thread adds; any thread reads what is published, without locks.  Nodes
 * never move, and a node comes after its caller.  The own weights of a
 * published node may still grow: each is read atomically, but two of them need
 * not be of the same moment.
 */
#pragma once

#include "th-arena.h"
#include "th-measure.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThCallTree ThCallTree;

#define TH_CALL_MAX_WEIGHTS 2
/* Deeper chains are truncated at this depth. */
#define TH_CALL_MAX_DEPTH 512
#define TH_CALL_MAX_NODES (1u << 20)

/* The root node, where all chains begin; it has no name. */
#define TH_CALL_ROOT 0

/* The kind of code that a function belongs to, or a task that the chains below belong to. */
typedef enum
{
  TH_CALL_KERNEL,
  TH_CALL_MODULE,
  TH_CALL_USER,
  TH_CALL_TASK,
  TH_N_CALL_KINDS
} ThCallKind;

/* @id: a stable id such as "samples"; @title: N_(). */
typedef struct
{
  const char *id;
  const char *title;
  ThUnit      unit;
} ThCallWeight;

/**
 * ThCallTreeInfo:
 * @id: stable: "skb:kfree_skb"
 * @title: for the user, translated
 * @weights: @n_weights of them; static
 * @events: a filter for the events that are counted, or %NULL
 * @named: the text of those events contains the function's name
 */
typedef struct
{
  const char         *id;
  const char         *title;
  const ThCallWeight *weights;
  guint               n_weights;
  const char         *events;
  gboolean            named;
} ThCallTreeInfo;

/**
 * ThCallNode:
 * @caller: the caller's node, always smaller; %TH_CALL_ROOT for the root itself
 * @name: a word of the results
 * @depth: 0 for the root
 * @own: the weights of the chains that end here
 * @anchor: of the chains that end here, the event with the largest first weight; if
 *   none ends here, the event of the first chain through this node
 */
typedef struct
{
  guint32    caller;
  guint32    name;
  guint      depth;
  ThCallKind kind;
  gint64     own[TH_CALL_MAX_WEIGHTS];
  ThRef      anchor;
} ThCallNode;

/* What @info points to must live as long as @arena. */
ThCallTree           *th_call_tree_new        (ThArena              *arena,
                                               const ThCallTreeInfo *info);
void                  th_call_tree_free       (ThCallTree           *self);

/* --- writing ----------------------------------------------------------- */

/* Returns the node of function @name called by @caller, creating it if needed; or
 * @caller itself if the chain is too deep or the tree is full. */
guint32               th_call_tree_enter      (ThCallTree           *self,
                                               guint32               caller,
                                               guint32               name,
                                               ThCallKind            kind,
                                               ThRef                 anchor);
/* Adds the weights of a chain that ends at @node; none may be negative. */
void                  th_call_tree_count      (ThCallTree           *self,
                                               guint32               node,
                                               const gint64         *weights,
                                               ThRef                 anchor);
gboolean              th_call_tree_is_full    (const ThCallTree     *self);
void                  th_call_tree_publish    (ThCallTree           *self);

/* --- reading ----------------------------------------------------------- */

const ThCallTreeInfo *th_call_tree_get_info   (const ThCallTree     *self);
/* The number of published nodes: at least 1, the root, after the first publication. */
guint32               th_call_tree_get_n      (const ThCallTree     *self);
void                  th_call_tree_get        (const ThCallTree     *self,
                                               guint32               node,
                                               ThCallNode           *result);
/* Returns the totals of the first @n nodes; free with g_free(). */
gint64               *th_call_tree_sum_totals (const ThCallTree     *self,
                                               guint                 weight,
                                               guint32               n);

G_END_DECLS

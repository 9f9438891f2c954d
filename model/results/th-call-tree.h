/* th-call-tree.h - counts call chains in one tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chains that begin alike share the nodes of their beginning: a node is a
 * function as called by one chain of callers, outermost first.  What is
 * counted for a chain is the own weight of its last node; the total of a node
 * is that of all chains through it (th_call_tree_sum_totals()).
 *
 * A tree has one or two weights (samples and period, time and calls).
 *
 * One thread adds, any thread reads what is published, without locks.  Nodes
 * never move, and a node comes after its caller.  The own weight of a
 * published node goes on growing; each is read whole, but two of them may be
 * of different moments.
 */
#pragma once

#include "th-arena.h"
#include "th-measure.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThCallTree ThCallTree;

#define TH_CALL_MAX_WEIGHTS 2
/* Chains are cut below this, and trees stop branching. */
#define TH_CALL_MAX_DEPTH 512
#define TH_CALL_MAX_NODES (1u << 20)

/* The node that all chains begin at; it has no name. */
#define TH_CALL_ROOT 0

/* Where the code lies. */
typedef enum
{
  TH_CALL_KERNEL,
  TH_CALL_MODULE,
  TH_CALL_USER,
  TH_N_CALL_KINDS
} ThCallKind;

/* @id: stable: "samples"; @title: N_(). */
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
 * @named: the text of those events holds the function's name
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
 * @caller: its node, always smaller; %TH_CALL_ROOT for the root itself
 * @name: word in the results
 * @depth: 0 for the root
 * @own: what was counted for chains that end here
 * @anchor: the event of the biggest first weight that ended here; the first
 *   one through here where none did
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

/* @info: what it points to lives as long as @arena. */
ThCallTree           *th_call_tree_new        (ThArena              *arena,
                                               const ThCallTreeInfo *info);
void                  th_call_tree_free       (ThCallTree           *self);

/* --- writing ----------------------------------------------------------- */

/* The node of function @name called by @caller, made if it is new.  @caller
 * itself where the chain is too deep or the tree is full. */
guint32               th_call_tree_enter      (ThCallTree           *self,
                                               guint32               caller,
                                               guint32               name,
                                               ThCallKind            kind,
                                               ThRef                 anchor);
/* Counts a chain that ends at @node; no weight may be negative. */
void                  th_call_tree_count      (ThCallTree           *self,
                                               guint32               node,
                                               const gint64         *weights,
                                               ThRef                 anchor);
gboolean              th_call_tree_is_full    (const ThCallTree     *self);
void                  th_call_tree_publish    (ThCallTree           *self);

/* --- reading ----------------------------------------------------------- */

const ThCallTreeInfo *th_call_tree_get_info   (const ThCallTree     *self);
/* At least 1, the root, once it was published. */
guint32               th_call_tree_get_n      (const ThCallTree     *self);
void                  th_call_tree_get        (const ThCallTree     *self,
                                               guint32               node,
                                               ThCallNode           *result);
/* Of the first @n nodes; free with g_free(). */
gint64               *th_call_tree_sum_totals (const ThCallTree     *self,
                                               guint                 weight,
                                               guint32               n);

G_END_DECLS

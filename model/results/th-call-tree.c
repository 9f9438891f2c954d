/* th-call-tree.c - merges call chains into one weighted tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-call-tree.h"
#include "th-hash.h"
#include "th-series.h"

#define CHUNK_SHIFT 6
#define FIRST_SLOTS 64

/* Fields that may change after publishing are accessed atomically. */
typedef struct
{
  guint32 caller;
  guint32 name;
  guint16 depth;
  guint16 kind;
  gint64  own[TH_CALL_MAX_WEIGHTS]; /* atomic */
  guint64 anchor;                   /* atomic; a ThRef */
  gint64  best;                     /* writer only: the first weight at the anchor */
} Node;

struct _ThCallTree
{
  const ThCallTreeInfo *info;
  ThSeries              nodes;
  guint32              *slots;      /* writer only: caller, name and kind → node; 0: free */
  ThHashKeys            keys;
  guint32               mask;
};

static guint64
pack_ref (ThRef ref)
{
  guint64 bits;

  G_STATIC_ASSERT (sizeof bits == sizeof ref);
  __builtin_memcpy (&bits, &ref, sizeof bits);
  return bits;
}

static Node *
add_node (ThCallTree *self,
          guint32     caller,
          guint32     name,
          ThCallKind  kind,
          ThRef       anchor)
{
  guint depth = self->nodes.n_written > 0
                ? ((Node *) th_series_get (&self->nodes, caller))->depth + 1 : 0;
  Node *node = th_series_append (&self->nodes);

  *node = (Node) { caller, name, depth, kind, { 0, }, pack_ref (anchor), 0 };
  return node;
}

ThCallTree *
th_call_tree_new (ThArena              *arena,
                  const ThCallTreeInfo *info)
{
  ThCallTree *self = g_new0 (ThCallTree, 1);

  self->info = info;
  self->keys = th_hash_keys ();
  self->mask = FIRST_SLOTS - 1;
  self->slots = g_new0 (guint32, FIRST_SLOTS);
  th_series_init (&self->nodes, arena, sizeof (Node), CHUNK_SHIFT);
  add_node (self, TH_CALL_ROOT, 0, TH_CALL_KERNEL, TH_REF_NONE);

  return self;
}

void
th_call_tree_free (ThCallTree *self)
{
  g_free (self->slots);
  g_free (self);
}

/* --- writing ----------------------------------------------------------- */

static guint32 *
find_slot (ThCallTree *self,
           guint32     caller,
           guint32     name,
           ThCallKind  kind)
{
  guint64 hash = th_hash_add (&self->keys, kind, (guint64) caller << 32 | name);
  guint32 at = (guint32) hash & self->mask;

  while (self->slots[at] != 0)
    {
      const Node *node = th_series_get (&self->nodes, self->slots[at]);

      if (node->caller == caller && node->name == name && node->kind == kind)
        break;
      at = (at + 1) & self->mask;
    }

  return &self->slots[at];
}

static void
grow_slots (ThCallTree *self)
{
  g_free (self->slots);
  self->mask = self->mask * 2 + 1;
  self->slots = g_new0 (guint32, (gsize) self->mask + 1);
  for (guint32 i = 1; i < self->nodes.n_written; i++)
    {
      const Node *node = th_series_get (&self->nodes, i);

      *find_slot (self, node->caller, node->name, node->kind) = i;
    }
}

guint32
th_call_tree_enter (ThCallTree *self,
                    guint32     caller,
                    guint32     name,
                    ThCallKind  kind,
                    ThRef       anchor)
{
  guint32 *slot;

  g_return_val_if_fail (caller < self->nodes.n_written && kind < TH_N_CALL_KINDS, TH_CALL_ROOT);

  slot = find_slot (self, caller, name, kind);
  if (*slot != 0)
    return *slot;
  if (th_call_tree_is_full (self) ||
      ((Node *) th_series_get (&self->nodes, caller))->depth >= TH_CALL_MAX_DEPTH)
    return caller;

  add_node (self, caller, name, kind, anchor);
  *slot = self->nodes.n_written - 1;
  if (self->nodes.n_written > self->mask / 2)
    grow_slots (self);

  return self->nodes.n_written - 1;
}

void
th_call_tree_count (ThCallTree   *self,
                    guint32       node,
                    const gint64 *weights,
                    ThRef         anchor)
{
  Node *at;

  g_return_if_fail (node < self->nodes.n_written);

  at = th_series_get (&self->nodes, node);
  for (guint i = 0; i < self->info->n_weights; i++)
    {
      gint64 sum;

      if (weights[i] < 0 || __builtin_add_overflow (at->own[i], weights[i], &sum))
        sum = weights[i] < 0 ? at->own[i] : G_MAXINT64;
      __atomic_store_n (&at->own[i], sum, __ATOMIC_RELAXED);
    }
  if (weights[0] > at->best)
    {
      at->best = weights[0];
      __atomic_store_n (&at->anchor, pack_ref (anchor), __ATOMIC_RELAXED);
    }
}

gboolean
th_call_tree_is_full (const ThCallTree *self)
{
  return self->nodes.n_written >= TH_CALL_MAX_NODES;
}

void
th_call_tree_publish (ThCallTree *self)
{
  th_series_publish (&self->nodes);
}

/* --- reading ----------------------------------------------------------- */

const ThCallTreeInfo *
th_call_tree_get_info (const ThCallTree *self)
{
  return self->info;
}

guint32
th_call_tree_get_n (const ThCallTree *self)
{
  return th_series_get_length (&self->nodes);
}

void
th_call_tree_get (const ThCallTree *self,
                  guint32           node,
                  ThCallNode       *result)
{
  const Node *at;
  guint64 anchor;

  g_return_if_fail (node < th_call_tree_get_n (self));

  at = th_series_get (&self->nodes, node);
  anchor = __atomic_load_n (&at->anchor, __ATOMIC_RELAXED);
  *result = (ThCallNode) { .caller = at->caller, .name = at->name, .depth = at->depth,
                           .kind = at->kind };
  __builtin_memcpy (&result->anchor, &anchor, sizeof anchor);
  for (guint i = 0; i < TH_CALL_MAX_WEIGHTS; i++)
    result->own[i] = __atomic_load_n (&at->own[i], __ATOMIC_RELAXED);
}

gint64 *
th_call_tree_sum_totals (const ThCallTree *self,
                         guint             weight,
                         guint32           n)
{
  gint64 *totals = g_new0 (gint64, MAX (n, 1));

  g_return_val_if_fail (weight < self->info->n_weights && n <= th_call_tree_get_n (self), totals);

  /* A callee always comes after its caller. */
  for (guint32 i = n; i-- > 0;)
    {
      const Node *node = th_series_get (&self->nodes, i);

      if (__builtin_add_overflow (totals[i], __atomic_load_n (&node->own[weight], __ATOMIC_RELAXED),
                                  &totals[i]))
        totals[i] = G_MAXINT64;
      if (i > 0 && __builtin_add_overflow (totals[node->caller], totals[i], &totals[node->caller]))
        totals[node->caller] = G_MAXINT64;
    }

  return totals;
}

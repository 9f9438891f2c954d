/* th-flame.c - a tree of calls, laid out as a flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-flame-private.h"

/* A change has a neutral color up to the first factor and its full color from the second. */
#define NEUTRAL 0.1
#define FULL 0.5
/* Smaller changes, as a share of the whole, have a paler color. */
#define NOTABLE 0.005

/* --- layout ------------------------------------------------------------ */

typedef struct
{
  guint32     node;
  guint32     caller;
  gint64      total;
  const char *name;
} Child;

/* Sorts by caller, then by descending weight. */
static gint
compare_children (gconstpointer a,
                  gconstpointer b)
{
  const Child *x = a, *y = b;

  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  if (strcmp (x->name, y->name) != 0)
    return strcmp (x->name, y->name);
  return x->node < y->node ? -1 : x->node > y->node;
}

typedef struct
{
  ThFlame *flame;
  GArray  *children;   /* Child, sorted */
  guint32 *first;      /* by node: the index of its first child in @children */
  gint64  *totals;
  gint64  *others;     /* of a difference: totals of the other side; else NULL */
  GArray  *frames;
} Layout;

static void
add_frame (Layout  *layout,
           guint32  node,
           guint32  caller,
           gint64   start)
{
  ThFlame *self = layout->flame;
  guint32 index = layout->frames->len;
  guint depth = index == 0 ? 0 : g_array_index (layout->frames, ThFlameFrame, caller).depth + 1;
  ThFlameFrame frame = { .caller = caller, .node = node, .depth = depth, .start = start,
                         .total = layout->totals[node] };
  ThCallNode at;

  th_call_tree_get (self->tree, node, &at);
  /* The tree may have grown since the totals were summed. */
  frame.own = MIN (at.own[self->weight], frame.total);
  frame.other = layout->others != NULL ? layout->others[node] : 0;
  frame.kind = at.kind;
  frame.anchor = at.anchor;
  frame.name = index == 0 ? C_("functions", "all") : th_results_get_word (self->results, at.name);
  g_array_append_val (layout->frames, frame);
  self->of_node[node] = index;

  if (depth == self->depths->len)
    g_ptr_array_add (self->depths, g_array_new (FALSE, FALSE, sizeof (guint32)));
  g_array_append_val ((GArray *) self->depths->pdata[depth], index);
}

/* Adds each caller before its callees, from left to right. */
static void
lay_out (Layout *layout)
{
  /* For each open caller: its next child, and the left edge of that child. */
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) at = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 next = layout->first[TH_CALL_ROOT];
  gint64 x = 0;

  add_frame (layout, TH_CALL_ROOT, 0, 0);
  g_array_append_val (open, next);
  g_array_append_val (at, x);
  while (open->len > 0)
    {
      guint32 *place = &g_array_index (open, guint32, open->len - 1);
      gint64 *left = &g_array_index (at, gint64, at->len - 1);
      const Child *child = *place < layout->children->len
                           ? &g_array_index (layout->children, Child, *place) : NULL;
      guint32 caller;

      if (child == NULL)
        {
          g_array_set_size (open, open->len - 1);
          g_array_set_size (at, at->len - 1);
          continue;
        }

      caller = layout->flame->of_node[child->caller];
      x = *left;
      (*place)++;
      *left += child->total;
      /* This was the last child if the next one has another caller. */
      if (*place < layout->children->len &&
          g_array_index (layout->children, Child, *place).caller != child->caller)
        *place = G_MAXUINT32;
      next = layout->first[child->node];
      add_frame (layout, child->node, caller, x);
      g_array_append_val (open, next);
      g_array_append_val (at, x);
    }
}

static void
collect_children (Layout  *layout,
                  guint32  n)
{
  for (guint32 i = 1; i < n; i++)
    {
      ThCallNode node;
      Child child;

      if (layout->totals[i] <= 0)
        continue;
      th_call_tree_get (layout->flame->tree, i, &node);
      child = (Child) { i, node.caller, layout->totals[i],
                        th_results_get_word (layout->flame->results, node.name) };
      g_array_append_val (layout->children, child);
    }
  g_array_sort (layout->children, compare_children);

  for (guint32 i = 0; i < n; i++)
    layout->first[i] = G_MAXUINT32;
  for (guint32 i = layout->children->len; i-- > 0;)
    layout->first[g_array_index (layout->children, Child, i).caller] = i;
}

static void
find_last (ThFlame *self)
{
  self->last = g_new (guint32, self->n_frames);
  for (guint32 i = 0; i < self->n_frames; i++)
    self->last[i] = i;
  for (guint32 i = self->n_frames; i-- > 1;)
    self->last[self->frames[i].caller] = MAX (self->last[self->frames[i].caller], self->last[i]);
}

static ThFlame *
flame_new (ThResults  *results,
           ThCallTree *tree,
           guint       weight,
           gboolean    is_difference)
{
  ThFlame *self = g_new0 (ThFlame, 1);
  Layout layout = { .flame = self };

  self->is_difference = is_difference;
  self->results = th_results_ref (results);
  self->tree = tree;
  self->weight = MIN (weight, th_call_tree_get_info (tree)->n_weights - 1);
  self->n_nodes = th_call_tree_get_n (tree);
  self->depths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->of_node = g_new (guint32, self->n_nodes);
  memset (self->of_node, 0xff, self->n_nodes * sizeof (guint32));

  layout.totals = th_call_tree_sum_totals (tree, self->weight, self->n_nodes);
  if (is_difference)
    layout.others = th_call_tree_sum_totals (tree, self->weight ^ 1, self->n_nodes);
  layout.first = g_new (guint32, self->n_nodes);
  layout.children = g_array_new (FALSE, FALSE, sizeof (Child));
  layout.frames = g_array_new (FALSE, FALSE, sizeof (ThFlameFrame));
  collect_children (&layout, self->n_nodes);
  lay_out (&layout);
  self->n_frames = layout.frames->len;
  self->frames = (ThFlameFrame *) (gpointer) g_array_free (layout.frames, FALSE);
  self->whole = MAX (self->frames[0].total, self->frames[0].other);
  find_last (self);

  g_array_unref (layout.children);
  g_free (layout.first);
  g_free (layout.totals);
  g_free (layout.others);
  return self;
}

ThFlame *
th_flame_new (ThResults  *results,
              ThCallTree *tree,
              guint       weight)
{
  return flame_new (results, tree, weight, FALSE);
}

ThFlame *
th_flame_new_difference (ThResults  *results,
                         ThCallTree *tree,
                         guint       weight)
{
  g_return_val_if_fail (th_call_tree_get_info (tree)->n_weights == 2, NULL);

  return flame_new (results, tree, weight, TRUE);
}

void
th_flame_free (ThFlame *self)
{
  g_ptr_array_unref (self->depths);
  g_free (self->frames);
  g_free (self->last);
  g_free (self->of_node);
  g_free (self->matches);
  th_results_unref (self->results);
  g_free (self);
}

/* --- accessors --------------------------------------------------------- */

const ThCallTreeInfo *
th_flame_get_info (ThFlame *self)
{
  return th_call_tree_get_info (self->tree);
}

guint32
th_flame_get_n (ThFlame *self)
{
  return self->n_frames;
}

const ThFlameFrame *
th_flame_get (ThFlame *self,
              guint32  frame)
{
  g_return_val_if_fail (frame < self->n_frames, NULL);

  return &self->frames[frame];
}

guint32
th_flame_find_node (ThFlame *self,
                    guint32  node)
{
  return node < self->n_nodes && self->of_node[node] != G_MAXUINT32 ? self->of_node[node] : 0;
}

guint
th_flame_first_at (ThFlame *self,
                   guint    depth,
                   gint64   weight)
{
  const GArray *row = self->depths->pdata[depth];
  guint low = 0, high = row->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const ThFlameFrame *frame = &self->frames[g_array_index (row, guint32, middle)];

      if (frame->start + frame->total > weight)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

guint
th_flame_get_depths (ThFlame *self,
                     guint32  focus)
{
  const ThFlameFrame *frame = th_flame_get (self, focus);
  guint depth = frame->depth;

  /* The frames of a depth are sorted by position, so it is enough to check whether the first
   * candidate lies within. */
  for (; depth + 1 < self->depths->len; depth++)
    {
      const GArray *row = self->depths->pdata[depth + 1];
      guint first = th_flame_first_at (self, depth + 1, frame->start);

      if (first == row->len ||
          self->frames[g_array_index (row, guint32, first)].start >= frame->start + frame->total)
        break;
    }

  return depth + 1;
}

/* The neighbor on the same depth, within the focus; @frame if there is none. */
static guint32
step_aside (ThFlame *self,
            guint32  frame,
            guint32  focus,
            int      direction)
{
  const ThFlameFrame *from = &self->frames[frame], *all = &self->frames[focus];
  const GArray *row = self->depths->pdata[from->depth];
  gint64 at = (gint64) th_flame_first_at (self, from->depth, from->start) + direction;
  guint32 other;

  if (at < 0 || at >= row->len)
    return frame;
  other = g_array_index (row, guint32, at);
  return self->frames[other].start >= all->start &&
         self->frames[other].start < all->start + all->total ? other : frame;
}

guint32
th_flame_step (ThFlame     *self,
               guint32      frame,
               guint32      focus,
               ThFlameStep  step)
{
  switch (step)
    {
    case TH_FLAME_CALLER:
      return th_flame_get (self, frame)->caller;
    case TH_FLAME_CALLEE:
      return frame + 1 < self->n_frames && self->frames[frame + 1].caller == frame ? frame + 1
                                                                                   : frame;
    case TH_FLAME_PREVIOUS:
      return step_aside (self, frame, focus, -1);
    default:
      return step_aside (self, frame, focus, 1);
    }
}

/* --- differences ------------------------------------------------------- */

gboolean
th_flame_is_difference (ThFlame *self)
{
  return self->is_difference;
}

double
th_flame_get_share (ThFlame *self,
                    guint32  frame,
                    guint    side)
{
  const ThFlameFrame *at = th_flame_get (self, frame);

  return self->whole > 0 ? (double) (side == self->weight ? at->total : at->other) / self->whole
                         : 0;
}

double
th_flame_get_change (ThFlame *self,
                     guint32  frame)
{
  double a = th_flame_get_share (self, frame, 0), b = th_flame_get_share (self, frame, 1);
  double change = fabs (b - a), factor = change > 0 ? change / MAX (a, b) : 0;
  double strength = CLAMP ((factor - NEUTRAL) / (FULL - NEUTRAL), 0, 1) * MIN (change / NOTABLE, 1);

  return self->is_difference ? copysign (strength, b - a) : 0;
}

/* --- searching --------------------------------------------------------- */

void
th_flame_search (ThFlame    *self,
                 const char *text)
{
  g_autofree char *wanted = text != NULL ? g_utf8_casefold (text, -1) : NULL;
  guint32 counted = 0;

  g_clear_pointer (&self->matches, g_free);
  self->n_matches = 0;
  self->matched = 0;
  if (wanted == NULL || *wanted == '\0')
    return;

  self->matches = g_new0 (guint8, self->n_frames);
  for (guint32 i = 1; i < self->n_frames; i++)
    {
      g_autofree char *name = g_utf8_casefold (self->frames[i].name, -1);

      if (strstr (name, wanted) == NULL)
        continue;
      self->matches[i] = TRUE;
      self->n_matches++;
      /* Frames inside a match are counted with it. */
      if (counted != 0 && i <= self->last[counted])
        continue;
      counted = i;
      self->matched += self->frames[i].total;
    }
}

gboolean
th_flame_is_match (ThFlame *self,
                   guint32  frame)
{
  return self->matches != NULL && self->matches[frame];
}

guint32
th_flame_get_n_matches (ThFlame *self)
{
  return self->n_matches;
}

gint64
th_flame_get_matched (ThFlame *self)
{
  return self->matched;
}

guint32
th_flame_next_match (ThFlame  *self,
                     guint32   frame,
                     gboolean  back)
{
  for (guint32 i = 1; self->n_matches > 0 && i <= self->n_frames; i++)
    {
      guint32 at = (frame + (back ? self->n_frames - i : i)) % self->n_frames;

      if (self->matches[at])
        return at;
    }

  return frame;
}

/* --- texts ------------------------------------------------------------- */

char *
th_flame_format_value (ThFlame      *self,
                       gint64        value,
                       ThResolution  resolution)
{
  if (self->is_difference)
    return th_flame_format_share (self, value);
  if (th_flame_get_info (self)->weights[self->weight].unit == TH_UNIT_TIME)
    return th_format_duration (value, resolution, 0);

  return th_format_count (value);
}

char *
th_flame_format_share (ThFlame *self,
                       gint64   value)
{
  gint64 all = self->is_difference ? self->whole : self->frames[0].total;

  return th_format_share (all > 0 ? (double) value / all : 0);
}

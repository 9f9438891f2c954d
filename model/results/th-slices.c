/* th-slices.c - the intervals of one track, with sums that make drawing cheap
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pixel-grid.h"
#include "th-series.h"
#include "th-slices.h"
#include "th-tally.h"
#include "th-time.h"

#define CHUNK_SHIFT 5
#define N_LEVELS 3
static const guint level_shift[N_LEVELS] = { 4, 7, 10 };

/* A node of at most 1/SPLIT_PART pixel may be divided between two pixels. */
#define SPLIT_PART 2

/* Sums over consecutive slices, complete when the last of them is added.  They include
 * the times, so that drawing many slices does not read the slices themselves. */
typedef struct
{
  gint64  begin;         /* of the first slice */
  gint64  end;           /* of the last slice */
  gint64  covered;
  gint64  lead_covered;
  guint32 lead;          /* the key of the longest total */
  guint32 flags;
} Node;

typedef struct
{
  ThSeries slices;
  ThSeries nodes[N_LEVELS];
  gint64   last_end;     /* writer only */
} Row;

struct _ThSlices
{
  ThArena *arena;
  Row     *rows[TH_SLICES_MAX_DEPTH];
  guint    n_written;
  guint    n_rows;       /* atomic; published */
};

ThSlices *
th_slices_new (ThArena *arena)
{
  ThSlices *self = g_new0 (ThSlices, 1);

  self->arena = arena;
  return self;
}

void
th_slices_free (ThSlices *self)
{
  g_free (self);
}

/* --- writing ----------------------------------------------------------- */

/* Packs name and context into the key of a tally. */
static inline guint32
slice_key (const ThSlice *slice)
{
  return (slice->name & TH_WORD_MAX) | (guint32) slice->context << 24;
}

static void
row_sum_slices (Row     *row,
                guint32  first)
{
  Node *node = th_series_append (&row->nodes[0]);
  Tally tally = { 0, };

  for (guint32 i = first; i < first + (1u << level_shift[0]); i++)
    {
      const ThSlice *slice = th_series_get (&row->slices, i);

      node->flags |= slice->flags;
      node->covered = th_time_add (node->covered, th_time_between (slice->begin, slice->end));
      tally_add (&tally, slice_key (slice), th_time_between (slice->begin, slice->end));
    }

  node->begin = ((const ThSlice *) th_series_get (&row->slices, first))->begin;
  node->end = row->last_end;
  node->lead = tally.key[tally_lead (&tally)];
  node->lead_covered = tally.time[tally_lead (&tally)];
}

static void
row_sum_nodes (Row   *row,
               guint  level)
{
  Node *node = th_series_append (&row->nodes[level]);
  guint32 first = (row->nodes[level].n_written - 1) * 8;
  Tally tally = { 0, };

  for (guint32 i = first; i < first + 8; i++)
    {
      const Node *child = th_series_get (&row->nodes[level - 1], i);

      node->flags |= child->flags;
      node->covered = th_time_add (node->covered, child->covered);
      tally_add (&tally, child->lead, child->lead_covered);
    }

  node->begin = ((const Node *) th_series_get (&row->nodes[level - 1], first))->begin;
  node->end = row->last_end;
  node->lead = tally.key[tally_lead (&tally)];
  node->lead_covered = tally.time[tally_lead (&tally)];
}

static Row *
slices_add_row (ThSlices *self)
{
  Row *row = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (Row));

  th_series_init (&row->slices, self->arena, sizeof (ThSlice), CHUNK_SHIFT);
  for (guint level = 0; level < N_LEVELS; level++)
    th_series_init (&row->nodes[level], self->arena, sizeof (Node), CHUNK_SHIFT);
  row->last_end = G_MININT64;
  self->rows[self->n_written++] = row;

  return row;
}

gboolean
th_slices_add (ThSlices      *self,
               guint          depth,
               const ThSlice *slice)
{
  guint32 n;
  Row *row;

  g_return_val_if_fail (slice->context < TH_N_CONTEXTS, FALSE);

  if (depth >= TH_SLICES_MAX_DEPTH || slice->end < slice->begin)
    return FALSE;
  while (depth >= self->n_written)
    slices_add_row (self);
  row = self->rows[depth];
  if (slice->begin < row->last_end || row->slices.n_written == G_MAXUINT32 - 1)
    return FALSE;

  *(ThSlice *) th_series_append (&row->slices) = *slice;
  row->last_end = slice->end;

  n = row->slices.n_written;
  if (n % (1u << level_shift[0]) == 0)
    row_sum_slices (row, n - (1u << level_shift[0]));
  for (guint level = 1; level < N_LEVELS; level++)
    if (n % (1u << level_shift[level]) == 0)
      row_sum_nodes (row, level);

  return TRUE;
}

/* Publishes nodes first, so that visible slices have their sums. */
void
th_slices_publish (ThSlices *self)
{
  for (guint depth = 0; depth < self->n_written; depth++)
    {
      Row *row = self->rows[depth];

      if (row->slices.n_published == row->slices.n_written)
        continue;
      for (guint level = 0; level < N_LEVELS; level++)
        th_series_publish (&row->nodes[level]);
      th_series_publish (&row->slices);
    }

  __atomic_store_n (&self->n_rows, self->n_written, __ATOMIC_RELEASE);
}

/* --- reading ----------------------------------------------------------- */

guint
th_slices_get_depth (const ThSlices *self)
{
  return __atomic_load_n (&self->n_rows, __ATOMIC_ACQUIRE);
}

guint32
th_slices_get_n (const ThSlices *self,
                 guint           depth)
{
  return depth < th_slices_get_depth (self) ? th_series_get_length (&self->rows[depth]->slices) : 0;
}

static inline const ThSlice *
row_slice (const Row *row,
           guint32    index)
{
  return th_series_get (&row->slices, index);
}

const ThSlice *
th_slices_get (const ThSlices *self,
               guint           depth,
               guint32         index)
{
  g_return_val_if_fail (index < th_slices_get_n (self, depth), NULL);

  return row_slice (self->rows[depth], index);
}

guint32
th_slices_find (const ThSlices *self,
                guint           depth,
                gint64          time)
{
  guint32 n = th_slices_get_n (self, depth);
  guint32 low = 0;

  if (n == 0 || row_slice (self->rows[depth], 0)->begin > time)
    return G_MAXUINT32;

  while (n > 1)
    {
      guint32 half = n / 2;

      if (row_slice (self->rows[depth], low + half)->begin <= time)
        low += half;
      n -= half;
    }

  return low;
}

/* --- pixels ------------------------------------------------------------ */

/* Walks over the slices of a row once, from left to right. */
typedef struct
{
  const Row      *row;
  guint32         index;
  guint32         n;
  guint64         longest_split; /* of a node that may be divided between two pixels */
  const Node     *split;         /* the node that crosses the last edge, or NULL */
  gint            level;         /* level of the node just passed; -1 if it was a slice */
  ThSeriesStretch nodes[N_LEVELS];
} Walk;

typedef struct
{
  guint64 covered;
  Tally   tally;
  guint   flags;
} Sum;

static void
sum_add (Sum           *sum,
         const ThSlice *slice,
         gint64         from,
         gint64         to)
{
  gint64 length = MIN (slice->end, to) - MAX (slice->begin, from);

  sum->covered += length;
  sum->flags |= slice->flags;
  tally_add (&sum->tally, slice_key (slice), length);
}

/* The length fits 64 bits even for the extreme times of a damaged file. */
static inline guint64
node_length (const Node *node)
{
  return (guint64) node->end - (guint64) node->begin;
}

static inline void
sum_add_node (Sum        *sum,
              const Node *node)
{
  sum->covered += node->covered;
  sum->flags |= node->flags;
  tally_add (&sum->tally, node->lead, node->lead_covered);
}

/* Adds the share of the node that lies in [from, to), by time. */
static void
sum_add_split (Sum        *sum,
               const Node *node,
               gint64      from,
               gint64      to)
{
  double share = (double) (MIN (node->end, to) - MAX (node->begin, from)) / node_length (node);

  sum->covered += node->covered * share;
  sum->flags |= node->flags;
  tally_add (&sum->tally, node->lead, node->lead_covered * share);
}

/* NULL if the node is not complete yet. */
static inline const Node *
walk_node (Walk   *walk,
           guint   level,
           guint32 number)
{
  ThSeriesStretch *nodes = &walk->nodes[level];

  return th_series_stretch_reach (nodes, &walk->row->nodes[level], number)
         ? (const Node *) nodes->elements + (number - nodes->first) : NULL;
}

/* Adds the nodes from @number on that end before @to, up to the end of their parent
 * node. */
static void
walk_skip_siblings (Walk   *walk,
                    Sum    *sum,
                    guint   level,
                    guint32 number,
                    gint64  to)
{
  const Node *node;

  for (; (number & 7) != 0 && (node = walk_node (walk, level, number)) != NULL && node->end < to;
       number++)
    sum_add_node (sum, node);

  walk->index = number << level_shift[level];
}

typedef enum
{
  WALK_SLICE, /* read the slice itself */
  WALK_NODES, /* the walk passed some nodes */
  WALK_PAST   /* the next slice begins after the pixel */
} WalkStep;

/* Adds the largest node that starts at the walk and ends before @to, and those after
 * it.  A node that is short compared to a pixel is divided by time between two. */
static WalkStep
walk_skip_nodes (Walk   *walk,
                 Sum    *sum,
                 gint64  from,
                 gint64  to)
{
  for (gint level = N_LEVELS - 1; level >= 0; level--)
    {
      guint32 number = walk->index >> level_shift[level];
      const Node *node;

      if ((walk->index & ((1u << level_shift[level]) - 1)) != 0 ||
          (node = walk_node (walk, level, number)) == NULL)
        continue;
      if (node->begin < from)
        return WALK_SLICE;
      if (node->begin >= to)
        return WALK_PAST;

      if (node->end < to)
        {
          sum_add_node (sum, node);
          walk_skip_siblings (walk, sum, level, number + 1, to);
          walk->level = level;
          return WALK_NODES;
        }
      if (node_length (node) <= walk->longest_split && node->begin < node->end)
        {
          sum_add_split (sum, node, from, to);
          walk->split = node;
          walk->index += 1u << level_shift[level];
          walk->level = level;
          return WALK_NODES;
        }
    }

  return WALK_SLICE;
}

/* Sums up [from, to); leaves the walk at the slice that extends beyond @to. */
static void
walk_sum (Walk   *walk,
          Sum    *sum,
          gint64  from,
          gint64  to)
{
  const guint32 shortest = (1u << level_shift[0]) - 1;

  if (walk->split != NULL)
    sum_add_split (sum, walk->split, from, to);
  walk->split = NULL;

  while (walk->index < walk->n)
    {
      WalkStep step = (walk->index & shortest) == 0 ? walk_skip_nodes (walk, sum, from, to)
                                                    : WALK_SLICE;
      const ThSlice *slice;

      if (step == WALK_PAST)
        return;
      if (step == WALK_NODES)
        continue;

      slice = row_slice (walk->row, walk->index);
      if (slice->begin >= to)
        return;
      if (slice->end > from || slice->begin >= from)
        sum_add (sum, slice, from, to);
      walk->level = -1;
      if (slice->end > to)
        return;
      walk->index++;
    }
}

/* Uses the node just passed where it can, as reading the slice costs a cache miss. */
static gboolean
walk_begins_behind (Walk   *walk,
                    gint64  time)
{
  const Node *node = walk->level >= 0
                     ? walk_node (walk, walk->level, walk->index >> level_shift[walk->level])
                     : NULL;

  return walk->split != NULL || (node != NULL && node->begin > time);
}

/* The slice that covers all of [from, to), or NULL. */
static const ThSlice *
walk_cover (Walk   *walk,
            gint64  from,
            gint64  to)
{
  const ThSlice *slice;

  if (walk_begins_behind (walk, from))
    return NULL;

  /* Skip slices that ended in the previous pixel. */
  while (walk->index < walk->n && row_slice (walk->row, walk->index)->end <= from &&
         row_slice (walk->row, walk->index)->begin < from)
    {
      walk->index++;
      walk->level = -1;
    }
  slice = walk->index < walk->n ? row_slice (walk->row, walk->index) : NULL;

  return slice != NULL && slice->begin <= from && slice->end >= to && slice->end > from ? slice
                                                                                        : NULL;
}

/* Also divides a node that crosses the first edge, so that a pixel does not depend on
 * which neighbors are requested with it. */
static void
walk_start (Walk   *walk,
            gint64  from)
{
  for (gint level = N_LEVELS - 1; level >= 0; level--)
    {
      guint32 number = walk->index >> level_shift[level];
      const Node *node = walk_node (walk, level, number);

      if (node == NULL || node->begin >= from || node->end < from ||
          node_length (node) > walk->longest_split)
        continue;

      walk->split = node;
      walk->index = (number + 1) << level_shift[level];
      return;
    }

  /* Several empty slices may have the same time. */
  while (walk->index > 0 && row_slice (walk->row, walk->index - 1)->begin >= from)
    walk->index--;
}

static ThSlicePixel
pixel_from_sum (const Sum *sum,
                gint64     from,
                gint64     to)
{
  ThSlicePixel pixel = { G_MAXUINT32, TH_CONTEXT_OTHER, 0, 0, G_MAXUINT32 };
  guint32 key;

  if (sum->tally.n == 0)
    return pixel;

  key = sum->tally.key[tally_lead (&sum->tally)];
  pixel.name = key & TH_WORD_MAX;
  pixel.context = key >> 24;
  pixel.share = CLAMP (255.0 * sum->covered / MAX ((double) to - (double) from, 1), 1, 255);
  pixel.flags = sum->flags;

  return pixel;
}

void
th_slices_get_pixels (const ThSlices *self,
                      guint           depth,
                      gint64          from,
                      gint64          to,
                      guint           n_pixels,
                      ThSlicePixel   *pixels)
{
  guint32 first = th_slices_find (self, depth, from);
  Walk walk = { NULL, first == G_MAXUINT32 ? 0 : first, th_slices_get_n (self, depth) };
  const PixelGrid *grid;

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThSlicePixel) { G_MAXUINT32, TH_CONTEXT_OTHER, 0, 0, G_MAXUINT32 };
  if (n_pixels == 0 || from >= to || walk.n == 0)
    return;

  walk.row = self->rows[depth];
  walk.level = -1;
  walk.longest_split = ((guint64) to - (guint64) from) / n_pixels / SPLIT_PART;
  walk_start (&walk, from);

  grid = th_pixel_grid_get (from, to, n_pixels);
  for (guint i = 0; i < n_pixels; i++)
    {
      gint64 left = grid->edges[i], right = grid->edges[i + 1];
      const ThSlice *slice = walk_cover (&walk, left, right);
      Sum sum;

      if (slice != NULL)
        {
          pixels[i] = (ThSlicePixel) { slice->name, slice->context, 255, slice->flags, walk.index };
          continue;
        }

      sum.covered = 0;
      sum.flags = 0;
      sum.tally.n = 0;
      walk_sum (&walk, &sum, left, right);
      pixels[i] = pixel_from_sum (&sum, left, right);
    }
}

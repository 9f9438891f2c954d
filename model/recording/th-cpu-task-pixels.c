/* th-cpu-task-pixels.c - which task was on the CPU for the longest time in each pixel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk goes over the runs once, from left to right, and takes the largest node of the
 * levels above the runs that fits into the pixel.
 */
#include "config.h"

#include <string.h>

#include "th-cpu-private.h"
#include "th-tally.h"
#include "th-time.h"

/* The sums of the runs between two times. */
typedef struct
{
  gint64     busy;
  Tally      tally;
  ThRunFlags flags;
  gboolean   idle; /* there was an idle run */
} Sum;

#define NODE_RUNS (1u << 4) /* of a node of the lowest level */
/* How many nodes ahead to prefetch.  With many CPUs, the nodes take more memory than the caches of
 * the processor. */
#define NODES_AHEAD 8

/* Walks over the runs once, from left to right.  It unpacks all runs of a node of the lowest level
 * together, because looking up their chunk and group costs more than a step. */
typedef struct
{
  const ThCpu *cpu;
  guint32      index;    /* the current run */
  guint32      n;
  gint64       begin;    /* of the run */
  gint64       end;      /* of the run, once it is loaded */
  gint64       longest_split[N_RUN_LEVELS]; /* longest node to divide; 0: exact sums */
  const RunNode *split;  /* the node that crosses an edge between two pixels, */
  gint64       split_begin;
  gint64       split_end;
  ThSeriesStretch nodes[N_RUN_LEVELS];

  /* The unpacked runs.  @begins has one element more than there are runs: where the next run
   * begins, or where the last run of the CPU ends. */
  guint32      first;    /* index of the first of them; G_MAXUINT32: none is */
  gint64       begins[NODE_RUNS + 1];
  gint64       ends[NODE_RUNS];
  guint32      task_and_flags[NODE_RUNS + 1];
} Walk;

/* Unpacks the odd run with index @walk->first + @i, and sets the end of the run before it. */
static void
walk_unpack_odd (Walk *walk,
                 guint i)
{
  Run run = cpu_run (walk->cpu, walk->first + i);

  walk->begins[i] = run.begin;
  walk->task_and_flags[i] = run.task_and_flags;
  if (i > 0)
    walk->ends[i - 1] = run_end (cpu_run (walk->cpu, walk->first + i - 1), run);
}

/* Unpacks the runs from @walk->first on, which are all in one group, and the begin of the run after
 * them.  A run that is not odd is exact, so the run before it ends where it begins. */
static void
walk_unpack (Walk *walk)
{
  const ThCpu *cpu = walk->cpu;
  const PackedRun *runs = th_series_get (&cpu->runs, walk->first), *next = NULL;
  guint n = MIN (walk->n - walk->first, NODE_RUNS);
  gint64 base = cpu_run_group (cpu, walk->first).begin;
  gboolean is_odd = FALSE;

  for (guint i = 0; i < n; i++)
    {
      walk->begins[i] = base + runs[i].dt;
      walk->task_and_flags[i] = runs[i].task;
      is_odd |= runs[i].task == RUN_ODD;
    }
  if (walk->first + n < walk->n)
    {
      next = th_series_get (&cpu->runs, walk->first + n);
      walk->begins[n] = cpu_run_group (cpu, walk->first + n).begin + next->dt;
      is_odd |= next->task == RUN_ODD;
    }
  else
    walk->begins[n] = th_cpu_get_run_end (cpu, walk->n - 1, walk->n);
  memcpy (walk->ends, walk->begins + 1, sizeof walk->ends);
  if (G_LIKELY (!is_odd))
    return;

  for (guint i = 0; i < n; i++)
    if (runs[i].task == RUN_ODD)
      walk_unpack_odd (walk, i);
  if (next != NULL && next->task == RUN_ODD)
    walk_unpack_odd (walk, n);
}

/* Unpacks the runs of the node that the current run is in. */
static inline void
walk_load (Walk *walk)
{
  guint32 first = walk->index & ~(NODE_RUNS - 1);

  if (first != walk->first)
    {
      walk->first = first;
      walk_unpack (walk);
    }
  walk->end = walk->ends[walk->index - first];
}

/* Moves to a run whose begin is known; the rest is loaded when needed. */
static inline void
walk_jump (Walk    *walk,
           guint32  index,
           gint64   begin)
{
  walk->index = index;
  walk->begin = begin;
}

static inline void
sum_add_task (Sum    *sum,
              guint32 task,
              gint64  length)
{
  if (task == TH_TASK_IDLE)
    {
      sum->idle = TRUE;
      return;
    }
  sum->busy = th_time_add (sum->busy, length);
  tally_add (&sum->tally, task, length);
}

/* Adds the part of a run that is in [from, to). */
static inline void
sum_add_run (Sum    *sum,
             guint32 task_and_flags,
             gint64  begin,
             gint64  end,
             gint64  from,
             gint64  to)
{
  const Run run = { .task_and_flags = task_and_flags };
  guint32 task = run_task (run);
  gint64 length = th_time_between (MAX (begin, from), MIN (end, to));

  if (task == TH_TASK_NONE || length < 0 || (length == 0 && begin < from))
    return;

  sum->flags |= run_flags (run);
  sum_add_task (sum, task, length);
}

/* NULL if the node is not complete yet. */
static inline const RunNode *
walk_node (Walk    *walk,
           gint     level,
           guint32  number)
{
  ThSeriesStretch *nodes = &walk->nodes[level];

  return th_series_stretch_reach (nodes, &walk->cpu->run_nodes[level], number)
         ? (const RunNode *) nodes->elements + (number - nodes->first) : NULL;
}

/* The begin of the following node; G_MAXINT64 if it is not known yet.  While the CPU is being
 * written, nodes may include runs that are not published yet; such nodes are not used. */
static inline gint64
node_end (Walk    *walk,
          gint     level,
          guint32  number)
{
  guint64 index = (guint64) (number + 1) << run_level_shift[level];
  const RunNode *next;

  if (index >= walk->n)
    return G_MAXINT64;

  next = walk_node (walk, level, number + 1);
  if (G_LIKELY (next != NULL))
    {
      __builtin_prefetch (next + NODES_AHEAD);
      return next->begin;
    }

  return walk_node (walk, level, number) != NULL ? cpu_run (walk->cpu, index).begin : G_MAXINT64;
}

static void
sum_add_node (Sum           *sum,
              const RunNode *node)
{
  sum->busy = th_time_add (sum->busy, node->busy);
  sum->flags |= node->flags;
  if (node->lead != TH_TASK_NONE)
    tally_add (&sum->tally, node->lead, node->lead_busy);
  else
    sum->idle = TRUE;
}

/* Adds the share of the node in [from, to), by time. */
static void
sum_add_split (Sum        *sum,
               const Walk *walk,
               gint64      from,
               gint64      to)
{
  double share = (double) th_time_between (MAX (walk->split_begin, from),
                                           MIN (walk->split_end, to)) /
                 th_time_between (walk->split_begin, walk->split_end);

  sum->busy = th_time_add (sum->busy, th_time_of (walk->split->busy * share));
  sum->flags |= walk->split->flags;
  if (walk->split->lead != TH_TASK_NONE)
    tally_add (&sum->tally, walk->split->lead, th_time_of (walk->split->lead_busy * share));
  else
    sum->idle = TRUE;
}

static void
walk_split (Walk          *walk,
            const RunNode *node,
            gint64         end)
{
  walk->split = node;
  walk->split_begin = node->begin;
  walk->split_end = end;
}

/* Adds the nodes from @number on that end by @to, up to the end of their parent node
 * or of the contiguous memory. */
static inline void
walk_skip_siblings (Walk   *walk,
                    Sum    *sum,
                    gint    level,
                    guint32 number,
                    gint64  to)
{
  guint32 last = MIN (walk->nodes[level].first + walk->nodes[level].n - 1,
                      (walk->n - 1) >> run_level_shift[level]);
  const RunNode *node =
    (const RunNode *) walk->nodes[level].elements + (number - walk->nodes[level].first);
  guint32 first = number;
  gint64 end = walk->begin;

  for (; (number & 7) != 0 && number < last && end < to && node[1].begin <= to; number++, node++)
    {
      sum_add_node (sum, node);
      end = node[1].begin;
    }

  walk_jump (walk, walk->index + ((number - first) << run_level_shift[level]), end);
}

/* Adds the largest node that starts at the current run and ends by @to, and steps past
 * it.  A node that is short compared to a pixel is divided by time between two. */
static gboolean
walk_skip_node (Walk  *walk,
                Sum   *sum,
                gint64 from,
                gint64 to)
{
  gint level = N_RUN_LEVELS - 1;

  while (walk->index & ((1u << run_level_shift[level]) - 1))
    level--;
  for (; level >= 0; level--)
    {
      guint32 length = 1u << run_level_shift[level];
      guint32 number = walk->index >> run_level_shift[level];
      const RunNode *node;
      gint64 end;

      if ((end = node_end (walk, level, number)) == G_MAXINT64 ||
          (end > to && th_time_between (walk->begin, end) > walk->longest_split[level]))
        continue;

      node = walk_node (walk, level, number);
      if (end <= to)
        {
          sum_add_node (sum, node);
          walk_jump (walk, walk->index + length, end);
          walk_skip_siblings (walk, sum, level, number + 1, to);
          return TRUE;
        }
      else
        {
          walk_split (walk, node, end);
          sum_add_split (sum, walk, from, to);
        }
      walk_jump (walk, walk->index + length, end);
      return TRUE;
    }

  return FALSE;
}

/* Adds runs from the current one on, until @to or until the end of the unpacked runs.  Returns
 * FALSE if it stopped at a run that extends beyond @to, or at the last run of the CPU. */
static inline gboolean
walk_add_runs (Walk  *walk,
               Sum   *sum,
               gint64 from,
               gint64 to)
{
  guint i = walk->index - walk->first, end = MIN (walk->n - walk->first - 1, NODE_RUNS);

  for (; i < end && walk->begins[i + 1] < to; i++)
    {
      gint64 begin = walk->begins[i];
      gint64 length = (guint64) walk->ends[i] - (guint64) begin;

      /* Most runs are entirely in the pixel. */
      if (begin >= from && length >= 0 && walk->task_and_flags[i] < RUN_ODD)
        sum_add_task (sum, walk->task_and_flags[i], length);
      else
        sum_add_run (sum, walk->task_and_flags[i], begin, walk->ends[i], from, to);
    }

  walk_jump (walk, walk->first + i, walk->begins[i]);
  if (i == NODE_RUNS)
    return TRUE;

  walk->end = walk->ends[i];
  sum_add_run (sum, walk->task_and_flags[i], walk->begin, walk->end, from, to);
  if (walk->begins[i + 1] > to || walk->index + 1 == walk->n)
    return FALSE;
  walk_jump (walk, walk->index + 1, walk->begins[i + 1]);
  walk_load (walk); /* sets @end, which task_pixel() compares with the end of the pixel */
  return TRUE;
}

/* Sums up [from, to); leaves the walk at the run that extends beyond @to. */
static void
walk_sum (Walk  *walk,
          Sum   *sum,
          gint64 from,
          gint64 to)
{
  const guint32 shortest = (1u << run_level_shift[0]) - 1;

  if (walk->split != NULL)
    sum_add_split (sum, walk, from, to);
  walk->split = NULL;

  while (walk->begin < to)
    {
      if ((walk->index & shortest) == 0 && walk->begin >= from &&
          walk_skip_node (walk, sum, from, to))
        continue;

      walk_load (walk);
      if (!walk_add_runs (walk, sum, from, to))
        return;
    }
}

/* Also divides a node that crosses the first edge, so that a pixel does not depend on
 * which neighbors are requested with it. */
static gboolean
walk_start_split (Walk   *walk,
                  guint32 index,
                  gint64  from)
{
  for (gint level = N_RUN_LEVELS - 1; level >= 0; level--)
    {
      guint32 number = index >> run_level_shift[level];
      const RunNode *node = walk_node (walk, level, number);
      gint64 end = node != NULL ? node_end (walk, level, number) : G_MAXINT64;

      if (end == G_MAXINT64 || node->begin >= from ||
          th_time_between (node->begin, end) > walk->longest_split[level])
        continue;

      walk_split (walk, node, end);
      walk_jump (walk, (number + 1) << run_level_shift[level], end);
      return TRUE;
    }

  return FALSE;
}

static gboolean
walk_start (Walk        *walk,
            const ThCpu *cpu,
            gint64       from,
            gint64       pixel)
{
  guint32 index = th_cpu_find_run (cpu, from);

  *walk = (Walk) { .cpu = cpu, .n = th_cpu_get_n_runs (cpu), .first = G_MAXUINT32 };
  if (walk->n == 0)
    return FALSE;
  /* Larger nodes are divided only if they are shorter, or the image would blur. */
  for (guint level = 0; level < N_RUN_LEVELS; level++)
    walk->longest_split[level] = level == 0 ? pixel : pixel / 2;
  if (pixel > 0 && index != G_MAXUINT32 && walk_start_split (walk, index, from))
    return TRUE;

  index = index == G_MAXUINT32 ? 0 : index;
  walk_jump (walk, index, cpu_run (cpu, index).begin);
  walk_load (walk);
  return TRUE;
}

static ThTaskPixel
task_pixel (const Walk *walk,
            const Sum  *sum,
            gint64      from,
            gint64      to)
{
  ThTaskPixel pixel = { TH_TASK_NONE, 0, sum->flags, G_MAXUINT32 };

  if (sum->tally.n > 0)
    {
      pixel.task = sum->tally.key[tally_lead (&sum->tally)];
      pixel.busy = CLAMP (255.0 * sum->busy / (double) MAX (th_time_between (from, to), 1), 1, 255);
    }
  else if (sum->idle)
    pixel.task = TH_TASK_IDLE;

  if (walk->begin <= from && walk->end >= to)
    pixel.run = walk->index;

  return pixel;
}

void
th_cpu_get_task_pixels (const ThCpu *self,
                        gint64       from,
                        gint64       to,
                        guint        n_pixels,
                        ThTaskPixel *pixels)
{
  const PixelGrid *grid;
  Walk walk;

  if (n_pixels == 0 || from >= to ||
      !walk_start (&walk, self, from, ((guint64) to - (guint64) from) / n_pixels))
    {
      for (guint i = 0; i < n_pixels; i++)
        pixels[i] = (ThTaskPixel) { TH_TASK_NONE, 0, 0, G_MAXUINT32 };
      return;
    }

  grid = th_pixel_grid_get (from, to, n_pixels);
  for (guint i = 0; i < n_pixels; i++)
    {
      gint64 left = grid->edges[i], right = grid->edges[i + 1];
      Sum sum;

      if (i > 0 && pixels[i - 1].run == walk.index && walk.end >= right)
        pixels[i] = pixels[i - 1];
      else
        {
          sum.busy = 0;
          sum.tally.n = 0;
          sum.flags = 0;
          sum.idle = FALSE;
          walk_sum (&walk, &sum, left, right);
          pixels[i] = task_pixel (&walk, &sum, left, right);
        }
    }
}

gint64
th_cpu_get_busy (const ThCpu *self,
                 gint64       from,
                 gint64       to)
{
  Sum sum = { 0, };
  Walk walk;

  if (walk_start (&walk, self, from, 0))
    walk_sum (&walk, &sum, from, to);

  return sum.busy;
}

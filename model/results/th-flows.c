/* th-flows.c - ordered sequences of related events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-steps.h"
#include "th-flows.h"
#include "th-hash.h"
#include "th-series.h"
#include "th-time.h"

#define FLOW_SHIFT 9
#define NUMBER_SHIFT 10
#define ENDS_SHIFT 6
#define LINKS_SHIFT 9
/* An event can come after the end of its flow, when its key is in use again: this many
 * lifetimes back are searched, where those with the same start (packets of one poll)
 * count as one. */
#define MAX_LATE 8
/* The number of flows indexed before the lock is released. */
#define INDEX_PIECE 1024

/* The index of the rows below n_indexed. */
typedef struct
{
  GMutex      lock;
  GHashTable *keys;      /* guint64 * of a flow → GArray of rows, by first time */
  GHashTable *children;  /* number → GArray of rows */
  guint32     n_indexed;
  guint32     n_keys;    /* further keys that are indexed */
} Index;

G_STATIC_ASSERT (sizeof (ThFlow) == 48 && sizeof (ThFlowLinks) == 20);

typedef struct
{
  guint32 row;
  guint32 ends;
} EndsOfRow;

typedef struct
{
  guint64 key;
  guint32 row;
} KeyOfRow;

struct _ThFlows
{
  const ThFlowsInfo *info;
  ThSeries           flows;      /* ThFlow, by row */
  ThFlowSteps        steps;
  ThSeries           links;      /* ThFlowLinks */
  ThSeries           candidates; /* guint32 */
  ThSeries           rows;       /* guint32 by number: row + 1, 0 until it is complete; atomic */
  ThSeries           ends;       /* ThFlowEnds */
  ThSeries           ended;      /* EndsOfRow, rows ascending: only flows with known ends */
  ThSeries           keys;       /* KeyOfRow, rows ascending: further keys */
  Index              index;
};

ThFlows *
th_flows_new (ThArena           *arena,
              const ThFlowsInfo *info)
{
  ThFlows *self = g_new0 (ThFlows, 1);

  self->info = info;
  th_series_init (&self->flows, arena, sizeof (ThFlow), FLOW_SHIFT);
  th_flow_steps_init (&self->steps, arena);
  th_series_init (&self->links, arena, sizeof (ThFlowLinks), LINKS_SHIFT);
  th_series_init (&self->candidates, arena, sizeof (guint32), NUMBER_SHIFT);
  th_series_init (&self->rows, arena, sizeof (guint32), NUMBER_SHIFT);
  th_series_init (&self->ends, arena, sizeof (ThFlowEnds), ENDS_SHIFT);
  th_series_init (&self->ended, arena, sizeof (EndsOfRow), NUMBER_SHIFT);
  th_series_init (&self->keys, arena, sizeof (KeyOfRow), NUMBER_SHIFT);
  g_mutex_init (&self->index.lock);
  self->index.keys = g_hash_table_new_full (th_int64_hash, g_int64_equal, NULL,
                                            (GDestroyNotify) g_array_unref);
  self->index.children = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  return self;
}

void
th_flows_free (ThFlows *self)
{
  th_flow_steps_clear (&self->steps);
  g_hash_table_unref (self->index.keys);
  g_hash_table_unref (self->index.children);
  g_mutex_clear (&self->index.lock);
  g_free (self);
}

/* --- filling ----------------------------------------------------------- */

guint32
th_flows_begin (ThFlows *self)
{
  th_series_append (&self->rows);

  return self->rows.n_written - 1;
}

guint32
th_flows_finalize (ThFlows      *self,
                   const ThFlow *flow,
                   const ThStep *steps)
{
  guint32 row = self->flows.n_written;
  ThFlow *sealed = th_series_append (&self->flows);

  *sealed = *flow;
  sealed->first_step = self->steps.steps.n_written;
  sealed->links = 0;
  if (flow->n_steps > 0)
    {
      sealed->first = steps[0].time;
      sealed->last = steps[flow->n_steps - 1].time;
    }

  th_flow_steps_append (&self->steps, steps, flow->n_steps);
  __atomic_store_n ((guint32 *) th_series_get (&self->rows, flow->number), row + 1,
                    __ATOMIC_RELEASE);
  return row;
}

void
th_flows_set_links (ThFlows           *self,
                    guint32            row,
                    const ThFlowLinks *links,
                    const guint32     *candidates)
{
  ThFlowLinks *kept;

  g_return_if_fail (row + 1 == self->flows.n_written);

  kept = th_series_append (&self->links);
  *kept = *links;
  kept->first_candidate = self->candidates.n_written;
  for (guint i = 0; i < links->n_candidates; i++)
    *(guint32 *) th_series_append (&self->candidates) = candidates[i];
  ((ThFlow *) th_series_get (&self->flows, row))->links = self->links.n_written;
}

guint32
th_flows_add_ends (ThFlows          *self,
                   const ThFlowEnds *ends)
{
  *(ThFlowEnds *) th_series_append (&self->ends) = *ends;

  return self->ends.n_written - 1;
}

void
th_flows_set_ends (ThFlows *self,
                   guint32  row,
                   guint32  ends)
{
  g_return_if_fail (row + 1 == self->flows.n_written && ends < self->ends.n_written);

  *(EndsOfRow *) th_series_append (&self->ended) = (EndsOfRow) { row, ends };
}

void
th_flows_add_key (ThFlows *self,
                  guint32  row,
                  guint64  key)
{
  g_return_if_fail (row + 1 == self->flows.n_written);

  *(KeyOfRow *) th_series_append (&self->keys) = (KeyOfRow) { key, row };
}

/* Publishes the flows last: what they refer to can be read then. */
void
th_flows_publish (ThFlows *self)
{
  th_flow_steps_publish (&self->steps);
  th_series_publish (&self->candidates);
  th_series_publish (&self->links);
  th_series_publish (&self->rows);
  th_series_publish (&self->ends);
  th_series_publish (&self->ended);
  th_series_publish (&self->keys);
  th_series_publish (&self->flows);
}

/* --- using ------------------------------------------------------------- */

const ThFlowsInfo *
th_flows_get_info (const ThFlows *self)
{
  return self->info;
}

guint32
th_flows_get_n (const ThFlows *self)
{
  return th_series_get_length (&self->flows);
}

const ThFlow *
th_flows_get (const ThFlows *self,
              guint32        row)
{
  g_return_val_if_fail (row < th_flows_get_n (self), NULL);

  return th_series_get (&self->flows, row);
}

guint32
th_flows_get_row (const ThFlows *self,
                  guint32        number)
{
  guint32 row;

  if (number >= th_series_get_length (&self->rows))
    return TH_FLOW_NONE;

  /* Flows completed since the last publication are not visible yet. */
  row = __atomic_load_n ((guint32 *) th_series_get (&self->rows, number), __ATOMIC_ACQUIRE);
  return row == 0 || row > th_flows_get_n (self) ? TH_FLOW_NONE : row - 1;
}

ThStep
th_flows_get_step (const ThFlows *self,
                   const ThFlow  *flow,
                   guint32        index)
{
  g_return_val_if_fail (index < flow->n_steps, ((ThStep) { TH_REF_NONE, }));

  return th_flow_steps_get (&self->steps, flow->first, flow->first_step + index);
}

const ThFlowLinks *
th_flows_get_links (const ThFlows *self,
                    const ThFlow  *flow)
{
  static const ThFlowLinks none = { .parent = TH_FLOW_NONE, .origin = TH_FLOW_NONE };

  return flow->links != 0 ? th_series_get (&self->links, flow->links - 1) : &none;
}

guint32
th_flows_get_candidate (const ThFlows *self,
                        const ThFlow  *flow,
                        guint          index)
{
  const ThFlowLinks *links = th_flows_get_links (self, flow);

  g_return_val_if_fail (index < links->n_candidates, TH_FLOW_NONE);

  return *(guint32 *) th_series_get (&self->candidates, links->first_candidate + index);
}

const ThFlowEnds *
th_flows_get_ends (const ThFlows *self,
                   guint32        row)
{
  const guint32 n = th_series_get_length (&self->ended);
  guint32 low = 0, high = n;
  const EndsOfRow *found;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      found = th_series_get (&self->ended, middle);
      if (found->row < row)
        low = middle + 1;
      else
        high = middle;
    }

  if (low == n)
    return NULL;
  found = th_series_get (&self->ended, low);
  return found->row == row ? th_series_get (&self->ends, found->ends) : NULL;
}

/* After the last step that ends a stage, only a later end follows, or one that may
 * belong to another flow.  If no step ends a stage, everything is "other". */
static guint32
count_timed (const ThFlows *self,
             const ThFlow  *flow)
{
  for (guint32 i = flow->n_steps; i > 1; i--)
    if (th_flows_get_step (self, flow, i - 1).stage != TH_FLOW_NO_STAGE)
      return i;

  return flow->n_steps;
}

GArray *
th_flows_list_legs (const ThFlows *self,
                    const ThFlow  *flow)
{
  GArray *legs = g_array_new (FALSE, FALSE, sizeof (ThLeg));
  guint32 n = count_timed (self, flow);
  gint64 last = flow->first;

  for (guint32 i = 1; i < n; i++)
    {
      ThStep step = th_flows_get_step (self, flow, i);
      ThLeg *open = legs->len > 0 ? &g_array_index (legs, ThLeg, legs->len - 1) : NULL;
      ThLeg leg = { last, step.time, i, step.stage, step.confidence };

      /* A merged leg has the lower confidence of the two.  Empty legs without a stage
       * are omitted. */
      if (open != NULL && open->stage == leg.stage &&
          (open->end < open->begin) == (leg.end < leg.begin))
        {
          open->end = leg.end;
          open->end_step = leg.end_step;
          open->confidence = MAX (open->confidence, leg.confidence);
        }
      else if (leg.stage != TH_FLOW_NO_STAGE || leg.end != leg.begin)
        {
          g_array_append_val (legs, leg);
        }
      last = step.time;
    }

  return legs;
}

gint64
th_flows_get_stage_time (const ThFlows *self,
                         const ThFlow  *flow,
                         guint          stage,
                         ThRef         *anchor)
{
  gboolean found = FALSE;
  gint64 total = 0, last = flow->first;

  for (guint32 i = 1; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (self, flow, i);

      if (step.stage == stage)
        {
          total = th_time_add (total, th_time_between (last, step.time));
          found = TRUE;
          if (anchor != NULL)
            *anchor = step.anchor;
        }
      last = step.time;
    }

  return found ? total : TH_TIME_NONE;
}

gint64
th_flows_get_total (const ThFlows *self,
                    const ThFlow  *flow,
                    ThRef         *anchor)
{
  for (guint32 i = flow->n_steps; i > 1; i--)
    {
      ThStep step = th_flows_get_step (self, flow, i - 1);

      if (step.stage == TH_FLOW_NO_STAGE)
        continue;
      if (anchor != NULL)
        *anchor = step.anchor;
      return th_time_between (flow->first, step.time);
    }

  if (anchor != NULL)
    *anchor = th_flows_get_step (self, flow, 0).anchor;
  return 0;
}

void
th_flows_count_confidence (const ThFlows *self,
                           const ThFlow  *flow,
                           guint          counts[TH_N_CONFIDENCES])
{
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    counts[i] = 0;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      guint confidence = th_flow_steps_get_confidence (&self->steps, flow->first_step + i);

      if (confidence < TH_N_CONFIDENCES)
        counts[confidence]++;
    }
}

/* --- look-ups ---------------------------------------------------------- */

static GArray *
index_list (GHashTable   *table,
            gconstpointer key)
{
  GArray *rows = g_hash_table_lookup (table, key);

  if (rows == NULL)
    {
      rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (table, (gpointer) key, rows);
    }

  return rows;
}

/* Rows are appended nearly in the order in which the flows began. */
static void
index_insert (ThFlows *self,
              GArray  *rows,
              guint32  row)
{
  gint64 first = th_flows_get (self, row)->first;
  guint at = rows->len;

  while (at > 0 && th_flows_get (self, g_array_index (rows, guint32, at - 1))->first > first)
    at--;
  g_array_insert_val (rows, at, row);
}

/* Indexes the further keys of the flows that are indexed. */
static void
index_take_keys (ThFlows *self)
{
  guint32 n = th_series_get_length (&self->keys);

  for (; self->index.n_keys < n; self->index.n_keys++)
    {
      const KeyOfRow *other = th_series_get (&self->keys, self->index.n_keys);

      if (other->row >= self->index.n_indexed)
        break;
      index_insert (self, index_list (self->index.keys, &other->key), other->row);
    }
}

/* Indexes at most @most flows; returns FALSE if there are more. */
static gboolean
index_take (ThFlows *self,
            guint32  most)
{
  guint32 n_all = th_flows_get_n (self);
  guint32 n = MIN (n_all, self->index.n_indexed + (guint64) most);

  for (; self->index.n_indexed < n; self->index.n_indexed++)
    {
      const ThFlow *flow = th_flows_get (self, self->index.n_indexed);
      const ThFlowLinks *links = th_flows_get_links (self, flow);

      index_insert (self, index_list (self->index.keys, &flow->key), self->index.n_indexed);
      if (links->parent != TH_FLOW_NONE)
        g_array_append_val (index_list (self->index.children, GUINT_TO_POINTER (links->parent)),
                            self->index.n_indexed);
      if (links->origin != TH_FLOW_NONE)
        g_array_append_val (index_list (self->index.children, GUINT_TO_POINTER (links->origin)),
                            self->index.n_indexed);
    }
  index_take_keys (self);

  return n == n_all;
}

static void
index_catch_up (ThFlows *self)
{
  index_take (self, G_MAXUINT32);
}

void
th_flows_prepare (ThFlows *self)
{
  gboolean done = FALSE;

  while (!done)
    {
      g_mutex_lock (&self->index.lock);
      done = index_take (self, INDEX_PIECE);
      g_mutex_unlock (&self->index.lock);
    }
}

gboolean
th_flows_is_prepared (ThFlows *self)
{
  gboolean is_prepared;

  if (!g_mutex_trylock (&self->index.lock))
    return FALSE;
  is_prepared = self->index.n_indexed == th_flows_get_n (self) &&
                self->index.n_keys == th_series_get_length (&self->keys);
  g_mutex_unlock (&self->index.lock);
  return is_prepared;
}

/* The number of @rows that began at or before @time. */
static guint
rows_begun (ThFlows      *self,
            const GArray *rows,
            gint64        time)
{
  guint low = 0, high = rows->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (th_flows_get (self, g_array_index (rows, guint32, middle))->first <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

typedef enum
{
  HAS_NOT,
  HAS_AS_CONTEXT, /* shared with other flows */
  HAS_AS_OWN
} Has;

static Has
flow_has (ThFlows *self,
          guint32  row,
          ThRef    event)
{
  const ThFlow *flow = th_flows_get (self, row);
  Has has = HAS_NOT;

  for (guint32 i = flow->n_steps; i > 0 && has != HAS_AS_OWN; i--)
    {
      ThStep step = th_flows_get_step (self, flow, i - 1);

      if (th_ref_equal (step.anchor, event))
        has = step.flags & (TH_STEP_CONTEXT | TH_STEP_PLACE) ? HAS_AS_CONTEXT : HAS_AS_OWN;
    }

  return has;
}

/* The last of the first @n rows that has @event, preferably not as context. */
static guint32
find_with (ThFlows      *self,
           const GArray *rows,
           guint         n,
           ThRef         event)
{
  guint32 found = TH_FLOW_NONE;
  gint64 begin = TH_TIME_NONE;

  for (guint i = n, late = 0; i > 0; i--)
    {
      guint32 row = g_array_index (rows, guint32, i - 1);
      Has has;

      if (th_flows_get (self, row)->first != begin && late++ == MAX_LATE)
        break;
      begin = th_flows_get (self, row)->first;
      has = flow_has (self, row, event);
      if (has == HAS_AS_OWN)
        return row;
      if (has == HAS_AS_CONTEXT && found == TH_FLOW_NONE)
        found = row;
    }

  return found;
}

static guint32
find_in (ThFlows      *self,
         const GArray *rows,
         gint64        time,
         ThRef         event)
{
  guint n = rows_begun (self, rows, time);
  guint32 found = th_ref_is_none (event) ? TH_FLOW_NONE : find_with (self, rows, n, event);

  if (found != TH_FLOW_NONE || n == 0)
    return found;

  found = g_array_index (rows, guint32, n - 1);
  return th_flows_get (self, found)->last >= time ? found : TH_FLOW_NONE;
}

guint32
th_flows_find (ThFlows *self,
               guint64  key,
               gint64   time,
               ThRef    event)
{
  const GArray *rows;
  guint32 found;

  g_mutex_lock (&self->index.lock);
  index_catch_up (self);
  rows = g_hash_table_lookup (self->index.keys, &key);
  found = rows == NULL ? TH_FLOW_NONE : find_in (self, rows, time, event);
  g_mutex_unlock (&self->index.lock);

  return found;
}

guint32
th_flows_get_neighbor (ThFlows *self,
                       guint32  row,
                       gint     direction)
{
  guint32 found = TH_FLOW_NONE;
  const ThFlow *flow;
  const GArray *rows;

  g_return_val_if_fail (row < th_flows_get_n (self), TH_FLOW_NONE);

  flow = th_flows_get (self, row);
  g_mutex_lock (&self->index.lock);
  index_catch_up (self);
  rows = g_hash_table_lookup (self->index.keys, &flow->key);
  for (guint i = rows_begun (self, rows, flow->first); i > 0; i--)
    if (g_array_index (rows, guint32, i - 1) == row)
      {
        gint64 at = (gint64) i - 1 + direction;

        if (at >= 0 && at < rows->len)
          found = g_array_index (rows, guint32, at);
        break;
      }
  g_mutex_unlock (&self->index.lock);

  return found;
}

GArray *
th_flows_list_children (ThFlows *self,
                        guint32  row)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *rows;

  g_return_val_if_fail (row < th_flows_get_n (self), children);

  g_mutex_lock (&self->index.lock);
  index_catch_up (self);
  rows = g_hash_table_lookup (self->index.children,
                              GUINT_TO_POINTER (th_flows_get (self, row)->number));
  if (rows != NULL)
    g_array_append_vals (children, rows->data, rows->len);
  g_mutex_unlock (&self->index.lock);

  return children;
}

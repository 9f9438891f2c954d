/* th-search-step.c - finds the next or the previous hit from an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-text-search.h"
#include "th-order.h"

/* The number of rows between two checks for cancellation. */
#define CHUNK_ROWS 1024

typedef struct
{
  const ThFindWalk *walk;
  ThFilterEvaluator      *run;
  ThOrder          *order;
} Walker;

gboolean
th_find_is_whole (ThRows *hits)
{
  return th_rows_get_n_decided (hits) >= th_recording_get_n_events (th_rows_get_recording (hits));
}

static gboolean
is_hit (const Walker *walker,
        ThRef         ref)
{
  const ThFindWalk *walk = walker->walk;

  if (ref.row < th_rows_get_decided (walk->hits, ref.stream, ref.cpu))
    return th_rows_contains (walk->hits, ref);

  return th_filter_evaluator_match (walker->run, ref);
}

/* The nearest hit of global rows @low … @high - 1. */
static gboolean
search (const Walker *walker,
        guint64       low,
        guint64       high,
        ThRef        *found)
{
  const ThFindWalk *walk = walker->walk;
  ThRef refs[CHUNK_ROWS];

  while (low < high && (walk->cancelled == NULL || g_atomic_int_get (walk->cancelled) == 0))
    {
      guint n = MIN (high - low, CHUNK_ROWS);
      g_autoptr(ThCursor) cursor = th_cursor_new (walker->order, walk->backward ? high - n : low);

      for (guint i = 0; i < n; i++)
        th_cursor_next (cursor, &refs[i]);
      for (guint i = 0; i < n; i++)
        {
          *found = refs[walk->backward ? n - 1 - i : i];
          if (is_hit (walker, *found))
            return TRUE;
        }
      high -= walk->backward ? n : 0;
      low += walk->backward ? 0 : n;
    }

  return FALSE;
}

/* The number of events of the order before @from; sets *@is_there to whether the order contains
 * @from itself. */
static guint64
find_place (const Walker *walker,
            gboolean     *is_there)
{
  const ThFindWalk *walk = walker->walk;
  ThRecording *recording = th_rows_get_recording (walk->hits);
  guint64 place = th_ref_is_none (walk->from) ? G_MAXUINT64
                                              : th_order_find (walker->order, walk->from);

  *is_there = place != G_MAXUINT64;
  if (*is_there)
    return place;

  place = th_order_lower_bound (walker->order, walk->time);
  for (; !th_ref_is_none (walk->from) && place < th_order_get_n (walker->order); place++)
    {
      ThRef ref = th_order_get (walker->order, place);

      if (th_recording_get_time (recording, ref) > walk->time ||
          th_ref_compare (ref, walk->from) >= 0)
        break;
    }

  return place;
}

static gboolean
walk_around (const Walker *walker,
             ThRef        *found,
             gboolean     *wrapped)
{
  const ThFindWalk *walk = walker->walk;
  guint64 n = th_order_get_n (walker->order);
  gboolean is_there;
  guint64 place = find_place (walker, &is_there);
  guint64 begin;

  if (walk->backward)
    begin = place + (is_there && walk->inclusive);
  else
    begin = place + (is_there && !walk->inclusive);

  *wrapped = FALSE;
  if (search (walker, walk->backward ? 0 : begin, walk->backward ? begin : n, found))
    return TRUE;

  *wrapped = TRUE;
  return search (walker, walk->backward ? begin : 0, walk->backward ? n : begin, found);
}

gboolean
th_find_walk (const ThFindWalk *walk,
              ThRef            *found,
              gboolean         *wrapped)
{
  Walker walker = { .walk = walk };
  gboolean ignored, is_found;

  /* All hits are known, so no event needs to be evaluated. */
  if (th_find_is_whole (walk->hits))
    walker.order = th_order_new_rows (walk->hits, NULL, 0, G_MININT64, G_MAXINT64);
  else if (walk->within != NULL)
    walker.order = th_order_new_rows (walk->within, NULL, 0, G_MININT64, G_MAXINT64);
  else
    walker.order = th_order_new (th_rows_get_recording (walk->hits));

  walker.run = th_filter_evaluator_new (walk->filter);
  th_filter_evaluator_set_cancelled (walker.run, walk->cancelled);
  is_found = walk_around (&walker, found, wrapped != NULL ? wrapped : &ignored);
  th_filter_evaluator_free (walker.run);
  th_order_unref (walker.order);

  return is_found;
}

/* th-tracedat-times.c - corrects invalid time stamps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stamps of a CPU never descend, and those of a recording are close together.
 * One flipped bit would make a trace of one second look like one of years, and
 * move all later events of the CPU to that time.  Pages that are out of order
 * with most of the others, or far from the rest, are taken as wrong: their events
 * keep their order and get the time of their neighbors.
 */
#include "config.h"

#include "th-tracedat-page.h"
#include "th-tracedat-times.h"

/* 52 days in ns. */
#define FAR_AWAY (G_GUINT64_CONSTANT (1) << 52)

static ThTdPageMark *
page_mark (const ThTdWalk *walk,
           guint           index)
{
  return &g_array_index (walk->pages, ThTdPageMark, index);
}

static guint32
page_end (const ThTdWalk *walk,
          guint           index)
{
  return index + 1 < walk->pages->len ? page_mark (walk, index + 1)->row : walk->n;
}

static gboolean
is_far (guint64        stamp,
        const guint64 *reference)
{
  guint64 distance;

  if (reference == NULL)
    return stamp > G_MAXINT64;

  distance = stamp > *reference ? stamp - *reference : *reference - stamp;
  return distance > FAR_AWAY;
}

/* A cheap check, which nearly every page passes. */
static gboolean
page_is_sound (const ThTdWalk *walk,
               guint           index,
               guint64         bound,
               const guint64  *reference)
{
  const ThTdPageMark *page = page_mark (walk, index);

  return page->highest <= bound && !is_far (page->stamp, reference);
}

static guint64
bound_after (const ThTdWalk *walk,
             guint           index,
             const guint64  *next)
{
  guint64 base = page_mark (walk, index)->stamp;

  if (index + 1 < walk->pages->len)
    return page_mark (walk, index + 1)->stamp;
  if (next != NULL)
    return *next;
  return base > G_MAXUINT64 - FAR_AWAY ? G_MAXUINT64 : base + FAR_AWAY;
}

static guint64
stamp_at (const ThTdWalk *walk,
          guint           index,
          const guint64  *next)
{
  return index < walk->pages->len ? page_mark (walk, index)->stamp : *next;
}

/* Finds the longest non-descending subsequence of the pages, and of @next if given; of equal
 * ones, that with the lowest stamps.  Free with g_free(). */
static gboolean *
find_good (const ThTdWalk *walk,
           const guint64  *next,
           const guint64  *reference)
{
  guint n = walk->pages->len + (next != NULL), length = 0;
  gboolean *good = g_new0 (gboolean, n);
  g_autofree guint *tails = g_new (guint, n);
  g_autofree gint *before = g_new (gint, n);

  for (guint i = 0; i < n; i++)
    {
      guint64 stamp = stamp_at (walk, i, next);
      guint low = 0, high = length;

      if (is_far (stamp, reference))
        continue;
      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (stamp_at (walk, tails[middle], next) <= stamp)
            low = middle + 1;
          else
            high = middle;
        }
      tails[low] = i;
      before[i] = low > 0 ? (gint) tails[low - 1] : -1;
      length = MAX (length, low + 1);
    }

  for (gint i = length > 0 ? (gint) tails[length - 1] : -1; i >= 0; i = before[i])
    good[i] = TRUE;
  return good;
}

/* Clamps the stamps of a page to [@floor, @bound]; returns how many were changed. */
static guint32
clamp_page (ThTdWalk *walk,
            guint     index,
            guint64   floor,
            guint64   bound)
{
  guint32 end = page_end (walk, index), n = 0;

  for (guint32 row = page_mark (walk, index)->row; row < end; row++)
    {
      guint64 stamp = CLAMP (walk->stamps[row], floor, bound);

      n += stamp != walk->stamps[row];
      walk->stamps[row] = stamp;
    }
  return n;
}

static guint32
mend (ThTdWalk      *walk,
      const guint64 *next,
      const guint64 *reference)
{
  g_autofree gboolean *good = find_good (walk, next, reference);
  guint n_all = walk->pages->len + (next != NULL);
  guint32 n = 0;
  guint64 floor = 0;
  gboolean has_floor = FALSE;

  for (guint i = 0; i < walk->pages->len; i++)
    {
      guint64 low = good[i] ? page_mark (walk, i)->stamp : floor;
      guint64 high = low;
      guint after = i + 1;

      while (after < n_all && !good[after])
        after++;
      if (good[i])
        high = after < n_all ? stamp_at (walk, after, next) : low + FAR_AWAY;
      else if (!has_floor)
        low = high = after < n_all ? stamp_at (walk, after, next) : reference != NULL
                     ? *reference : 0;

      /* The duration of a wrong page is unknown, so all its events get the same time. */
      n += clamp_page (walk, i, low, high);
      if (page_end (walk, i) > page_mark (walk, i)->row)
        {
          floor = walk->stamps[page_end (walk, i) - 1];
          has_floor = TRUE;
        }
    }
  return n;
}

guint32
th_td_walk_check_times (ThTdWalk      *walk,
                        const guint64 *next,
                        const guint64 *reference)
{
  for (guint i = 0; i < walk->pages->len; i++)
    if (G_UNLIKELY (!page_is_sound (walk, i, bound_after (walk, i, next), reference)))
      return mend (walk, next, reference);
  return 0;
}

/* th-perfdata-places.c - where the records of a CPU's events are in the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-perfdata-places.h"

#define BLOCKS_SHIFT 6
#define GAPS_SHIFT 7

/* A gap consists of the number of records before it, and of the distance to the next record, which
 * may be negative, in units of eight bytes.  A long gap has its distance in two further words. */
#define GAP_RECORDS 0x3fu
#define GAP_LONG    0x40u
#define GAP_SHIFT   7
#define GAP_UNIT    8
#define MAX_GAP     ((gint64) 1 << (31 - GAP_SHIFT))

/* Of 12 bytes. */
typedef struct
{
  guint32 place[2]; /* low and high half */
  guint32 gap;      /* index of its first gap */
} Block;

void
th_pf_places_init (ThPfPlaces *self,
                   ThArena    *arena)
{
  *self = (ThPfPlaces) { .n = 0 };
  th_series_init (&self->blocks, arena, sizeof (Block), BLOCKS_SHIFT);
  th_series_init (&self->gaps, arena, sizeof (guint32), GAPS_SHIFT);
}

/* --- writing ----------------------------------------------------------- */

static void
add_word (ThPfPlaces *self,
          guint32     word)
{
  *(guint32 *) th_series_append (&self->gaps) = word;
}

static void
add_gap (ThPfPlaces *self,
         gint64      bytes)
{
  gint64 units = bytes / GAP_UNIT;

  if (bytes % GAP_UNIT == 0 && units >= -MAX_GAP && units < MAX_GAP)
    {
      add_word (self, (guint32) units << GAP_SHIFT | self->n_behind);
      return;
    }

  add_word (self, GAP_LONG | self->n_behind);
  add_word (self, (guint32) bytes);
  add_word (self, (guint64) bytes >> 32);
}

static void
add_block (ThPfPlaces *self,
           guint64     place)
{
  Block *block = th_series_append (&self->blocks);

  *block = (Block) { { (guint32) place, place >> 32 }, self->gaps.n_written };
  self->n_behind = 0;
}

/* Appends the first event, and those of its block whose records follow without a gap.  Returns how
 * many events that were. */
static guint32
add_stretch (ThPfPlaces *self,
             guint64    *extents,
             guint32     n)
{
  guint32 most = MIN (n, TH_PF_STEP_EVENTS - self->n % TH_PF_STEP_EVENTS), i;
  guint64 end = extents[0] & TH_PF_OFFSET_MASK, number = self->n;

  if (number % TH_PF_STEP_EVENTS == 0)
    add_block (self, end);
  else if (end != self->end)
    {
      add_gap (self, (gint64) (end - self->end));
      self->n_behind = 0;
    }

  for (i = 0; i < most && (extents[i] & TH_PF_OFFSET_MASK) == end; i++)
    {
      end += extents[i] >> TH_PF_SIZE_SHIFT;
      extents[i] = (number + i) * 4;
    }
  self->n += i;
  self->n_behind += i;
  self->end = end;
  return i;
}

void
th_pf_places_add (ThPfPlaces *self,
                  guint64    *extents,
                  guint32     n)
{
  for (guint32 i = 0; i < n; )
    i += add_stretch (self, extents + i, n - i);
}

/* Blocks come first: a reader that sees a gap then sees the block that the gap belongs to. */
void
th_pf_places_publish (ThPfPlaces *self)
{
  th_series_publish (&self->blocks);
  th_series_publish (&self->gaps);
  __atomic_store_n (&self->n_published, self->n, __ATOMIC_RELEASE);
}

/* --- reading ----------------------------------------------------------- */

static guint32
gap_word (const ThPfStep *self,
          guint32         index)
{
  return *(const guint32 *) th_series_get (&self->places->gaps, index);
}

static void
find_gap (ThPfStep *self)
{
  self->left = self->gap < self->end ? gap_word (self, self->gap) & GAP_RECORDS : 0;
}

/* Passes the gap; returns its bytes. */
static gint64
take_gap (ThPfStep *self)
{
  guint32 word = gap_word (self, self->gap++);
  guint32 low;

  if ((word & GAP_LONG) == 0)
    return (gint64) ((gint32) word >> GAP_SHIFT) * GAP_UNIT;

  low = gap_word (self, self->gap++);
  return (gint64) ((guint64) gap_word (self, self->gap++) << 32 | low);
}

gboolean
th_pf_step_init (ThPfStep         *self,
                 const ThPfPlaces *places,
                 guint64           index)
{
  guint64 number = index / TH_PF_STEP_EVENTS;
  guint32 n_gaps = th_series_get_length (&places->gaps);
  guint32 n = th_series_get_length (&places->blocks);
  const Block *block;

  if (number >= n)
    return FALSE;

  block = th_series_get (&places->blocks, number);
  *self = (ThPfStep) { .places = places, .index = number * TH_PF_STEP_EVENTS,
                       .place = (guint64) block->place[1] << 32 | block->place[0],
                       .gap = block->gap };
  self->end = number + 1 < n ? ((const Block *) th_series_get (&places->blocks, number + 1))->gap
                             : n_gaps;
  find_gap (self);
  return TRUE;
}

gboolean
th_pf_step_next (ThPfStep *self,
                 guint32   size)
{
  if ((self->index + 1) % TH_PF_STEP_EVENTS == 0)
    return th_pf_step_init (self, self->places, self->index + 1);

  self->index++;
  self->place += size;
  if (self->left > 0 && --self->left == 0)
    {
      self->place += take_gap (self);
      find_gap (self);
    }
  return TRUE;
}

/* th-tracedat-clock.c - converts time stamps of the ring buffer to times
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The steps have the same order as in trace-cmd: the shift from guest to host, ticks
 * to ns, then the offsets of --date and --ts-offset.  Like trace-cmd, this ignores the
 * offset in TSC2NSEC.
 */
#include "config.h"

#include <stdlib.h>

#include "th-tracedat-clock.h"
#include "th-tracedat-file.h"

/* A flag of TIME_SHIFT: corrections change linearly between two samples. */
#define FLAG_INTERPOLATE 1

/* Adds modulo 2^64 like the ring buffer, without undefined overflow. */
static inline guint64
shifted (guint64 stamp,
         gint64  by)
{
  return stamp + (guint64) by;
}

static guint64
correct_between (const ThTdClock *self,
                 guint64          stamp,
                 const ThTdShift *a,
                 const ThTdShift *b)
{
  guint64 shift = (guint64) a->offset, scaled;

  if (self->interpolate && b->time != a->time)
    {
      __int128 span = (__int128) b->time - a->time;
      __int128 part = ((__int128) (gint64) stamp - a->time) * ((__int128) b->offset - a->offset);

      shift += (guint64) ((part + span / 2) / span);
    }

  scaled = (guint64) (((unsigned __int128) stamp * MAX (a->scaling, 1)) >> MIN (a->fraction, 127));
  return scaled + shift;
}

static guint64
correct_guest (const ThTdClock *self,
               const GArray    *shifts,
               guint64          stamp)
{
  const ThTdShift *s = (const ThTdShift *) (gpointer) shifts->data;
  guint low = 0, high = shifts->len;

  if (shifts->len == 0)
    return stamp;
  if (shifts->len == 1)
    return shifted (stamp, s[0].offset);

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;

      if ((gint64) stamp >= s[middle].time)
        low = middle;
      else
        high = middle;
    }
  low = MIN (low, shifts->len - 2);
  return correct_between (self, stamp, &s[low], &s[low + 1]);
}

static const GArray *
clock_shifts (const ThTdClock *self,
              guint            cpu)
{
  return self->shifts != NULL && cpu < self->shifts->len
         ? g_array_index (self->shifts, GArray *, cpu) : NULL;
}

gboolean
th_td_clock_is_plain (const ThTdClock *self,
                      guint            cpu)
{
  return self->mult == 0 && clock_shifts (self, cpu) == NULL;
}

gint64
th_td_clock_convert (const ThTdClock *self,
                     guint            cpu,
                     guint64          stamp)
{
  const GArray *shifts = clock_shifts (self, cpu);

  if (shifts != NULL)
    stamp = correct_guest (self, shifts, stamp);
  if (self->mult != 0)
    stamp = (guint64) (((unsigned __int128) stamp * self->mult) >> MIN (self->shift, 63));
  return (gint64) shifted (stamp, self->offset);
}

static gint
compare_shifts (gconstpointer a,
                gconstpointer b)
{
  const ThTdShift *x = a, *y = b;

  return (x->time > y->time) - (x->time < y->time);
}

static void
drop_same_times (GArray *shifts)
{
  g_array_sort (shifts, compare_shifts);
  for (guint i = 1; i < shifts->len;)
    {
      if (g_array_index (shifts, ThTdShift, i).time == g_array_index (shifts, ThTdShift,
                                                                      i - 1).time)
        g_array_remove_index (shifts, i);
      else
        i++;
    }
}

static GArray *
read_shifts (ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);
  GArray *shifts = g_array_new (FALSE, TRUE, sizeof (ThTdShift));

  if (cursor->failed || n > (cursor->end - cursor->pos) / 24)
    {
      cursor->failed = TRUE;
      return shifts;
    }

  g_array_set_size (shifts, n);
  for (guint i = 0; i < n; i++)
    g_array_index (shifts, ThTdShift, i).time = th_byte_cursor_uint (cursor, 8);
  for (guint i = 0; i < n; i++)
    g_array_index (shifts, ThTdShift, i).offset = th_byte_cursor_uint (cursor, 8);
  for (guint i = 0; i < n; i++)
    g_array_index (shifts, ThTdShift, i).scaling = th_byte_cursor_uint (cursor, 8);
  return shifts;
}

static void
read_fractions (ThByteCursor *cursor,
                GPtrArray    *all)
{
  /* Older versions of trace-cmd did not write fractions. */
  if (cursor->pos >= cursor->end)
    return;

  for (guint i = 0; i < all->len; i++)
    {
      GArray *shifts = g_ptr_array_index (all, i);

      for (guint j = 0; j < shifts->len && !cursor->failed; j++)
        g_array_index (shifts, ThTdShift, j).fraction = th_byte_cursor_uint (cursor, 8);
    }
}

static void
free_shifts (gpointer data)
{
  g_clear_pointer ((GArray **) data, g_array_unref);
}

void
th_td_clock_add_shifts (ThTdClock    *self,
                        ThByteCursor *cursor)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint64 flags, n;

  flags = th_byte_cursor_uint (cursor, 4);
  n = th_byte_cursor_uint (cursor, 4);
  if (n > TH_TD_MAX_CPUS)
    cursor->failed = TRUE;
  for (guint i = 0; i < n && !cursor->failed; i++)
    g_ptr_array_add (all, read_shifts (cursor));
  read_fractions (cursor, all);
  if (cursor->failed)
    return;

  th_td_clock_clear (self);
  self->interpolate = (flags & FLAG_INTERPOLATE) != 0;
  self->shifts = g_array_new (FALSE, FALSE, sizeof (GArray *));
  g_array_set_clear_func (self->shifts, free_shifts);
  for (guint i = 0; i < all->len; i++)
    {
      GArray *shifts = g_array_ref (g_ptr_array_index (all, i));

      drop_same_times (shifts);
      if (shifts->len == 0)
        g_clear_pointer (&shifts, g_array_unref);
      g_array_append_val (self->shifts, shifts);
    }
}

void
th_td_clock_clear (ThTdClock *self)
{
  g_clear_pointer (&self->shifts, g_array_unref);
}

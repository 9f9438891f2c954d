/* th-nest.c - nested slices of one track, which open and close in order
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-nest.h"

void
th_nest_push (ThNest       *self,
              const ThOpen *open)
{
  if (self->depth < G_N_ELEMENTS (self->open))
    self->open[self->depth] = *open;
  self->depth++;
  self->last_time = open->begin;
}

/* Closes the innermost slice. */
static void
nest_close (ThNest *self,
            gint64  time,
            guint   flags)
{
  const ThOpen *open;

  self->depth--;
  if (self->depth >= G_N_ELEMENTS (self->open))
    return;

  open = &self->open[self->depth];
  th_slices_add (th_track_get_slices (self->track), self->depth, &(ThSlice) {
    open->begin, MAX (time, open->begin), open->anchor, open->name, open->context, flags
  });
}

gboolean
th_nest_pop (ThNest  *self,
             guint64  key,
             gint64   time,
             ThOpen  *closed)
{
  guint at = MIN (self->depth, G_N_ELEMENTS (self->open));

  /* Slices beyond the maximum depth are not stored: assume that it matches. */
  if (self->depth > G_N_ELEMENTS (self->open))
    {
      self->depth--;
      return FALSE;
    }

  while (at > 0 && self->open[at - 1].key != key)
    at--;
  if (at == 0)
    return FALSE;

  while (self->depth > at)
    nest_close (self, self->last_time, TH_SLICE_NO_END);
  *closed = self->open[at - 1];
  nest_close (self, time, 0);
  self->last_time = time;
  return TRUE;
}

gboolean
th_nest_has (const ThNest *self,
             guint64       key)
{
  for (guint i = 0; i < MIN (self->depth, G_N_ELEMENTS (self->open)); i++)
    if (self->open[i].key == key)
      return TRUE;

  return FALSE;
}

void
th_nest_break (ThNest *self,
               gint64  time)
{
  while (self->depth > 0)
    nest_close (self, MAX (time, self->last_time), TH_SLICE_NO_END);
}

gboolean
th_nest_add_free (ThTrack       *track,
                  const ThSlice *slice)
{
  for (guint depth = 0; depth < TH_SLICES_MAX_DEPTH; depth++)
    if (th_slices_add (th_track_get_slices (track), depth, slice))
      return TRUE;

  return FALSE;
}

/* th-nest.h - slices of one lane that open and close within each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For analyses of begin and end events: handlers that interrupt each other, calls, trace
 * markers.  A slice is added when it closes, at the depth at which it opened.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 key;      /* the event that closes it must have the same */
  gint64  begin;
  ThRef   anchor;
  guint32 name;
  guint16 context;
} ThOpen;

typedef struct
{
  ThTrack *track;
  guint    depth;     /* number of open slices, including those beyond TH_SLICES_MAX_DEPTH */
  gint64   last_time; /* when a slice was last opened or closed */
  ThOpen   open[TH_SLICES_MAX_DEPTH];
} ThNest;

void     th_nest_push  (ThNest       *self,
                        const ThOpen *open);
/* Closes the innermost slice with @key at @time; slices that are open inside it end broken.
 * Sets *@closed to the slice.  Returns FALSE if none with @key is open. */
gboolean th_nest_pop   (ThNest       *self,
                        guint64       key,
                        gint64        time,
                        ThOpen       *closed);
/* Returns whether a slice with @key is open. */
gboolean th_nest_has   (const ThNest *self,
                        guint64       key);
/* Ends all open slices as broken at @time, or at the latest time that is known. */
void     th_nest_break (ThNest       *self,
                        gint64        time);

/* Adds a slice that need not nest to the first row where it overlaps no other.  Returns FALSE
 * if all rows are taken. */
gboolean th_nest_add_free (ThTrack     *track,
                           const ThSlice *slice);

G_END_DECLS

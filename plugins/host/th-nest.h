/* th-nest.h - slices of one lane that open and close within each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For analyses of pairs of events: handlers that interrupt each other, calls,
 * marks.  A slice is added when it closes, at the depth at which it opened.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 key;      /* what the event that closes it must have */
  gint64  begin;
  ThRef   anchor;
  guint32 name;
  guint16 context;
} ThOpen;

typedef struct
{
  ThTrack *track;
  guint    depth;     /* how many are open, also those beyond TH_SLICES_MAX_DEPTH */
  gint64   last_time; /* of the last that opened or closed */
  ThOpen   open[TH_SLICES_MAX_DEPTH];
} ThNest;

void     th_nest_push  (ThNest       *self,
                        const ThOpen *open);
/* Closes the innermost one with @key at @time; what is open inside of it ends
 * broken.  FALSE if none is open; *@closed: what was. */
gboolean th_nest_pop   (ThNest       *self,
                        guint64       key,
                        gint64        time,
                        ThOpen       *closed);
/* One with @key is open. */
gboolean th_nest_has   (const ThNest *self,
                        guint64       key);
/* All that is open ends broken at @time, or as late as is known. */
void     th_nest_break (ThNest       *self,
                        gint64        time);

/* For slices that need not nest: adds one to the first row where it does not
 * overlap.  FALSE if all rows are taken. */
gboolean th_nest_add_free (ThTrack     *track,
                           const ThSlice *slice);

G_END_DECLS

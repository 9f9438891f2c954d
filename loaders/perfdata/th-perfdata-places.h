/* th-perfdata-places.h - where the records of a CPU's events are in the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * If columns can be decoded again (th-perfdata-again.h), the place of a row in the columns is
 * not an offset, but four times the number of its event on its CPU, in the order in which the
 * events were appended.  This list tells the offset of its record.  So the order of events may
 * differ from that of their records, and the places of 64 rows always fit a block.
 *
 * perf writes what is in the buffer of one CPU, then what is in that of the next one, so that
 * most records of a CPU follow each other, and the header of a record tells where it ends.
 * Therefore the list stores only the offset of every 64th event (0.19 bytes an event), and a gap of
 * four bytes (rarely twelve) wherever the next event's record is not the next record of the file.
 *
 * One thread appends; any thread may read the events that are published (th-series.h).
 */
#pragma once

#include "th-series.h"

G_BEGIN_DECLS

/* The extent of a record: its offset, these flags, and its size in one number, while the event
 * waits in its queue. */
#define TH_PF_MAX_OFFSET    ((guint64) 1 << 46)
#define TH_PF_ONCE          ((guint64) 1 << 46) /* it might be decoded differently again */
#define TH_PF_SPOOLED       ((guint64) 1 << 47) /* the offset is one in the spool */
#define TH_PF_OFFSET_MASK   (TH_PF_SPOOLED | (TH_PF_MAX_OFFSET - 1))
#define TH_PF_SIZE_SHIFT    48

/* The list has the offset of the first of each group of this many events. */
#define TH_PF_STEP_EVENTS 64

typedef struct
{
  ThSeries blocks;   /* the first record of each 64 events */
  ThSeries gaps;     /* guint32: where the next record is not that of the next event */
  guint64  n_published; /* atomic; events that may be read */
  guint64  n;        /* the rest is accessed only by the writer: number of events */
  guint64  end;      /* of the last record */
  guint    n_behind; /* records that follow each other up to there, in the last block */
} ThPfPlaces;

/* A reader that steps from event to event. */
typedef struct
{
  const ThPfPlaces *places;
  guint64           index; /* of the event */
  guint64           place; /* of its record: an offset, possibly with TH_PF_SPOOLED */

  /*< private >*/
  guint32           gap;   /* index of the next gap of the block, and of the first one after it */
  guint32           end;
  guint             left;  /* events up to that gap; 0: there is none */
} ThPfStep;

/* @arena must outlive it. */
void     th_pf_places_init    (ThPfPlaces *self,
                               ThArena    *arena);
/* Appends @n events.  Replaces their extents, as above, by their places in the columns. */
void     th_pf_places_add     (ThPfPlaces *self,
                               guint64    *extents,
                               guint32     n);
/* Before the rows of the events are published. */
void     th_pf_places_publish (ThPfPlaces *self);

/* The number of events that may be read. */
static inline guint64
th_pf_places_get_n (const ThPfPlaces *self)
{
  return __atomic_load_n (&self->n_published, __ATOMIC_ACQUIRE);
}

/* Begins at the last event that has its offset in the list and is not after @index.  Step only to
 * events below a number that th_pf_places_get_n() returned before.  FALSE if there is none. */
gboolean th_pf_step_init      (ThPfStep         *self,
                               const ThPfPlaces *places,
                               guint64           index);
/* Goes to the next event; @size is that of the present record.  FALSE if there is none. */
gboolean th_pf_step_next      (ThPfStep         *self,
                               guint32           size);

G_END_DECLS

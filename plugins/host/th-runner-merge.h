/* th-runner-merge.h - the events of all CPUs, merged in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu-block.h"
#include "th-runner-types.h"

G_BEGIN_DECLS

/* The events of one CPU of one buffer. */
typedef struct
{
  const ThCpu *cpu;
  guint16      stream;
  guint16      index;
  guint        number;
  guint32      row;       /* the next row to examine */
  ThCpuBlock   block;     /* the block of the row, once it was examined */
  guint64      wanted;    /* its rows whose types may be wanted */
  guint32      end;       /* the row up to which events may be fed now */
  guint32      lost;      /* the next loss */
  guint32      lost_row;  /* the row that it precedes; G_MAXUINT32: there is none */
  guint32      stop;      /* the lower of that and the end */
  gboolean     is_lost;   /* the next item is a loss, not an event */
  gint64       time;      /* time of the next item */

  guint32      read_first; /* first row of the block that the payloads are of */
  guint64      read;      /* its rows that the reader has tried to read */
  guint64      readable;  /* those that it could read */
  ThPayload    payloads[TH_BLOCK_ROWS];
} Track;

/* The key of a track without a next item: greater than all others. */
#define TH_MERGE_NO_ITEM G_MAXUINT64

/* A loser tree: the leaf of track i is node n_tracks + i, and node / 2 is its parent.  The key
 * of a track is the time of its next item since the base and, in the low bits, its index; so the
 * lowest key is that of the next item of all. */
typedef struct
{
  guint    n_tracks;
  Track   *tracks;
  guint64 *losers;        /* keys by inner node, of which 1 is the root */
  guint64  winner;        /* the lowest key of all */
  gint64   base;
  guint    track_bits;    /* number of low bits of a key that hold the index of its track */
  guint8  *unwanted;      /* by type */
  guint64  n_done;        /* atomic; number of rows already passed */
} Merge;

void   th_runner_merge_init   (Merge       *self,
                               ThRecording *recording,
                               guint8      *unwanted);
void   th_runner_merge_clear  (Merge       *self);
/* Admits all events before @until (G_MAXINT64: all events). */
void   th_runner_merge_open   (Merge       *self,
                               gint64       until);
void   th_runner_merge_step   (Merge       *self);

/* The index of the track of the next event or loss, if there is one. */
static inline guint
merge_get_first (const Merge *self)
{
  return self->winner & ((1u << self->track_bits) - 1);
}

/* Returns the track of the next event or loss, or NULL; th_runner_merge_step() moves past it. */
static inline Track *
th_runner_merge_peek (Merge *self)
{
  return self->winner != TH_MERGE_NO_ITEM ? &self->tracks[merge_get_first (self)] : NULL;
}

/* These return the type and the task of a track's next event, unless a loss precedes it. */
static inline guint16
track_get_type (const Track *self)
{
  return th_cpu_block_get_type (&self->block, self->row - self->block.first);
}

static inline guint32
track_get_task (const Track *self)
{
  return th_cpu_block_get_task (&self->block, self->row - self->block.first);
}

/* Reads the payload of the track's next event, and those after it in its block that are wanted. */
void   th_runner_track_read   (Track         *self,
                               ThReader      *reader,
                               Route *const  *routes);

/* Sets *@payload to that of the track's next event.  Returns FALSE if the event cannot be read. */
static inline gboolean
track_get_payload (Track         *self,
                   ThReader      *reader,
                   Route *const  *routes,
                   ThPayload     *payload)
{
  guint i = self->row - self->block.first;

  if (G_UNLIKELY (self->read_first != self->block.first || !(self->read >> i & 1)))
    th_runner_track_read (self, reader, routes);
  if (G_UNLIKELY (!((self->read & self->readable) >> i & 1)))
    return FALSE;

  *payload = self->payloads[i];
  return TRUE;
}

G_END_DECLS

/* th-order-private.h - the layout of an order, shared by its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-order.h"

/* The events of one CPU in the order, by position: the row, or with ThRows the rank of
 * the row among the included ones. */
typedef struct
{
  const ThCpu *cpu;
  ThRef        ref;    /* the stream and the CPU */
  guint32      begin;
  guint32      end;
} Track;

struct _ThOrder
{
  gatomicrefcount ref_count;
  ThRecording    *recording;
  ThRows         *rows;   /* NULL: all */
  guint           n_tracks;
  guint64         n;
  Track           tracks[];
};

static inline guint32
track_row (const ThOrder *self,
           const Track   *track,
           guint32        position)
{
  if (self->rows == NULL)
    return position;

  return th_rows_select (self->rows, track->ref.stream, track->ref.cpu, position);
}

static inline guint32
track_position (const ThOrder *self,
                const Track   *track,
                guint32        row)
{
  if (self->rows == NULL)
    return row;

  return th_rows_rank (self->rows, track->ref.stream, track->ref.cpu, row);
}

/* Sets the position of each track such that at most @row events precede them all, and returns
 * the number that is missing (th-order-seek.c). */
guint64 th_order_seek (const ThOrder *self,
                       guint64        row,
                       guint32       *positions);

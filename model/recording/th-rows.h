/* th-rows.h - a subset of a recording's events: a bit per row, and its pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a filter lets through.  Rows are decided in order, CPU by CPU, so each
 * CPU has a count of rows that are decided; those beyond it are neither in nor
 * out.  A block of 64 rows is one word of bits; counts and type masks of the
 * rows that are in are kept over 8, 64 and 512 blocks, so that lanes of a
 * filtered recording cost pixels, too, and the n-th event is found quickly.
 *
 * One thread per CPU appends; any thread reads what is published, without
 * locks.  Reference-counted; keeps its recording alive.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct _ThRows ThRows;

ThRows      *th_rows_new         (ThRecording  *recording);
ThRows      *th_rows_ref         (ThRows       *self);
void         th_rows_unref       (ThRows       *self);
ThRecording *th_rows_get_recording (ThRows     *self);

/* --- writing, one thread per CPU --------------------------------------- */

/* Decides @n_rows rows of a CPU, from the first row of the block that is not
 * wholly decided on: bit i of @bits[i / 64] is row decided / 64 * 64 + i.  So a
 * last partial block is handed in again once it has more rows; its rows that
 * were decided before stay as they are. */
void         th_rows_append      (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  const guint64 *bits,
                                  guint32        n_rows);

/* --- reading ----------------------------------------------------------- */

guint32      th_rows_get_decided (ThRows        *self,
                                  guint          stream,
                                  guint          cpu);
/* Rows that are in: of one CPU, of all. */
guint32      th_rows_get_n_cpu   (ThRows        *self,
                                  guint          stream,
                                  guint          cpu);
guint64      th_rows_get_n       (ThRows        *self);
guint64      th_rows_get_n_decided (ThRows      *self);
/* Bytes of memory that bits and pyramid take. */
gsize        th_rows_get_memory  (ThRows        *self);
gboolean     th_rows_contains    (ThRows        *self,
                                  ThRef          ref);
/* Rows @row … @row + 63 of the block that begins at @row: bit i is row + i.  Rows
 * that are not decided have none. */
guint64      th_rows_get_bits    (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
/* How many rows before @row are in. */
guint32      th_rows_rank        (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
/* The row that has @rank rows that are in before it and is in itself; @rank
 * must be below a th_rows_get_n_cpu() that was read before. */
guint32      th_rows_select      (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        rank);
/* The first row at or after (last row before) @row that is in; G_MAXUINT32 if none. */
guint32      th_rows_next        (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
guint32      th_rows_previous    (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);

/* As th_cpu_get_pixels(), of the rows that are in. */
void         th_rows_get_pixels  (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  gint64         from,
                                  gint64         to,
                                  guint          n_pixels,
                                  ThPixel       *pixels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRows, th_rows_unref)

G_END_DECLS

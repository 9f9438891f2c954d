/* th-rows.h - a subset of a recording's events: a bit per row, and its pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The events that match a filter.  Rows are decided in order, CPU by CPU, so each
 * CPU has a count of decided rows; those beyond it are neither included nor
 * excluded.  A block of 64 rows is one word of bits; there are counts of the
 * included rows over 8, 64 and 512 blocks, so that drawing a filtered recording
 * also costs pixels, and the n-th event is found quickly.  Where all or none of 2,048
 * rows are included, their bits take no memory.
 *
 * One thread per CPU appends; any thread reads what is published, without locks.
 * Reference-counted; keeps its recording alive.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct _ThRows ThRows;

ThRows      *th_rows_new         (ThRecording  *recording);
/* A subset of all published rows that includes the @n events.  TH_REF_NONE and events that the
 * recording lacks are ignored.  Any thread. */
ThRows      *th_rows_new_of_events (ThRecording *recording,
                                  const ThRef  *events,
                                  guint         n);
ThRows      *th_rows_ref         (ThRows       *self);
void         th_rows_unref       (ThRows       *self);
ThRecording *th_rows_get_recording (ThRows     *self);

/* --- writing, one thread per CPU --------------------------------------- */

/* Decides @n_rows rows of a CPU, starting with the first block that is not completely
 * decided: bit i of @bits[i / 64] is row decided / 64 * 64 + i.  So a partial last
 * block is passed again once it has more rows; those decided before do not change. */
void         th_rows_append      (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  const guint64 *bits,
                                  guint32        n_rows);

/* --- reading ----------------------------------------------------------- */

guint32      th_rows_get_decided (ThRows        *self,
                                  guint          stream,
                                  guint          cpu);
/* The number of included rows: of one CPU, of all. */
guint32      th_rows_get_n_cpu   (ThRows        *self,
                                  guint          stream,
                                  guint          cpu);
guint64      th_rows_get_n       (ThRows        *self);
guint64      th_rows_get_n_decided (ThRows      *self);
/* The memory of bits and pyramid in bytes.  For tests. */
gsize        th_rows_get_memory  (ThRows        *self);
gboolean     th_rows_contains    (ThRows        *self,
                                  ThRef          ref);
/* The block that begins at @row: bit i is row + i, and is 0 if that is not decided. */
guint64      th_rows_get_bits    (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
/* The number of included rows before @row. */
guint32      th_rows_rank        (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
/* The included row that has @rank included rows before it; @rank must be below a
 * th_rows_get_n_cpu() that was read before. */
guint32      th_rows_select      (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        rank);
/* The first included row at or after @row (the last one before it); G_MAXUINT32 if there
 * is none. */
guint32      th_rows_next        (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);
guint32      th_rows_previous    (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  guint32        row);

/* Like th_cpu_get_pixels(), for the included rows, but without their types (0): to know those,
 * the columns of all blocks would have to be read. */
void         th_rows_get_pixels  (ThRows        *self,
                                  guint          stream,
                                  guint          cpu,
                                  gint64         from,
                                  gint64         to,
                                  guint          n_pixels,
                                  ThPixel       *pixels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRows, th_rows_unref)

G_END_DECLS

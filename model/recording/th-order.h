/* th-order.h - all events of a recording in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no merged array.  An order is a snapshot of the published counts of all
 * CPUs of all streams; the global row of an event is the number of events before
 * it, found by searching the times of the CPUs.  Events of equal time are ordered
 * by stream, CPU and row.  Nothing is rebuilt when a recording grows: take a new
 * snapshot.
 *
 * A ThOrder is immutable and may be used by any thread.  A ThCursor
 * walks it in order, for one thread.
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

typedef struct _ThOrder ThOrder;

ThOrder *th_order_new       (ThRecording *recording);
/* Restricted to the CPUs whose number is set in @cpus (NULL: all), and to rows with
 * from <= time < to. */
ThOrder *th_order_new_range (ThRecording *recording,
                             const guint *cpus,
                             guint        n_cpus,
                             gint64       from,
                             gint64       to);
/* Restricted to the rows that are in @rows so far; global rows then count only those. */
ThOrder *th_order_new_rows  (ThRows      *rows,
                             const guint *cpus,
                             guint        n_cpus,
                             gint64       from,
                             gint64       to);
ThOrder *th_order_ref       (ThOrder     *self);
void     th_order_unref     (ThOrder     *self);

guint64  th_order_get_n     (ThOrder     *self);

/* The event at global row @row, which must be below th_order_get_n(). */
ThRef    th_order_get       (ThOrder     *self,
                             guint64      row);

/* The global row of @ref; G_MAXUINT64 if it is not in the snapshot. */
guint64  th_order_find      (ThOrder     *self,
                             ThRef        ref);

/* The same for @n events of the order, in ascending order; cheaper than one by one if
 * there are many CPUs.  Not for an order over ThRows. */
void     th_order_find_many (ThOrder      *self,
                             const ThRef  *refs,
                             guint         n,
                             guint64      *numbers);

/* The first global row at or after @time. */
guint64  th_order_lower_bound (ThOrder   *self,
                               gint64     time);

typedef struct _ThCursor ThCursor;

ThCursor *th_cursor_new     (ThOrder     *order,
                             guint64      row);
void      th_cursor_free    (ThCursor    *self);
/* The next event; FALSE at the end. */
gboolean  th_cursor_next    (ThCursor    *self,
                             ThRef       *ref);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOrder, th_order_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCursor, th_cursor_free)

G_END_DECLS

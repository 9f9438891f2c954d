/* th-order.h - all events of a recording in one order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no merged array.  An order is a snapshot of the published counts
 * of all CPUs of all streams; the global row of an event is the number of
 * events before it, found by a search over the CPUs' times.  Events of equal
 * time follow each other by stream, CPU, row.  Nothing is rebuilt when a
 * recording grows: take a new snapshot.
 *
 * A ThOrder is immutable and may be used by any thread.  A ThCursor walks it
 * in order, for one thread.
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

typedef struct _ThOrder ThOrder;

ThOrder *th_order_new       (ThRecording *recording);
/* The same over those CPUs whose number is set in @cpus (NULL: all), and only
 * rows with from <= time < to. */
ThOrder *th_order_new_range (ThRecording *recording,
                             const guint *cpus,
                             guint        n_cpus,
                             gint64       from,
                             gint64       to);
/* The same over the rows that are in @rows (decided so far); a global row then
 * counts those alone. */
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

/* The global row of @ref; G_MAXUINT64 if the snapshot does not hold it. */
guint64  th_order_find      (ThOrder     *self,
                             ThRef        ref);

/* The same for @n events that are in the order, which is not one of ThRows, and
 * ascend: cheaper than one by one where there are many CPUs. */
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

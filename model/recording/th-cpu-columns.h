/* th-cpu-columns.h - writes decoded events to the columns of a unit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shared by the load and by the decoding of a unit that is not in memory any more, so that
 * both write the same.  Rows are those of one block, from the row @at of the unit on.
 */
#pragma once

#include "th-cpu-private.h"

/* Whether rows fit the widths of a block that begins at @base and @place_base, after a row at
 * @last_time, if their times and places are known to ascend and these are multiples of four. */
static inline gboolean
ends_fit (ThPlaceWidth   width,
          gint64         last_time,
          gint64         base,
          guint64        place_base,
          const gint64  *time,
          const guint64 *place,
          guint          n)
{
  guint64 limit = width == TH_PLACE_U16X4 ? 4 * (guint64) G_MAXUINT16 : G_MAXUINT32;

  return time[0] >= last_time && time[n - 1] >= base && place[0] >= place_base &&
         (guint64) time[n - 1] - (guint64) base <= G_MAXUINT32 &&
         place[n - 1] - place_base <= limit;
}

/* Whether times and places ascend and fit the widths of a block that begins at @base and
 * @place_base, after a row at @last_time. */
gboolean columns_fit         (ThPlaceWidth   width,
                              gint64         last_time,
                              gint64         base,
                              guint64        place_base,
                              const gint64  *time,
                              const guint64 *place,
                              guint          n);
void     columns_write_times (Columns       *self,
                              ThPlaceWidth   width,
                              guint          at,
                              gint64         base,
                              guint64        place_base,
                              const gint64  *time,
                              const guint64 *place,
                              guint          n);
/* Returns the mask of the types. */
guint64  types_mask          (const guint16 *type,
                              guint          n);
/* Writes the types; returns their mask. */
guint64  columns_write_types (Columns       *self,
                              guint          at,
                              const guint16 *type,
                              guint          n);
/* Returns FALSE if a number does not fit. */
gboolean columns_write_tasks (Columns       *self,
                              guint          at,
                              const guint32 *task,
                              guint          n);

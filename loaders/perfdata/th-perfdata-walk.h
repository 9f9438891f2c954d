/* th-perfdata-walk.h - walks the records of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

#define TH_PF_SPOOLED ((guint64) 1 << 56)
#define TH_PF_UNTIL_END G_MAXUINT64 /* for growing input */

/* Called with each complete record; FALSE ends the walk.  Called without a record before
 * waiting for more input. */
typedef gboolean (*ThPfRecordFunc) (gpointer      data,
                                    const guint8 *record,
                                    guint32       size,
                                    guint64       place);

/* Walks the records between @offset and @end, which may be TH_PF_UNTIL_END.  Compressed
 * ones are unpacked if @unpack is set, else passed to @func. */
void        th_pf_walk                (ThPfFile        *file,
                                       guint64          offset,
                                       guint64          end,
                                       gboolean         unpack,
                                       ThPfRecordFunc   func,
                                       gpointer         data);

G_END_DECLS

/* th-perfdata-walk.h - the records of a perf.data, one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

#define TH_PF_SPOOLED ((guint64) 1 << 56)
#define TH_PF_UNTIL_END G_MAXUINT64 /* of bytes that grow */

/* Gets each record, whole; FALSE ends the walk.  Without a record: more has to
 * be waited for. */
typedef gboolean (*ThPfRecordFunc) (gpointer      data,
                                    const guint8 *record,
                                    guint32       size,
                                    guint64       place);

/* All records between @offset and @end, which may be TH_PF_UNTIL_END;
 * compressed ones are unpacked when @unpack is set and handed to @func
 * otherwise. */
void        th_pf_walk                (ThPfFile        *file,
                                       guint64          offset,
                                       guint64          end,
                                       gboolean         unpack,
                                       ThPfRecordFunc   func,
                                       gpointer         data);

G_END_DECLS

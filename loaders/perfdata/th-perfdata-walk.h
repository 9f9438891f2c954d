/* th-perfdata-walk.h - walks the records of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"
#include "th-perfdata-places.h"

G_BEGIN_DECLS

#define TH_PF_UNTIL_END G_MAXUINT64 /* for growing input */

/* Called with each complete record; FALSE ends the walk.  Called without a record before
 * waiting for more input. */
typedef gboolean (*ThPfRecordFunc) (gpointer      data,
                                    const guint8 *record,
                                    guint32       size,
                                    guint64       place);

/* Takes the complete samples at the beginning of the @n bytes of @records, with one call instead
 * of one each.  Returns how many bytes they are, or TH_PF_STOP to end the walk. */
#define TH_PF_STOP G_MAXSIZE
typedef gsize (*ThPfSamplesFunc) (gpointer      data,
                                  const guint8 *records,
                                  gsize         n,
                                  guint64       place);

/* Walks the records between @offset and @end, which may be TH_PF_UNTIL_END.  Compressed
 * ones are unpacked if @unpack is set, else passed to @func.  If @samples is not NULL, @func
 * gets only what @samples leaves over. */
void        th_pf_walk                (ThPfFile        *file,
                                       guint64          offset,
                                       guint64          end,
                                       gboolean         unpack,
                                       ThPfRecordFunc   func,
                                       ThPfSamplesFunc  samples,
                                       gpointer         data);

G_END_DECLS

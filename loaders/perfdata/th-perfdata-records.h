/* th-perfdata-records.h - the records of single events, for one reader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Remembers, for several CPUs, the bytes around the records that were read last, and where the
 * neighboring records are.  For one thread.
 */
#pragma once

#include "th-perfdata-file.h"
#include "th-perfdata-places.h"

G_BEGIN_DECLS

typedef struct _ThPfRecords ThPfRecords;

ThPfRecords *th_pf_records_new  (ThPfFile         *file);
void         th_pf_records_free (ThPfRecords      *self);
/* Returns the record at @place, an offset or TH_PF_SPOOLED plus one in the spool; NULL if there is
 * none.  Valid until the next call. */
const guint8 *
             th_pf_records_get  (ThPfRecords      *self,
                                 guint64           place,
                                 guint32          *size);
/* Sets where the record of event @number of CPU @cpu is; FALSE if it cannot be read. */
gboolean     th_pf_records_find (ThPfRecords      *self,
                                 const ThPfPlaces *places,
                                 guint             cpu,
                                 guint64           number,
                                 guint64          *place);

G_END_DECLS

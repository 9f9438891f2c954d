/* th-scrub-record.h - finds personal data in the records of events, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a field holds follows from its type, its name, and the system of its event.  Only the bytes
 * of fields are kept: bytes between them, after the NUL of a text, or in events without a
 * format become 0, because the kernel may leave anything there.  Pointers, such as those of
 * packets, stay.
 */
#pragma once

#include "th-format.h"
#include "th-renames.h"

G_BEGIN_DECLS

typedef struct _ThScrubRecords ThScrubRecords;

/* @formats and @renames are borrowed.  @id_offset: of common_type in a record. */
ThScrubRecords *th_scrub_records_new  (ThFormats      *formats,
                                       gboolean        big_endian,
                                       guint           id_offset,
                                       ThRenames      *renames);
void            th_scrub_records_free (ThScrubRecords *self);
/* @record: of the ring buffer, which may not be trusted; its length does not change. */
void            th_scrub_records_run  (ThScrubRecords *self,
                                       guint8         *record,
                                       gsize           size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThScrubRecords, th_scrub_records_free)

G_END_DECLS

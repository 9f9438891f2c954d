/* tracedat-writer.h - rewrites a recording as another kind of trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No available machine records big-endian, 32-bit or zlib files, so a real recording is rewritten
 * as one: events are copied to new ring-buffer pages, and their fields are swapped according to
 * their formats.
 */
#pragma once

#include "th-tracedat-file.h"
#include "th-tracedat.h"

G_BEGIN_DECLS

typedef struct
{
  guint           version;
  ThTdCompression compression;
  gboolean        big_endian;
  guint           commit_size; /* 4 or 8 */
  guint           page_size;   /* of the sub-buffers */
  gboolean        absolute;    /* every event is preceded by an absolute timestamp */
} TracedatShape;

GByteArray *tracedat_write (const char          *path,
                            const TracedatShape *shape);

G_END_DECLS

/* tracedat-writer.h - writes a recording anew as another kind of trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No machine at hand records big-endian, 32-bit or zlib files, so a real
 * recording is taken apart and written as one: the events go into new
 * ring-buffer pages, their fields are swapped by their formats.
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
  gboolean        absolute;    /* every event behind an absolute time stamp */
} TracedatShape;

GByteArray *tracedat_write (const char          *path,
                            const TracedatShape *shape);

G_END_DECLS

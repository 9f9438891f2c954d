/* th-tracedat-chunks.h - the contents of sections, and the chunks of compressed pages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* The unpacked contents of a section, in newly allocated memory.  NULL if there is no such
 * section, or if it is damaged, which is recorded as a problem. */
ThBytes *th_td_file_unpack      (ThTdFile        *self,
                                 ThTdSectionKind  kind);
/* Finds the chunks of @cpu by following their headers. */
void     th_td_file_find_chunks (ThTdFile        *self,
                                 ThTdBuffer      *buffer,
                                 ThTdCpu         *cpu);
/* The chunk with the unpacked byte at @place; NULL if there is none. */
const ThTdChunk *
         th_td_cpu_find_chunk   (const ThTdCpu   *cpu,
                                 guint64          place);

G_END_DECLS

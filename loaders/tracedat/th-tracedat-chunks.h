/* th-tracedat-chunks.h - contents of sections, and where compressed pages lie
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* The contents of a section, unpacked, in memory of their own.  NULL if there is no
 * such section, or if it is damaged, which was noted as a problem. */
ThBytes *th_td_file_unpack      (ThTdFile        *self,
                                 ThTdSectionKind  kind);
/* Finds the chunks of @cpu by following their headers. */
void     th_td_file_find_chunks (ThTdFile        *self,
                                 ThTdBuffer      *buffer,
                                 ThTdCpu         *cpu);

G_END_DECLS

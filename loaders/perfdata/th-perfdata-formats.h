/* th-perfdata-formats.h - formats of tracepoints in a perf.data, and the event types
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

void        th_pf_file_read_formats   (ThPfFile     *self,
                                       ThByteCursor *cursor);
void        th_pf_file_declare_types  (ThPfFile        *self);

G_END_DECLS

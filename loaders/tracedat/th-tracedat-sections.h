/* th-tracedat-sections.h - the header of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* Reads the header: the facts of the recording, and the location of all data. */
gboolean th_td_file_read (ThTdFile  *self,
                          GError   **error);

G_END_DECLS

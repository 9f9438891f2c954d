/* th-perfdata-header.h - header, attributes and features of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* Reads everything before the data; from a pipe, the first records. */
gboolean th_pf_file_read (ThPfFile  *self,
                          GError   **error);

G_END_DECLS

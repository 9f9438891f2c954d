/* th-tracedat-recover.h - recovers event data whose list of CPUs is lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* Version 7: adds a buffer for each of @data_sections. */
void th_td_file_recover_v7 (ThTdFile *self);

G_END_DECLS

/* th-tracedat-declare.h - streams, CPUs, types and tasks of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* Declares the contents of the header to the recording. */
void th_td_file_declare (ThTdFile *self);

G_END_DECLS

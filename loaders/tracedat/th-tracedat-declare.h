/* th-tracedat-declare.h - streams, CPUs, types and tasks of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/* Declares the contents of the header to the recording. */
void th_td_file_declare      (ThTdFile *self);
/* Declares what the recorder of the file has added since: symbols, printk formats, names of
 * tasks, counters.  For a file with a feed. */
void th_td_file_declare_late (ThTdFile *self);

G_END_DECLS

/* th-perfdata-declare.h - streams, CPUs, types and facts of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* Declares the contents of the header to the recording.  If the header has no CPUs, they
 * are determined from the samples. */
void th_pf_file_declare (ThPfFile *self);

G_END_DECLS

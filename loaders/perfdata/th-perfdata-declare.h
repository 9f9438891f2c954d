/* th-perfdata-declare.h - streams, CPUs, types and facts of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* Declares to the recording what was read.  Where the file does not tell its CPUs, they
 * are looked for in the samples. */
void th_pf_file_declare (ThPfFile *self);

G_END_DECLS

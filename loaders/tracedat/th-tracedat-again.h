/* th-tracedat-again.h - decodes columns of a loaded trace.dat again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns of a file that can be read again need not stay in memory (th-column-cache.h):
 * the pages of a unit are read and walked once more when it is looked at.  Files that are
 * still growing keep all columns, small ones and compressed ones those that fit into the cache.
 */
#pragma once

#include "th-tracedat-file.h"
#include "th-tracedat-layout.h"

G_BEGIN_DECLS

/* Whether @file can be read again. */
gboolean th_td_again_is_possible (const ThTdFile   *file);
/* Gives the file what decodes its columns again; takes ownership of @layout.  Its chunks must be
 * known. */
void     th_td_again_begin       (ThTdFile         *file,
                                  ThTdLayout       *layout);
/* The columns of a CPU need not be kept, if that pays; before its first row. */
void     th_td_again_add_cpu     (ThTdFile         *file,
                                  const ThTdBuffer *buffer,
                                  ThTdCpu          *cpu,
                                  ThCpu            *out);

G_END_DECLS

/* th-perfdata-again.h - decodes columns of a loaded perf.data again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns of a file that can be read again need not stay in memory (th-column-cache.h).  The
 * samples of a CPU lie among those of the others, so each CPU has a list of where its records are
 * (th-perfdata-places.h), and only those are read.
 *
 * All columns stay in memory for pipes, for files that are compressed or wrapped, if samples do not
 * record their time, and for small files that fit into the cache.  Rows that would not be decoded
 * to the same result stay as well: those of incomplete sideband records.
 */
#pragma once

#include "th-perfdata-file.h"
#include "th-perfdata-places.h"

G_BEGIN_DECLS

/* Whether @file can be read again. */
gboolean      th_pf_again_is_possible (const ThPfFile *file);
/* Decides whether columns of @file are decoded again.  Its attributes and CPUs must be known. */
void          th_pf_again_begin   (ThPfFile  *file);
/* Before the first row of any CPU. */
void          th_pf_again_add_cpus (ThPfFile *file);
void          th_pf_again_free    (ThPfAgain *self);
/* The places of the events of CPU @index of the stream; NULL if its columns are kept. */
ThPfPlaces   *th_pf_again_get_places (const ThPfFile *file,
                                      guint           index);

G_END_DECLS

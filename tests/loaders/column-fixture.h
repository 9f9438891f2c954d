/* column-fixture.h - compares columns that are decoded again with those that stay in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "tracedat-writer.h"

G_BEGIN_DECLS

/* Sizes of the column cache: one unit, and enough for all columns. */
#define FIXTURE_ONE_UNIT 1
#define FIXTURE_ALL G_MAXSIZE

/* Loads the file completely, with a column cache of that many bytes. */
ThRecording *fixture_load_with_cache     (const char   *path,
                                          gsize         bytes);
/* Returns the path of a temporary trace.dat of that shape; NULL: skipped. */
char        *fixture_write_shape         (const TracedatShape *shape);
/* How many blocks were decoded again so far. */
guint64      fixture_count_filled        (ThRecording  *recording);
/* Asserts that views, the table, filters and counts find the same, and that nothing is pinned
 * afterwards.  @kept has all columns in memory. */
void         fixture_assert_same_columns (ThRecording  *kept,
                                          ThRecording  *cached);
/* The last of the CPUs with most rows. */
ThCpu       *fixture_longest_cpu         (ThRecording  *recording);
void         fixture_walk_blocks         (ThCpu        *cpu);
/* Asserts that threads that read rows at random see the same. */
void         fixture_read_in_threads     (ThRecording  *kept,
                                          ThRecording  *cached);

G_END_DECLS

/* th-facts-table.h - facts about a recording and its buffers, as pairs of name and value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-stream-stats.h"
#include "th-text-table.h"

G_BEGIN_DECLS

/* Pairs of a name and a value, with the offset of its times if @has_offset.  Free with
 * th_text_table_free(). */
ThTextTable *th_recording_make_facts  (ThRecording         *recording,
                                      gboolean             has_offset);
/* The same for one of its buffers. */
ThTextTable *th_stream_make_facts     (const ThStreamStats *stats);
/* "Top buffer", "Buffer “x”".  Free with g_free(). */
char       *th_stream_dup_title      (const ThStreamStats *stats);

G_END_DECLS

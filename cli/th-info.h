/* th-info.h - the two output formats of `thresh info`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-facts-table.h"

G_BEGIN_DECLS

/* @stats: ThStreamStats of each stream.  Both append whole lines. */
void th_info_append_json (GString     *text,
                          const char  *path,
                          ThRecording *recording,
                          GPtrArray   *stats);
void th_info_append_text (GString     *text,
                          const char  *path,
                          ThRecording *recording,
                          GPtrArray   *stats);

G_END_DECLS

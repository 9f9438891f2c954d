/* th-measures-table.h - one line per measure: count, percentiles and maximum
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-text-table.h"
#include "th-results.h"

G_BEGIN_DECLS

/* The measures of @results that have samples, below a line of titles; NULL if there are none.
 * Free with th_text_table_free(). */
ThTextTable *th_measures_make_table (ThRecording *recording,
                                    ThResults   *results);

G_END_DECLS

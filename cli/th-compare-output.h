/* th-compare-output.h - what `thresh compare` prints
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/* For people; @all: also what is not judged. */
void th_compare_append_text     (const ThComparison *comparison,
                                 gboolean            all,
                                 GString            *text);
/* For scripts: a line about the comparison, then a line for each row. */
void th_compare_append_json     (const ThComparison *comparison,
                                 GString            *text);

/* For a pull request. */
void th_compare_append_markdown (const ThComparison *comparison,
                                 GString            *text);

G_END_DECLS

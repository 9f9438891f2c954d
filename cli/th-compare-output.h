/* th-compare-output.h - the output formats of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/* For people; with @all, also the rows that are not judged. */
void th_compare_append_text     (const ThComparison *comparison,
                                 gboolean            all,
                                 GString            *text);
/* For scripts: a line about the comparison, then a line for each row. */
void th_compare_append_json     (const ThComparison *comparison,
                                 GString            *text);

/* As Markdown, for a pull request. */
void th_compare_append_markdown (const ThComparison *comparison,
                                 GString            *text);

G_END_DECLS

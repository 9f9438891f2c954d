/* th-review-pack.h - `thresh review pack` and `unpack`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Both show their progress on a terminal, and Ctrl+C ends them without a trace.
 */
#pragma once

#include "th-archive.h"
#include "th-commands.h"

G_BEGIN_DECLS

/* Packs the review as @output, or NULL: as NAME.review.tar.zst beside it.  @from, @to: (nullable):
 * cuts each recording to this span; one without events in it is left out.  Reports everything;
 * TH_EXIT_PART if a recording is missing, or if none has events in the span. */
ThExit th_review_pack   (const ThReview *review,
                         const char     *output,
                         const char     *from,
                         const char     *to);
/* Unpacks @archive as @folder, with at most @max_bytes, or 0.  Reports errors. */
ThExit th_review_unpack (const char     *archive,
                         const char     *folder,
                         guint64         max_bytes);

G_END_DECLS

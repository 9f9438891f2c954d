/* th-info-review.h - `thresh info` of reviews, and of recordings beside them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"

G_BEGIN_DECLS

/* Runs `thresh info` if one of the arguments is a review: reading an archive takes libraries that
 * only thresh-full has. */
int th_info_reviews_main (int    argc,
                          char **argv);

G_END_DECLS

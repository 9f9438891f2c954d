/* th-info-command.h - runs `thresh info`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-report.h"

G_BEGIN_DECLS

/* Prints what @path is and contains, and how to look at it. */
typedef ThExit (*ThInfoReviewFunc) (const char       *path,
                                    gboolean          json);

/* Whether @path is a review: a folder or an archive. */
gboolean th_info_command_is_review (const char       *path);
/* Runs the command and returns its exit status.  @show is called for each review; if it is NULL,
 * there must be none. */
int      th_info_command_run       (int               argc,
                                    char            **argv,
                                    ThInfoReviewFunc  show);

G_END_DECLS

/* th-review-memory.h - where a user's own state of a review is kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The file in thresher/reviews/ of g_get_user_state_dir() for the review in @folder; its name ends
 * with @suffix.  NULL unless th_session_store_is_enabled().  Free with g_free(). */
char *th_review_memory_make_path (const char *folder,
                                  const char *suffix);

G_END_DECLS

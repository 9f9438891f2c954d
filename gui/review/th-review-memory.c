/* th-review-memory.c - where a user's own state of a review is kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-memory.h"

#include "th-session-store.h"

char *
th_review_memory_make_path (const char *folder,
                            const char *suffix)
{
  g_autofree char *hash = NULL, *name = NULL;

  if (!th_session_store_is_enabled ())
    return NULL;

  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder, -1);
  name = g_strconcat (hash, suffix, NULL);
  return g_build_filename (g_get_user_state_dir (), "thresher", "reviews", name, NULL);
}

/* th-part-keys.h - the content keys of the appended recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session identifies appended recordings by location and content (th-session.h).  The content
 * is read in the background when they are appended.
 *
 * Signal: "found", emitted for each key.
 */
#pragma once

#include "th-document.h"
#include "th-session.h"

G_BEGIN_DECLS

#define TH_TYPE_PART_KEYS (th_part_keys_get_type ())
G_DECLARE_FINAL_TYPE (ThPartKeys, th_part_keys, TH, PART_KEYS, GObject)

ThPartKeys *th_part_keys_new      (void);
/* Looks up the keys of @document.  Call it after every load, because the files may have
 * changed. */
void        th_part_keys_find     (ThPartKeys *self,
                                   ThDocument *document);
void        th_part_keys_clear    (ThPartKeys *self);
/* Whether some keys are still being read. */
gboolean    th_part_keys_is_busy  (ThPartKeys *self);
/* Reads the missing keys synchronously. */
void        th_part_keys_complete (ThPartKeys *self);
/* Adds the recordings to @session.  A recording without a key, such as a pipe, is left out. */
void        th_part_keys_collect  (ThPartKeys *self,
                                   ThSession  *session);

G_END_DECLS

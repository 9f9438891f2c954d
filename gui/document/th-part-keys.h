/* th-part-keys.h - what the further recordings of a timeline are known by
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session knows the recordings beside the first by place and content
 * (th-session.h).  The content is read when they come, in the background.
 *
 * Signal: "found", for each key.
 */
#pragma once

#include "th-document.h"
#include "th-session.h"

G_BEGIN_DECLS

#define TH_TYPE_PART_KEYS (th_part_keys_get_type ())
G_DECLARE_FINAL_TYPE (ThPartKeys, th_part_keys, TH, PART_KEYS, GObject)

ThPartKeys *th_part_keys_new      (void);
/* Looks for the keys of @document, whose recording is another one, or was loaded
 * again: so may be the files. */
void        th_part_keys_find     (ThPartKeys *self,
                                   ThDocument *document);
void        th_part_keys_clear    (ThPartKeys *self);
/* Some are still to come. */
gboolean    th_part_keys_is_busy  (ThPartKeys *self);
/* Reads those that are not there yet, at once. */
void        th_part_keys_complete (ThPartKeys *self);
/* Adds the recordings to @session.  One without a key, as a pipe, is left out. */
void        th_part_keys_collect  (ThPartKeys *self,
                                   ThSession  *session);

G_END_DECLS

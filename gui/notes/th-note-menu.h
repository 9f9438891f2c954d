/* th-note-menu.h - the menu of a note or a reply
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Its actions have the prefix "notes." and the id of the note as their target; see
 * th-notes-panel.h.
 */
#pragma once

#include "th-open-review.h"

G_BEGIN_DECLS

/* The menu of @note, which is a note or a reply; free with g_object_unref(). */
GMenuModel *th_note_menu_new (ThOpenReview *review,
                              const ThNote *note);

G_END_DECLS

/* th-note-remarks.h - says which entries of a review are left out, and why
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread.
 */
#pragma once

#include "th-note-store.h"

G_BEGIN_DECLS

/* One sentence per line, safe to display; NULL if there is nothing to say. */
char *th_note_remarks_dup (ThNoteStore *store);

G_END_DECLS

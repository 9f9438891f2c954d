/* th-note-title.h - a short line that names what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Any thread.
 */
#pragma once

#include "th-note-anchor.h"

G_BEGIN_DECLS

/* "sched:sched_switch, 5021.340539000 on CPU 2", "packet 0xffff9a086a1f4c00 of 5021.338": as the
 * anchor says it, whether or not its recording is open.  Translated; not safe to display.  Free
 * with g_free(). */
char *th_note_title_new (const ThNoteAnchor *anchor);

G_END_DECLS

/* th-recent.h - the desktop's list of files that were used
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds @file, of the given MIME @type, as one that this program opens. */
void th_recent_add (GFile      *file,
                    const char *type);

G_END_DECLS

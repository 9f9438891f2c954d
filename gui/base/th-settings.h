/* th-settings.h - what the user chose, kept between runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The schema is looked for where it was installed, then beside the program in
 * a build tree.  Without it the program works, and forgets.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Lent; NULL if the schema is nowhere. */
GSettings *th_settings_get         (void);
/* The installed sample recording, or that of the source tree; NULL if there
 * is none.  Free with g_object_unref(). */
GFile     *th_settings_find_sample (void);

G_END_DECLS

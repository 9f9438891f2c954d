/* th-settings.h - the user's settings, kept between runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The schema is looked up where it was installed, then in the build tree of the program.
 * Without it the program works, but remembers nothing.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* NULL if there is no schema.  Owned by the program. */
GSettings *th_settings_get         (void);
/* The installed sample recording, or the one in the source tree; NULL if there is none.  Free with
 * g_object_unref(). */
GFile     *th_settings_find_sample (void);

G_END_DECLS

/* th-recording-key.h - the keys by which recordings are identified
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A key depends on the content of a file alone; see th-session.h.
 *
 * Any thread; these functions read files, so the main thread should not call them.
 */
#pragma once

#include <gio/gio.h>

#include "th-session.h"

G_BEGIN_DECLS

/* NULL if @file is not a regular, local file, is empty, or cannot be read.  Free with g_free(). */
char *th_recording_key_make           (GFile        *file,
                                       GCancellable *cancellable);
/* Removes the appended recordings that are missing or have changed from @session.  Returns a
 * translated line for each of them, and one for those of which the session says nothing usable; or
 * NULL if there are none; free with g_free(). */
char *th_recording_key_check_appended (ThSession    *session,
                                       GCancellable *cancellable);

G_END_DECLS

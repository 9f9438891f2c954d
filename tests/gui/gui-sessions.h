/* gui-sessions.h - stored sessions, for their tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

G_BEGIN_DECLS

/* Set-up and tear-down that remove all sessions before and after a test. */
void        session_set_up    (Fixture       *fixture,
                               gconstpointer  data);
void        session_tear_down (Fixture       *fixture,
                               gconstpointer  data);

char       *sessions_folder   (void);
/* Returns all stored sessions, without temporary files. */
GPtrArray  *list_sessions     (void);
gboolean    is_saved          (Fixture       *fixture);
/* Returns the text of the only stored session. */
char       *only_text         (void);
void        write_only        (const char    *text);

/* Returns whether the recording is loaded and analysed. */
gboolean    is_known          (Fixture       *fixture);
/* Opens a file of fixture->directory and restores its session. */
ThDocument *open_copy         (Fixture       *fixture,
                               const char    *name);
void        close_window      (Fixture       *fixture);

G_END_DECLS

/* gui-sessions.h - what is kept of recordings, for the tests of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

G_BEGIN_DECLS

/* Nothing is kept before the test, and nothing after it. */
void        session_set_up    (Fixture       *fixture,
                               gconstpointer  data);
void        session_tear_down (Fixture       *fixture,
                               gconstpointer  data);

char       *sessions_folder   (void);
/* All that are kept, and not still being written. */
GPtrArray  *list_sessions     (void);
gboolean    is_saved          (Fixture       *fixture);
/* Of the one that is kept. */
char       *only_text         (void);
void        write_only        (const char    *text);

/* Loaded and analysed. */
gboolean    is_known          (Fixture       *fixture);
/* A file of fixture->directory, and what was remembered of it. */
ThDocument *open_copy         (Fixture       *fixture,
                               const char    *name);
void        close_window      (Fixture       *fixture);

G_END_DECLS

/* gui-looks.h - everything that a user can see of the program, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

G_BEGIN_DECLS

/* Returns the windows, the widgets with their texts, states and values, and the contents of lanes,
 * so that any visible effect of an action changes the text.  The clipboard is included.  Free with
 * g_free(). */
char *looks_text        (Fixture    *fixture);
/* Likewise, once it has not changed for a moment. */
char *looks_rest        (Fixture    *fixture);
/* Returns the first line in which two such texts differ, for messages. */
char *looks_differ      (const char *before,
                         const char *after);
void  looks_close_menus (Fixture    *fixture);
/* Closes menus and every window except the fixture's. */
void  looks_close_others (Fixture   *fixture);

G_END_DECLS

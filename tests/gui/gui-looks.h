/* gui-looks.h - all that a user can see of the program, as a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

G_BEGIN_DECLS

/* Windows, widgets with their texts, states and values, and what the lanes
 * show.  Whatever an action does is seen in it, except for what is copied: the
 * clipboard counts.  Free with g_free(). */
char *looks_text        (Fixture    *fixture);
/* The same once it has not changed for a moment. */
char *looks_rest        (Fixture    *fixture);
/* The first line in which two of them differ, for messages. */
char *looks_differ      (const char *before,
                         const char *after);
void  looks_close_menus (Fixture    *fixture);
/* Closes menus and every window but the fixture's, and windows that were asked
 * to close. */
void  looks_close_others (Fixture   *fixture);

G_END_DECLS

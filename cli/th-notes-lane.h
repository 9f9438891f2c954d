/* th-notes-lane.h - the lanes that `thresh notes add --lane` names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Looks up lanes as the window calls them: "CPU 1", the name of a task that has no other of that
 * name; or by id: "cpu/1", "task/379".  Reports a name without a lane.  *@lanes is NULL-terminated;
 * free with g_strfreev(). */
ThExit th_notes_find_lanes (ThRecording        *recording,
                            const char *const  *names,
                            char             ***lanes);

G_END_DECLS

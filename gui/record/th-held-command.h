/* th-held-command.h - the command that is recorded, from its start until it has ended
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A ThRecordExec that can be handed from one owner to another: its process exists on the target
 * before the recording begins, and does nothing until it is released.  The last reference ends it.
 *
 * Signals
 *   "held" (int pid): the process exists
 *   "ended" (gboolean succeeded): it has ended, or could not be started at all
 *
 * Main thread only.
 */
#pragma once

#include <glib-object.h>

#include "th-record-exec.h"

G_BEGIN_DECLS

#define TH_TYPE_HELD_COMMAND (th_held_command_get_type ())
G_DECLARE_FINAL_TYPE (ThHeldCommand, th_held_command, TH, HELD_COMMAND, GObject)

/* NULL and @error if it could not be started. */
ThHeldCommand *th_held_command_new     (ThTarget       *target,
                                        const char     *command,
                                        GError        **error);
void           th_held_command_release (ThHeldCommand  *self);
/* Asks it to end; "ended" follows. */
void           th_held_command_end     (ThHeldCommand  *self);

G_END_DECLS

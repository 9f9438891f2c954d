/* th-cli-stack.h - the stack of an event as lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-reader.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Appends a line for each frame, innermost first, and one that says why the user frames end early,
 * if that is known; nothing if the event has no stack. */
void        th_cli_stack_append (ThRecording *recording,
                                 ThReader    *reader,
                                 ThRef        ref,
                                 GString     *text);

G_END_DECLS

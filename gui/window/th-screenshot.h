/* th-screenshot.h - a picture of the window without anybody at the screen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `thresher --screenshot FILE.png [--size WxH] [--activate ACTION]… TRACE`
 * waits until the recording is loaded, does the actions one after the other,
 * saves what the window shows, and quits.  An action is written as
 * g_action_parse_detailed_name() wants it: "win.focus", "win.select((0,1,7))".
 * Exit status 1 if the picture could not be saved.
 */
#pragma once

#include "th-window.h"

G_BEGIN_DECLS

/* Does nothing unless it was asked for. */
void th_screenshot_from_options (ThWindow                *window,
                                 GApplicationCommandLine *line,
                                 GVariantDict            *options);

G_END_DECLS

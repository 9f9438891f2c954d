/* th-screenshot.h - takes a picture of the window for the option --screenshot
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `thresher --screenshot FILE.png [--size WxH] [--activate ACTION]… TRACE`
 * waits until the recording is loaded, activates the actions one after the other, saves a
 * picture of the window, and quits.  Actions have the format of
 * g_action_parse_detailed_name(): "win.focus", "win.select((0,1,7))".
 * The size is not saved for the next window.  The exit status is 1 if the picture could not be
 * saved.
 */
#pragma once

#include "th-window.h"

G_BEGIN_DECLS

/* Takes no picture without the option --screenshot. */
void th_screenshot_from_options (ThWindow                *window,
                                 GApplicationCommandLine *line,
                                 GVariantDict            *options);

G_END_DECLS

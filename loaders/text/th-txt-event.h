/* th-txt-event.h - name and information of an event in a line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-line.h"

G_BEGIN_DECLS

/* Sets name, system and information of @line from the text of an event, [@at, @end).  Returns
 * the end of its first word, or NULL if it is not an event. */
const char *th_txt_parse_event (const char *at,
                                const char *end,
                                ThTxtLine  *line);

G_END_DECLS

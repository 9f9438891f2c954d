/* th-display-text.h - text that came with a trace, made fit to be shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Strangers wrote it: it may be no UTF-8, of any length, and hold line breaks
 * and control characters.  It is shown by plain labels only, never as markup.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* All longer text is cut here, with an ellipsis. */
#define TH_TEXT_MAX 2048

/* Free with g_free(). */
char *th_text_make_valid (const char *text);
char *th_text_take_string (GString   *text);
/* A number as it is shown (taken) made fit to be pasted: without the thin spaces that
 * group its digits, and with a plain minus. */
char *th_text_take_plain (char       *number);
/* The info text on one line; "" where there is none. */
char *th_text_of_event   (ThReader   *reader,
                          ThRef       ref);
/* In short, as th-compact-info.h has it. */
char *th_text_of_event_compact (ThReader *reader,
                          ThRef       ref);

G_END_DECLS

/* th-display-text.h - makes text from a trace safe to display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text is untrusted: it may be invalid UTF-8, have any length, and contain line breaks and
 * control characters.  It is shown only in plain labels, never as markup.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* The number of bytes after which text is cut, with an ellipsis, before it is drawn on one line or
 * in a tooltip.  Copied text, and text in the inspector, is never cut. */
#define TH_TEXT_MAX 2048

/* Makes @text valid and cuts it after TH_TEXT_MAX bytes.  Free with g_free(), as below. */
char *th_display_text_make_valid (const char *text);
char *th_display_text_take_string (GString   *text);
/* Makes @text valid without cutting it. */
char *th_display_text_make_whole (const char *text);
char *th_display_text_take_whole (GString    *text);
/* Cuts valid text after @max bytes. */
char *th_display_text_cut        (const char *text,
                                  gsize       max);
/* Takes ownership of a displayed number and returns it in a form that can be pasted: without the
 * spaces that group its digits, and with an ASCII minus. */
char *th_display_text_take_plain (char       *number);
/* The info text of the event on one line; "" if there is none. */
char *th_display_text_of_event   (ThReader   *reader,
                                  ThRef       ref);
/* The shortened info text of th-compact-info.h, with its indentation. */
char *th_display_text_of_event_compact (ThReader *reader,
                          ThRef       ref);
/* Either of these two texts without a limit. */
char *th_display_text_of_event_whole (ThReader *reader,
                          ThRef       ref,
                          gboolean    compact);

G_END_DECLS

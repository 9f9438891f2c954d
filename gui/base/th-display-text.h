/* th-display-text.h - text that came with a trace, made fit to be shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text is untrusted: it may be invalid UTF-8, have any length, and contain line breaks and
 * control characters.  It is shown only in plain labels, never as markup.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Longer text is cut here, with an ellipsis, before it is drawn on one line or in a tip.
 * What is copied, and what the inspector shows, is never cut. */
#define TH_TEXT_MAX 2048

/* Cut after TH_TEXT_MAX bytes.  Free with g_free(). */
char *th_display_text_make_valid (const char *text);
char *th_display_text_take_string (GString   *text);
/* The same without a limit. */
char *th_display_text_make_whole (const char *text);
char *th_display_text_take_whole (GString    *text);
/* Cuts valid text after @max bytes. */
char *th_display_text_cut        (const char *text,
                                  gsize       max);
/* A number as it is shown (taken) made fit to be pasted: without the thin spaces that
 * group its digits, and with a plain minus. */
char *th_display_text_take_plain (char       *number);
/* The info text on one line; "" where there is none. */
char *th_display_text_of_event   (ThReader   *reader,
                                  ThRef       ref);
/* The shortened info text of th-compact-info.h. */
char *th_display_text_of_event_compact (ThReader *reader,
                          ThRef       ref);
/* Either of the two without a limit. */
char *th_display_text_of_event_whole (ThReader *reader,
                          ThRef       ref,
                          gboolean    compact);

G_END_DECLS

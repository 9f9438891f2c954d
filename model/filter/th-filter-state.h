/* th-filter-state.h - a filter's text and the conditions beside it, in one string
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window shows some conditions as chips beside the text: "only this task", "not
 * this event".  All of it is one state, so that history and saved filters keep one
 * string: a line for each chip, "+" or "-" (kept out) and a test of th-filter.h,
 * then the text without a line's end.  A plain text is a state, too.
 *
 * What lets an event through: of the chips that are let in and ask for the same
 * (two tasks, say) one; of those that are kept out none; and the text.
 *
 * States come from saved files: anything can be read, at worst as a wrong text.
 * Strings that are returned are to be freed with g_free().
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

/* More are refused. */
#define TH_FILTER_MAX_CHIPS 32

/* Inside @state. */
const char *th_filter_state_get_text     (const char   *state);
char       *th_filter_state_set_text     (const char   *state,
                                          const char   *text);
guint       th_filter_state_get_n_chips  (const char   *state);
/* The test of one, or NULL; whether it is kept @out. */
char       *th_filter_state_dup_chip     (const char   *state,
                                          guint         index,
                                          gboolean     *out);
/* One that is there already is turned as asked for. */
char       *th_filter_state_add_chip     (const char   *state,
                                          const char   *test,
                                          gboolean      out);
char       *th_filter_state_remove_chip  (const char   *state,
                                          guint         index);
/* Let in what was kept out, or the other way round. */
char       *th_filter_state_turn_chip    (const char   *state,
                                          guint         index);

/* All of it as one expression; NULL where that cannot be written, for the text is
 * in trace-cmd's spelling and has chips beside it. */
char       *th_filter_state_to_expression (ThRecording *recording,
                                           const char  *state);
/* As th_filter_new(); @begin and @end are places of the text, both 0 where a chip
 * is wrong. */
ThFilter   *th_filter_state_compile      (ThRecording  *recording,
                                          const char   *state,
                                          guint        *begin,
                                          guint        *end,
                                          GError      **error);

/* "task curl" of 'task == "curl"'.  Free with g_free(). */
char       *th_filter_chip_dup_title     (const char   *test);

/* --- tests that an event passes ------------------------------------------ */

typedef enum
{
  TH_EVENT_TASK,
  TH_EVENT_TYPE,
  TH_EVENT_CPU,
  TH_EVENT_PID
} ThEventPart;

/* NULL where there is none. */
char       *th_filter_test_of_event      (ThRecording     *recording,
                                          ThRef            ref,
                                          ThEventPart      part);
/* That @field has the value it has in @payload; NULL for arrays. */
char       *th_filter_test_of_field      (const ThField   *field,
                                          const ThPayload *payload);

G_END_DECLS

/* th-filter-state.h - a filter as the user sees it: a text, and chips beside it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window shows some conditions of its filter as chips beside the text: "only this
 * task", "not this event".  Text and chips together are one state.  An event passes if
 * it meets the text, one of the included chips of each subject (two tasks, say), and
 * none of the excluded chips.
 *
 * A state is an immutable value that any thread may read.  Functions that change something
 * return another state.
 *
 * Settings and session files keep a state as a string: one line for each chip, which is
 * "+" (included) or "-" (excluded) and a condition of th-filter.h, and then the text,
 * which has no line break.  Thus a text alone is a valid string, too.
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

/* The maximum number of chips of a state. */
#define TH_FILTER_MAX_CHIPS 32

typedef struct _ThFilterState ThFilterState;

/**
 * ThFilterChip:
 * @test: a condition of th-filter.h, without a line break
 * @excluded: whether events that meet it are left out
 */
typedef struct
{
  char     *test;
  gboolean  excluded;
} ThFilterChip;

/* Returns a state without chips; @text as in th_filter_state_replace_text(). */
ThFilterState      *th_filter_state_new           (const char          *text);
ThFilterState      *th_filter_state_ref           (ThFilterState       *self);
void                th_filter_state_unref         (ThFilterState       *self);
/* Either may be NULL, which equals only NULL. */
gboolean            th_filter_state_equal         (const ThFilterState *self,
                                                   const ThFilterState *other);
/* Returns whether both have the same chips in the same order, regardless of their texts. */
gboolean            th_filter_state_equal_chips   (const ThFilterState *self,
                                                   const ThFilterState *other);

/* Accepts any string: one that was not written by th_filter_state_to_string() becomes a state
 * that may not compile.  A line without a sign is an included chip, chips beyond
 * TH_FILTER_MAX_CHIPS are dropped, and a string of blanks is the empty state. */
ThFilterState      *th_filter_state_parse         (const char          *string);
/* Free with g_free(). */
char               *th_filter_state_to_string     (const ThFilterState *self);

/* Returns whether there is neither a chip nor a text other than blanks, so that all events pass. */
gboolean            th_filter_state_is_empty      (const ThFilterState *self);
const char         *th_filter_state_get_text      (const ThFilterState *self);
guint               th_filter_state_get_n_chips   (const ThFilterState *self);
/* Returns NULL if there are fewer chips. */
const ThFilterChip *th_filter_state_get_chip      (const ThFilterState *self,
                                                   guint                index);
/* Returns FALSE if no chip has that condition. */
gboolean            th_filter_state_find_chip     (const ThFilterState *self,
                                                   const char          *test,
                                                   guint               *index);

/* A line break in @text becomes a blank, and text that is all blank becomes empty. */
ThFilterState      *th_filter_state_replace_text  (const ThFilterState *self,
                                                   const char          *text);
/* If there is a chip with that condition, sets it to @excluded instead.  Returns an equal state
 * if it is full, or if @test is empty or has a line break. */
ThFilterState      *th_filter_state_add_chip      (const ThFilterState *self,
                                                   const char          *test,
                                                   gboolean             excluded);
/* Returns an equal state if there is no such chip. */
ThFilterState      *th_filter_state_remove_chip   (const ThFilterState *self,
                                                   guint                index);
/* Includes an excluded chip, or excludes an included one. */
ThFilterState      *th_filter_state_turn_chip     (const ThFilterState *self,
                                                   guint                index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterState, th_filter_state_unref)

/* --- what it means ------------------------------------------------------- */

/* Returns chips and text as one expression; free with g_free().  NULL if the text is in
 * trace-cmd's syntax, which cannot be combined with chips. */
char               *th_filter_state_to_expression (ThRecording         *recording,
                                                   const ThFilterState *self);
/* Like th_filter_new(); @begin and @end are offsets into the text, and both are 0 if a chip is
 * invalid. */
ThFilter           *th_filter_state_compile       (ThRecording         *recording,
                                                   const ThFilterState *self,
                                                   guint               *begin,
                                                   guint               *end,
                                                   GError             **error);

/* Returns text like "task curl" for 'task == "curl"'.  Free with g_free(). */
char               *th_filter_chip_dup_title      (const char          *test);

/* --- conditions that an event meets -------------------------------------- */

typedef enum
{
  TH_EVENT_TASK,
  TH_EVENT_TYPE,
  TH_EVENT_CPU,
  TH_EVENT_PID
} ThEventPart;

/* Returns NULL if the event has no such part. */
char               *th_filter_test_of_event       (ThRecording         *recording,
                                                   ThRef                ref,
                                                   ThEventPart          part);
/* Returns the condition that @field has the same value as in @payload; NULL for arrays.  @part: the
 * part of the event, which has its symbols. */
char               *th_filter_test_of_field       (ThRecording         *part,
                                                   const ThField       *field,
                                                   const ThPayload     *payload);

G_END_DECLS

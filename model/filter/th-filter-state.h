/* th-filter-state.h - a filter as the user sees it: a text, and chips beside it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window shows some conditions of its filter as chips beside the text: "only this
 * task", "not this event".  Text and chips together are one state.  An event passes if
 * it meets the text, one of the included chips of each subject (two tasks, say), and
 * none of the excluded chips.
 *
 * A state is a value: it never changes, equal states mean the same, and any thread may
 * read it.  Functions that change something return another state.
 *
 * Settings and session files keep a state as a string: one line for each chip, which is
 * "+" (included) or "-" (excluded) and a condition of th-filter.h, and then the text,
 * which has no line break.  Thus a text alone is a valid string, too.
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

/* A state has no more chips than this. */
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

/* Without chips; @text as for th_filter_state_replace_text(). */
ThFilterState      *th_filter_state_new           (const char          *text);
ThFilterState      *th_filter_state_ref           (ThFilterState       *self);
void                th_filter_state_unref         (ThFilterState       *self);
/* Either may be NULL, which equals only NULL. */
gboolean            th_filter_state_equal         (const ThFilterState *self,
                                                   const ThFilterState *other);
/* Whether both have the same chips in the same order, whatever their texts. */
gboolean            th_filter_state_equal_chips   (const ThFilterState *self,
                                                   const ThFilterState *other);

/* Reads any string: what was not written by th_filter_state_to_string() becomes a state
 * that at worst does not compile.  A line without a sign is an included chip, chips
 * beyond TH_FILTER_MAX_CHIPS are dropped, and a string of blanks is the empty state. */
ThFilterState      *th_filter_state_parse         (const char          *string);
/* Free with g_free(). */
char               *th_filter_state_to_string     (const ThFilterState *self);

/* Whether there is neither a chip nor a text that is more than blanks: all events pass. */
gboolean            th_filter_state_is_empty      (const ThFilterState *self);
const char         *th_filter_state_get_text      (const ThFilterState *self);
guint               th_filter_state_get_n_chips   (const ThFilterState *self);
/* NULL if there are fewer. */
const ThFilterChip *th_filter_state_get_chip      (const ThFilterState *self,
                                                   guint                index);
/* FALSE if no chip has that condition. */
gboolean            th_filter_state_find_chip     (const ThFilterState *self,
                                                   const char          *test,
                                                   guint               *index);

/* A line break in @text becomes a blank. */
ThFilterState      *th_filter_state_replace_text  (const ThFilterState *self,
                                                   const char          *text);
/* A chip of that condition is set to @excluded instead.  The state stays the same if it
 * is full, or if @test is empty or has a line break. */
ThFilterState      *th_filter_state_add_chip      (const ThFilterState *self,
                                                   const char          *test,
                                                   gboolean             excluded);
/* The state stays the same if there is no such chip. */
ThFilterState      *th_filter_state_remove_chip   (const ThFilterState *self,
                                                   guint                index);
/* Includes an excluded chip, or excludes an included one. */
ThFilterState      *th_filter_state_turn_chip     (const ThFilterState *self,
                                                   guint                index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterState, th_filter_state_unref)

/* --- what it means ------------------------------------------------------- */

/* Chips and text as one expression; free with g_free().  NULL if the text is in
 * trace-cmd's syntax, which cannot be combined with chips. */
char               *th_filter_state_to_expression (ThRecording         *recording,
                                                   const ThFilterState *self);
/* As th_filter_new(); @begin and @end are offsets into the text, and both are 0 where a
 * chip is wrong. */
ThFilter           *th_filter_state_compile       (ThRecording         *recording,
                                                   const ThFilterState *self,
                                                   guint               *begin,
                                                   guint               *end,
                                                   GError             **error);

/* "task curl" for 'task == "curl"'.  Free with g_free(). */
char               *th_filter_chip_dup_title      (const char          *test);

/* --- conditions that an event meets -------------------------------------- */

typedef enum
{
  TH_EVENT_TASK,
  TH_EVENT_TYPE,
  TH_EVENT_CPU,
  TH_EVENT_PID
} ThEventPart;

/* NULL if the event has no such part. */
char               *th_filter_test_of_event       (ThRecording         *recording,
                                                   ThRef                ref,
                                                   ThEventPart          part);
/* @field has the value that it has in @payload; NULL for arrays. */
char               *th_filter_test_of_field       (const ThField       *field,
                                                   const ThPayload     *payload);

G_END_DECLS

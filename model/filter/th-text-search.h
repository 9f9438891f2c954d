/* th-text-search.h - finds events by text, regular expression, field or expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A search is converted to a filter (th-filter.h) and evaluated like one: columns first,
 * payloads only where needed, one bit per row, also while a recording grows.
 *
 * The text of an event is that of `thresh events`, in parts that are searched separately:
 * "task-pid" (with the name that the file saved, and with the name at that time), the name of
 * the event's type, and the info text.  Each type and each task name is tested once; the info
 * text is formatted only for events whose other parts do not match.
 *
 * Case is ignored unless the text contains a capital letter.  Regular expressions are those of
 * GRegex (PCRE) and bounded: an event for which one takes too long does not match, and is
 * counted.
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FIND_TEXT,
  TH_FIND_REGEX,
  TH_FIND_EXPRESSION,
  TH_FIND_ENTRY /* as typed in one line: "/regex/", "/regex/i", "=expression"; otherwise a
                   text */
} ThFindKind;

/* Creates the filter of a search; an empty pattern is an error.  On error, sets @begin and @end
 * to the bytes of @pattern that it is about. */
ThFilter *th_find_new       (ThRecording  *recording,
                             ThFindKind    kind,
                             const char   *pattern,
                             guint        *begin,
                             guint        *end,
                             GError      **error);
/* Whether a search for @entry with TH_FIND_ENTRY is case-sensitive. */
gboolean  th_find_matches_case (const char   *entry);
/* Creates a filter that searches for @text in one field of th-filter.h, or for its number. */
ThFilter *th_find_new_field (ThRecording  *recording,
                             const char   *field,
                             const char   *text,
                             guint        *begin,
                             guint        *end,
                             GError      **error);

/**
 * ThFindWalk:
 * @filter: the filter that hits match
 * @hits: the rows of @filter that are decided so far, within @within; may grow meanwhile
 * @within: the rows to search; NULL: all
 * @from: the event at which to begin; %TH_REF_NONE: at @time
 * @time: the time of @from, or at which to begin
 * @backward: search towards earlier events
 * @inclusive: @from itself may be the hit
 * @cancelled: atomic; the search ends when it is not 0; NULL: never
 */
typedef struct
{
  ThFilter *filter;
  ThRows   *hits;
  ThRows   *within;
  ThRef     from;
  gint64    time;
  gboolean  backward;
  gboolean  inclusive;
  gint     *cancelled;
} ThFindWalk;

/* Finds the nearest hit in the order of th-order.h, wrapping around after the last event; sets
 * *@wrapped (or NULL) to whether it did.  Evaluates @filter for events that @hits has not
 * decided, so that the first hit is found long before all events are decided.  FALSE if there
 * is no hit, or the search was cancelled.  Any thread; slow if few events are decided. */
gboolean  th_find_walk      (const ThFindWalk *walk,
                             ThRef            *found,
                             gboolean         *wrapped);

/* Whether @hits covers every published event. */
gboolean  th_find_is_whole  (ThRows       *hits);

G_END_DECLS

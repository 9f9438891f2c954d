/* th-text-search.h - finds events by text, regular expression, field or expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A search becomes a filter (th-filter.h), and is evaluated like one: columns first, payloads
 * only where needed, one bit per row, also while a recording grows.
 *
 * The text of an event is what `thresh events` prints of it, in parts that are searched each on
 * its own: "task-pid" (the name as the file saved it, and as it was then), the name of the
 * event's type, and the info text.  Each type and each task name is tested once; the info text
 * is formatted only for events whose other parts do not match.
 *
 * Letters match without regard to case unless the text has a capital.  Regular
 * expressions are those of GRegex (PCRE) and bounded: an event on which one takes
 * too long does not match, and is counted.
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FIND_TEXT,
  TH_FIND_REGEX,
  TH_FIND_EXPRESSION,
  TH_FIND_ENTRY /* as in one line: "/regex/", "/regex/i", "=expression"; else a text */
} ThFindKind;

/* @begin, @end: bytes of @pattern that the error is about.  An empty pattern is an error. */
ThFilter *th_find_new       (ThRecording  *recording,
                             ThFindKind    kind,
                             const char   *pattern,
                             guint        *begin,
                             guint        *end,
                             GError      **error);
/* Whether a search for @entry with TH_FIND_ENTRY is case-sensitive. */
gboolean  th_find_matches_case (const char   *entry);
/* @text in one field (th-filter.h has their names), or as its number. */
ThFilter *th_find_new_field (ThRecording  *recording,
                             const char   *field,
                             const char   *text,
                             guint        *begin,
                             guint        *end,
                             GError      **error);

/**
 * ThFindWalk:
 * @filter: what is sought
 * @hits: what is known already, and may grow meanwhile: rows of @filter that
 *   were decided within @within
 * @within: only these; NULL: all
 * @from: where to begin; %TH_REF_NONE: at @time
 * @time: of @from, or to begin with
 * @backward: towards earlier events
 * @inclusive: @from may be the one
 * @cancelled: atomic; the walk ends once it is not 0; NULL: never
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

/* The nearest hit in the order of th-order.h; behind the last event comes the
 * first (*@wrapped, or NULL, says whether).  Asks @filter itself for events that
 * @hits has not decided: the first hit is there long before all are.  FALSE
 * where there is none, or it was cancelled.  Any thread; takes time where much
 * is not decided. */
gboolean  th_find_walk      (const ThFindWalk *walk,
                             ThRef            *found,
                             gboolean         *wrapped);

/* Whether @hits covers every published event (in @within, if given). */
gboolean  th_find_is_whole  (ThRows       *hits);

G_END_DECLS

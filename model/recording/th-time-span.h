/* th-time-span.h - parses and formats spans of time for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Spans include @begin and exclude @end.  Errors are of the domain G_OPTION_ERROR.  Any
 * thread.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Parses both ends with th_time_parse(), where "+" is relative to the first event of
 * @recording.  NULL stands for the first and for the last event. */
gboolean th_time_span_parse       (ThRecording *recording,
                                   const char  *from,
                                   const char  *to,
                                   gint64      *begin,
                                   gint64      *end,
                                   GError     **error);
/* The same for "FROM..TO", of which either end may be missing.  For NULL, @begin is
 * TH_TIME_NONE and @end is G_MAXINT64. */
gboolean th_time_span_parse_range (ThRecording *recording,
                                   const char  *range,
                                   gint64      *begin,
                                   gint64      *end,
                                   GError     **error);
/* Splits "FILE@FROM..TO" into the path, which is returned, and *@range, which points into
 * @argument or is NULL if there is none.  A file with such a name takes precedence.  Free
 * the path with g_free(). */
char    *th_time_span_split       (const char  *argument,
                                   const char **range);
/* Formats a range that th_time_span_parse_range() reads; free with g_free(). */
char    *th_time_span_format      (ThRecording *recording,
                                   gint64       begin,
                                   gint64       end);

G_END_DECLS

/* th-row-query.h - evaluates filters on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A query has one or several passes.  Each pass is a filter and the rows that it fills.  One
 * worker runs them all while the recording loads and while the analyses find the flows that a
 * filter refers to; it ends when every pass has evaluated every event of a loaded recording.
 * Filter, color rules and Find use it.
 *
 * The rows belong to whoever started the query and may be read at any time.
 * Stopping a query, or starting another, asks the worker to end and does not wait.
 *
 * Signal
 *   "progress": more events were decided, or the query ended
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter.h"

G_BEGIN_DECLS

/**
 * ThRowPass:
 * @filter: decides which rows pass
 * @rows: the rows that are filled
 * @within: the events to evaluate; %NULL for all
 * @waits: whether the pass starts only when the one before it is complete
 */
typedef struct
{
  ThFilter *filter;
  ThRows   *rows;
  ThRows   *within;
  gboolean  waits;
} ThRowPass;

/* The maximum; more passes are refused. */
#define TH_ROW_QUERY_MAX_PASSES 32

#define TH_TYPE_ROW_QUERY (th_row_query_get_type ())
G_DECLARE_FINAL_TYPE (ThRowQuery, th_row_query, TH, ROW_QUERY, GObject)

/* Emits "progress" at most every @poll_ms milliseconds. */
ThRowQuery *th_row_query_new            (guint            poll_ms);
/* Runs @passes, at least one and all for the same recording; takes references to their
 * contents. */
void        th_row_query_start          (ThRowQuery      *self,
                                         const ThRowPass *passes,
                                         guint            n_passes);
void        th_row_query_stop           (ThRowQuery      *self);
gboolean    th_row_query_is_running     (ThRowQuery      *self);
/* Whether @pass is complete, as of the last "progress". */
gboolean    th_row_query_is_settled     (ThRowQuery      *self,
                                         guint            pass);
/* The number of events on which a regular expression of the first pass gave up. */
guint       th_row_query_get_n_given_up (ThRowQuery      *self);

G_END_DECLS

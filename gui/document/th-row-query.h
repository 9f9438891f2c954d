/* th-row-query.h - decides on a worker which events filters let through
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A query has one or several passes.  Each pass is a filter and the rows that it
 * fills.  One worker decides them all while the recording loads and while the
 * analyses find the flows that a filter speaks of; it ends when every pass has
 * decided on every event of a recording that no longer loads.  Filter, colour
 * rules and Find are clients of it.
 *
 * The rows belong to whoever started the query and may be read at any time.
 * Starting another query, or stopping, tells the worker to end and does not wait.
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
 * @filter: what decides
 * @rows: what it fills
 * @within: only these are decided; %NULL: all
 * @waits: whether it begins only when the pass before it is complete
 */
typedef struct
{
  ThFilter *filter;
  ThRows   *rows;
  ThRows   *within;
  gboolean  waits;
} ThRowPass;

/* More are refused. */
#define TH_ROW_QUERY_MAX_PASSES 32

#define TH_TYPE_ROW_QUERY (th_row_query_get_type ())
G_DECLARE_FINAL_TYPE (ThRowQuery, th_row_query, TH, ROW_QUERY, GObject)

/* "progress" is emitted every @poll_ms at most. */
ThRowQuery *th_row_query_new            (guint            poll_ms);
/* Takes references of all that is in @passes, which are of one recording; there is
 * at least one pass. */
void        th_row_query_start          (ThRowQuery      *self,
                                         const ThRowPass *passes,
                                         guint            n_passes);
void        th_row_query_stop           (ThRowQuery      *self);
gboolean    th_row_query_is_running     (ThRowQuery      *self);
/* Whether @pass has decided all events there will be, as "progress" last told. */
gboolean    th_row_query_is_settled     (ThRowQuery      *self,
                                         guint            pass);
/* On how many events a regular expression of the first pass gave up. */
guint       th_row_query_get_n_given_up (ThRowQuery      *self);

G_END_DECLS

/* th-runner-private.h - the runner of analyses, for its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-runner-merge.h"
#include "th-runner-types.h"
#include "th-runner.h"

G_BEGIN_DECLS

struct _ThRunner
{
  ThRecording *recording;
  const ThAnalysis *const *analyses; /* the analyses that may be needed */
  ThReader    *reader;     /* lent to the analyses */
  ThReader    *payloads;   /* not lent: a read would invalidate the payloads of a block */
  GPtrArray   *runs;       /* of Run */
  GPtrArray   *lent;       /* of ThResults: finished ones that analyses may need */
  Route      **routes;     /* by type; NULL: no event yet */
  guint8      *unwanted;   /* by type */
  Merge        merge;
  gsize        memory_limit;
  gint64       published;  /* when results were last published, µs */
  guint        n_unread;
  gboolean     advanced;
  gboolean     ended;
  gint         cancelled;  /* atomic */
};

G_END_DECLS

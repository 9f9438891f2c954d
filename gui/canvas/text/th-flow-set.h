/* th-flow-set.h - the flows of a recording with the table about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-reader.h"
#include "th-results.h"

G_BEGIN_DECLS

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThFlows     *flows;
  ThTable     *table;  /* may be NULL */
  ThReader    *reader;
  GHashTable  *keys;   /* type → ThField of its key, or NULL */
  const ThEventLinks *links; /* NULL: none */
} ThFlowSet;

/* Finds the first results with flows called @noun, preferably with some in it: a capture that was
 * appended to a trace has none.  FALSE if no analysis follows any. */
gboolean      th_flow_set_init        (ThFlowSet   *self,
                                        ThRecording  *recording,
                                        GPtrArray    *all,
                                        const char   *noun);
void          th_flow_set_clear       (ThFlowSet   *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThFlowSet, th_flow_set_clear)

/* The column of that id; -1 if there is none. */
gint          th_flow_set_find_column (ThFlowSet   *self,
                                        const char   *id);
/* The index of the stage; -1 if there is none of that id. */
gint          th_flow_set_find_stage  (ThFlowSet   *self,
                                        const char   *id);

G_END_DECLS

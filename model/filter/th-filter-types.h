/* th-filter-types.h - patterns of event types, as in sched:*
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "th-text-match.h"

G_BEGIN_DECLS

/* The system and the event must match; with @either one of them is enough. */
typedef struct
{
  FilterText *system; /* NULL: any */
  FilterText *event;  /* NULL: any */
  gboolean    either;
} FilterTypes;

void     filter_types_clear      (FilterTypes       *types);
gboolean filter_types_match      (const FilterTypes *types,
                                  const char        *system,
                                  const char        *name);
gboolean filter_types_match_type (const FilterTypes *types,
                                  ThRecording       *recording,
                                  guint              type);
/* Whether the recording has a type that matches. */
gboolean filter_types_match_any  (const FilterTypes *types,
                                  ThRecording       *recording);

G_END_DECLS

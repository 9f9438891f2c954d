/* th-value-sampler.h - a sample of the event types and field values of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* More of one field are not offered. */
#define FILTER_MAX_VALUES 256

typedef struct _FilterSeen FilterSeen;

FilterSeen      *filter_seen_new         (ThRecording *recording);
void             filter_seen_free        (FilterSeen  *self);
/* Whether the recording has outgrown the sample. */
gboolean         filter_seen_is_old      (FilterSeen  *self);
gboolean         filter_seen_has_type    (FilterSeen  *self,
                                          guint        type);
/* Texts as they stand in an expression, most frequent first; lent. */
const GPtrArray *filter_seen_list_values (FilterSeen  *self,
                                          const char  *field);

G_END_DECLS

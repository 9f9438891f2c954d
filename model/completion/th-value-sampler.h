/* th-value-sampler.h - a sample of the event types and field values of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* The maximum number of values of a field. */
#define FILTER_MAX_VALUES 256

typedef struct _ValueSampler ValueSampler;

ValueSampler      *value_sampler_new         (ThRecording *recording);
void             value_sampler_free        (ValueSampler  *self);
/* Returns whether the recording has outgrown the sample. */
gboolean         value_sampler_is_old      (ValueSampler  *self);
gboolean         value_sampler_has_type    (ValueSampler *self,
                                            guint         type);
/* Returns values as written in an expression, most frequent first; owned by the sampler. */
const GPtrArray *value_sampler_list_values (ValueSampler *self,
                                            const char   *field);

G_END_DECLS

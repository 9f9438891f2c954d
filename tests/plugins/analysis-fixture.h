/* analysis-fixture.h - a synthetic recording, and the results of one analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "plugin-fixture.h"

G_BEGIN_DECLS

#define I(n) ((gint64) (n))

typedef struct
{
  TestTrace   *trace;
  ThRecording *recording;
  ThResults   *results;
} Fixture;

/* Begins a recording of two buffers with two CPUs and the types of test_trace_kernel(). */
void fixture_set_up    (Fixture       *f,
                        gconstpointer  data);
void fixture_tear_down (Fixture       *f,
                        gconstpointer  data);
/* Ends the recording and runs the analysis @id over it. */
void fixture_run       (Fixture       *f,
                        const char    *id,
                        const char    *params);
/* The pids of the tasks of the samples of a measure: "5 6"; "-" for no task. */
char *fixture_measure_tasks (Fixture    *f,
                             const char *id);

G_END_DECLS

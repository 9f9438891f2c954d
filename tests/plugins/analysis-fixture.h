/* analysis-fixture.h - a written recording, and what one analysis makes of it
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

/* Two buffers of two CPUs, with the types of test_trace_kernel(). */
void fixture_set_up    (Fixture       *f,
                        gconstpointer  data);
void fixture_tear_down (Fixture       *f,
                        gconstpointer  data);
/* Ends the recording and runs the analysis @id over it. */
void fixture_run       (Fixture       *f,
                        const char    *id,
                        const char    *params);
/* "5 6": the pids of the tasks that the samples of a measure are of; "-" of none. */
char *fixture_measure_tasks (Fixture    *f,
                             const char *id);

G_END_DECLS

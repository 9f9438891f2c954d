/* analysis-fixture.c - a written recording, and what one analysis makes of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "analysis-fixture.h"

void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->trace = test_trace_new (2, 2);
  test_trace_kernel (f->trace);
}

void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  th_results_unref (f->results);
  test_trace_free (f->trace);
}

void
fixture_run (Fixture    *f,
             const char *id,
             const char *params)
{
  f->recording = test_trace_end (f->trace);
  f->results = test_run_both (f->recording, id, params);
}

/* plugin-fixture.h - synthetic recordings of events with fields, for analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "replay.h"
#include "results-text.h"

G_BEGIN_DECLS

typedef struct _TestTrace TestTrace;

/* A recording of @n_streams buffers, each with the CPUs 0 … @n_cpus-1. */
TestTrace   *test_trace_new        (guint             n_streams,
                                    guint             n_cpus);
void         test_trace_free       (TestTrace        *self);

/* @fields: "prev_pid,prev_state[S=1|D=2],next_pid,name$,addr*": "$" is a text of
 * up to 31 bytes, "*" an address, "^" an array of six numbers, "[…]" names the values
 * (as flags if separated by "|", as symbols if by "/").  A text field named "chain" is
 * the event's stack, innermost frame first: "c b u:a"; "u:" marks user code, "m:" that
 * of a module. */
void         test_trace_type       (TestTrace        *self,
                                    const char       *name,
                                    const char       *fields);
/* Adds the sched and irq types that the tests of several analyses share. */
void         test_trace_kernel     (TestTrace        *self);

/* Adds an event of @pid.  The values of its fields follow: a gint64 each (six for an array), or
 * a const char * for a text.  The events of one CPU come in order of time. */
void         test_trace_add        (TestTrace        *self,
                                    gint64            time,
                                    guint             cpu,
                                    gint32            pid,
                                    const char       *type,
                                    ...);
/* Selects the buffer of the following events. */
void         test_trace_use        (TestTrace        *self,
                                    guint             stream);
/* Sets a fact of the recording, as a loader does before the first event. */
void         test_trace_set_fact   (TestTrace        *self,
                                    const char       *name,
                                    const char       *value);
/* @n events (-1: unknown) were lost before the next event of @cpu. */
void         test_trace_lose       (TestTrace        *self,
                                    guint             cpu,
                                    gint64            n);
/* Ends the load and returns the recording, which @self still owns. */
ThRecording *test_trace_end        (TestTrace        *self);

/* What the source says about its stacks.  @remark is not copied. */
void         test_trace_set_stack_remark (TestTrace  *self,
                                    const char       *remark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestTrace, test_trace_free)

G_END_DECLS

/* plugin-fixture.h - recordings of written events, with fields, for analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _TestTrace TestTrace;

/* @n_streams buffers with CPUs 0 … @n_cpus-1 each. */
TestTrace   *test_trace_new        (guint             n_streams,
                                    guint             n_cpus);
void         test_trace_free       (TestTrace        *self);

/* @fields: "prev_pid,prev_state[S=1|D=2],next_pid,name$,addr*": "$" is a text of
 * up to 31 bytes, "*" an address, "[…]" names of values (flags if separated by
 * "|", symbols if by "/").  A text called "chain" is the event's stack, innermost
 * first: "c b u:a"; "u:" is code of the user, "m:" of a module. */
void         test_trace_type       (TestTrace        *self,
                                    const char       *name,
                                    const char       *fields);
/* The types that the tests of several analyses need: sched, irq. */
void         test_trace_kernel     (TestTrace        *self);

/* An event of @pid; its fields follow: gint64, or const char * for a text.  In
 * order of time on each CPU. */
void         test_trace_add        (TestTrace        *self,
                                    gint64            time,
                                    guint             cpu,
                                    gint32            pid,
                                    const char       *type,
                                    ...);
/* From here on events go to this buffer. */
void         test_trace_use        (TestTrace        *self,
                                    guint             stream);
/* As a loader does before the first event. */
void         test_trace_set_fact   (TestTrace        *self,
                                    const char       *name,
                                    const char       *value);
/* @n (-1: unknown) events are lost before the next one of that CPU. */
void         test_trace_lose       (TestTrace        *self,
                                    guint             cpu,
                                    gint64            n);
/* Loaded to the end. */
ThRecording *test_trace_end        (TestTrace        *self);

/* A loaded recording comes again, in @n_pieces of time, with the analysis fed
 * after each.  @params: "id=value id=value" or NULL.  One piece: loaded, then
 * fed. */
ThResults   *test_run              (ThRecording      *recording,
                                    const ThAnalysis *analysis,
                                    const char       *params,
                                    guint             n_pieces);

/* In one piece, and in 50, which must give the same. */
ThResults   *test_run_both         (ThRecording      *recording,
                                    const char       *id,
                                    const char       *params);

/* The slices of a lane: "10+5 Running, 15+3! Sleeping (S)"; "!" has no end, "?"
 * no begin, "~" inferred; depths are divided by " / ". */
char        *test_slices           (ThResults        *results,
                                    const char       *id,
                                    ThAttach          attach,
                                    guint32           key);
/* "10 text, 20 text" or "10=1.5, 20=2". */
char        *test_points           (ThResults        *results,
                                    const char       *id);
/* "a 1 2, b 3 4": rows and cells; times and tasks as numbers, pids for tasks. */
char        *test_table            (ThRecording      *recording,
                                    ThResults        *results,
                                    const char       *id);
/* "5 7 9" */
char        *test_measure          (ThResults        *results,
                                    const char       *id);
/* "a;m:b;u:c 1 500 @0.7": chains, their own weights and the CPU and row of the
 * anchor. */
char        *test_tree             (ThResults        *results,
                                    const char       *id);
/* All remarks, one a line. */
char        *test_remarks          (ThResults        *results);
/* Everything, for comparing. */
char        *test_dump             (ThRecording      *recording,
                                    ThResults        *results);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestTrace, test_trace_free)

#define assert_text(text, expected) \
  do { g_autofree char *text_ = (text); g_assert_cmpstr (text_, ==, (expected)); } while (0)

G_END_DECLS

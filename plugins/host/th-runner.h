/* th-runner.h - runs analyses over a recording, in one pass over its events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _ThRunner ThRunner;

/* A run of some analyses over one recording, which may be joined.  @analyses are
 * those that there are, NULL-terminated, in the order in which they are shown;
 * static, or NULL if none of them is named by its id. */
ThRunner  *th_runner_new              (ThRecording             *recording,
                                       const ThAnalysis *const *analyses);
void       th_runner_free             (ThRunner                *self);

/* Before the first th_runner_advance().  @params: id → text, or NULL; what it
 * does not name has its default.  The results are there at once, empty; they
 * outlive the runner.  Of a joined recording: for its first part, or for the
 * whole timeline if that is what the analysis asks for.
 *
 * Those that it needs run before it, without being asked for.  An id that no
 * analysis has, and one that needs itself around a corner, is an error; nothing
 * is added then. */
ThResults *th_runner_add              (ThRunner                *self,
                                       const ThAnalysis        *analysis,
                                       GHashTable              *params,
                                       GError                 **error);

/* The same for each part that takes it; returns ThResults with a reference
 * each, NULL with @error if no part does.  With several parts their title names
 * the part, and of all but the first the id ends with its number: "sched@2". */
GPtrArray *th_runner_add_parts        (ThRunner                *self,
                                       const ThAnalysis        *analysis,
                                       GHashTable              *params,
                                       GError                 **error);

/* Those whose flows @text, an expression, mentions, for each part; returns
 * ThResults with a reference each. */
GPtrArray *th_runner_add_named        (ThRunner                *self,
                                       const char              *text);

/* All automatic ones, for each part in turn; returns ThResults with a reference
 * each.  Analyses that refuse this recording are left out. */
GPtrArray *th_runner_add_all          (ThRunner                *self);

/* The memory that each analysis' results may take; default: a share of the
 * machine's. */
void       th_runner_set_memory_limit (ThRunner                *self,
                                       gsize                    bytes);

/* Feeds what lies before the watermark and has not been fed.  With the load
 * ended it feeds the rest and finishes.  Returns FALSE when nothing more can
 * come.  Publishes several times a second on the way.  One thread, not the
 * main one; call it again some ms later while it returns TRUE. */
gboolean   th_runner_advance          (ThRunner                *self);

/* From any thread: th_runner_advance() returns soon, and nothing is finished. */
void       th_runner_cancel           (ThRunner                *self);

/* 0 … 1, from any thread. */
double     th_runner_get_progress     (ThRunner                *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRunner, th_runner_free)

G_END_DECLS

/* th-runner.h - runs analyses over a recording, in one pass over its events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _ThRunner ThRunner;

/* Runs some analyses over one recording, or over a timeline of several.  @analyses are all
 * that exist, NULL-terminated, in the order in which they are shown.  The list is static; NULL
 * if no analysis is referred to by its id. */
ThRunner  *th_runner_new              (ThRecording             *recording,
                                       const ThAnalysis *const *analyses);
void       th_runner_free             (ThRunner                *self);

/* Adds an analysis; call it before the first th_runner_advance().  @params: id → text, or NULL;
 * missing ones have their defaults.  The results exist at once, empty, and outlive the runner.
 * On a timeline of several recordings the analysis runs over the first part, or over the whole
 * timeline if it asks for that.
 *
 * The analyses that it needs are added too and run before it.  An unknown id and a circular
 * dependency are errors; nothing is added then. */
ThResults *th_runner_add              (ThRunner                *self,
                                       const ThAnalysis        *analysis,
                                       GHashTable              *params,
                                       GError                 **error);

/* The id that the results of @analysis with @params, as above, have on the first part or on the
 * whole timeline: the id of the analysis, and the parameters that differ from their defaults, as
 * in "values(irq:softirq_raise,vec)".  Free with g_free(). */
char      *th_runner_dup_id           (const ThAnalysis        *analysis,
                                       GHashTable              *params);

/* The same for the part of that index: with its number unless it is the first, "sched@2". */
char      *th_runner_dup_id_of_part   (const ThAnalysis        *analysis,
                                       GHashTable              *params,
                                       guint                    part);

/* Adds the analysis for each part that it accepts.  Returns ThResults with a reference each,
 * or NULL with @error if it accepts none.  With several parts the titles name the part, and
 * the ids of all but the first end with its number: "sched@2". */
GPtrArray *th_runner_add_parts        (ThRunner                *self,
                                       const ThAnalysis        *analysis,
                                       GHashTable              *params,
                                       GError                 **error);

/* Adds the analyses whose flows the expression @text mentions, and those that link other events to
 * such flows, for each part.  Returns
 * ThResults with a reference each. */
GPtrArray *th_runner_add_named        (ThRunner                *self,
                                       const char              *text);

/* Adds all automatic analyses, for each part in turn, except those that refuse the part.
 * Returns ThResults with a reference each. */
GPtrArray *th_runner_add_all          (ThRunner                *self);

/* Lends finished results of the same recording, which @self need not produce again where they are
 * needed by an analysis that reads no events itself; others are ignored.  Call it before adding
 * analyses. */
void       th_runner_lend             (ThRunner                *self,
                                       ThResults               *results);
/* Returns (element-type ThResults) those of all analyses that run, also of those that others need;
 * free with g_ptr_array_unref(). */
GPtrArray *th_runner_list_results     (ThRunner                *self);

/* Limits the memory of the results of one analysis; the default is a share of the machine's
 * memory.  For tests. */
void       th_runner_set_memory_limit (ThRunner                *self,
                                       gsize                    bytes);

/* Feeds the events that have arrived before the watermark; after the end of the load, all
 * that are left, and then finishes.  Publishes results several times a second.  Returns
 * FALSE when it has finished; while it returns TRUE, call it again some ms later.  One
 * thread, not the main one. */
gboolean   th_runner_advance          (ThRunner                *self);

/* Makes th_runner_advance() return soon without finishing the analyses.  Any thread. */
void       th_runner_cancel           (ThRunner                *self);

/* Returns a number from 0 to 1.  Any thread. */
double     th_runner_get_progress     (ThRunner                *self);
/* The number of events that were passed so far.  Any thread. */
guint64    th_runner_get_n_passed     (ThRunner                *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRunner, th_runner_free)

G_END_DECLS

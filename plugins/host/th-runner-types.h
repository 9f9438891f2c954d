/* th-runner-types.h - the analyses of a runner, and which events they are subscribed to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct
{
  const ThAnalysis *analysis;
  ThRecording      *part;        /* the recording that it reads; not owned */
  gpointer          state;
  ThResults        *results;
  GArray           *subscriptions;       /* of ThSubscription, with parameters substituted */
  GStringChunk     *strings;     /* strings of the subscriptions */
  guint8           *subscriptions_met;   /* by subscription: the recording has its type */
  guint8           *subscriptions_seen;  /* by subscription: such an event was fed */
  GHashTable       *lacking;     /* fields that were reported as missing */
  guint8           *streams;     /* by stream: whether an event of it was fed */
  GPtrArray        *needed;      /* of ThResults; NULL-terminated */
  gboolean          is_asked;    /* its results were not only requested by another analysis */
  gboolean          ended;       /* finished, or stopped */
} Run;

/* A subscription of a run that a type matches. */
typedef struct
{
  Run           *run;
  guint16        subscription;
  const ThField *fields[TH_SUBSCRIPTION_MAX_FIELDS];
} Handler;

typedef struct
{
  guint    n_handlers;
  gboolean payload;      /* some handler reads the payload */
  Handler  handlers[];
} Route;

/* Sets the subscriptions of @run, with the values in @params (id → text) in place of "$id". */
void   th_runner_run_subscription     (Run         *run,
                                       GHashTable  *params);
/* Returns the subscriptions of @runs that the type matches; never NULL. */
Route *th_runner_route_new    (ThRecording *recording,
                               GPtrArray   *runs,
                               guint        type);
/* Adds remarks about types and fields that its part lacks; @whole: all of its events were fed. */
void   th_runner_run_remark   (Run         *run,
                               gboolean     whole);

G_END_DECLS

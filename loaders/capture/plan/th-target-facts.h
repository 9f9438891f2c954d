/* th-target-facts.h - what a target can record, for presets and plans
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Made from the HELLO of an agent and its answers to "events" and "processes".  Only the processes
 * change: they come and go.
 */
#pragma once

#include "th-preset-match.h"

G_BEGIN_DECLS

typedef struct
{
  ThPresetTarget preset;      /* its strings belong to the variants below */
  guint          n_cpus;
  guint64        default_buffer_kb;
  const char    *host;
  GVariant      *hello;
  GVariant      *events;      /* the answer */
  GVariant      *processes;   /* the answer; or NULL */
} ThTargetFacts;

/* @events, @processes: the answers to an ASK for them; NULL: they are unknown. */
ThTargetFacts *th_target_facts_new  (GVariant      *hello,
                                     GVariant      *events,
                                     GVariant      *processes);
void           th_target_facts_free (ThTargetFacts *self);
/* A later answer. */
void           th_target_facts_set_processes (ThTargetFacts *self,
                                              GVariant      *processes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTargetFacts, th_target_facts_free)

G_END_DECLS

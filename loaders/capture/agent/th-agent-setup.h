/* th-agent-setup.h - sets up an instance according to a plan
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-agent-instance.h"
#include "th-agent-plan.h"

G_BEGIN_DECLS

typedef struct
{
  guint64    buffer_kb;
  GPtrArray *events;  /* "system/event" that are on, with those of the probes */
  GPtrArray *missing; /* "system:event" that this kernel does not have */
  GPtrArray *refused; /* a filter, a probe or a setting; then the kernel's words */
  GPtrArray *probes;  /* names of the probes that exist */
} ThAgentSetup;

/* @own: the agent's tasks, of pid_t, whose system calls are left out.  The instance does not trace
 * afterwards.  After an error, @detail has the kernel's message (free with g_free()), and the
 * instance has to be destroyed. */
ThAgentSetup *th_agent_setup_new  (ThAgentInstance     *instance,
                                   const ThAgentPlan   *plan,
                                   GArray              *own,
                                   const ThAgentPlaces *places,
                                   char               **detail,
                                   GError             **error);
void          th_agent_setup_free (ThAgentSetup        *self);

/* th-agent-probes.c: defines the probes of a plan and switches them on. */
void          th_agent_setup_probes (ThAgentSetup        *self,
                                     ThAgentInstance     *instance,
                                     const ThAgentPlan   *plan,
                                     const ThAgentPlaces *places);
/* th-agent-tracer.c: moves to the top of tracefs if the tracer exists only there. */
gboolean      th_agent_setup_place  (ThAgentInstance     *instance,
                                     const ThAgentPlan   *plan,
                                     const ThAgentPlaces *places,
                                     GError             **error);
/* th-agent-tracer.c: the functions, their depth, and the tracer. */
gboolean      th_agent_setup_tracer (ThAgentInstance     *instance,
                                     const ThAgentPlan   *plan,
                                     GArray              *own,
                                     const ThAgentPlaces *places,
                                     GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentSetup, th_agent_setup_free)

G_END_DECLS

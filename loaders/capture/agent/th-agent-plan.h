/* th-agent-plan.h - what a window wants to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plan is read from the dictionary of a CONFIGURE frame, which is not trusted: everything in a
 * plan has passed the checks of th-agent-names.h, and each of its arrays has a bound.
 */
#pragma once

#include "th-agent-error.h"

G_BEGIN_DECLS

typedef struct
{
  char *system;
  char *name;
  char *filter; /* NULL: none */
} ThAgentEvent;

typedef struct
{
  char         *clock;
  guint64       buffer_kb;    /* 0: the default */
  GPtrArray    *events;       /* of ThAgentEvent */
  GArray       *pids;         /* of gint32 */
  char         *tracer;       /* NULL: none */
  char        **functions;
  guint         max_depth;    /* 0: without a limit */
  GPtrArray    *probes;       /* of GStrv: alternatives, as the window wrote them */
  GPtrArray    *together;     /* of GStrv: names of probes that exist all or none */
  ThAgentEvent *trigger;      /* NULL: none */
  gboolean      ring;
  gboolean      hold;
  gboolean      remote;
  gboolean      counters;
  gboolean      measure;
  int           pack;
  guint         resume_s;     /* how long it waits for a lost connection; 0: not at all */
} ThAgentPlan;

/* TH_AGENT_ERROR_REQUEST with the key and what is wrong with it. */
ThAgentPlan *th_agent_plan_parse (GVariant     *message,
                                  GError      **error);
void         th_agent_plan_free  (ThAgentPlan  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentPlan, th_agent_plan_free)

G_END_DECLS

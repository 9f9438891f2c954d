/* th-analyses.c - the built-in analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-analyses.h"
#include "th-calls.h"
#include "th-connection-follow.h"
#include "th-frames.h"
#include "th-interrupts.h"
#include "th-packets.h"
#include "th-path-analysis.h"
#include "th-path-waits.h"
#include "th-requests.h"
#include "th-sched.h"
#include "th-sockets.h"
#include "th-transits.h"

/* In the order in which they are shown. */
static const ThAnalysis *const analyses[] = {
  &th_packets_analysis,
  &th_sched_analysis,
  &th_interrupts_analysis,
  &th_sockets_analysis,
  &th_requests_analysis,
  &th_frames_analysis,
  &th_transits_analysis,
  &th_power_analysis,
  &th_syscalls_analysis,
  &th_kvm_analysis,
  &th_trace_markers_analysis,
  &th_callgraph_analysis,
  &th_stacks_analysis,
  &th_event_latency_analysis,
  &th_values_analysis,
  &th_connection_follow_analysis,
  &th_path_analysis,
  &th_path_waits_analysis,
  NULL
};

const ThAnalysis *const *
th_analyses_list (void)
{
  return analyses;
}

const ThAnalysis *
th_analyses_find (const char *id)
{
  for (guint i = 0; analyses[i] != NULL; i++)
    if (strcmp (analyses[i]->id, id) == 0)
      return analyses[i];

  return NULL;
}

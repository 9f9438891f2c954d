/* th-agent-tracer.c - function and function_graph in the agent's instance
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The functions at which a graph begins and its depth belong to all instances.  They are changed
 * only while nobody uses them; the guardian, or the next agent, knows how to restore them.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "th-agent-machine.h"
#include "th-agent-setup.h"

#define GRAPH_FUNCTIONS "set_graph_function"
#define NOTRACE_PID "set_ftrace_notrace_pid"
#define GRAPH_DEPTH "max_graph_depth"

static gboolean
fail (GError      **error,
      ThAgentError  code,
      const char   *what)
{
  g_set_error (error, TH_AGENT_ERROR, code, "%s: %s", what, g_strerror (errno));
  return FALSE;
}

/* Each pattern is appended, since a file of functions is no longer than a page. */
static gboolean
add_functions (const char        *path,
               const ThAgentPlan *plan,
               GError           **error)
{
  for (guint i = 0; plan->functions[i] != NULL; i++)
    {
      g_autofree char *what = NULL;

      if (th_agent_file_write (path, plan->functions[i], O_APPEND))
        continue;
      what = g_strdup_printf ("The functions %s cannot be traced", plan->functions[i]);
      return fail (error, TH_AGENT_ERROR_TRACER, what);
    }
  return TRUE;
}

/* Comments alone mean that no function is set. */
static gboolean
is_default (const char *functions,
            const char *depth)
{
  return functions != NULL && (*functions == '\0' || *functions == '#') &&
         depth != NULL && g_str_equal (depth, "0");
}

static gboolean
limit_graph (ThAgentInstance     *instance,
             const ThAgentPlan   *plan,
             const ThAgentPlaces *places,
             GError             **error)
{
  g_autofree char *functions = th_agent_file_read_in (places->tracefs, GRAPH_FUNCTIONS);
  g_autofree char *depth = th_agent_file_read_in (places->tracefs, GRAPH_DEPTH);
  g_autofree char *functions_path = g_build_filename (places->tracefs, GRAPH_FUNCTIONS, NULL);
  g_autofree char *depth_path = g_build_filename (places->tracefs, GRAPH_DEPTH, NULL);
  g_autofree char *text = g_strdup_printf ("%u", plan->max_depth);

  if (plan->functions[0] == NULL && plan->max_depth == 0)
    return TRUE;
  if (!is_default (functions, depth))
    {
      g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_IN_USE,
                           "Another program has set the functions or the depth of the graph, "
                           "which belong to all");
      return FALSE;
    }

  th_agent_instance_restore_later (instance, GRAPH_FUNCTIONS, "");
  th_agent_instance_restore_later (instance, GRAPH_DEPTH, "0");
  if (!add_functions (functions_path, plan, error))
    return FALSE;
  return th_agent_file_write (depth_path, text, O_TRUNC) ||
         fail (error, TH_AGENT_ERROR_TRACER, "The depth of the graph cannot be set");
}

static gboolean
find_tracer (ThAgentInstance   *instance,
             const ThAgentPlan *plan,
             GError           **error)
{
  const char *folder = th_agent_instance_get_folder (instance);
  g_auto(GStrv) tracers = th_agent_read_words (folder, "available_tracers");

  if (g_strv_contains ((const char *const *) tracers, plan->tracer))
    return TRUE;
  g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_TRACER,
               "The tracer %s is not available on this kernel", plan->tracer);
  return FALSE;
}

gboolean
th_agent_setup_place (ThAgentInstance     *instance,
                      const ThAgentPlan   *plan,
                      const ThAgentPlaces *places,
                      GError             **error)
{
  g_auto(GStrv) own = th_agent_read_words (th_agent_instance_get_folder (instance),
                                           "available_tracers");
  g_auto(GStrv) top = th_agent_read_words (places->tracefs, "available_tracers");

  if (plan->tracer == NULL || g_strv_contains ((const char *const *) own, plan->tracer) ||
      !g_strv_contains ((const char *const *) top, plan->tracer))
    return TRUE;
  if (plan->trigger != NULL)
    {
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_TRACER,
                   "On this kernel %s cannot be recorded together with a trigger", plan->tracer);
      return FALSE;
    }
  return th_agent_instance_move_to_top (instance, error);
}

/* The functions of the agent's tasks are left out, because reading the trace would otherwise fill
 * it.  Unlike with events, no filter does only that: functions of interrupts that come while these
 * tasks run are left out, too. */
static void
exclude_own_functions (ThAgentInstance *instance,
                       GArray          *own)
{
  for (guint i = 0; i < own->len && th_agent_instance_has (instance, NOTRACE_PID); i++)
    th_agent_instance_append_pid (instance, NOTRACE_PID, g_array_index (own, pid_t, i));
}

gboolean
th_agent_setup_tracer (ThAgentInstance     *instance,
                       const ThAgentPlan   *plan,
                       GArray              *own,
                       const ThAgentPlaces *places,
                       GError             **error)
{
  g_autofree char *filter = NULL;

  if (plan->tracer == NULL)
    return TRUE;

  if (!find_tracer (instance, plan, error))
    return FALSE;
  exclude_own_functions (instance, own);
  filter = g_build_filename (th_agent_instance_get_folder (instance), "set_ftrace_filter", NULL);
  if (g_str_equal (plan->tracer, "function") ? !add_functions (filter, plan, error)
                                             : !limit_graph (instance, plan, places, error))
    return FALSE;
  return th_agent_instance_write (instance, "current_tracer", plan->tracer) ||
         fail (error, TH_AGENT_ERROR_TRACER, "The tracer cannot be switched on");
}

/* th-agent-plan.c - what a window wants to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-agent-names.h"
#include "th-agent-plan.h"
#include "th-message.h"

#define MAX_EVENTS 8192
#define MAX_PIDS 4096
#define MAX_FUNCTIONS 4096
#define MAX_PROBES 512
#define MAX_ALTERNATIVES 16
#define MAX_DEPTH 1000
#define MAX_PACK 9
#define MAX_RESUME_S 60

static void
free_event (gpointer data)
{
  ThAgentEvent *event = data;

  g_free (event->system);
  g_free (event->name);
  g_free (event->filter);
  g_free (event);
}

void
th_agent_plan_free (ThAgentPlan *self)
{
  g_free (self->clock);
  g_ptr_array_unref (self->events);
  g_array_unref (self->pids);
  g_free (self->tracer);
  g_strfreev (self->functions);
  g_ptr_array_unref (self->probes);
  g_ptr_array_unref (self->together);
  g_clear_pointer (&self->trigger, free_event);
  g_free (self);
}

static gboolean
refuse (GError     **error,
        const char  *key,
        const char  *what)
{
  g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST, "%s: %s", key, what);
  return FALSE;
}

static ThAgentEvent *
parse_event (const char  *key,
             const char  *name,
             const char  *filter,
             GError     **error)
{
  ThAgentEvent *event;
  char *system, *own;

  if (!th_agent_split_event (name, &system, &own))
    {
      refuse (error, key, "not the name of an event (system:event)");
      return NULL;
    }
  event = g_new0 (ThAgentEvent, 1);
  event->system = system;
  event->name = own;
  if (*filter == '\0')
    return event;
  event->filter = g_strdup (filter);
  if (th_agent_is_line (filter, TH_AGENT_MAX_FILTER))
    return event;
  refuse (error, key, "a filter is one line of at most 4000 bytes");
  free_event (event);
  return NULL;
}

static gboolean
parse_events (ThAgentPlan  *self,
              GVariant     *message,
              GError      **error)
{
  g_autoptr(GVariant) events = NULL;
  const char *name, *filter;
  GVariantIter iter;

  events = g_variant_lookup_value (message, "events", G_VARIANT_TYPE ("a(ss)"));
  if (events == NULL)
    return TRUE;
  if (g_variant_n_children (events) > MAX_EVENTS)
    return refuse (error, "events", "too many");
  g_variant_iter_init (&iter, events);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &filter))
    {
      ThAgentEvent *event = parse_event ("events", name, filter, error);

      if (event == NULL)
        return FALSE;
      g_ptr_array_add (self->events, event);
    }
  return TRUE;
}

static gboolean
parse_trigger (ThAgentPlan  *self,
               GVariant     *message,
               GError      **error)
{
  const char *name, *filter;

  if (!g_variant_lookup (message, "stop-trigger", "(&s&s)", &name, &filter))
    return TRUE;
  self->trigger = parse_event ("stop-trigger", name, filter, error);
  return self->trigger != NULL;
}

static gboolean
parse_pids (ThAgentPlan  *self,
            GVariant     *message,
            GError      **error)
{
  g_autoptr(GVariant) pids = NULL;
  const gint32 *values;
  gsize n;

  pids = g_variant_lookup_value (message, "pids", G_VARIANT_TYPE ("ai"));
  if (pids == NULL)
    return TRUE;
  values = g_variant_get_fixed_array (pids, &n, sizeof *values);
  if (n > MAX_PIDS)
    return refuse (error, "pids", "too many");
  for (gsize i = 0; i < n; i++)
    if (values[i] < 0)
      return refuse (error, "pids", "a pid is not negative");
  g_array_append_vals (self->pids, values, n);
  return TRUE;
}

static gboolean
parse_tracer (ThAgentPlan  *self,
              GVariant     *message,
              GError      **error)
{
  const char *tracer = th_message_get_string (message, "tracer", NULL);
  g_autofree const char **functions = th_message_get_strings (message, "functions");
  guint64 depth = th_message_get_uint (message, "max-depth", 0);

  if (tracer != NULL && !g_str_equal (tracer, "function") &&
      !g_str_equal (tracer, "function_graph"))
    return refuse (error, "tracer", "function or function_graph");
  if (g_strv_length ((char **) functions) > MAX_FUNCTIONS)
    return refuse (error, "functions", "too many");
  for (guint i = 0; functions[i] != NULL; i++)
    if (!th_agent_is_functions (functions[i]))
      return refuse (error, "functions", "not a pattern of function names");
  if (depth > MAX_DEPTH)
    return refuse (error, "max-depth", "at most 1000");

  self->tracer = g_strdup (tracer);
  self->functions = g_strdupv ((char **) functions);
  self->max_depth = depth;
  return TRUE;
}

static gboolean
check_alternatives (const char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *line = th_agent_dup_probe (lines[i], "group", &name);

      if (line == NULL || i >= MAX_ALTERNATIVES)
        return FALSE;
    }
  return TRUE;
}

static gboolean
parse_probes (ThAgentPlan  *self,
              GVariant     *message,
              GError      **error)
{
  g_autoptr(GVariant) probes = NULL;

  probes = g_variant_lookup_value (message, "probes", G_VARIANT_TYPE ("aas"));
  if (probes == NULL)
    return TRUE;
  if (g_variant_n_children (probes) > MAX_PROBES)
    return refuse (error, "probes", "too many");
  for (gsize i = 0; i < g_variant_n_children (probes); i++)
    {
      g_autoptr(GVariant) child = g_variant_get_child_value (probes, i);
      char **lines = g_variant_dup_strv (child, NULL);

      g_ptr_array_add (self->probes, lines);
      if (!check_alternatives ((const char *const *) lines))
        return refuse (error, "probes", "not a line like \"p NAME SYMBOL ARGS\"");
    }
  return TRUE;
}

static gboolean
parse_together (ThAgentPlan  *self,
                GVariant     *message,
                GError      **error)
{
  g_autoptr(GVariant) groups = NULL;

  groups = g_variant_lookup_value (message, "together", G_VARIANT_TYPE ("aas"));
  if (groups == NULL)
    return TRUE;
  if (g_variant_n_children (groups) > MAX_PROBES)
    return refuse (error, "together", "too many");
  for (gsize i = 0; i < g_variant_n_children (groups); i++)
    {
      g_autoptr(GVariant) child = g_variant_get_child_value (groups, i);

      if (g_variant_n_children (child) > MAX_PROBES)
        return refuse (error, "together", "too many");
      g_ptr_array_add (self->together, g_variant_dup_strv (child, NULL));
    }
  return TRUE;
}

static gboolean
parse_clock (ThAgentPlan  *self,
             GVariant     *message,
             GError      **error)
{
  const char *clock = th_message_get_string (message, "clock", "mono");

  if (!th_agent_is_word (clock))
    return refuse (error, "clock", "not a name");
  self->clock = g_strdup (clock);
  return TRUE;
}

static void
parse_flags (ThAgentPlan *self,
             GVariant    *message)
{
  self->buffer_kb = th_message_get_uint (message, "buffer-kb", 0);
  self->ring = th_message_get_boolean (message, "ring", FALSE);
  self->hold = th_message_get_boolean (message, "hold", FALSE);
  self->remote = th_message_get_boolean (message, "remote", FALSE);
  self->counters = th_message_get_boolean (message, "counters", FALSE);
  self->measure = th_message_get_boolean (message, "measure", FALSE);
  if (!self->measure)
    self->resume_s = MIN (th_message_get_uint (message, "resume", 0), MAX_RESUME_S);
  self->pack = CLAMP (th_message_get_int (message, "pack", 0), 0, MAX_PACK);
}

ThAgentPlan *
th_agent_plan_parse (GVariant  *message,
                     GError   **error)
{
  g_autoptr(ThAgentPlan) self = g_new0 (ThAgentPlan, 1);

  self->events = g_ptr_array_new_with_free_func (free_event);
  self->pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->together = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->probes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  parse_flags (self, message);
  if (!parse_clock (self, message, error) || !parse_events (self, message, error) ||
      !parse_pids (self, message, error) || !parse_tracer (self, message, error) ||
      !parse_probes (self, message, error) || !parse_together (self, message, error) ||
      !parse_trigger (self, message, error))
    return NULL;
  return g_steal_pointer (&self);
}

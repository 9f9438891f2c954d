/* th-agent-setup.c - sets up an instance according to a plan
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "th-agent-machine.h"
#include "th-agent-setup.h"

void
th_agent_setup_free (ThAgentSetup *self)
{
  g_ptr_array_unref (self->events);
  g_ptr_array_unref (self->missing);
  g_ptr_array_unref (self->refused);
  g_ptr_array_unref (self->probes);
  g_free (self);
}

/* Takes both. */
static void
add_refused (ThAgentSetup *self,
             char         *what,
             char         *why)
{
  g_ptr_array_add (self->refused, what);
  g_ptr_array_add (self->refused, why);
}

/* --- buffers and clock ------------------------------------------------------------------- */

static gboolean
set_clock (ThAgentInstance   *instance,
           const ThAgentPlan *plan,
           GError           **error)
{
  const char *folder = th_agent_instance_get_folder (instance);
  g_auto(GStrv) clocks = th_agent_read_words (folder, "trace_clock");

  if (g_strv_contains ((const char *const *) clocks, plan->clock) &&
      th_agent_instance_write (instance, "trace_clock", plan->clock))
    return TRUE;
  g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_CLOCK, "The clock %s cannot be used here",
               plan->clock);
  return FALSE;
}

static gboolean
set_buffers (ThAgentSetup        *self,
             ThAgentInstance     *instance,
             const ThAgentPlan   *plan,
             const ThAgentPlaces *places,
             GError             **error)
{
  g_autoptr(GArray) cpus = th_agent_list_cpus (th_agent_instance_get_folder (instance));
  guint64 available = th_agent_read_available_kb (places);
  guint64 most = th_agent_get_max_buffer_kb (available, cpus->len);
  g_autofree char *text = NULL;
  g_autofree char *set = NULL;

  self->buffer_kb = plan->buffer_kb > 0 ? plan->buffer_kb
                                        : th_agent_get_default_buffer_kb (available, cpus->len);
  if (self->buffer_kb > most)
    {
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_MEMORY,
                   "Buffers of %" G_GUINT64_FORMAT " KiB for each of %u CPUs are more than half of "
                   "the free memory (%" G_GUINT64_FORMAT " KiB)", self->buffer_kb, cpus->len,
                   available);
      return FALSE;
    }
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, self->buffer_kb);
  if (!th_agent_instance_write (instance, "buffer_size_kb", text))
    {
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_MEMORY,
                   "Buffers of %s KiB for each CPU cannot be had: %s", text, g_strerror (errno));
      return FALSE;
    }
  /* The kernel rounds up to pages. */
  set = th_agent_instance_read (instance, "buffer_size_kb");
  if (set != NULL && g_ascii_strtoull (set, NULL, 10) > 0)
    self->buffer_kb = g_ascii_strtoull (set, NULL, 10);
  return TRUE;
}

/* What not every kernel has, and what does no harm where it is missing. */
static void
set_options (ThAgentInstance *instance)
{
  static const char *const options[][2] = {
    { "options/overwrite", "1" },
    { "options/copy_trace_marker", "1" },
    /* poll(2) wakes when a buffer is half full; the agent looks every 50 ms anyway. */
    { "buffer_percent", "50" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (th_agent_instance_has (instance, options[i][0]))
      th_agent_instance_write (instance, options[i][0], options[i][1]);
}

/* --- tasks ------------------------------------------------------------------------------- */

static gboolean
is_in_proc (const ThAgentPlaces *places,
            int                  pid)
{
  g_autofree char *path = g_strdup_printf ("%s/%d", places->proc, pid);

  return access (path, F_OK) == 0;
}

/* The kernel takes any number, and records nothing.  Threads are not listed in /proc, but can be
 * named there. */
static gboolean
check_pids (const ThAgentPlan   *plan,
            const ThAgentPlaces *places,
            GError             **error)
{
  for (guint i = 0; i < plan->pids->len && is_in_proc (places, 1); i++)
    {
      int pid = g_array_index (plan->pids, gint32, i);

      if (pid == 0 || is_in_proc (places, pid))
        continue;
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST,
                   "There is no process %d on the target", pid);
      return FALSE;
    }
  return TRUE;
}

static gboolean
set_pids (ThAgentInstance     *instance,
          const ThAgentPlan   *plan,
          const ThAgentPlaces *places,
          GError             **error)
{
  if (!check_pids (plan, places, error))
    return FALSE;
  if (plan->pids->len == 0)
    return TRUE;

  th_agent_instance_write (instance, "options/event-fork", "1");
  th_agent_instance_write (instance, "options/function-fork", "1");
  for (guint i = 0; i < plan->pids->len; i++)
    {
      int pid = g_array_index (plan->pids, gint32, i);

      if (!th_agent_instance_append_pid (instance, "set_event_pid", pid) ||
          (plan->tracer != NULL &&
           !th_agent_instance_append_pid (instance, "set_ftrace_pid", pid)))
        {
          g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_INSTANCE,
                       "The recording cannot be limited to the process %d: %s", pid,
                       g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

/* --- events ------------------------------------------------------------------------------ */

static gboolean
write_event (ThAgentInstance    *instance,
             const ThAgentEvent *event,
             const char         *file,
             const char         *text)
{
  g_autofree char *path = g_strdup_printf ("events/%s/%s/%s", event->system, event->name, file);

  return th_agent_instance_write (instance, path, text);
}

static gboolean
event_exists (ThAgentInstance    *instance,
              const ThAgentEvent *event)
{
  g_autofree char *path = g_strdup_printf ("events/%s/%s/enable", event->system, event->name);

  return th_agent_instance_has (instance, path);
}

/* The system calls of the agent's tasks are left out, because each page that is sent would
 * otherwise fill a part of the next.  set_event_notrace_pid is no way to do that: it also leaves
 * out the interrupts that come while the agent runs, with the packets that they bring. */
static void
exclude_own_calls (ThAgentInstance    *instance,
                   const ThAgentEvent *event,
                   GArray             *own)
{
  g_autoptr(GString) filter = g_string_new (NULL);

  if (!g_str_equal (event->system, "syscalls") && !g_str_equal (event->system, "raw_syscalls"))
    return;
  if (event->filter != NULL)
    g_string_printf (filter, "(%s)", event->filter);
  for (guint i = 0; i < own->len; i++)
    g_string_append_printf (filter, "%scommon_pid != %d", filter->len > 0 ? " && " : "",
                            g_array_index (own, pid_t, i));
  write_event (instance, event, "filter", filter->str);
}

/* An event whose filter is refused stays off: without its filter it might be a flood. */
static void
enable_event (ThAgentSetup       *self,
              ThAgentInstance    *instance,
              const ThAgentEvent *event,
              GArray             *own)
{
  g_autofree char *name = g_strdup_printf ("%s:%s", event->system, event->name);

  if (!event_exists (instance, event))
    g_ptr_array_add (self->missing, g_steal_pointer (&name));
  else if (event->filter != NULL && !write_event (instance, event, "filter", event->filter))
    add_refused (self, g_strdup_printf ("%s: %s", name, event->filter),
                 th_agent_instance_dup_complaint (instance, FALSE));
  else
    {
      exclude_own_calls (instance, event, own);
      if (write_event (instance, event, "enable", "1"))
        g_ptr_array_add (self->events, g_strdup_printf ("%s/%s", event->system, event->name));
      else
        add_refused (self, g_steal_pointer (&name), g_strdup (g_strerror (errno)));
    }
}

/* Before 5.18 the trigger stopped the top instance, which is not ours. */
static gboolean
trigger_is_private (void)
{
  g_autofree char *release = th_agent_file_read_in ("/proc/sys/kernel", "osrelease");
  g_auto(GStrv) parts = g_strsplit (release != NULL ? release : "", ".", 3);
  guint64 major = parts[0] != NULL ? g_ascii_strtoull (parts[0], NULL, 10) : 0;
  guint64 minor = major > 0 && parts[1] != NULL ? g_ascii_strtoull (parts[1], NULL, 10) : 0;

  return major > 5 || (major == 5 && minor >= 18);
}

static gboolean
set_trigger (ThAgentInstance   *instance,
             const ThAgentPlan *plan,
             GError           **error)
{
  const ThAgentEvent *event = plan->trigger;
  g_autofree char *text = NULL;

  if (event == NULL)
    return TRUE;
  text = event->filter != NULL ? g_strconcat ("traceoff if ", event->filter, NULL)
                               : g_strdup ("traceoff");
  if (trigger_is_private () && write_event (instance, event, "trigger", text))
    return TRUE;
  g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_INSTANCE,
               trigger_is_private () ? "The recording cannot be stopped by %s:%s"
               : "On this kernel %s:%s would stop the recordings of others, too",
               event->system, event->name);
  return FALSE;
}

/* --- all --------------------------------------------------------------------------------- */

static gboolean
set_up (ThAgentSetup        *self,
        ThAgentInstance     *instance,
        const ThAgentPlan   *plan,
        GArray              *own,
        const ThAgentPlaces *places,
        GError             **error)
{
  if (!th_agent_setup_place (instance, plan, places, error))
    return FALSE;
  th_agent_instance_write (instance, "tracing_on", "0");
  set_options (instance);
  if (!set_clock (instance, plan, error) || !set_buffers (self, instance, plan, places, error) ||
      !set_pids (instance, plan, places, error))
    return FALSE;

  th_agent_setup_probes (self, instance, plan, places);
  for (guint i = 0; i < plan->events->len; i++)
    enable_event (self, instance, plan->events->pdata[i], own);
  if (self->events->len == 0 && plan->tracer == NULL)
    {
      g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_NOTHING,
                           "None of the events can be recorded here");
      return FALSE;
    }
  return set_trigger (instance, plan, error) &&
         th_agent_setup_tracer (instance, plan, own, places, error);
}

ThAgentSetup *
th_agent_setup_new (ThAgentInstance     *instance,
                    const ThAgentPlan   *plan,
                    GArray              *own,
                    const ThAgentPlaces *places,
                    char               **detail,
                    GError             **error)
{
  g_autoptr(ThAgentSetup) self = g_new0 (ThAgentSetup, 1);

  self->events = g_ptr_array_new_with_free_func (g_free);
  self->missing = g_ptr_array_new_with_free_func (g_free);
  self->refused = g_ptr_array_new_with_free_func (g_free);
  self->probes = g_ptr_array_new_with_free_func (g_free);
  *detail = NULL;
  if (set_up (self, instance, plan, own, places, error))
    return g_steal_pointer (&self);
  *detail = th_agent_instance_dup_complaint (instance, FALSE);
  return NULL;
}

/* th-agent-probes.c - the agent's own probes, in a group of the instance's name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>

#include "th-agent-names.h"
#include "th-agent-setup.h"

/* The file that takes probes of this kind; NULL if the kernel has none. */
static char *
dup_file (const ThAgentPlaces *places,
          const char          *line)
{
  g_autofree char *dynamic = g_build_filename (places->tracefs, "dynamic_events", NULL);
  g_autofree char *kprobes = g_build_filename (places->tracefs, "kprobe_events", NULL);

  if (g_file_test (kprobes, G_FILE_TEST_EXISTS) && (*line == 'p' || *line == 'r'))
    return g_steal_pointer (&kprobes);
  return g_file_test (dynamic, G_FILE_TEST_EXISTS) ? g_steal_pointer (&dynamic) : NULL;
}

/* Returns the name of the event, or NULL with the reason in @why. */
static char *
define (ThAgentInstance     *instance,
        const ThAgentPlaces *places,
        const char          *alternative,
        char               **why)
{
  g_autofree char *name = NULL;
  g_autofree char *line = th_agent_dup_probe (alternative, th_agent_instance_get_name (instance),
                                              &name);
  g_autofree char *file = dup_file (places, line);
  int reason;

  if (file != NULL && th_agent_file_write (file, line, O_APPEND))
    return g_steal_pointer (&name);
  reason = file != NULL ? errno : EOPNOTSUPP;
  *why = reason == EINVAL ? th_agent_instance_dup_complaint (instance, TRUE) : NULL;
  if (*why == NULL || **why == '\0')
    {
      g_free (*why);
      *why = g_strdup (g_strerror (reason));
    }
  return NULL;
}

static gboolean
enable (ThAgentSetup    *self,
        ThAgentInstance *instance,
        const char      *name)
{
  const char *group = th_agent_instance_get_name (instance);
  g_autofree char *path = g_strdup_printf ("events/%s/%s/enable", group, name);

  if (!th_agent_instance_write (instance, path, "1"))
    return FALSE;
  g_ptr_array_add (self->events, g_strdup_printf ("%s/%s", group, name));
  g_ptr_array_add (self->probes, g_strdup (name));
  return TRUE;
}

static void
set_up_one (ThAgentSetup        *self,
            ThAgentInstance     *instance,
            const ThAgentPlaces *places,
            const char *const   *alternatives)
{
  g_autofree char *first_reason = NULL;

  for (guint i = 0; alternatives[i] != NULL; i++)
    {
      g_autofree char *why = NULL;
      g_autofree char *name = define (instance, places, alternatives[i], &why);

      if (name != NULL && enable (self, instance, name))
        return;
      if (name != NULL)
        why = g_strdup (g_strerror (errno));
      if (first_reason == NULL)
        first_reason = g_steal_pointer (&why);
    }
  if (alternatives[0] == NULL)
    return;
  g_ptr_array_add (self->refused, g_strdup (alternatives[0]));
  g_ptr_array_add (self->refused, g_steal_pointer (&first_reason));
}

static void
remove_string (GPtrArray  *strings,
               const char *text)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (strings, text, g_str_equal, &index))
    g_ptr_array_remove_index (strings, index);
}

static void
undo (ThAgentSetup        *self,
      ThAgentInstance     *instance,
      const ThAgentPlaces *places,
      const char          *name)
{
  const char *group = th_agent_instance_get_name (instance);
  g_autofree char *enable_path = g_strdup_printf ("events/%s/%s/enable", group, name);
  g_autofree char *event = g_strdup_printf ("%s/%s", group, name);
  g_autofree char *removal = g_strconcat ("-:", event, NULL);
  g_autofree char *file = dup_file (places, "t");

  th_agent_instance_write (instance, enable_path, "0");
  if (file == NULL)
    file = dup_file (places, "p");
  th_agent_file_write (file, removal, O_APPEND);
  remove_string (self->events, event);
  remove_string (self->probes, name);
}

/* If one probe of a group is missing, the others would show only a part of what happened. */
static void
keep_together (ThAgentSetup        *self,
               ThAgentInstance     *instance,
               const ThAgentPlaces *places,
               const char *const   *names)
{
  const char *missing = NULL;

  for (guint i = 0; names[i] != NULL && missing == NULL; i++)
    if (!g_ptr_array_find_with_equal_func (self->probes, names[i], g_str_equal, NULL))
      missing = names[i];
  for (guint i = 0; missing != NULL && names[i] != NULL; i++)
    {
      if (!g_ptr_array_find_with_equal_func (self->probes, names[i], g_str_equal, NULL))
        continue;
      undo (self, instance, places, names[i]);
      g_ptr_array_add (self->refused, g_strdup (names[i]));
      g_ptr_array_add (self->refused, g_strdup_printf ("of no use without %s", missing));
    }
}

void
th_agent_setup_probes (ThAgentSetup        *self,
                       ThAgentInstance     *instance,
                       const ThAgentPlan   *plan,
                       const ThAgentPlaces *places)
{
  for (guint i = 0; i < plan->probes->len; i++)
    set_up_one (self, instance, places, plan->probes->pdata[i]);
  for (guint i = 0; i < plan->together->len; i++)
    keep_together (self, instance, places, plan->together->pdata[i]);
}

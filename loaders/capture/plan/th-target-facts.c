/* th-target-facts.c - what a target can record, for presets and plans
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target-facts.h"

#include <string.h>

#include "th-message.h"

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

ThTargetFacts *
th_target_facts_new (GVariant *hello,
                     GVariant *events,
                     GVariant *processes)
{
  ThTargetFacts *self = g_new0 (ThTargetFacts, 1);
  g_autoptr(GVariant) cpus = g_variant_lookup_value (hello, "cpus", G_VARIANT_TYPE ("au"));

  self->hello = g_variant_ref (hello);
  self->n_cpus = cpus != NULL ? (guint) g_variant_n_children (cpus) : 0;
  self->host = th_message_get_string (hello, "host", "");
  self->default_buffer_kb = th_message_get_uint (hello, "default-buffer-kb", 0);
  self->preset.release = th_message_get_string (hello, "release", "");
  self->preset.machine = th_message_get_string (hello, "machine", "");
  self->preset.can = th_message_get_strings (hello, "can");
  self->preset.tracers = th_message_get_strings (hello, "tracers");
  self->preset.max_buffer_kb = th_message_get_uint (hello, "max-buffer-kb", 0);
  if (events != NULL)
    {
      const char **names = th_message_get_strings (events, "names");

      /* The agent sorts them, but is not trusted. */
      qsort (names, g_strv_length ((char **) names), sizeof *names, compare_names);
      self->events = g_variant_ref (events);
      self->preset.events = names;
    }
  self->processes = processes != NULL ? g_variant_ref (processes) : NULL;
  return self;
}

void
th_target_facts_free (ThTargetFacts *self)
{
  if (self == NULL)
    return;
  g_free ((gpointer) self->preset.can);
  g_free ((gpointer) self->preset.tracers);
  g_free ((gpointer) self->preset.events);
  g_clear_pointer (&self->events, g_variant_unref);
  g_clear_pointer (&self->processes, g_variant_unref);
  g_variant_unref (self->hello);
  g_free (self);
}

void
th_target_facts_set_processes (ThTargetFacts *self,
                               GVariant      *processes)
{
  g_variant_ref (processes);
  g_clear_pointer (&self->processes, g_variant_unref);
  self->processes = processes;
}

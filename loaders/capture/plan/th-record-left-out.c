/* th-record-left-out.c - whether an agent records what a user has asked for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-left-out.h"

#include <glib/gi18n-lib.h>

#include "th-capture-left-out.h"

/* Why none of the events is recorded, or NULL if one is. */
static const char *
find_reason (const char          *text,
             const ThTargetFacts *facts,
             GHashTable          *left_out)
{
  g_autofree char *pattern = th_preset_match_dup_pattern (text);
  g_autoptr(GPatternSpec) spec = g_pattern_spec_new (pattern);
  const char *const *events = facts->preset.events;
  const char *first = NULL;

  for (guint i = 0; events != NULL && events[i] != NULL; i++)
    if (g_pattern_spec_match_string (spec, events[i]))
      {
        const char *why = g_hash_table_lookup (left_out, events[i]);

        if (why == NULL)
          return NULL;
        first = first == NULL ? why : first;
      }

  return first;
}

char *
th_record_plan_find_left_out (const ThRecordPlan  *self,
                              const ThTargetFacts *facts,
                              GVariant            *configured)
{
  g_autoptr(GHashTable) left_out = th_capture_list_left_out (configured);

  for (guint i = 0; self->events != NULL && self->events[i] != NULL; i++)
    {
      const char *why = find_reason (self->events[i], facts, left_out);

      if (why != NULL && *why != '\0')
        /* Translators: an event with its filter, and what the kernel says */
        return g_strdup_printf (_("“%s” cannot be recorded: the kernel refused it: %s"),
                                self->events[i], why);
      if (why != NULL)
        return g_strdup_printf (_("“%s” cannot be recorded: the agent did not find it"),
                                self->events[i]);
    }

  return NULL;
}
